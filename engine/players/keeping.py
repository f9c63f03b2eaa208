"""What players keep in the exchange of Bridgette: a quick rule, for guessing at hands.

The rule tries out a few plans (each long suit as trumps, and no trump), keeps the most
useful cards for each, and takes the plan that promises most.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.auction import Strain
from engine.hands import SUIT_MASKS
from engine.players.promise import Promises

_COLON_WORTH: Final = (0.02, 0.33, 0.62)
_SIDE_HONOURS: Final = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.06, 0.2, 0.45, 0.7, 0.95)
_RANKS: Final = (1 << 13) - 1
_NEEDED: Final = (9.0, 9.0, 8.5, 8.5, 8.7)  # tricks by strain, to compare plans


def kept(cards: int, count: int, promises: Promises, own: int, other: int, *, sure: int = 0) -> int:
    """The ``count`` cards to keep of a set, as a mask; those in ``sure`` for certain."""
    if cards.bit_count() <= count:
        return cards
    best = 0
    best_value = -99.0
    for strain in _plans(cards):
        hand = keep_for(cards, count, strain, sure)
        value = promises.tricks(hand, strain, own, other, declares=True) - _NEEDED[strain]
        if value > best_value:
            best, best_value = hand, value
    return best


def _plans(cards: int) -> list[int]:
    """The two longest suits, and no trump if every suit is there."""
    lengths = [(cards & suit).bit_count() for suit in SUIT_MASKS]
    plans = sorted(range(4), key=lambda suit: (lengths[suit], cards & SUIT_MASKS[suit]))[2:]
    if min(lengths) > 1:
        plans.append(int(Strain.NO_TRUMP))
    return plans


def keep_for(cards: int, count: int, strain: int, sure: int = 0) -> int:
    """The ``count`` cards most useful with these trumps, as a mask."""
    worths: list[tuple[float, int]] = []
    for suit in range(4):
        holding = cards >> 13 * suit & _RANKS
        if holding:
            kind = 2 if suit == strain else 1 if strain == Strain.NO_TRUMP else 0
            for worth, bit in _worths(holding, kind):
                worths.append((worth, bit << 13 * suit))
    for group in range(3):
        bit = 1 << 52 + group
        if cards & bit:
            worths.append((_COLON_WORTH[group], bit))
    worths.sort(reverse=True)
    hand = cards & sure
    room = count - hand.bit_count()
    for _, bit in worths:
        if not room:
            break
        if not bit & hand:
            hand |= bit
            room -= 1
    return hand


@cache
def _worths(holding: int, kind: int) -> tuple[tuple[float, int], ...]:
    """How useful each card of a suit is: in a side suit (0), at no trump (1), of trumps (2)."""
    length = holding.bit_count()
    base = 3.0 if kind == 2 else 0.07 * max(0, length - (3 if kind else 4))
    worths: list[tuple[float, int]] = []
    for rank in range(13):
        if holding >> rank & 1:
            honour = _SIDE_HONOURS[rank] if rank == 12 or length > 1 else 0.0
            worths.append((base + 0.01 * rank + honour, 1 << rank))
    return tuple(worths)
