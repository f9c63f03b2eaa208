"""The leaderboard: every kind of board in words, within the limits, whatever people are called."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot import limits
from bot.controls import parse
from bot.screens.board import board
from bot.screens.games import SCREENS
from bot.screens.standing import (
    OPPONENTS,
    Board,
    BoardLine,
    BoardQuery,
    Order,
    Rating,
    Season,
    read_query,
)
from tests.bot.screens.helpers import ENGLISH, WORST_NAME, buttons, read, selects

SEASONS = tuple(
    Season(number, f"Cup {number}", datetime(2026, 1, 1, tzinfo=UTC)) for number in range(40, 0, -1)
)
BRIDGETTE = BoardQuery("bridgette", "month", "rating")
NAMES = (
    "*bold* _x_ ~~y~~ ||z||",
    "@everyone <@1> <@&2> <#3>",
    "[link](https://example.org)",
    "# heading\n- list",
    "\u202edrah\u202c \u2066x\u2069\u200f",
    "שלום עולם",
    "مرحبا",
    "漢字" * 16,
    "👩\u200d🚀" * 32,
    WORST_NAME,
    "",
    "` ``` `",
)


def line(
    rank: int | None, user: int, name: str = "Ada", games: int = 10, wins: int = 5
) -> BoardLine:
    rating = Rating(1221, False)
    return BoardLine(rank, user, name, games, wins, 12_300, 4_300, rating, rated=games)


def page(
    query: BoardQuery, *lines: BoardLine, own: BoardLine | None = None, pages: int = 1
) -> Board:
    return Board("Card Room", SCREENS, query, lines, own, pages, len(lines), 5, SEASONS)


ORDERS: list[tuple[Order, str]] = [
    ("rating", "**1.** Ada: **1221**, 5 wins in 10 games"),
    ("wins", "**1.** Ada: **5 wins** in 10 games (50%)"),
    ("points", "**1.** Ada: **12,300 points**, 5 wins in 10 games"),
    ("best", "**1.** Ada: **4,300** in one game, 5 wins in 10 games"),
]


@pytest.mark.parametrize(("order", "words"), ORDERS)
async def test_a_line_says_what_the_board_is_ranked_by(order: Order, words: str) -> None:
    layout = board(page(replace(BRIDGETTE, order=order), line(1, 1)), ENGLISH)
    assert words in read(layout)
    assert "**Bridgette · This month · Games between people**" in read(layout)
    assert limits.problems(layout) == []


async def test_the_readers_place_is_there_wherever_it_is() -> None:
    own = line(31, 99, "Zoe", 3, 2)
    elsewhere = read(board(page(BRIDGETTE, line(1, 1), own=own), ENGLISH))
    assert "Your place: **31.** **Zoe (you)**: **1221**, 2 wins in 3 games" in elsewhere
    shown = read(board(page(BRIDGETTE, line(1, 1), own, own=own), ENGLISH))
    assert "Your place" not in shown
    assert "**31.** **Zoe (you)**" in shown
    assert "You have no finished game" in read(board(page(BRIDGETTE, line(1, 1)), ENGLISH))
    newcomer = replace(own, rank=None)
    assert "not enough games yet (3 of 5)" in read(
        board(page(BRIDGETTE, line(1, 1), own=newcomer), ENGLISH)
    )


async def test_ties_share_a_place_and_newcomers_stand_below() -> None:
    lines = (line(1, 1, "Ada"), line(1, 2, "Ben"), line(3, 3, "Cleo"), line(None, 4, "Dev", 2, 1))
    text = read(board(page(BRIDGETTE, *lines), ENGLISH))
    assert text.index("**1.** Ada") < text.index("**1.** Ben") < text.index("**3.** Cleo")
    assert "**Not enough games yet** for a place:\n- Dev: 2 of 5 rated games, 1 win" in text
    only = read(board(page(BRIDGETTE, lines[-1]), ENGLISH))
    assert "Dev: 2 of 5 rated games" in only
    assert "Ranked by" not in only


async def test_a_rating_that_is_uncertain_says_so() -> None:
    unsure = replace(line(1, 1), rating=Rating(1013, True))
    assert "Ada: **1013** (provisional), " in read(board(page(BRIDGETTE, unsure), ENGLISH))


@pytest.mark.parametrize("opponents", OPPONENTS)
@pytest.mark.parametrize("period", ["month", "year", "all", "s3", "s77"])
async def test_an_empty_board_says_so(period: str, opponents: str) -> None:
    for kind in (None, *SCREENS):
        query = BoardQuery(kind, period, "wins", opponents)  # type: ignore[arg-type]
        layout = board(page(query), ENGLISH)
        assert "Nobody has finished" in read(layout)
        assert limits.problems(layout) == []


@pytest.mark.parametrize("order", ["rating", "wins", "points", "best"])
async def test_names_of_every_kind_stay_names(order: Order) -> None:
    lines = [line(n, n, NAMES[n % len(NAMES)]) for n in range(1, 13)]
    query = replace(BRIDGETTE, order=order, period="s3", page=777)
    shown = replace(page(query, *lines, own=replace(lines[3], user_id=99)), guild_name=WORST_NAME)
    shown = replace(shown, pages=1000, people=10_000)
    layout = board(shown, ENGLISH)
    assert limits.problems(layout) == []
    text = read(layout)
    assert not re.search(r"<[@#][!&]?\d", text)
    for harm in ("@everyone", "\u202e", "\u2066", "\u200f", "](http", "\n# ", "||z", "**bold"):
        assert harm not in text
    assert "\u2068שלום עולם\u2069: " in text
    assert "漢字漢字漢字漢字漢字漢…" in text.replace(
        "漢字漢字漢字漢字漢字漢字…", "漢字漢字漢字漢字漢字漢…"
    )
    assert "Page 778 of 1,000, 10,000 people" in text
    assert not text.endswith("…")


async def test_every_control_asks_for_a_board() -> None:
    layout = board(page(replace(BRIDGETTE, page=1), line(1, 1), pages=3), ENGLISH)
    asked = [parse(custom_id) for custom_id in buttons(layout)]
    assert all(each is not None for each in asked)
    queries = {(each.verb, each.arg) for each in asked if each}
    assert queries == {
        ("board", "bridgette-month-rating-people-0"),
        ("board", "bridgette-month-rating-people-2"),
        ("boardby", "bridgette-month-rating-people-0"),
        ("boardby", "bridgette-month-wins-people-0"),
        ("boardby", "bridgette-month-points-people-0"),
        ("boardby", "bridgette-month-best-people-0"),
    }
    game, time, opponents = selects(layout)
    assert [option["value"] for option in game["options"]] == ["all", *SCREENS]
    assert len(time["options"]) == limits.OPTIONS
    assert [o["value"] for o in opponents["options"]] == list(OPPONENTS)
    for chosen in (game, time, opponents):
        assert sum(bool(option.get("default")) for option in chosen["options"]) == 1


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("bridgette-month-rating-people-3", BoardQuery("bridgette", "month", "rating", page=3)),
        ("all-s12-wins-hard-0", BoardQuery(None, "s12", "wins", "hard")),
        # What cannot be answered gives the nearest that can.
        ("all-all-rating-people-0", BoardQuery()),
        ("bridgette-all-rating-easy-0", BoardQuery("bridgette", opponents="easy")),
        ("poker-all-wins-people-0", None),
        ("all-week-wins-people-0", None),
        ("all-all-luck-people-0", None),
        ("all-all-wins-nobody-0", None),
        ("all-all-wins-people", None),
        ("", None),
    ],
)
def test_queries_are_read_or_refused(text: str, query: BoardQuery | None) -> None:
    assert read_query(text, SCREENS) == query
    if query is not None:
        assert read_query(str(query), SCREENS) == query
