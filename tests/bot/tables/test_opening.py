"""How a game begins."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest

from bot.errors import BadOptions
from bot.tables.opening import Place, full_options, prepare
from data.records import Seat, StoredGame
from engine.shuffle import first_dealer

AT = datetime(2026, 1, 1, tzinfo=UTC)
PLACE = Place(1, 2, AT)


def seed(number: int) -> bytes:
    """Some seed."""
    return hashlib.sha256(str(number).encode()).digest()


def test_options_are_filled_in_or_refused() -> None:
    assert full_options("bridgette", {"deals": 4})["deals"] == 4
    assert "upcard" in full_options("bridgette", {})
    with pytest.raises(BadOptions):
        full_options("bridgette", {"deals": 5})


@pytest.mark.parametrize("number", range(8))
def test_in_a_rematch_the_other_deals_first(number: int) -> None:
    seats = (Seat(0, 10), Seat(1, 11))
    before = prepare("bridgette", {}, seats, PLACE, seed(100))
    previous = StoredGame(
        id=1, kind="bridgette", options=before.options, seed=before.seed,
        commitment=before.commitment, rules=1, guild_id=1, channel_id=2, message_id=None,
        message_at=None, seats=seats, state="over", reason="played out", actions=(),
        computer_due=False, to_act=(), deadline=None, previous=None, created_at=AT,
        updated_at=AT, finished_at=AT,
    )  # fmt: skip
    new = prepare("bridgette", {}, seats, PLACE, seed(number), previous)
    dealt = seats[first_dealer(before.seed, 2)].user_id
    deals = next(s for s in new.seats if s.number == first_dealer(new.seed, 2)).user_id
    assert {dealt, deals} == {10, 11}
    assert [seat.number for seat in new.seats] == [0, 1]
    assert new.previous == 1


def test_a_computer_that_acts_first_is_due() -> None:
    seats = (Seat(0, 10), Seat(1, None, "easy"))
    assert prepare("bridgette", {}, seats, PLACE, seed(1)).computer_due  # both discard at once
