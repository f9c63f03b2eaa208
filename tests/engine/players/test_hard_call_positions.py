"""Positions of Call Bridge in which ``hard`` must not do what would make a person angry."""

from __future__ import annotations

import random

import pytest

from engine.players.hard_call import SearchingCaller
from engine.players.hard_call_effort import hard
from tests.engine.players.call_positions import ending, opening

LOW = "9H 8H 7H 6H 5D 4D 3D 2D 9C 8C 7C 6C 2S"

ENDINGS = {
    "no ace on a trick that is lost to a ruff": (
        ending("AH 3H", "2H KD 4C", trick="5H 9S 6H", won=(2, 3, 3, 3)),
        "3H",
    ),
    "a loser is thrown, not the last master": (
        ending("AD 4C", "KD 5D 6D 7D 2S", trick="9H", won=(2, 3, 3, 3)),
        "4C",
    ),
    "the trick that makes the bid is taken": (
        ending("AH 3H", "7S KD 4C", trick="KH 5H 6H", won=(2, 3, 3, 3)),
        "AH",
    ),
    "a trick is won as cheaply as it can be": (
        ending("AH JH 4C", "KH QH 2H 3H 2S KD", trick="TH 5H 6H", won=(1, 3, 3, 3)),
        "JH",
    ),
    "a ruff is beaten with the low spade": (
        ending("AS 7S", "KS 2S 4C", trick="KH 5S 6D", won=(1, 4, 3, 3)),
        "7S",
    ),
    "trumps are drawn before side winners are cashed": (
        ending(
            "AS KS AH KH",
            "4S 3S 2S 4H 3H 2H 9D 8D 7D 6D 5D 5C",
            bids=(6, 3, 3, 3),
            won=(2, 3, 2, 2),
        ),
        "AS KS",
    ),
    "the leader is set when that costs nothing": (
        ending(
            "AH 3H",
            "7S KD 4C",
            trick="5H 6H KH",
            bids=(3, 3, 3, 2),
            won=(3, 4, 3, 1),
            totals=(10, 4, 4, 18),
        ),
        "AH",
    ),
    "a bonus bid with its one trick over takes no more": (
        ending("AH 3H", "7S KD 4C", trick="KH 5H 6H", bids=(8, 2, 2, 2), won=(9, 1, 1, 0)),
        "3H",
    ),
    "a bonus bid that is full leads low": (
        ending("AH 3H", "KH 5H 6H 7S KD 4C", bids=(8, 2, 2, 2), won=(9, 1, 1, 0)),
        "3H",
    ),
    "a bonus bid that is full throws its winner away": (
        ending("AC 2C", "KC 9C 8C 3H 6S", trick="5D", bids=(8, 2, 2, 2), won=(9, 1, 1, 0)),
        "AC",
    ),
    "a bonus bid that is short still wins": (
        ending("AH 3H", "7S KD 4C", trick="KH 5H 6H", bids=(8, 2, 2, 2), won=(7, 2, 1, 1)),
        "AH",
    ),
    "a king is not led into the ace": (
        ending("KH 2C", "AH 5H 6H 7H 7S 9D", won=(2, 3, 3, 3)),
        "2C",
    ),
    "a king keeps its guard": (
        ending("KH 3H 9C", "AH 7H 6H AC KC QC JC 2S", trick="AD", won=(2, 3, 3, 2)),
        "9C",
    ),
}
OPENINGS = {
    "all thirteen spades bid twelve": (
        opening("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
        "12",
    ),
    "thirteen winners bid a bonus at the top": (
        opening("AS KS QS JS TS 9S 8S AH KH QH AD KD AC"),
        "11 12",
    ),
    "nine winners bid a bonus": (
        opening("AS KS QS JS TS 9S AH KH AD 5D 4C 3C 2C"),
        "8 9",
    ),
    "nothing bids two": (opening(LOW), "2"),
    "five winners bid about that": (opening("AS KS QS AH KH 5H 4H 6D 3D 2D 4C 3C 2C"), "4 5"),
    "two points short of the target two are enough": (
        opening("AS KS 4S AH KH 5H 4H 6D 3D 2D 4C 3C 2C", totals=(18, 3, 3, 3)),
        "2",
    ),
    "behind a leader who is about to win more is bid": (
        opening(
            "AS KS QS JS 9S AH KH 5H AD 4D 6C 3C 2C",
            bids=(None, 3, 3, 2),
            totals=(15, 3, 3, 19),
        ),
        "7 8",
    ),
    "a bare king of spades is not led": (
        opening("KS AH 9H 5H 4H AD 8D 5D 2D 9C 7C 4C 3C", bids=(3, 3, 3, 3)),
        "AH 9H 5H 4H AD 8D 5D 2D 9C 7C 4C 3C",
    ),
    "the last to play wins as cheaply as it can": (
        opening("AH JH 4H AD 8D 5D 2D 9C 7C 4C 5S 4S 3S", bids=(3, 3, 3, 3), trick="9H 5H TH"),
        "JH",
    ),
    "under a ruff the lowest card is played": (
        opening("AH 7H 2H AD 8D 5D 2D 9C 7C 4C 5S 4S 3S", bids=(3, 3, 3, 3), trick="KH 6S 6H"),
        "2H",
    ),
    "a free ruff takes the lowest spade": (
        opening("AD KD 8D 5D 2D AC 9C 7C 4C AS QS 4S 2S", bids=(4, 3, 3, 3), trick="AH 2H 3H"),
        "2S",
    ),
    "a queen of spades is not thrown under the king": (
        opening("AH 7H 2H AD 8D 5D 2D 9C 7C 4C QS 4S 3S", bids=(3, 3, 3, 3), trick="KS 2S"),
        "3S",
    ),
    "a king is not thrown under the ace": (
        opening("KD 8D 4D AH 7H 2H 9C 7C 4C AS QS 4S 3S", bids=(3, 3, 3, 3), trick="AD"),
        "4D 8D",
    ),
}


@pytest.mark.parametrize("name", [*ENDINGS, *OPENINGS])
@pytest.mark.parametrize("chance", [1, 2])
def test_nobody_is_angry(name, chance):
    view, accepted = {**ENDINGS, **OPENINGS}[name]
    choice = SearchingCaller(random.Random(chance), hard(0.3)).choose(view)
    assert str(choice) in accepted.split()
