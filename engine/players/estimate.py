"""How many tricks a contract should take when both hands are known: a quick estimate.

The solver gives the exact number, but for 13 cards with colons takes many milliseconds.  This
estimate takes a few microseconds, and is a weighted sum of what can be read from each suit:
lengths, tricks at once, tricks in time, what is left when the other is out of the suit, and how
these work together with the trumps.

The weights were fitted by least squares to the solver's results on deals of Bridgette after the
exchange (``bench/fit_estimates.py``).  On deals not used for it the error has a standard
deviation of about 0.6 tricks in a long trump suit, 0.85 in any suit and 1.05 at no trump.
"""

from __future__ import annotations

from typing import Final

from engine.auction import Strain
from engine.players.estimate_weights import NO_TRUMP, SUITS

_RANKS: Final = (1 << 13) - 1
_RELATIONS: Final = 14

Relation = tuple[int, ...]
# A side suit as the sum for its own sake, and what is multiplied with the trumps.
_Side = tuple[float, float, float, float, float, float, int, int]
_Trumps = tuple[float, int, int, int, int, int]
_Plain = tuple[float, int, int, int]


def relation(mine: int, theirs: int) -> Relation:
    """What two holdings of a suit (13-bit masks of ranks) are to each other.

    In pairs, mine and theirs: length; tricks that can be taken at once; tricks when the suit is
    led until it is used up; cards longer than the other; whether void; whether single; tricks
    that can be taken while the other must follow.
    """
    own, other = mine.bit_count(), theirs.bit_count()
    quick, their_quick = _quick(mine, theirs), _quick(theirs, mine)
    return (
        own,
        other,
        quick,
        their_quick,
        _in_time(mine, theirs),
        _in_time(theirs, mine),
        max(0, own - other),
        max(0, other - own),
        int(own == 0),
        int(other == 0),
        int(own == 1),
        int(other == 1),
        min(quick, other),
        min(their_quick, own),
    )


def _quick(mine: int, theirs: int) -> int:
    tops = (mine >> theirs.bit_length()).bit_count()
    return mine.bit_count() if tops >= theirs.bit_count() else tops


def _in_time(mine: int, theirs: int) -> int:
    """The tricks of a suit led from the top, each beaten as cheaply as possible."""
    won = 0
    while mine:
        led = 1 << mine.bit_length() - 1
        mine ^= led
        higher = theirs & -led
        if higher:
            theirs ^= higher & -higher
        else:
            won += 1
            theirs &= theirs - 1
    return won


def features(declarer: int, defender: int, strain: Strain) -> tuple[float, ...]:
    """All that is weighed, in the order of the weights; hands are masks of cards.

    Slow and plain: for the fit, and as a check of ``Estimator``.
    """
    suits = [
        relation(declarer >> 13 * suit & _RANKS, defender >> 13 * suit & _RANKS)
        for suit in range(4)
    ]
    colons = [hand >> 52 + group & 1 for hand in (declarer, defender) for group in range(3)]
    if strain is Strain.NO_TRUMP:
        total = [sum(suit[item] for suit in suits) for item in range(_RELATIONS)]
        quick, their_quick = total[2], total[3]
        return (
            1,
            *colons,
            *total,
            *(sum(extra) for extra in zip(*map(_no_trump_extra, suits), strict=True)),
            min(quick, 6),
            max(quick - 4, 0),
            min(their_quick, 6),
            max(their_quick - 4, 0),
            max(suit[1] - suit[0] for suit in suits),
        )
    trumps = suits.pop(strain)
    total = [sum(suit[item] for suit in suits) for item in range(_RELATIONS)]
    more = trumps[0] - trumps[1]
    return (
        1,
        *colons,
        *total,
        *trumps,
        *_trump_extra(trumps),
        max(more, 0) * total[2],
        max(more, 0) * total[4],
        max(-more, 0) * total[3],
        max(-more, 0) * total[5],
        more * total[6],
        more * total[7],
        trumps[0] * total[8],
        trumps[0] * total[10],
        trumps[1] * total[9],
        trumps[1] * total[11],
        trumps[2] * total[6],
        trumps[3] * total[7],
        min(trumps[0], total[7]),
        min(trumps[1], total[6]),
    )


def _no_trump_extra(suit: Relation) -> tuple[int, ...]:
    """Whether a suit lacks a quick trick, mine and theirs; and whether in spite of length."""
    return (
        int(not suit[2]),
        int(not suit[3]),
        int(not suit[2] and suit[0] > 0),
        int(not suit[3] and suit[1] > 0),
    )


def _trump_extra(trumps: Relation) -> tuple[int, ...]:
    more = trumps[0] - trumps[1]
    return (more * more, max(more, 0), max(more - 2, 0), max(-more - 2, 0))


class Estimator:
    """Estimates; remembers what it has read from the suits it has seen."""

    __slots__ = ("_plain", "_sides", "_trumps")

    def __init__(self) -> None:
        self._sides: dict[int, _Side] = {}
        self._trumps: dict[int, _Trumps] = {}
        self._plain: dict[int, _Plain] = {}

    def tricks(self, declarer: int, defender: int, strain: int) -> float:
        """The tricks to expect of 13 for the declarer; the other leads.

        Hands are masks of cards.
        """
        if strain == Strain.NO_TRUMP:
            return self._no_trump(declarer, defender)
        known = self._sides
        fixed = 0.0
        control = their_control = length = ruffs = their_ruffs = 0.0
        quick = 0.0
        longer = shorter = 0
        trumps: _Trumps = (0.0, 0, 0, 0, 0, 0)
        for suit in range(4):
            mine, theirs = declarer >> 13 * suit & _RANKS, defender >> 13 * suit & _RANKS
            if suit == strain:
                trumps = self._trumps.get(mine << 13 | theirs) or self._trump(mine, theirs)
                continue
            side = known.get(mine << 13 | theirs) or self._side(mine, theirs)
            fixed += side[0]
            control += side[1]
            their_control += side[2]
            length += side[3]
            ruffs += side[4]
            their_ruffs += side[5]
            longer += side[6]
            shorter += side[7]
        value, more, own, other, tops, their_tops = trumps
        weights = SUITS.joint
        quick = weights[10] * tops * longer + weights[11] * their_tops * shorter
        fixed += control * more if more > 0 else -their_control * more
        colons = SUITS.colons[declarer >> 52] + SUITS.their_colons[defender >> 52]
        return (
            value
            + colons
            + fixed
            + quick
            + more * length
            + own * ruffs
            + other * their_ruffs
            + weights[12] * (min(shorter, own))
            + weights[13] * (min(longer, other))
        )

    def _side(self, mine: int, theirs: int) -> _Side:
        r = relation(mine, theirs)
        w = SUITS.joint
        side = (
            sum(weight * value for weight, value in zip(SUITS.side, r, strict=True)),
            w[0] * r[2] + w[1] * r[4],
            w[2] * r[3] + w[3] * r[5],
            w[4] * r[6] + w[5] * r[7],
            w[6] * r[8] + w[7] * r[10],
            w[8] * r[9] + w[9] * r[11],
            r[6],
            r[7],
        )
        self._sides[mine << 13 | theirs] = side
        return side

    def _trump(self, mine: int, theirs: int) -> _Trumps:
        r = relation(mine, theirs)
        items = (*r, *_trump_extra(r))
        value = SUITS.base + sum(w * x for w, x in zip(SUITS.trumps, items, strict=True))
        trumps = (value, r[0] - r[1], r[0], r[1], r[2], r[3])
        self._trumps[mine << 13 | theirs] = trumps
        return trumps

    def _no_trump(self, declarer: int, defender: int) -> float:
        known = self._plain
        value = NO_TRUMP.base
        quick = their_quick = 0
        exposed = -13
        for suit in range(4):
            mine, theirs = declarer >> 13 * suit & _RANKS, defender >> 13 * suit & _RANKS
            entry = known.get(mine << 13 | theirs) or self._at_no_trump(mine, theirs)
            value += entry[0]
            quick += entry[1]
            their_quick += entry[2]
            exposed = max(exposed, entry[3])
        w = NO_TRUMP.joint
        return (
            value
            + NO_TRUMP.colons[declarer >> 52]
            + NO_TRUMP.their_colons[defender >> 52]
            + w[0] * min(quick, 6)
            + w[1] * max(quick - 4, 0)
            + w[2] * min(their_quick, 6)
            + w[3] * max(their_quick - 4, 0)
            + w[4] * exposed
        )

    def _at_no_trump(self, mine: int, theirs: int) -> _Plain:
        r = relation(mine, theirs)
        items = (*r, *_no_trump_extra(r))
        value = sum(w * x for w, x in zip(NO_TRUMP.side, items, strict=True))
        plain = (value, r[2], r[3], r[1] - r[0])
        self._plain[mine << 13 | theirs] = plain
        return plain
