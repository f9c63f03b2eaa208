"""Call Bridge, what a round's end is worth: the chance of winning the game from there.

With a target far away this is nearly the lead in points; near the end it knows that two points
short of the target is not the same as there, and that the leader's failure counts most.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from engine.game import CallBridgeView
from engine.scoring import call_bridge

# Found from 700 games between players of level easy: how the chance to win grows with points,
# by the distance of the leader from the target.
_STEEP: Final = 1.1
_NEAR: Final = 2.0
# For each trick won, so that nothing is thrown away when the points are decided.
_TRICK: Final = 1e-4


def chance_to_win(totals: Sequence[int], target: int, seat: int) -> float:
    """How likely this seat is to win a game of which a round has just ended, 0 to 1."""
    best = max(totals)
    if best >= target and totals.count(best) == 1:
        return 1.0 if totals[seat] == best else 0.0
    steep = _STEEP / sqrt(max(0, target - best) + _NEAR)
    return exp(steep * (totals[seat] - best)) / sum(
        [exp(steep * (total - best)) for total in totals]
    )


class Stakes:
    """What numbers of tricks are worth to a seat, in the round of a view.

    ``bids`` are the four bids, those that are only supposed included.
    """

    __slots__ = ("_bids", "_known", "_seat", "_target", "_totals")

    def __init__(self, view: CallBridgeView, seat: int, bids: Sequence[int]) -> None:
        self._seat = seat
        self._bids = tuple(bids)
        self._totals = view.totals
        self._target = int(view.options["target"])
        self._known: dict[tuple[int, ...], float] = {}

    def worth(self, won: Sequence[int]) -> float:
        """The chance to win after a round with these tricks, plus next to nothing for a trick."""
        key = tuple(won)
        value = self._known.get(key)
        if value is None:
            totals = [
                total + call_bridge(seat, bid, tricks).points
                for seat, (total, bid, tricks) in enumerate(
                    zip(self._totals, self._bids, key, strict=True)
                )
            ]
            value = chance_to_win(totals, self._target, self._seat) + _TRICK * key[self._seat]
            self._known[key] = value
        return value
