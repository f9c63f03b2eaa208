"""What sets of matches show: means with 95 % intervals, and times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import Final

from bot.arena.matches import Set

_NORMAL: Final = 1.96
# The 97.5 % quantile of Student's t for few sets, by degrees of freedom.
_STUDENT: Final = (inf, 12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23, 2.20, 2.18)


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and half the width of its 95 % interval (infinite from a single set)."""

    mean: float
    within: float

    @property
    def clear_of_zero(self) -> bool:
        """Whether zero lies outside the interval."""
        return abs(self.mean) > self.within


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds per decision; all 0 when there was none."""

    median: float
    p95: float
    longest: float


@dataclass(frozen=True, slots=True)
class Level:
    """One level's figures: points a deal and share of matches won, per seat."""

    points: Estimate
    wins: Estimate
    undertaken: int
    made: int
    times: Times


@dataclass(frozen=True, slots=True)
class Figures:
    """Both levels' figures, and the points by which the first is ahead a deal."""

    sets: int
    matches: int
    deals: int
    unfinished: int
    ahead: Estimate
    levels: tuple[Level, Level]


def figures(sets: Sequence[Set]) -> Figures:
    """The figures of at least one set; ``ValueError`` for none.

    A set is one observation: its matches share their deals and are not independent.
    """
    if not sets:
        raise ValueError("no set was played")
    deals = [float(played.deals) for played in sets]
    matches = [float(played.matches) for played in sets]

    def level(at: int) -> Level:
        sides = [played.sides[at] for played in sets]
        return Level(
            points=ratio([side.points for side in sides], deals),
            wins=ratio([side.wins for side in sides], matches),
            undertaken=sum(side.undertaken for side in sides),
            made=sum(side.made for side in sides),
            times=times([seconds for side in sides for seconds in side.seconds]),
        )

    return Figures(
        sets=len(sets),
        matches=sum(played.matches for played in sets),
        deals=sum(played.deals for played in sets),
        unfinished=sum(played.unfinished for played in sets),
        ahead=ahead(sets),
        levels=(level(0), level(1)),
    )


def ahead(sets: Sequence[Set]) -> Estimate:
    """The points by which the first level is ahead of the second, per deal and seat."""
    gaps = [played.sides[0].points - played.sides[1].points for played in sets]
    return ratio(gaps, [float(played.deals) for played in sets])


def ratio(above: Sequence[float], below: Sequence[float]) -> Estimate:
    """The sum of one series by the sum of another, of which each pair is an observation."""
    number, total = len(above), sum(below)
    if not total:
        return Estimate(0.0, inf)
    mean = sum(above) / total
    if number < 2:
        return Estimate(mean, inf)
    squares = sum((one - mean * other) ** 2 for one, other in zip(above, below, strict=True))
    error = sqrt(squares * number / (number - 1)) / total
    factor = _STUDENT[number - 1] if number <= len(_STUDENT) else _NORMAL
    return Estimate(mean, factor * error)


def times(seconds: Sequence[float]) -> Times:
    """Median, 95th percentile and maximum."""
    if not seconds:
        return Times(0.0, 0.0, 0.0)
    ordered = sorted(seconds)
    last = len(ordered) - 1
    return Times(ordered[round(last * 0.5)], ordered[round(last * 0.95)], ordered[-1])
