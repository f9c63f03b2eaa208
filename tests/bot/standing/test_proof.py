"""Lines of exports against the rules: what the bot stored holds, what is false is named."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncGenerator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.standing.proof import fault
from data.database import Database
from data.records import Seat
from data.transfer.lines import GameLine
from data.transfer.whole import read_all
from tests.bot.standing.true_games import FOUR, GUILD, PEOPLE, play


@pytest.fixture
async def db(tmp_path: Path) -> AsyncGenerator[Database]:
    async with await Database.open(str(tmp_path / "games.db")) as database:
        yield database


async def line_of(db: Database) -> GameLine:
    """The only game there is, as an export has it."""
    lines = [line async for line in db.transfer.export((GUILD,))]
    ((_, line),) = read_all(lines)
    assert isinstance(line, GameLine)
    return line


LEFT = tuple(replace(seat, level="easy", taken_over=True) for seat in FOUR[:2])


@pytest.mark.parametrize(
    ("kind", "seats", "leave"),
    [
        ("bridgette", PEOPLE, None),
        ("bridgette", PEOPLE, "resign"),
        ("drawbridge", PEOPLE, None),
        ("drawbridge", (PEOPLE[0], Seat(1, None, "hard")), "time"),
        ("callbridge", FOUR, None),
        ("callbridge", (*LEFT, Seat(2, None, "easy"), Seat(3, None, "hard")), None),
    ],
)
async def test_what_the_bot_stored_is_so(
    db: Database, kind: str, seats: tuple[Seat, ...], leave: str | None
) -> None:
    await play(db, kind, random.Random(3), seats=seats, leave=leave)
    assert fault(await line_of(db)) is None


async def test_results_of_before_there_were_boards(db: Database) -> None:
    """They tell of no deals, and a seat that was given up had the place of its points."""
    await play(db, "callbridge", random.Random(3), seats=(LEFT[0], *FOUR[1:]))
    line = await line_of(db)
    totals = [seat.points for seat in line.seats]
    early = tuple(
        replace(seat, deals=0, declared="", place=1 + sum(p > seat.points for p in totals))
        for seat in line.seats
    )
    assert fault(replace(line, seats=early)) is None
    wrong = (replace(early[0], points=early[0].points + 1), *early[1:])
    assert "points: the game came to" in (fault(replace(line, seats=wrong)) or "")


async def test_a_game_that_was_called_off(db: Database) -> None:
    await play(db, "drawbridge", random.Random(3))
    line = await line_of(db)
    assert (
        fault(replace(line, reason="aborted")) == "reason: the game is played out, not called off"
    )
    seats = tuple(
        replace(seat, won=False, points=0, place=1, deals=0, declared="") for seat in line.seats
    )
    stopped = replace(line, reason="aborted", actions=line.actions[:5], seats=seats)
    assert fault(stopped) is None
    won = replace(stopped, seats=(replace(seats[0], won=True), seats[1]))
    assert fault(won) == "seats, number 1, won: the game came to False, not True"


def _seat(**changes: Any) -> Callable[[GameLine], GameLine]:
    return lambda line: replace(line, seats=(replace(line.seats[0], **changes), *line.seats[1:]))


def _line(**changes: Any) -> Callable[[GameLine], GameLine]:
    return lambda line: replace(line, **changes)


def _action(number: int, text: str) -> Callable[[GameLine], GameLine]:
    def changed(line: GameLine) -> GameLine:
        done = list(line.actions)
        seat, _, at = done[number]
        done[number] = (seat, text, at)
        return replace(line, actions=tuple(done))

    return changed


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_line(rules=99), "rules: version 1 is needed"),
        (_line(options={"foo": 1}), "options: unknown option 'foo'"),
        (_line(options={"deals": 3}), "options: deals must be an even number"),
        (_line(options={"deals": "2"}), "options: deals is written 2"),
        (_line(reason="foo"), "reason: the game came to 'played out', not 'foo'"),
        (_line(reason="resigned"), "reason: the game came to 'played out', not 'resigned'"),
        (_line(level="easy"), "level: the game came to None, not 'easy'"),
        (_line(seed=bytes(32)), r"action \d+: .* is not legal"),
        (_action(5, "garbage"), r"action 6: 'garbage' of seat \d is not legal \(unreadable\)"),
        (lambda line: replace(line, actions=()), "actions: the game is not over, but said to be"),
        (
            lambda line: replace(line, actions=line.actions[:-1]),
            "actions: the game is not over, but said to be played out",
        ),
        (
            lambda line: replace(line, actions=(*line.actions, line.actions[-1])),
            r"action \d+: .* is not legal \(over\)",
        ),
        (_seat(points=99_999), "seats, number 1, points: the game came to .*, not 99999"),
        (
            lambda line: _seat(won=not line.seats[0].won)(line),
            "seats, number 1, won: the game came to",
        ),
        (_seat(place=3), "seats, number 1, place: the game came to .*, not 3"),
        (_seat(given_up=True), "seats, number 1, given_up: the game came to False, not True"),
        (_seat(deals=1), "seats, number 1, deals: the game came to 2, not 1"),
        (_seat(declared="7NT+"), "seats, number 1, declared: the game came to .*, not '7NT"),
    ],
)
async def test_what_is_not_so_is_named(
    db: Database, spoil: Callable[[GameLine], GameLine], words: str
) -> None:
    await play(db, "bridgette", random.Random(3))
    told = fault(spoil(await line_of(db)))
    assert told is not None
    assert re.match(words, told), told
