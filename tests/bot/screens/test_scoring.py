"""Scores in words, as the rules' worked examples have them."""

from __future__ import annotations

import pytest

from bot.screens.games import SCREENS
from bot.screens.models import Player, TableInfo
from bot.screens.scoring import bids_in_words, contract_in_words
from engine import scoring
from engine.auction import Contract, Strain
from engine.game import DealResult, Score
from tests.bot.screens.helpers import ENGLISH, NAMES

INFO = TableInfo(1, "bridgette", SCREENS, (Player("Ada", 1), Player("Ben", 2)), 1, 2, 3)


def result(contract: Contract | None, won: tuple[int, ...], *scores: Score) -> DealResult:
    points = [0] * len(won)
    for score in scores:
        points[score.seat] += score.points
    return DealResult(
        number=1,
        deal=1,
        dealer=0,
        contract=contract,
        calls=(),
        bids=(),
        up_card=None,
        draw_tricks=(),
        tricks=(),
        tricks_won=won,
        scores=scores,
        points=tuple(points),
        totals=tuple(points),
    )


@pytest.mark.parametrize(
    ("level", "strain", "factor", "won", "words"),
    [
        (2, Strain.SPADES, 1, 8, "2♠ by Ada, made exactly: 250 + 250 = 500"),
        (2, Strain.SPADES, 1, 9, "2♠ by Ada, made with one overtrick: 250"),
        (2, Strain.SPADES, 1, 10, "2♠ by Ada, made with two overtricks: 250"),
        (2, Strain.SPADES, 1, 11, "2♠ by Ada, made with three overtricks: 250 + 350 = 600"),
        (4, Strain.SPADES, 2, 10, "4♠ doubled by Ada, made exactly: (750 + 250 + 400) × 2 = 2,800"),
        (
            7,
            Strain.NO_TRUMP,
            4,
            13,
            "7NT redoubled by Ada, made exactly: (2,500 + 1,000) × 4 = 14,000",
        ),
        (0, Strain.NO_TRUMP, 1, 6, "0NT by Ada, made exactly: 150 + 250 = 400"),
        (3, Strain.NO_TRUMP, 2, 7, "3NT doubled by Ada, two down: Ben scores 500"),
        (1, Strain.CLUBS, 1, 6, "1♣ by Ada, one down: Ben scores 100"),
    ],
)
def test_bridgette(level: int, strain: Strain, factor: int, won: int, words: str) -> None:
    contract = Contract(0, level, strain, factor)
    score = scoring.bridgette(contract, won)
    assert contract_in_words(result(contract, (won, 13 - won), score), INFO, ENGLISH) == words


def test_draw_bridge_without_a_penalty() -> None:
    contract = Contract(1, 4, Strain.HEARTS, 2)
    score = scoring.draw_bridge(contract, 9, penalty=False)
    words = contract_in_words(result(contract, (4, 9), score), INFO, ENGLISH)
    assert words == "4♥ doubled by Ben, one down: nobody scores"


def test_draw_bridge_with_overtricks() -> None:
    contract = Contract(1, 1, Strain.NO_TRUMP, 2)
    score = scoring.draw_bridge(contract, 8, penalty=True)
    words = contract_in_words(result(contract, (5, 8), score), INFO, ENGLISH)
    assert words.startswith("1NT doubled by Ben, made with one overtrick: ")
    assert words.endswith("× 2 = 140")


def test_call_bridge() -> None:
    info = TableInfo(1, "callbridge", SCREENS, tuple(Player(name) for name in NAMES), 1, 2, 3)
    deal = DealResult(
        number=3,
        deal=3,
        dealer=0,
        contract=None,
        calls=(),
        bids=(4, 2, 10, 8),
        up_card=None,
        draw_tricks=(),
        tricks=(),
        tricks_won=(6, 1, 11, 7),
        scores=(),
        points=(4, -2, 13, -8),
        totals=(4, -2, 13, -8),
    )
    assert bids_in_words(deal, info, ENGLISH) == [
        "**Ada** bid 4, won 6: **+4**",
        "**Ben** bid 2, won 1: **-2**",
        "**Cleo** bid 10, won 11: **+13**",
        "**Dev** bid 8, won 7: **-8**",
    ]
    assert info.game.deal_line(deal, info, ENGLISH) == (
        "**3.** Ada **+4** (6 of 4) · Ben **-2** (1 of 2) · Cleo **+13** (11 of 10) · "
        "Dev **-8** (7 of 8)"
    )
