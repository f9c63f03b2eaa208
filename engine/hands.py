"""Sets of cards as bit masks: one bit per ``Card.index``.

A hand, the legal plays of a moment, a suit: each is an ``int``, so that a move copies
nothing.  ``cards_of`` turns a mask into cards in pack order, from tables built once.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.cards import COLONS, PACK, Card

_SUIT: Final = 0b1_1111_1111_1111
SUIT_MASKS: Final[tuple[int, ...]] = tuple(_SUIT << 13 * suit for suit in range(4))
COLON_MASK: Final = 0b111 << 52
SPADE_MASK: Final = SUIT_MASKS[3]


def _subsets(cards: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    """Every subset of ``cards`` (lowest bit first), each with its highest card first."""
    table: list[tuple[Card, ...]] = [()]
    for card in cards:
        table += [(card, *lower) for lower in table]
    return tuple(table)


_CLUBS: Final = _subsets(PACK[0:13])
_DIAMONDS: Final = _subsets(PACK[13:26])
_HEARTS: Final = _subsets(PACK[26:39])
_SPADES: Final = _subsets(PACK[39:52])
_COLONS: Final = _subsets(COLONS)


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask in pack order: S H D C, highest first, then the colons G R L."""
    return (
        _SPADES[mask >> 39 & _SUIT]
        + _HEARTS[mask >> 26 & _SUIT]
        + _DIAMONDS[mask >> 13 & _SUIT]
        + _CLUBS[mask & _SUIT]
        + _COLONS[mask >> 52]
    )


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of some cards, of which none may occur twice."""
    return sum([card.bit for card in cards])


def suit_length(mask: int, suit: int) -> int:
    """How many cards of a suit a mask holds."""
    return (mask & SUIT_MASKS[suit]).bit_count()
