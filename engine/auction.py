"""Bids, calls, and the auction that Bridgette and Draw Bridge share."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from functools import cache
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

CallKind = Literal["pass", "double", "redouble", "bid"]


class Strain(IntEnum):
    """What a bid names as trumps, in the order that ranks bids."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NO_TRUMP = 4

    @property
    def letters(self) -> str:
        """``C``, ``D``, ``H``, ``S`` or ``NT``."""
        return ("C", "D", "H", "S", "NT")[self]


class Call:
    """``pass``, ``double``, ``redouble``, or a bid.

    A bid is for ``level`` (0 to 7) tricks above six in ``strain``.

    Only one object exists per call: ``Call("pass") is PASS``, so calls are compared by
    identity and cost nothing to make.  ``ValueError`` for what is no call at all.  ``index`` ranks
    the bids (level * 5 + strain); ``bit`` is the call as a set of one.
    """

    __slots__ = ("bit", "index", "kind", "level", "strain", "text")
    __match_args__ = ("kind", "level", "strain")

    kind: CallKind
    level: int
    strain: Strain
    index: int
    bit: int
    text: str

    def __new__(cls, kind: CallKind, level: int = 0, strain: Strain = Strain.CLUBS) -> Call:
        try:
            return _CALLS[(kind, level, strain)]
        except (KeyError, TypeError):
            raise ValueError(f"not a call: {kind!r}, {level!r}, {strain!r}") from None

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[object, tuple[CallKind, int, Strain]]:
        return (Call, (self.kind, self.level, self.strain))


def _make(index: int, kind: CallKind, level: int = 0, strain: Strain = Strain.CLUBS) -> Call:
    call = object.__new__(Call)
    call.kind, call.level, call.strain = kind, level, strain
    call.index, call.bit = index, 1 << index
    call.text = f"{level}{strain.letters}" if kind == "bid" else kind
    return call


CALLS: Final[tuple[Call, ...]] = (
    *[_make(level * 5 + strain, "bid", level, strain) for level in range(8) for strain in Strain],
    _make(40, "pass"),
    _make(41, "double"),
    _make(42, "redouble"),
)
_CALLS: Final[Mapping[tuple[str, int, int], Call]] = MappingProxyType(
    {(call.kind, call.level, call.strain): call for call in CALLS}
)
CALLS_BY_TEXT: Final[Mapping[str, Call]] = MappingProxyType({call.text: call for call in CALLS})
PASS: Final = Call("pass")
DOUBLE: Final = Call("double")
REDOUBLE: Final = Call("redouble")
_PASS: Final = PASS.bit
_DOUBLE: Final = DOUBLE.bit
_REDOUBLE: Final = REDOUBLE.bit

BIDS_MASK: Final = (1 << 40) - 1
LEVELS_FROM_ONE: Final = BIDS_MASK & ~0b11111  # the bids of Draw Bridge; Bridgette has 0NT as well
STRAIN_MASKS: Final = tuple(
    sum(1 << level * 5 + strain for level in range(8)) for strain in range(5)
)


@cache
def calls_of(mask: int) -> tuple[Call, ...]:
    """The calls of a mask: pass, double, redouble, then the bids from the lowest."""
    special = [call for call in (PASS, DOUBLE, REDOUBLE) if mask & call.bit]
    return (*special, *(call for call in CALLS[:40] if mask & call.bit))


class Contract(NamedTuple):
    """The contract: ``factor`` is 1, 2 (doubled) or 4 (redoubled)."""

    declarer: int
    level: int
    strain: Strain
    factor: int

    @property
    def tricks_needed(self) -> int:
        """Tricks that make it: six and the level."""
        return 6 + self.level


class Auction:
    """An auction of two seats, begun by the dealer.

    It knows the order of bids, the doubles and the end; what a hand must hold for a bid is the
    game's matter.  ``legal`` is a mask of calls (``Call.bit``).
    """

    __slots__ = ("bid", "bidder", "calls", "factor", "last", "over", "turn")

    def __init__(self, dealer: int) -> None:
        self.calls: list[tuple[int, Call]] = []
        self.turn = dealer
        self.bid: Call | None = None
        self.last = -1  # the ``index`` of the last bid, -1 while there is none
        self.bidder = dealer
        self.factor = 1
        self.over = False

    def legal(self, bids: int) -> int:
        """The legal calls of the seat to call; ``bids``: what its hand and the game allow."""
        if self.last < 0:
            return bids | _PASS
        mask = bids & (-2 << self.last) | _PASS
        if self.bidder != self.turn:
            return mask | _DOUBLE if self.factor == 1 else mask
        return mask | _REDOUBLE if self.factor == 2 else mask

    def add(self, call: Call) -> None:
        """Make a legal call."""
        seat = self.turn
        self.calls.append((seat, call))
        if call is PASS:
            # An opening pass leaves the opponent a turn; a second one throws the deal in.
            self.over = self.bid is not None or len(self.calls) == 2
        elif call is DOUBLE:
            self.factor = 2
        elif call is REDOUBLE:
            self.factor = 4
        else:
            self.bid, self.bidder, self.factor = call, seat, 1
            self.last = call.index
        self.turn = 1 - seat

    @property
    def contract(self) -> Contract | None:
        """The contract once the auction is over; ``None`` before, and when the deal is thrown in.

        The declarer made the last bid, whoever passed.
        """
        bid = self.bid
        if not self.over or bid is None:
            return None
        return Contract(self.bidder, bid.level, bid.strain, self.factor)

    @property
    def thrown_in(self) -> bool:
        """Whether both passed without any bid."""
        return self.over and self.bid is None
