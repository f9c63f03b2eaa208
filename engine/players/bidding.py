"""How a player of Bridgette calls who looks at one hand only: a quick, sensible policy.

It takes the call that promises most if the auction ends with it.  The search uses it for what the
opponent, and the player later on, will call in the worlds it looks at, and to judge how well a
hand fits the calls that its holder made.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from engine.auction import CALLS, DOUBLE, PASS, REDOUBLE, Call
from engine.players.holding import longest_bids
from engine.players.promise import Promises
from engine.players.stakes import Stakes

_SPREAD: Final = 1.5  # of the tricks won around what one hand promises
_LEAST: Final = -1e9
_DOUBTS: Final = 90.0  # points by which a call may look worse and still be made now and then
_ODD: Final = 0.0003  # how likely a call is that makes no sense at all
_OPENING_PASS: Final = -120.0  # what it costs to leave the first bid to the opponent
_READY: Final = 40.0  # points by which a call must look better than a pass
_SHY: Final = 0.6  # tricks by which a doubler trusts the bid more than the own hand


class Sequence(NamedTuple):
    """Where an auction stands: ``last`` is the index of the last bid, -1 before any."""

    turn: int
    last: int
    bidder: int
    factor: int
    passed: bool  # whether the one call made is a pass

    def after(self, call: Call) -> Sequence:
        """The auction after a call other than a last pass."""
        other = 1 - self.turn
        if call is PASS:
            return Sequence(other, self.last, self.bidder, self.factor, True)
        if call is DOUBLE:
            return Sequence(other, self.last, self.bidder, 2, False)
        if call is REDOUBLE:
            return Sequence(other, self.last, self.bidder, 4, False)
        return Sequence(other, call.index, self.turn, 1, False)


class Bidder:
    """One hand in the auction: what it promises, and what it would call."""

    __slots__ = (
        "_chosen",
        "_declares",
        "_defends",
        "_hand",
        "_other",
        "_own",
        "_promises",
        "_stakes",
        "seat",
    )

    def __init__(
        self, hand: int, seat: int, own: int, other: int, promises: Promises, stakes: Stakes
    ) -> None:
        """``own`` and ``other``: the cards each exchanged; ``stakes`` may be either player's."""
        self.seat = seat
        self._hand = hand
        self._own, self._other = own, other
        self._promises = promises
        self._stakes = stakes
        self._chosen: dict[Sequence, Call] = {}
        self._declares: dict[int, float] = {}
        self._defends: dict[int, float] = {}

    def declares(self, strain: int) -> float:
        """The tricks promised as the declarer."""
        tricks = self._declares.get(strain)
        if tricks is None:
            tricks = self._declares[strain] = self._promises.tricks(
                self._hand, strain, self._own, self._other, declares=True
            )
        return tricks

    def defends(self, strain: int) -> float:
        """The tricks promised against a contract."""
        tricks = self._defends.get(strain)
        if tricks is None:
            tricks = self._defends[strain] = self._promises.tricks(
                self._hand, strain, self._own, self._other, declares=False
            )
        return tricks

    def calls(self, at: Sequence) -> list[tuple[float, Call]]:
        """What each call seems to be worth to this player; of the bids, the best in each strain."""
        sign = 1.0 if self._stakes.seat == self.seat else -1.0
        expected = self._stakes.expected
        best_bid = self._stakes.best_bid
        options: list[tuple[float, Call]] = []
        if at.last < 0:
            options.append((0.0 if at.passed else _OPENING_PASS, PASS))
        else:
            level, strain = divmod(at.last, 5)
            if at.bidder == self.seat:
                own = self.declares(strain)
                options.append(
                    (sign * expected(self.seat, level, strain, at.factor, own, _SPREAD), PASS)
                )
                if at.factor == 2:
                    options.append(
                        (sign * expected(self.seat, level, strain, 4, own, _SPREAD), REDOUBLE)
                    )
            else:
                theirs = 13 - self.defends(strain)
                options.append(
                    (sign * expected(at.bidder, level, strain, at.factor, theirs, _SPREAD), PASS)
                )
                if at.factor == 1:
                    theirs += _SHY
                    doubled = sign * expected(at.bidder, level, strain, 2, theirs, _SPREAD)
                    redoubled = sign * expected(at.bidder, level, strain, 4, theirs, _SPREAD)
                    options.append((min(doubled, redoubled), DOUBLE))
        for strain, low, high in longest_bids(self._hand, at.last):
            own = self.declares(strain)
            value, level = best_bid(self.seat, strain, low, high, own, _SPREAD)
            options.append((value, CALLS[level * 5 + strain]))
        return options

    def choose(self, at: Sequence) -> Call:
        """The call that seems best."""
        call = self._chosen.get(at)
        if call is None:
            options = self.calls(at)
            value, call = max(options, key=_value)
            if value < options[0][0] + _READY:
                call = PASS
            self._chosen[at] = call
        return call

    def likelihood(self, at: Sequence, call: Call) -> float:
        """How well a call made fits this hand, 0 to 1."""
        options = self.calls(at)
        best = max(value for value, _ in options)
        made = _LEAST
        for value, option in options:
            same = option is call or (
                option.kind == "bid" == call.kind and option.strain is call.strain
            )
            if same:
                made = value
        if call.kind == "bid":
            sign = 1.0 if self._stakes.seat == self.seat else -1.0
            value = sign * self._stakes.expected(
                self.seat, call.level, call.strain, 1, self.declares(call.strain), _SPREAD
            )
            made = min(made, value)
        return _ODD + exp(max(-30.0, (made - best) / _DOUBTS))


def _value(option: tuple[float, Call]) -> float:
    return option[0]
