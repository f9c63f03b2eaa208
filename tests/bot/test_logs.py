from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from bot import logs
from bot.config import LogFormat
from tests.bot.logging_kept import NAMES, logging_kept


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
    for name in NAMES[1:]:
        logging.getLogger(f"{name}.any").debug("a seed")
    logging.getLogger("sqlalchemy.engine.Engine").info("INSERT INTO actions ...")
    assert stream.getvalue() == ""
    logging.getLogger("bot.x").debug("shown")
    assert "shown" in stream.getvalue()
