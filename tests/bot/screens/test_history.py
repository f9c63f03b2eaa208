"""The list of past games, as a person reads it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot import controls, limits
from bot.screens.games import SCREENS
from bot.screens.history import Past, PastLine, PastQuery, history, read_query
from bot.screens.models import Player
from tests.bot.screens.helpers import ENGLISH, WORST_NAME, buttons, read, selects

WHEN = datetime(2026, 1, 2, tzinfo=UTC)
DATE = f"<t:{int(WHEN.timestamp())}:D>"
ADA, BEN = Player("Ada", 1), Player("Ben", 2)
LINE = PastLine(12, "bridgette", WHEN, "played out", False, (ADA, BEN), (1050, 400), (0,), ())
PAST = Past("Card Room", SCREENS, PastQuery(), (LINE,), 1, 1, reader=1)


def told(line: PastLine) -> str:
    (found,) = [
        text
        for text in read(history(replace(PAST, lines=(line,)), ENGLISH)).splitlines()
        if text.startswith("- ")
    ]
    return found


async def test_a_line() -> None:
    assert told(LINE) == f"- **Bridgette #12** · {DATE} · **Ada** 1,050, Ben 400 · played out"
    layout = history(PAST, ENGLISH)
    assert limits.problems(layout) == []
    (select,) = selects(layout)
    assert [option["label"] for option in select["options"]] == ["Bridgette #12: Ada and Ben"]
    assert [option["value"] for option in select["options"]] == ["12"]


@pytest.mark.parametrize(
    ("reason", "gave_up", "end"),
    [
        ("resigned", (1,), "Ben resigned"),
        ("resigned", (), "Ben resigned"),
        ("time", (), "Ben ran out of time"),
        ("aborted", (), "called off"),
        ("played out", (), "played out"),
        ("played out", (1,), "played out; Ben left"),
    ],
)
async def test_how_it_ended(reason: str, gave_up: tuple[int, ...], end: str) -> None:
    line = replace(LINE, reason=reason, gave_up=gave_up)
    assert told(line).endswith(f" · {end}")
    assert told(replace(line, hinted=True)).endswith(f" · {end}; with hints")


async def test_computers_and_former_players() -> None:
    players = (Player("", None, "hard"), Player("", -77))
    text = told(replace(LINE, players=players))
    assert "**Computer (hard)** 1,050, a former player 400" in text


async def test_filters_in_words() -> None:
    query = PastQuery(person=1, other=2, kind="bridgette", won=False, channel=55)
    past = replace(PAST, query=query, person="Ada", other="Ben")
    assert "Only: lost by Ada · with Ben · Bridgette · <#55>" in read(history(past, ENGLISH))
    assert "Only: played by Ada" in read(
        history(replace(PAST, query=PastQuery(person=1), person="Ada"), ENGLISH)
    )
    assert "Only" not in read(history(PAST, ENGLISH))


async def test_nothing_to_list() -> None:
    none = replace(PAST, lines=(), pages=0, count=0)
    text = read(history(none, ENGLISH))
    assert "No game has been finished here yet. Begin one with `/bridgette start`" in text
    narrow = history(replace(none, query=PastQuery(kind="drawbridge")), ENGLISH)
    assert "No finished game here is like that" in read(narrow)
    assert "All games" in {part["label"] for part in buttons(narrow).values()}
    assert selects(narrow) == []


@pytest.mark.parametrize(
    "query",
    [
        PastQuery(),
        PastQuery(person=1191168911970000000, page=7),
        PastQuery(2**62 - 1, 2**63 - 1, "drawbridge", False, 2**63 - 1, 999_999),
        PastQuery(person=5, won=True),
    ],
)
async def test_a_control_says_the_whole_query(query: PastQuery) -> None:
    custom_id = str(query.control(query.page))
    assert len(custom_id) <= limits.CUSTOM_ID
    control = controls.parse(custom_id)
    assert control is not None
    assert read_query(control, SCREENS) == query


async def test_pages() -> None:
    for page in range(3):
        past = replace(PAST, query=PastQuery(page=page), pages=3, count=17)
        layout = history(past, ENGLISH)
        assert limits.problems(layout) == []
        enabled = {p["label"] for p in buttons(layout).values() if not p.get("disabled")}
        assert ("Newer" in enabled) is (page > 0)
        assert ("Older" in enabled) is (page < 2)
        assert f"Page {page + 1} of 3, 17 games" in read(layout)


@pytest.mark.parametrize("page", range(3))
async def test_the_longest_names_keep_to_the_limits(page: int) -> None:
    four = PastLine(
        2**53 - 1, "callbridge", WHEN, "played out", True, (Player(WORST_NAME, 1),) * 4,
        (-1000,) * 4, (0, 1, 2), (0, 1, 3),
    )  # fmt: skip
    query = PastQuery(2**60, 2**60, "callbridge", True, 2**60, page)
    lines = tuple(replace(four, game_id=2**53 - 1 - at) for at in range(8))
    past = Past(WORST_NAME, SCREENS, query, lines, 3, 24, 1, WORST_NAME, WORST_NAME)
    layout = history(past, ENGLISH)
    assert limits.problems(layout) == []
    assert read(layout).count("\n- ") + read(layout).startswith("- ") >= 7
