"""What a game comes to for each seat."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bot.tables.results import end_of
from data.records import Seat
from data.standing.declared import Declared, read, write
from engine.game import Game, Kind, Outcome, View
from tests.bot.screens.helpers import positions, start

PEOPLE = (Seat(0, 10), Seat(1, 11))


def view_of(kind: Kind, outcome: Outcome, totals: tuple[int, ...]) -> View:
    """The view of a game that ended so."""
    return replace(start(kind, 1).view(None), outcome=outcome, totals=totals)


def played_out(kind: Kind, seed: int) -> Game:
    game = start(kind, seed, {"deals": 2} if kind == "bridgette" else {})
    for _ in positions(game, random.Random(seed), share=0):
        pass
    return game


def test_a_resignation_wins_for_the_one_who_is_behind() -> None:
    end = end_of(view_of("bridgette", Outcome((1,), "resigned"), (500, -20)), PEOPLE)
    assert [(r.won, r.place, r.given_up) for r in end.results] == [
        (False, 2, True),
        (True, 1, False),
    ]
    assert (end.reason, end.level) == ("resigned", None)


def test_places_are_shared_and_a_seat_taken_over_is_given_up_and_last() -> None:
    seats = (Seat(0, 10), Seat(1, None, "easy"), Seat(2, 12, "easy", taken_over=True), Seat(3, 13))
    end = end_of(view_of("callbridge", Outcome((2,), "played out"), (7, 7, 21, -3)), seats)
    assert [r.place for r in end.results] == [1, 1, 4, 3]
    assert [r.won for r in end.results] == [False, False, False, False]
    assert [r.given_up for r in end.results] == [False, False, True, False]
    assert end.level == "easy"


def test_all_who_left_share_the_last_place() -> None:
    seats = tuple(Seat(n, 10 + n, "easy" if n else None, taken_over=n > 1) for n in range(4))
    end = end_of(view_of("callbridge", Outcome((2,), "played out"), (1, 2, 21, 9)), seats)
    assert [r.place for r in end.results] == [2, 1, 3, 3]


@pytest.mark.parametrize(
    ("levels", "level"),
    [(("hard",) * 3, "hard"), (("easy", "hard", "easy"), "mixed"), ((None,) * 3, None)],
)
def test_the_level_of_the_computers(levels: tuple[str | None, ...], level: str | None) -> None:
    seats = (
        Seat(0, 10, "medium", taken_over=True),  # a person's seat, whoever plays it now
        *(Seat(n, None if each else n, each) for n, each in enumerate(levels, 1)),
    )
    end = end_of(view_of("callbridge", Outcome((1,), "played out"), (1, 2, 3, 4)), seats)
    assert end.level == level


@pytest.mark.parametrize("kind", ["bridgette", "drawbridge"])
def test_contracts_are_those_of_the_declarer(kind: Kind) -> None:
    game = played_out(kind, 5)
    view = game.view(None)
    end = end_of(view, PEOPLE)
    assert len(end.results[0].declared) + len(end.results[1].declared) == len(view.deals)
    assert {result.deals for result in end.results} == {len(view.deals)}
    for seat in (0, 1):
        mine = [deal for deal in view.deals if deal.contract and deal.contract.declarer == seat]
        for deal, declared in zip(mine, end.results[seat].declared, strict=True):
            contract = deal.contract
            assert contract is not None
            assert (declared.level, declared.doubled) == (contract.level, contract.factor)
            # Who makes a contract scores it; the opponent scores one that fails, or nobody does.
            assert declared.made == (deal.points[seat] > 0)
        assert read(write(end.results[seat].declared)) == end.results[seat].declared


def test_bids_of_call_bridge_are_everybodys() -> None:
    view = played_out("callbridge", 3).view(None)
    end = end_of(view, tuple(Seat(n, 10 + n) for n in range(4)))
    for result in end.results:
        assert [each.level for each in result.declared] == [
            deal.bids[result.seat] for deal in view.deals
        ]
        assert sum(each.made for each in result.declared) == sum(
            deal.points[result.seat] > 0 for deal in view.deals
        )
        assert {each.strain for each in result.declared} == {""}


def test_a_game_that_runs_has_no_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        end_of(start("bridgette", 1).view(None), PEOPLE)


def test_contracts_as_text() -> None:
    text = "4S+ 3NTx- 0NTxx+ 10-"
    assert read(text) == (
        Declared(4, "S", 1, True),
        Declared(3, "NT", 2, False),
        Declared(0, "NT", 4, True),
        Declared(10, "", 1, False),
    )
    assert write(read(text)) == text
    assert read("") == ()
    with pytest.raises(ValueError, match="not a contract"):
        read("4S")
