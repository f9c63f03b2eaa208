"""Suits, ranks, colons, packs, and their text.

A card is an immutable object of which only one exists per face, so cards may
be compared with ``is`` and kept in sets.  Notation follows the rules: rank then
suit (``AS``, ``TH``, ``2C``); colons are ``:G``, ``:R`` and ``:L``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from operator import attrgetter
from types import MappingProxyType
from typing import Final


class Suit(IntEnum):
    """The four suits, in the order in which bids rank them (clubs lowest)."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """``C``, ``D``, ``H`` or ``S``."""
        return "CDHS"[self]


class Group(IntEnum):
    """The group a card belongs to; each has one colon (rules, Bridgette)."""

    LITTLE = 0  # 10 down to 2
    ROYAL = 1  # K Q J
    GRAND = 2  # the aces

    @property
    def letter(self) -> str:
        """``L``, ``R`` or ``G``, as in the text of the colon."""
        return "LRG"[self]


RANKS: Final = "23456789TJQKA"


class Card:
    """One card of the pack; also the action of playing it.

    ``index`` is 0 to 51 for suit cards (suit * 13 + rank) and 52 to 54 for the
    Little, Royal and Grand colon.  ``suit`` and ``rank`` are ``None`` for a colon;
    ``rank`` is 0 (the two) to 12 (the ace).  ``bit`` is the card as a set of one (see
    ``engine.hands``), ``suit_mask`` the set of all cards of its suit, 0 for a colon,
    ``place`` where it stands in ``IN_ORDER``, ``tally`` a one in its suit's digit, so that a sum of
    tallies counts all suits at once (four bits each, clubs lowest; a colon's is 0).
    """

    __slots__ = ("bit", "group", "index", "place", "rank", "suit", "suit_mask", "tally", "text")

    index: int
    suit: Suit | None
    rank: int | None
    group: Group
    text: str
    bit: int
    suit_mask: int
    place: int
    tally: int

    def __init__(self, index: int) -> None:
        self.index = index
        self.bit = 1 << index
        if index < 52:
            suit, rank = divmod(index, 13)
            self.suit = Suit(suit)
            self.rank = rank
            self.group = Group.GRAND if rank == 12 else Group.ROYAL if rank >= 9 else Group.LITTLE
            self.text = RANKS[rank] + self.suit.letter
            self.suit_mask = 0b1_1111_1111_1111 << 13 * suit
            self.tally = 1 << 4 * suit
        else:
            self.suit = None
            self.rank = None
            self.group = Group(index - 52)
            self.text = ":" + self.group.letter
            self.suit_mask = 0
            self.tally = 0
        self.place = 51 - index if index < 52 else 106 - index

    @property
    def is_colon(self) -> bool:
        """Whether the card is one of the three colons."""
        return self.index >= 52

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}>"

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return (card_at, (self.index,))


PACK: Final[tuple[Card, ...]] = tuple(Card(index) for index in range(52))
COLONS: Final[tuple[Card, ...]] = tuple(Card(index) for index in range(52, 55))
PACK_WITH_COLONS: Final[tuple[Card, ...]] = PACK + COLONS
# Pack order, in which hands are shown: S H D C, highest first, then the colons G R L.
IN_ORDER: Final[tuple[Card, ...]] = PACK[::-1] + COLONS[::-1]
CARDS_BY_TEXT: Final[Mapping[str, Card]] = MappingProxyType(
    {card.text: card for card in PACK_WITH_COLONS}
)


in_pack_order: Final = attrgetter("place")  # a key that sorts cards into ``IN_ORDER``


def card_at(index: int) -> Card:
    """The card with this index (0 to 54)."""
    return PACK_WITH_COLONS[index]


def card(text: str) -> Card:
    """The card with this text, ``ValueError`` if there is none."""
    try:
        return CARDS_BY_TEXT[text]
    except KeyError:
        raise ValueError(f"not a card: {text!r}") from None
