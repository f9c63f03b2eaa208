"""Sets of cards as bit masks: one bit per ``Card.index``.

For counting: what has gone, what is still out, how long a suit is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.cards import IN_ORDER, Card

_SUIT: Final = 0b1_1111_1111_1111
SUIT_MASKS: Final[tuple[int, ...]] = tuple(_SUIT << 13 * suit for suit in range(4))
COLON_MASK: Final = 0b111 << 52
SPADE_MASK: Final = SUIT_MASKS[3]


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask in pack order: S H D C, highest first, then the colons G R L."""
    return tuple([card for card in IN_ORDER if card.bit & mask])


def mask_of(cards: Iterable[Card]) -> int:
    """The mask of some cards, of which none may occur twice."""
    return sum([card.bit for card in cards])
