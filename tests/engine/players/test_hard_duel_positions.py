"""Positions of the games for two in which ``hard`` must not do what would make a person angry."""

from __future__ import annotations

import random

import pytest

from engine.players import player
from tests.engine.players.duel_positions import (
    bridgette_call,
    bridgette_play,
    draw_call,
    draw_phase,
    draw_play,
    exchange,
)

BUDGET = 1.0
JUNK = "2S 3S 5S 2H 4H 6H 3D 5D 7D 2C 4C 8C :L"


def chosen(view) -> set[str]:
    """What is chosen, with one chance and with another."""
    return {str(player("hard", random.Random(n), BUDGET).choose(view)) for n in (1, 2)}


BRIDGETTE_PLAYS = {
    "no ace on a trick that is lost": (
        bridgette_play("AH 3H 2D", "3NT", 1, (4, 6), trick="KS"),
        "3H 2D",
    ),
    "low under a card that cannot be beaten": (
        bridgette_play("QS 4S 9D", "3NT", 1, (4, 6), trick="AS"),
        "4S",
    ),
    "won as cheaply as it can be": (
        bridgette_play("AC 9C 2D", "3NT", 1, (4, 6), trick="8C"),
        "9C",
    ),
    "the setting trick is cashed": (
        bridgette_play("AH 3D", "3NT", 1, (4, 7), keep="KH QH KD QD"),
        "AH",
    ),
    "the contract trick is cashed": (
        bridgette_play("AH 3D", "3NT", 0, (8, 3), keep="KH QH KD QD"),
        "AH",
    ),
    "an ace is ruffed": (
        bridgette_play("4S 9D 7D", "2S", 0, (7, 3), trick="AH"),
        "4S",
    ),
    "ruffed low, not high": (
        bridgette_play("AS 2S 5D", "5S", 0, (8, 2), trick="KH", keep="KS QS JS"),
        "2S",
    ),
    "trumps are drawn": (
        bridgette_play("AS KS QS AH KH AD", "5S", 0, (5, 2), keep="JS TS 9S 8S QH JH TH KD QD JD"),
        "AS KS QS",
    ),
    "winners are cashed before the lead is lost": (
        bridgette_play("AD KD 4C", "3NT", 0, (7, 3), keep="AC KC QC QD JD"),
        "AD KD",
    ),
    "a contract made exactly is left at that": (
        bridgette_play("KD 2D", "3C", 0, (9, 2), trick="QD", keep="AD"),
        "2D",
    ),
    "the third trick over is taken": (
        bridgette_play("AD 4C", "1NT", 0, (9, 2), keep="KD QD AC KC"),
        "AD",
    ),
    "a colon saves the king": (
        bridgette_play(":G KD 4C", "3NT", 1, (4, 6), trick="AD", keep="QD JD"),
        ":G",
    ),
    "a colon that nothing can beat is a trick to take": (
        bridgette_play(":G 4C 4D", "3NT", 0, (8, 2)),
        ":G",
    ),
    "no colon is led into the cards of its group": (
        bridgette_play(":L AH", "3NT", 0, (8, 3), keep="2H 3H 4H 5D 6D 7D 5S 6S 7S"),
        "AH",
    ),
    "a high card is not put under an ace for nothing": (
        bridgette_play("KS QS 3S", "3NT", 0, (6, 4), trick="AS", keep="JS TS"),
        "3S",
    ),
    "a trump is kept when the trick is lost anyway": (
        bridgette_play("KS 4D 5C", "4H", 1, (3, 7), trick="AS", keep="AH"),
        "KS",
    ),
    "a master is kept, a loser goes": (
        bridgette_play("AD 5C 4C", "3NT", 1, (4, 6), trick="KS", keep="KD QD AC KC"),
        "5C 4C",
    ),
}
BRIDGETTE_CALLS = {
    "a hand full of tricks is bid up": (
        bridgette_call("AS KS QS JS TS 9S 8S AH KH AD KD AC :G"),
        "6S 7S 6NT 7NT 5NT",
    ),
    "no sacrifice with nothing": (bridgette_call(JUNK, "1:4S"), "pass"),
    "no double with nothing": (bridgette_call(JUNK, "1:1NT"), "pass 2C 2D 2H 2S"),
    "no double into bad trumps": (
        bridgette_call("3S 2S AH 4H 3H KD 5D 4D 3D QC 5C 4C 3C", "1:3S"),
        "pass",
    ),
    "a jump into a stack of trumps and aces is doubled": (
        bridgette_call("AH KH QH JH TH 9H AS 4S AD 3D 4C 3C 2C", "1:4H"),
        "double",
    ),
    "a contract that cannot fail is redoubled": (
        bridgette_call("AS KS QS JS TS 9S 8S AH KH AD KD AC :G", "0:4S 1:double"),
        "redouble",
    ),
    "nothing much is not bid high": (
        bridgette_call(JUNK),
        "pass 0NT 1C 1D 1H 1S",
    ),
    "far behind in the last deal a game is bid": (
        bridgette_call("AS KS QS JS TS 8S AH KH 4H KD 6D 5C 4C", totals=(0, 700), number=6),
        "4S 3NT 4H 5S 6S 6NT 5NT",
    ),
    "far ahead in the last deal nothing is risked": (
        bridgette_call(JUNK, "1:2S", totals=(2500, 0), number=6),
        "pass",
    ),
}
EXCHANGES = {
    "a long suit and aces are kept": (
        exchange("AS KS QS JS 9S AH KH 5H 4D 3D 6C 7C 8D 6D 3H 2H :L"),
        "5H 4D 3D 6C 7C 8D 6D 3H 2H :L",
    ),
    "the Grand colon is kept": (
        exchange("AS KS QS JS 9S AH KH :G 4D 3D 6C 7C 8D 6D 3H 2H 5H"),
        "5H 4D 3D 6C 7C 8D 6D 3H 2H",
    ),
    "of two drawn the small ones go": (
        exchange("AS KS QS JS 9S AH KH 5H AD 4D AC 7C 3C :L 2D"),
        "5H 4D 7C 3C :L 2D",
    ),
    "twelve put away leave the best": (
        exchange("AS KS QS 9S 8S 7S 2S AH 3H 4H 5H 6H KD 3D 4D 5D 6D AC 3C 4C 5C 6C 7C :L :G"),
        "3H 4H 5H 6H 3D 4D 5D 6D 3C 4C 5C 6C 7C :L 2S",
    ),
}


@pytest.mark.parametrize("name", BRIDGETTE_PLAYS)
def test_plays_of_bridgette(name):
    view, good = BRIDGETTE_PLAYS[name]
    assert chosen(view) <= set(good.split())


@pytest.mark.parametrize("name", BRIDGETTE_CALLS)
def test_calls_of_bridgette(name):
    view, good = BRIDGETTE_CALLS[name]
    assert chosen(view) <= set(good.split())


@pytest.mark.parametrize("name", EXCHANGES)
def test_exchanges(name):
    view, spare = EXCHANGES[name]
    for discard in chosen(view):
        assert set(discard.split()[1:]) <= set(spare.split())


# Draw Bridge.

SPADES = "AS KS QS JS TS 9S 8S"
DRAW_PLAYS = {
    "no ace on a trick that is lost": (
        draw_play("AH 3C 2C", "QH 9D", "3NT", 1, (4, 6), trick="KD"),
        "3C 2C",
    ),
    "the setting trick is cashed": (
        draw_play("AH 3D", "KH QD", "3NT", 1, (4, 7)),
        "AH",
    ),
    "won as cheaply as it can be": (
        draw_play("AC 9C 2D", "TC 5D", "3NT", 1, (4, 6), trick="8C"),
        "9C",
    ),
    "the opponent is thrown in to lead into the tenace": (
        draw_play("AS QS 2H", "KS JS 3H", "3NT", 0, (7, 3)),
        "2H",
    ),
    "the guard of the king is kept": (
        draw_play("KS 4S 7H", "AS 6S", "3NT", 0, (7, 3), trick="5D"),
        "7H",
    ),
    "ruffed low, not high": (
        draw_play("AS 2S 5D", "KS QD", "4S", 0, (8, 2), trick="KH"),
        "2S",
    ),
    "trumps are drawn": (
        draw_play("AS KS AH KH", "3S 2S 4D 5D", "4S", 0, (6, 3)),
        "AS KS",
    ),
    "a master is kept, a loser goes": (
        draw_play("AD 5C 4C", "KD KC", "3NT", 1, (4, 6), trick="KS"),
        "5C 4C",
    ),
    "low under a card that cannot be beaten": (
        draw_play("QS 4S 9D", "KS 2D", "3NT", 1, (4, 6), trick="AS"),
        "4S",
    ),
    "a long suit is set up while there is an entry": (
        draw_play("KD QD JD AC", "AD 3D 5C 4C", "3NT", 0, (6, 3)),
        "KD QD JD",
    ),
    "no suit is led that the opponent can run": (
        draw_play("4D 3C", "KD QD", "2NT", 1, (5, 6)),
        "4D 3C",
    ),
    "an ace is ruffed": (
        draw_play("4S 9D 7D", "TD 8D", "2S", 0, (7, 3), trick="AH"),
        "4S",
    ),
}
STRONG = f"{SPADES} AH KH AD KD AC KC"
WEAK = "7S 6S 5S 4S QH JH TH QD JD TD QC JC TC"
HEARTS = "AH KH QH JH TH 9H 8H 7H 3S 2S 5D 4D 3C"
SPADE_HAND = "AS KS QS JS TS 9S 8S 4S 3H 2H 7D 6D 4C"
DRAW_CALLS = {
    "everything is made, and at no trump": (
        draw_call(STRONG, WEAK),
        "1NT 2NT 3NT 4NT 5NT 6NT 7NT",
    ),
    "what must fail is doubled": (draw_call(STRONG, WEAK, "1:1S"), "double 7NT 6NT 7S"),
    "what is made is not doubled": (draw_call(WEAK, STRONG, "1:7NT"), "pass"),
    "nothing is bid against everything": (draw_call(WEAK, STRONG), "pass"),
    "what is made is redoubled": (
        draw_call(STRONG, WEAK, "0:7NT 1:double"),
        "redouble",
    ),
    "the higher suit outbids the lower": (
        draw_call(SPADE_HAND, HEARTS, "1:2H"),
        "2S 3S 4S",
    ),
    "no running from what fails by little to what fails by more": (
        draw_call(HEARTS, SPADE_HAND, "0:3H 1:double"),
        "pass",
    ),
    "without a penalty anything is bid rather than let them play": (
        draw_call(WEAK, STRONG, "1:1NT", penalty="off"),
        " ".join(
            f"{level}{strain}" for level in range(2, 8) for strain in ("C", "D", "H", "S", "NT")
        ),
    ),
}
FULL = "AS KS QS JS TS 9S AH KH KD 5D AC 4C 3C"
LATE = "2S 3S 4S 5S 6S 7S 2H 3H 5H 6H 7H 8H 3D 4D 6D 7D 5C 6C 7C 8C 9C TC"
DRAWS = {
    "aces are kept": (
        draw_phase("AS KS QS 9S AH KH AD KD AC KC 3C 2D 4H"),
        "3C 2D 4H 9S",
    ),
    "a long suit is kept": (
        draw_phase("AS QS JS 9S 8S 7S 6S AH 3D 5D 2C 4C 6H"),
        "3D 5D 2C 4C 6H",
    ),
    "a card seen to be good is won cheaply": (
        draw_phase(FULL, gone=LATE, trick="2C", top="AD", stock="open"),
        "5D 4C",
    ),
    "a card seen to be bad is left": (
        draw_phase(FULL, gone=LATE, trick="4H", top="2D", stock="open"),
        "3C",
    ),
    "where suit must be followed the lowest goes": (
        draw_phase("AS KS QS JS 9S AH KH 4D 3D AC 4C 3H 7D", trick="KC", draw="follow"),
        "4C AC",
    ),
    "a king that has become the highest is kept": (
        draw_phase("KS QS JS 9S 8S KD 4D 3C 5C 6H 2H 7C 9D", gone="AS 2C AD 8C"),
        "4D 3C 5C 6H 2H 7C 9D",
    ),
}


@pytest.mark.parametrize("name", DRAW_PLAYS)
def test_plays_of_draw_bridge(name):
    view, good = DRAW_PLAYS[name]
    assert chosen(view) <= set(good.split())


@pytest.mark.parametrize("name", DRAW_CALLS)
def test_calls_of_draw_bridge(name):
    view, good = DRAW_CALLS[name]
    assert chosen(view) <= set(good.split())


@pytest.mark.parametrize("name", DRAWS)
def test_draws(name):
    view, good = DRAWS[name]
    assert chosen(view) <= set(good.split())
