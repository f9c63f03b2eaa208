"""Call Bridge, how much the searching levels look at for one decision.

The time for a decision is kept by counting, not by the clock: a unit is a card played in a playout,
about a microsecond on the machine we measured on, and a level is given so many units for each
second of its budget that a machine of less than half that speed is still in time.  So the same view
and the same chance give the same choice, however busy the machine is.  The clock is a safety net:
when nearly the whole budget is gone, the search ends with what it has.  It is the thread's own
processor time, since a budget is in seconds of one core.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

Clock = Callable[[], float]

_UNITS_A_SECOND: Final = 400_000
_NET: Final = 0.9  # the part of the budget after which the clock ends a search

_DRAWING: Final = 90  # units to draw a world
_JUDGING: Final = 12  # to see what its hands promise
_TRYING: Final = 8  # to begin a playout
_CARD_SEEN: Final = 1.2  # to compare a card played with the rules of thumb


@dataclass(frozen=True, slots=True)
class Effort:
    """What a level may spend on a decision.

    ``budget`` is in seconds of one core, ``units`` what is planned within it, ``most`` the largest
    number of worlds that is of use.  For each world looked at ``tries`` are drawn and the credible
    ones kept; with 1 the bids and plays of others tell nothing but what they prove.
    """

    budget: float
    units: float
    most: int
    tries: int

    def worlds(self, choices: int, to_play: int, seen: int) -> int:
        """How many worlds to look at, at least 4.

        ``choices`` are tried in each, ``to_play`` cards are then to be played, ``seen`` have been
        played in this deal.
        """
        judging = _DRAWING + (_JUDGING + _CARD_SEEN * seen if self.tries > 1 else 0)
        each = self.tries * judging + choices * (to_play + _TRYING)
        return max(4, min(self.most, int(self.units / each)))


def hard(budget: float = 1.0) -> Effort:
    """The effort of ``hard``."""
    return Effort(budget, budget * _UNITS_A_SECOND, most=800, tries=4)


def medium(budget: float = 1.0) -> Effort:
    """The effort of ``medium``: a fiftieth, and no eye for what bids and plays suggest."""
    return Effort(budget, budget * _UNITS_A_SECOND / 50, most=25, tries=1)


class Net:
    """Tells when a search has to end for lack of time."""

    __slots__ = ("_clock", "_end")

    def __init__(self, budget: float, clock: Clock = time.thread_time) -> None:
        self._clock = clock
        self._end = clock() + budget * _NET

    def reached(self) -> bool:
        """Whether there is no time left."""
        return self._clock() > self._end
