"""What cannot have been is not taken in, though its form is right."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

import pytest

from data.errors import BadLine
from data.transfer.admission import Known
from data.transfer.lines import GameLine, SeasonLine, SeatLine
from tests.data.makers import ADA, BEN, GUILD, NOW

KNOWN = Known({"bridgette": 2}, ("easy", "hard"), NOW, lambda _line: None)
BEFORE = datetime(2014, 12, 31, tzinfo=UTC)


def seat(number: int, user_id: int | None, **changes: Any) -> SeatLine:
    fields: dict[str, Any] = {
        "name": None,
        "level": None,
        "taken_over": False,
        "points": 0,
        "place": 1,
        "won": True,
        "given_up": False,
        "deals": 0,
        "declared": "",
    }
    return SeatLine(seat=number, user_id=user_id, **{**fields, **changes})


SEED = bytes(32)
GAME = GameLine(
    guild_id=GUILD,
    channel_id=7,
    kind="bridgette",
    rules=1,
    options={},
    seed=SEED,
    commitment=sha256(SEED).hexdigest(),
    previous=None,
    reason="played out",
    hinted=False,
    level=None,
    private=False,
    season=None,
    created_at=NOW,
    finished_at=NOW,
    seats=(seat(0, ADA), seat(1, BEN)),
    actions=((0, "pass", NOW),),
)
SEASON = SeasonLine(guild_id=GUILD, key=1, name="Spring", started_at=NOW, ended_at=None)


@pytest.mark.parametrize(
    "line",
    [
        GAME,
        replace(GAME, seats=(seat(0, -5), seat(1, -6))),  # former players
        replace(GAME, seats=(seat(0, ADA), seat(1, None, level="hard")), level="hard"),
        replace(GAME, seats=(seat(0, ADA, level="easy", taken_over=True), seat(1, BEN))),
        replace(GAME, finished_at=NOW + timedelta(hours=23)),
        SEASON,
        replace(SEASON, ended_at=NOW),
    ],
)
def test_taken_in(line: GameLine | SeasonLine) -> None:
    KNOWN.admit(line, 2)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (replace(GAME, kind="skat"), "game: one of the games that are played here"),
        (replace(GAME, seats=GAME.seats[:1]), "seats: a list of 2 seats, for bridgette,"),
        (replace(GAME, level="wise"), "level: one of those that computers play at"),
        (replace(GAME, seats=(seat(0, ADA), seat(1, ADA))), "seats, number 2, user: somebody else"),
        (replace(GAME, seats=(seat(0, -5), seat(1, -5))), "seats, number 2, user: somebody else"),
        (replace(GAME, seats=(seat(0, 0), seat(1, BEN))), "seats, number 1, user: an id other"),
        (
            replace(GAME, seats=(seat(0, ADA), seat(1, BEN, level="easy"))),
            "seats, number 2, user: a person or the level of a computer is needed, not both",
        ),
        (
            replace(GAME, seats=(seat(0, ADA), seat(1, BEN, taken_over=True))),
            "seats, number 2, taken_over: a person and the level",
        ),
        (replace(GAME, created_at=BEFORE), "created_at: a time between 2015 and now"),
        (
            replace(GAME, finished_at=NOW + timedelta(days=2)),
            "finished_at: a time between 2015 and now",
        ),
        (
            replace(GAME, finished_at=NOW - timedelta(seconds=1)),
            "finished_at: a time after created_at",
        ),
        (replace(GAME, actions=((0, "pass", BEFORE),)), "action 1: a time between 2015 and now"),
        (replace(SEASON, started_at=BEFORE), "started_at: a time between 2015 and now"),
        (
            replace(SEASON, ended_at=NOW - timedelta(seconds=1)),
            "ended_at: a time after started_at",
        ),
    ],
)
def test_refused(line: GameLine | SeasonLine, words: str) -> None:
    with pytest.raises(BadLine, match=f"Line 2: {words}"):
        KNOWN.admit(line, 2)


def test_what_the_rules_of_the_game_say_is_asked_last() -> None:
    known = replace(KNOWN, fault=lambda line: f"reason: not {line.reason}")
    with pytest.raises(BadLine, match="Line 9: reason: not played out"):
        known.admit(GAME, 9)
    with pytest.raises(BadLine, match="game: one of"):
        known.admit(replace(GAME, kind="skat"), 9)
