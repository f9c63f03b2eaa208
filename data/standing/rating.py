"""Ratings: the Plackett-Luce model of Weng and Lin, and the number that people see.

The model is that of openskill's ``PlackettLuce`` with its default figures (Weng and Lin, *A
Bayesian Approximation Method for Online Ranking*, 2011, algorithm 4).  It is written out here
for single players, since a server's whole log must be computed anew in little time and to the
last bit; the tests hold it against the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final, NamedTuple

MU: Final = 25.0
SIGMA: Final = MU / 3
_BETA_SQUARED: Final = (MU / 6) ** 2
_TAU_SQUARED: Final = (MU / 300) ** 2
_KAPPA: Final = 0.0001

_BASE: Final = 1000
_SCALE: Final = 40
PROVISIONAL_ABOVE: Final = 5.5
"""A rating is provisional while its sigma is larger: for the first fifteen games or so."""
RANKED_FROM: Final = 5
"""So many rated games a person needs for a rank on a board by rating."""


class Skill(NamedTuple):
    """What is believed of a player: the mean ``mu`` and the deviation ``sigma`` of the skill."""

    mu: float
    sigma: float

    @property
    def shown(self) -> int:
        """The rating that people see: 1000 for a newcomer, cautious while little is known."""
        return round(_BASE + _SCALE * (self.mu - 3 * self.sigma))

    @property
    def provisional(self) -> bool:
        """Whether the rating still rests on little."""
        return self.sigma > PROVISIONAL_ABOVE


NEWCOMER: Final = Skill(MU, SIGMA)


def rate(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """The skills after a game that ended with these places, lower ones better, equal ones shared.

    ``ValueError`` if there are fewer than two players, or not a place for each.
    """
    count = len(skills)
    if count < 2 or len(places) != count:
        raise ValueError("a game that is rated has two players or more, and a place for each")
    if count == 2 and places[0] != places[1]:
        return _duel(skills[0], skills[1], places[0] < places[1])
    variances = [sigma * sigma + _TAU_SQUARED for _, sigma in skills]
    c = sqrt(sum([variance + _BETA_SQUARED for variance in variances]))
    strengths = [exp(mu / c) for mu, _ in skills]
    sums: list[float] = []
    shared: list[int] = []
    for place in places:
        total = 0.0
        ties = 0
        for other, strength in zip(places, strengths, strict=True):
            if other >= place:
                total += strength
                if other == place:
                    ties += 1
        sums.append(total)
        shared.append(ties)
    after: list[Skill] = []
    for seat in range(count):
        omega = delta = 0.0
        for other in range(count):
            if places[other] > places[seat]:
                continue
            share = strengths[seat] / sums[other]
            delta += share * (1 - share) / shared[other]
            omega += ((1 - share) if other == seat else -share) / shared[other]
        variance = variances[seat]
        omega *= variance / c
        delta *= variance / (c * c) * (sqrt(variance) / c)
        after.append(Skill(skills[seat].mu + omega, sqrt(variance) * sqrt(max(1 - delta, _KAPPA))))
    return after


def _duel(first: Skill, second: Skill, first_won: bool) -> list[Skill]:
    """The same for two players, which most games have, in a fraction of the time."""
    one = first.sigma * first.sigma + _TAU_SQUARED
    two = second.sigma * second.sigma + _TAU_SQUARED
    c = sqrt(one + two + 2 * _BETA_SQUARED)
    ahead = (first.mu - second.mu) / c
    surprise = 1 / (1 + exp(ahead if first_won else -ahead))
    omega = surprise if first_won else -surprise
    delta = surprise * (1 - surprise) / (c * c * c)
    return [
        Skill(first.mu + omega * one / c, sqrt(one * max(1 - delta * one * sqrt(one), _KAPPA))),
        Skill(second.mu - omega * two / c, sqrt(two * max(1 - delta * two * sqrt(two), _KAPPA))),
    ]
