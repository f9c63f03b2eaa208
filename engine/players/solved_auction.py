"""The auction of Draw Bridge, solved: after the draw phase both hands are known to who kept count.

Each of the ten contracts is worth what the solver says, and the calls are a small game with full
information, solved from the end.  The opponent is taken to find the best call nearly always, but
not quite: among calls that are equal against a perfect opponent, the one that leaves more room
for a slip is made.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.auction import DOUBLE, PASS, REDOUBLE, Call, Strain
from engine.players.bidding import Sequence

_SLIP: Final = 0.06  # how often the opponent passes without a thought
_BIDS: Final = tuple(Call("bid", level, strain) for level in range(1, 8) for strain in Strain)

Worth = Callable[[int, int, int, int], float]


class SolvedAuction:
    """Auctions of which every contract's worth is known.

    ``worth(declarer, level, strain, factor)`` is what a contract brings to ``seat``.
    """

    __slots__ = ("_known", "_seat", "_worth")

    def __init__(self, seat: int, worth: Worth) -> None:
        self._seat = seat
        self._worth = worth
        self._known: dict[Sequence, float] = {}

    def best(self, at: Sequence, choices: list[Call]) -> Call:
        """The best of some legal calls."""
        return max(choices, key=lambda call: self.after(at, call))

    def after(self, at: Sequence, call: Call) -> float:
        """What a call leads to."""
        if call is PASS and at.last >= 0:
            level, strain = divmod(at.last, 5)
            return self._worth(at.bidder, level, strain, at.factor)
        if call is PASS and at.passed:
            return 0.0
        return self.value(at.after(call))

    def value(self, at: Sequence) -> float:
        """What an auction that stands like this is worth."""
        value = self._known.get(at)
        if value is None:
            value = self._known[at] = self._search(at)
        return value

    def _search(self, at: Sequence) -> float:
        mine = at.turn == self._seat
        passing = self.after(at, PASS)
        best = passing
        for call in self._others(at):
            value = self.after(at, call)
            if value > best if mine else value < best:
                best = value
        return best if mine else (1 - _SLIP) * best + _SLIP * passing

    def _others(self, at: Sequence) -> list[Call]:
        calls = [bid for bid in _BIDS if bid.index > at.last]
        if at.last >= 0:
            if at.bidder != at.turn and at.factor == 1:
                calls.append(DOUBLE)
            elif at.bidder == at.turn and at.factor == 2:
                calls.append(REDOUBLE)
        return calls
