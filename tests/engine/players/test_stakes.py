"""What results are worth: points, and the score of the match in the last deals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import new_game, scoring
from engine.auction import Contract, Strain
from engine.game import AuctionView
from engine.players.race import chance
from engine.players.stakes import Stakes, distribution
from tests.engine.players.duel_positions import bridgette_call

HAND = "AS KS QS JS TS 8S AH KH 4H KD 6D 5C 4C"


def stakes(number: int = 1, totals: tuple[int, int] = (0, 0)) -> Stakes:
    return Stakes(bridgette_call(HAND, totals=totals, number=number), 0)


def test_a_thrown_in_deal_is_worth_nothing():
    for number in range(1, 8):
        assert stakes(number, (500, 100)).worth(0) == 0


@pytest.mark.parametrize("totals", [(0, 0), (900, 100), (100, 900)])
@pytest.mark.parametrize("number", [1, 5, 6, 7])
def test_more_points_are_worth_more(number, totals):
    worth = stakes(number, totals).worth
    values = [worth(points) for points in range(-3000, 3001, 50)]
    assert values == sorted(values)
    assert len(set(values)) == len(values)


def test_early_a_point_is_a_point():
    worth = stakes(1).worth
    assert worth(300) == pytest.approx(300, rel=0.05)
    assert worth(-500) == pytest.approx(-500, rel=0.05)


def test_in_the_last_deal_what_wins_counts():
    worth = stakes(6, (0, 700)).worth
    assert worth(750) - worth(650) > 3 * (worth(650) - worth(150))
    level = stakes(6).worth
    assert level(100) - level(0) > 3 * (level(200) - level(100))


def test_rows_are_the_scores():
    mine = stakes()
    for declarer in (0, 1):
        row = mine.row(declarer, 4, Strain.SPADES, 2)
        for won in range(14):
            score = scoring.bridgette(Contract(declarer, 4, Strain.SPADES, 2), won)
            sign = 1 if score.seat == 0 else -1
            assert row[won] == mine.worth(sign * score.points)


def race(totals: tuple[int, int] = (0, 0), **options: int | str) -> Stakes:
    view = new_game("drawbridge", seed=bytes(32), options=options).view(0)
    assert isinstance(view, AuctionView)
    return Stakes(replace(view, totals=totals), 0)


def test_draw_bridge_without_a_penalty():
    free = race(penalty="off").row(1, 2, Strain.HEARTS, 1)
    assert free[7] == 0
    assert free[8] < 0
    assert race().row(1, 2, Strain.HEARTS, 1)[7] > 0


@pytest.mark.parametrize("target", [50, 300, 5000])
@pytest.mark.parametrize("totals", [(0, 0), (40, 10)])
def test_more_points_are_worth_more_in_draw_bridge(totals, target):
    worth = race(totals, target=target).worth
    values = [worth(points) for points in range(-840, 841, 10)]
    assert values == sorted(values)
    assert worth(0) == 0


def test_nothing_counts_beyond_the_target_but_points():
    worth = race((250, 250)).worth
    assert worth(50) - worth(40) > 5 * (worth(100) - worth(90))


def test_chances_in_the_race():
    assert chance(0, 100) == 1.0
    assert chance(100, 0) == 0.0
    assert chance(300, 300) == pytest.approx(0.5)
    assert chance(5000, 5000) == pytest.approx(0.5)
    assert chance(100, 200) == pytest.approx(1 - chance(200, 100))
    assert chance(50, 300) > chance(150, 300) > chance(300, 300) > chance(300, 150)


@pytest.mark.parametrize("spread", [0.9, 1.5])
@pytest.mark.parametrize("step", [-4, 0, 17, 32, 60])
def test_distributions(step, spread):
    chances = distribution(step, spread)
    assert len(chances) == 14
    assert sum(chances) == pytest.approx(1)
    assert all(chance >= 0 for chance in chances)
    if step == 32:
        assert sum(n * chance for n, chance in enumerate(chances)) == pytest.approx(8, abs=0.1)


def test_expectations_lie_between_the_worst_and_the_best():
    mine = stakes()
    row = mine.row(0, 3, Strain.NO_TRUMP, 1)
    assert min(row) <= mine.expected(0, 3, Strain.NO_TRUMP, 1, 8.5, 1.3) <= max(row)
    assert mine.expected(0, 3, Strain.NO_TRUMP, 1, 11, 0.9) > mine.expected(
        0, 3, Strain.NO_TRUMP, 1, 6, 0.9
    )


def test_the_best_bid():
    mine = stakes()
    worth, level = mine.best_bid(0, Strain.SPADES, 1, 7, 10.2, 1.0)
    assert level == 4
    for other in range(1, 8):
        plain = mine.expected(0, other, Strain.SPADES, 1, 10.2, 1.0)
        doubled = mine.expected(0, other, Strain.SPADES, 2, 10.2, 1.0)
        assert worth >= min(plain, (plain + doubled) / 2)
    theirs, _ = mine.best_bid(1, Strain.SPADES, 1, 7, 10.2, 1.0)
    assert theirs == pytest.approx(worth, abs=30), "the same contract, seen by the other"
