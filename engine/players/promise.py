"""How many tricks a hand promises when the other hand is not known: Bridgette's auction.

Like ``engine.players.estimate`` a weighted sum with fitted weights, but of one hand alone and of
how many cards each player exchanged.  A hand is judged as the declarer's in a strain, and as the
defender's against a declarer who chose the strain.  The error has a standard deviation of about
1.35 tricks in suits and 1.8 at no trump.
"""

from __future__ import annotations

from typing import Final

from engine.auction import Strain
from engine.players.promise_weights import PROMISES, PromiseWeights

_RANKS: Final = (1 << 13) - 1
_ACE, _KING, _QUEEN, _JACK, _TEN = 12, 11, 10, 9, 8
_EXCHANGED: Final = (2, 4, 8, 12)

_Side = tuple[float, int, int]


def trump_items(holding: int) -> tuple[int, ...]:
    """What is weighed of a trump holding (a 13-bit mask of ranks)."""
    length = holding.bit_count()
    ace, king, queen, jack, ten = _honours(holding)
    return (length, max(0, length - 4), max(0, length - 6), ace, king, queen, jack, ten, ace * king)


def side_items(holding: int) -> tuple[int, ...]:
    """What is weighed of any other suit; at no trump, of each suit."""
    length = holding.bit_count()
    ace, king, queen, jack, _ = _honours(holding)
    return (
        ace,
        king * (length > 1),
        queen * (length > 2),
        jack * (length > 3),
        ace * king,
        (ace | king) * queen,
        king * (length == 1),
        ace * max(0, length - 3) + king * max(0, length - 4),
        *(int(min(length, 6) == each) for each in range(7)),
    )


def _honours(holding: int) -> tuple[int, int, int, int, int]:
    return (
        holding >> _ACE & 1,
        holding >> _KING & 1,
        holding >> _QUEEN & 1,
        holding >> _JACK & 1,
        holding >> _TEN & 1,
    )


def features(hand: int, strain: Strain, own: int, other: int) -> tuple[int, ...]:
    """All that is weighed, in the order of the weights: for the fit, and as a check.

    ``own`` and ``other`` are how many cards each player exchanged.
    """
    exchanged = (
        *(int(own == each) for each in _EXCHANGED),
        *(int(other == each) for each in _EXCHANGED),
    )
    colons = tuple(hand >> 52 + group & 1 for group in range(3))
    holdings = [hand >> 13 * suit & _RANKS for suit in range(4)]
    trumps: tuple[int, ...] = ()
    joint: tuple[int, ...] = ()
    if strain is not Strain.NO_TRUMP:
        holding = holdings.pop(strain)
        length = holding.bit_count()
        trumps = trump_items(holding)
        joint = (
            length * sum(not side for side in holdings),
            length * sum(side.bit_count() == 1 for side in holdings),
            length * colons[1],
            length * colons[2],
        )
    total = tuple(sum(items) for items in zip(*map(side_items, holdings), strict=True))
    return (*exchanged, *colons, *total, *trumps, *joint)


class Promises:
    """The promises of hands, given what each player exchanged; remembers the suits it has seen."""

    __slots__ = ("_sides", "_trumps")

    def __init__(self) -> None:
        self._sides: tuple[dict[int, _Side], ...] = ({}, {}, {}, {})
        self._trumps: tuple[dict[int, float], ...] = ({}, {}, {}, {})

    def tricks(self, hand: int, strain: int, own: int, other: int, *, declares: bool) -> float:
        """The tricks of 13 to expect of a hand, as the declarer or against the declarer.

        ``own`` and ``other`` are how many cards this player and the other exchanged.
        """
        at_no_trump = strain == Strain.NO_TRUMP
        kind = (0 if declares else 1) + (2 if at_no_trump else 0)
        weights = PROMISES[kind]
        known = self._sides[kind]
        colons = hand >> 52
        value = weights.own[own] + weights.other[other] + weights.colons[colons]
        voids = singles = 0
        for suit in range(4):
            if suit != strain:
                holding = hand >> 13 * suit & _RANKS
                side = known.get(holding) or self._side(weights, known, holding)
                value += side[0]
                voids += side[1]
                singles += side[2]
        if at_no_trump:
            return value
        holding = hand >> 13 * strain & _RANKS
        trumps = self._trumps[kind].get(holding)
        if trumps is None:
            trumps = self._trump(weights, kind, holding)
        joint = weights.joint
        helped = joint[0] * voids + joint[1] * singles
        if colons & 2:
            helped += joint[2]
        if colons & 4:
            helped += joint[3]
        return value + trumps + holding.bit_count() * helped

    def _side(self, weights: PromiseWeights, known: dict[int, _Side], holding: int) -> _Side:
        items = side_items(holding)
        value = sum(w * x for w, x in zip(weights.side, items, strict=True))
        length = holding.bit_count()
        side = known[holding] = (value, int(length == 0), int(length == 1))
        return side

    def _trump(self, weights: PromiseWeights, kind: int, holding: int) -> float:
        items = trump_items(holding)
        value = sum(w * x for w, x in zip(weights.trumps, items, strict=True))
        self._trumps[kind][holding] = value
        return value
