from __future__ import annotations

import ast
import io
import json
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from bot import logs
from bot.config import LogFormat
from tests.bot.logging_kept import NAMES, logging_kept

BOT: Final = Path(logs.__file__).parent
CALLS: Final = frozenset({"debug", "info", "warning", "error", "exception", "critical", "log"})


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    with logging_kept():
        yield


def set_up(level: str, form: LogFormat) -> io.StringIO:
    stream = io.StringIO()
    logs.set_up(level, form, secret="to.ken", stream=stream)
    return stream


@pytest.mark.parametrize("form", ["text", "json"])
def test_the_token_never_gets_into_the_log(form: LogFormat) -> None:
    stream = set_up("DEBUG", form)
    try:
        int("to.ken")
    except ValueError:
        logging.getLogger("bot.x").exception("logged in with %s", "to.ken")
    assert "to.ken" not in stream.getvalue()
    assert stream.getvalue().count("[secret]") >= 2


def test_a_line_of_json() -> None:
    stream = set_up("INFO", "json")
    logging.getLogger("bot.x").warning('game %s: "odd"\nname', 12)
    entry = json.loads(stream.getvalue())
    assert entry.pop("time").endswith("+00:00")
    assert entry == {
        "level": "warning",
        "logger": "bot.x",
        "message": 'game 12: "odd"\nname',
        "game": 12,
    }


def test_what_a_line_is_about_are_fields() -> None:
    stream = set_up("INFO", "json")
    log = logging.getLogger("bot.x")
    log.info("100 %% of %5.1f: game %s, seat %d, action %s failed: %s", 1.0, 12, 3, "play", "x")
    log.info("game %s, seat %s: nothing to do with either", None, None)
    log.info("no template at all, game 12")
    first, second, third = map(json.loads, stream.getvalue().splitlines())
    assert (first["game"], first["seat"], first["action"]) == (12, 3, "play")
    assert first["message"] == "100 % of   1.0: game 12, seat 3, action play failed: x"
    assert not {"game", "seat", "action"} & (second.keys() | third.keys())


@pytest.mark.parametrize("level", ["DEBUG", "INFO", "WARNING", "ERROR"])
def test_what_managers_do_is_there_at_every_level(level: str) -> None:
    stream = set_up(level, "text")
    logging.getLogger("bot.audit").info("action set pace")
    logging.getLogger("bot.audit").debug("a detail")
    assert "action set pace" in stream.getvalue()
    assert "a detail" not in stream.getvalue()


def templates() -> Iterator[tuple[str, str]]:
    """Every template of a log line that the bot's code has, and where it stands."""
    for file in sorted(BOT.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=attr), args=args):
                    if name.endswith(("_log", "_audit")) and attr in CALLS:
                        yield from (
                            (f"{file.relative_to(BOT)}:{node.lineno}", each.value)
                            for each in args
                            if isinstance(each, ast.Constant) and isinstance(each.value, str)
                        )
                case _:
                    pass


def test_the_templates_in_the_code_give_the_fields_that_they_name() -> None:
    found = list(templates())
    named = re.compile(rf"\b({'|'.join(logs.FIELDS)})\b[^\w%:]*%s")
    given: set[str] = set()
    for place, template in found:
        wanted = named.findall(template)
        values = tuple(f"value {number}" for number in range(template.count("%s")))
        record = logging.LogRecord("bot.x", logging.INFO, "", 0, template, values, None)
        assert list(logs.about(record)) == wanted, (place, template)
        given.update(wanted)
    assert len(found) > 50
    assert given == set(logs.FIELDS)
    commands = [template for place, template in found if place.startswith("commands.py")]
    assert commands
    assert all("action %s" in template for template in commands)


class Terminal(io.StringIO):
    """Somebody looks at it."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "form"), [(Terminal(), "text"), (io.StringIO(), "json")], ids=["terminal", "file"]
)
def test_people_get_lines_and_collectors_json(stream: io.StringIO, form: str) -> None:
    logs.set_up("INFO", None, stream=stream)
    logging.getLogger("bot.x").info("ready")
    assert stream.getvalue().startswith("{") == (form == "json")


def test_a_line_of_text() -> None:
    stream = set_up("INFO", "text")
    logging.getLogger("bot.x").info("ready")
    logging.getLogger("bot.x").debug("not asked for")
    assert stream.getvalue().endswith(" INFO    bot.x: ready\n")


def test_libraries_that_would_print_seeds_never_get_to_debug() -> None:
    stream = set_up("DEBUG", "text")
    for name in NAMES[2:]:
        logging.getLogger(f"{name}.any").debug("a seed")
    logging.getLogger("sqlalchemy.engine.Engine").info("INSERT INTO actions ...")
    assert stream.getvalue() == ""
    logging.getLogger("bot.x").debug("shown")
    assert "shown" in stream.getvalue()
