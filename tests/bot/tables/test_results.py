"""What a game comes to for each seat."""

from __future__ import annotations

from bot.tables.results import end_of
from data.records import Seat
from engine.game import Outcome


def test_a_resignation_wins_for_the_one_who_is_behind() -> None:
    seats = (Seat(0, 10), Seat(1, 11))
    end = end_of(Outcome((1,), "resigned"), (500, -20), seats)
    assert [(r.won, r.place, r.given_up) for r in end.results] == [
        (False, 2, True),
        (True, 1, False),
    ]
    assert end.reason == "resigned"


def test_places_are_shared_and_a_seat_taken_over_is_given_up() -> None:
    seats = (Seat(0, 10), Seat(1, None, "easy"), Seat(2, 12, "easy", taken_over=True), Seat(3, 13))
    end = end_of(Outcome((2,), "played out"), (7, 7, 21, -3), seats)
    assert [r.place for r in end.results] == [2, 2, 1, 4]
    assert [r.won for r in end.results] == [False, False, False, False]
    assert [r.given_up for r in end.results] == [False, False, True, False]
