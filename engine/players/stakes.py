"""What the result of a deal is worth to a player: points, and the score of the match.

Worth is counted in points, but weighed by what they do for the match.  While much is left to
play, a point is a point.  In the last deals what counts more and more is who is ahead at the end.
"""

from __future__ import annotations

from functools import cache
from math import erf, pi, sqrt
from typing import Final

from engine import scoring
from engine.auction import Contract, Strain
from engine.game import AuctionView, BridgetteView
from engine.players.race import chance

_SWING: Final = 750.0  # standard deviation of a deal's points in Bridgette
_LAST_DEAL: Final = 1200.0  # what winning a match is worth in points when only that counts
_RACE: Final = 700.0  # what winning the race to the target is worth in points
_POINTS: Final = 0.3  # how much points count for their own sake
_FAR_OFF: Final = 0.12  # how often a guess at tricks is off by twice the usual error
_STEPS: Final = 4  # means are rounded to so many parts of a trick


@cache
def distribution(step: int, spread: float) -> tuple[float, ...]:
    """The chances of 0 to 13 tricks around a mean of ``step`` quarters of a trick."""
    mean = step / _STEPS
    near, far = _normal(mean, spread), _normal(mean, 2 * spread)
    return tuple(
        (1 - _FAR_OFF) * usual + _FAR_OFF * odd for usual, odd in zip(near, far, strict=True)
    )


def _normal(mean: float, spread: float) -> tuple[float, ...]:
    edges = [0.5 * (1 + erf((won - 0.5 - mean) / (spread * sqrt(2)))) for won in range(1, 14)]
    return tuple(high - low for low, high in zip([0.0, *edges], [*edges, 1.0], strict=True))


class Stakes:
    """The worth of contracts to one player, at the score of a view."""

    __slots__ = (
        "_ahead",
        "_best",
        "_expected",
        "_left",
        "_needs",
        "_penalty",
        "_race",
        "_rows",
        "seat",
    )

    def __init__(self, view: AuctionView, seat: int) -> None:
        self.seat = seat
        self._race = not isinstance(view, BridgetteView)
        self._penalty = view.options.get("penalty", "on") == "on"
        self._ahead = view.totals[seat] - view.totals[1 - seat]
        target = int(view.options.get("target", 0))
        self._needs = (target - view.totals[seat], target - view.totals[1 - seat])
        deals = view.options.get("deals", 0)
        self._left = max(0, int(deals) - view.number)
        self._rows: dict[int, tuple[float, ...]] = {}
        self._expected: dict[int, float] = {}
        self._best: dict[int, tuple[float, int]] = {}

    def worth(self, points: float) -> float:
        """The worth of a deal that brings the player so many points (the opponent, if negative)."""
        if self._race:
            return _POINTS * points + (1 - _POINTS) * self._race_worth(points)
        ahead = self._ahead
        return _POINTS * points + (1 - _POINTS) * (
            _lead_worth(ahead + points, self._left) - _lead_worth(ahead, self._left)
        )

    def _race_worth(self, points: float) -> float:
        """What points do for the race to the target, in points."""
        need, other = self._needs
        gained, lost = (int(points), 0) if points > 0 else (0, int(-points))
        return _RACE * (chance(need - gained, other - lost) - chance(need, other))

    def row(self, declarer: int, level: int, strain: int, factor: int) -> tuple[float, ...]:
        """The worth of a contract by the tricks (0 to 13) its declarer wins."""
        key = ((declarer * 8 + level) * 5 + strain) * 5 + factor
        row = self._rows.get(key)
        if row is None:
            contract = Contract(declarer, level, Strain(strain), factor)
            row = self._rows[key] = tuple(self._result(contract, won) for won in range(14))
        return row

    def expected(
        self, declarer: int, level: int, strain: int, factor: int, tricks: float, spread: float
    ) -> float:
        """The worth of a contract when so many tricks are likely, give or take ``spread``."""
        step = max(-4, min(60, int(tricks * _STEPS + 0.5)))
        key = (((declarer * 8 + level) * 5 + strain) * 5 + factor) * 64 + step + 4
        key = key * 64 + int(spread * 16)
        value = self._expected.get(key)
        if value is None:
            row = self.row(declarer, level, strain, factor)
            chances = distribution(step, spread)
            value = sum(worth * chance for worth, chance in zip(row, chances, strict=True))
            self._expected[key] = value
        return value

    def best_bid(
        self, declarer: int, strain: int, low: int, high: int, tricks: float, spread: float
    ) -> tuple[float, int]:
        """The best level to declare a strain at, from ``low`` to ``high``, and its worth to the
        declarer.

        A bid that is likely to fail may be doubled.
        """
        step = max(-4, min(60, int(tricks * _STEPS + 0.5)))
        key = ((((declarer * 5 + strain) * 8 + low) * 8 + high) * 65 + step + 4) * 64
        key += int(spread * 16)
        found = self._best.get(key)
        if found is None:
            sign = 1.0 if declarer == self.seat else -1.0
            found = self._best[key] = max(
                (
                    min(plain, 0.5 * (plain + doubled)),
                    level,
                )
                for level in range(low, high + 1)
                for plain, doubled in (
                    (
                        sign * self.expected(declarer, level, strain, 1, tricks, spread),
                        sign * self.expected(declarer, level, strain, 2, tricks, spread),
                    ),
                )
            )
        return found

    def _result(self, contract: Contract, won: int) -> float:
        if self._race:
            score = scoring.draw_bridge(contract, won, penalty=self._penalty)
        else:
            score = scoring.bridgette(contract, won)
        return self.worth(score.points if score.seat == self.seat else -score.points)


def _lead_worth(ahead: float, left: int) -> float:
    """How far a lead with so many deals left goes to win the match, in points."""
    if not left:
        return _LAST_DEAL * ((ahead > 0) - (ahead < 0)) / 2
    swing = _SWING * sqrt(left)
    return swing * sqrt(2 * pi) / 2 * erf(ahead / (swing * sqrt(2)))
