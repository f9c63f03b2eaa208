"""Bridgette and Draw Bridge: how much the searching levels look at for one decision.

The time for a decision is kept by counting, not by the clock, so that the same view and the same
chance give the same choice however busy the machine is.  A unit of work is a position that the
solver looks at (``Solver.work``): 10 to 20 microseconds on the machine we measured on.  A level
is given so many units for each second of its budget that a decision usually takes half of it, and
one that takes far more units than others is cut short.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_UNITS_A_SECOND: Final = 32_000
_PER_WORLD: Final = 40  # units that looking at a world costs beside the search
_DEALS_A_SECOND: Final = 3000  # a deal takes 0.1 milliseconds, weighing what comes of it as much


@dataclass(frozen=True, slots=True)
class DuelEffort:
    """What a level may spend on a decision.

    ``units`` limit the solver in the play; ``play`` is the largest number of worlds of use there.
    So many worlds are looked at for a call, an exchange, and a card of the draw phase.  For each
    of them ``tries`` are drawn, and those kept that explain the opponent's calls; with 1 the
    calls tell nothing but what they prove.  ``deals`` limit the search for such hands.
    """

    units: int
    play: int
    calls: int
    exchange: int
    draw: int
    tries: int
    deals: int

    def worlds_to_play(self, cards: int) -> int:
        """How many worlds to draw for a card, when so many are left in the hand."""
        return max(2, min(self.play, self.play * (15 - cards) // 7))

    def spent(self, work: int, worlds: int) -> int:
        """The units that a search has cost."""
        return work + _PER_WORLD * worlds


def hard(budget: float = 1.0) -> DuelEffort:
    """The effort of ``hard`` with so many seconds of one core for a decision.

    ``ValueError`` if the budget is not positive.
    """
    _check(budget)
    share = min(1.0, budget)
    return DuelEffort(
        units=int(_UNITS_A_SECOND * budget),
        play=max(12, int(60 * min(1.0, 2 * budget))),
        calls=max(6, int(120 * share)),
        exchange=max(10, int(300 * share)),
        draw=max(5, int(500 * share)),
        tries=3,
        deals=max(100, int(_DEALS_A_SECOND * budget)),
    )


def medium(budget: float = 1.0) -> DuelEffort:
    """The effort of ``medium``: a few worlds, and no eye for what calls suggest."""
    _check(budget)
    share = min(1.0, budget)
    return DuelEffort(
        units=int(_UNITS_A_SECOND * budget / 4),
        play=4,
        calls=max(2, int(8 * share)),
        exchange=max(5, int(10 * share)),
        draw=max(2, int(4 * share)),
        tries=1,
        deals=max(100, int(_DEALS_A_SECOND * budget)),
    )


def _check(budget: float) -> None:
    if budget <= 0:
        raise ValueError(f"a budget is a positive number of seconds, not {budget!r}")
