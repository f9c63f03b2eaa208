"""Cards, calls and contracts as people read them.

A suit never stands for itself by colour: a card is its rank and the symbol of its suit
(``10♠``), a colon its name and its sign (``Grand :G``), or both are words alone for a reader who
chose that (``Texts.writing``).  ``face`` is the picture of a card where there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Final

import discord

from bot.screens import spoken
from bot.screens.models import Level
from bot.texts import Texts, marked
from engine.auction import Call, Contract, Strain
from engine.cards import RANKS, Card, Group, Suit, in_pack_order

Write = Callable[[Card, Texts], str]
"""One of the ways of writing a card: ``card`` or ``face``."""
SYMBOLS: Final[Mapping[Suit, str]] = {
    Suit.CLUBS: "♣",
    Suit.DIAMONDS: "♦",
    Suit.HEARTS: "♥",
    Suit.SPADES: "♠",
}
SUITS_HIGH_TO_LOW: Final = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)

_SUITS: Final[Mapping[Suit, str]] = {
    Suit.CLUBS: marked("clubs"),
    Suit.DIAMONDS: marked("diamonds"),
    Suit.HEARTS: marked("hearts"),
    Suit.SPADES: marked("spades"),
}
_COLONS: Final[Mapping[Group, str]] = {
    Group.LITTLE: marked("Little"),
    Group.ROYAL: marked("Royal"),
    Group.GRAND: marked("Grand"),
}
_GROUPS: Final[Mapping[Group, str]] = {
    Group.LITTLE: marked("a card from 10 down to 2"),
    Group.ROYAL: marked("a king, queen or jack"),
    Group.GRAND: marked("an ace"),
}
_LEVELS: Final[Mapping[Level, str]] = {
    "easy": marked("easy"),
    "medium": marked("medium"),
    "hard": marked("hard"),
}
_CALLS: Final[Mapping[str, str]] = {
    "pass": marked("Pass"),
    "double": marked("Double"),
    "redouble": marked("Redouble"),
}
_NUMBERS: Final = (
    marked("zero"),
    marked("one"),
    marked("two"),
    marked("three"),
    marked("four"),
    marked("five"),
    marked("six"),
    marked("seven"),
    marked("eight"),
    marked("nine"),
    marked("ten"),
    marked("eleven"),
    marked("twelve"),
    marked("thirteen"),
)


def suit_name(suit: Suit, texts: Texts) -> str:
    """``hearts``, as it stands within a sentence."""
    return texts(_SUITS[suit])


def rank(card: Card) -> str:
    """The rank of a suit card as shown: ``A``, ``10``, ``2``."""
    assert card.rank is not None, "a colon has no rank"
    letter = RANKS[card.rank]
    return "10" if letter == "T" else letter


def card(one: Card, texts: Texts) -> str:
    """A card: ``10♠``, or for a colon its name and sign, ``Grand :G``."""
    return _card(one, texts)


@lru_cache(maxsize=4096)
def _card(one: Card, texts: Texts) -> str:
    if texts.writing.in_words:
        return spoken.card(one, texts)
    if one.suit is None:
        return f"{texts(_COLONS[one.group])} {one.text}"
    return rank(one) + SYMBOLS[one.suit]


def emoji(one: Card, texts: Texts) -> discord.PartialEmoji | None:
    """The picture of a card in the reader's deck, for a button or an option, if there is one."""
    return texts.writing.faces.get(one.text)


def face(one: Card, texts: Texts) -> str:
    """The picture of a card within a text, else ``card``.

    It counts some 45 characters: not for pages that name many cards.
    """
    faces = texts.writing.faces
    found = faces.get(one.text) if faces else None
    return _card(one, texts) if found is None else str(found)


def cards(several: Iterable[Card], texts: Texts, write: Write = card) -> str:
    """Cards one after the other, in the order given; ``none`` when there are none."""
    return ", ".join(write(one, texts) for one in several) or texts("none")


def by_suit(hand: Iterable[Card]) -> tuple[tuple[Suit | None, tuple[Card, ...]], ...]:
    """A hand as suits S H D C, each highest first, then the colons under ``None``.

    Every suit is there, also one without cards; the colons only when there are any.
    """
    suits: dict[Suit | None, list[Card]] = {suit: [] for suit in SUITS_HIGH_TO_LOW}
    for one in sorted(hand, key=in_pack_order):
        suits.setdefault(one.suit, []).append(one)
    return tuple([(suit, tuple(held)) for suit, held in suits.items()])


def hand_lines(hand: Iterable[Card], texts: Texts) -> str:
    """A hand in lines, one a suit, the colons in a line of their own."""
    lines: list[str] = []
    gap = " " if texts.writing.faces else "  "
    for suit, held in by_suit(hand):
        if suit is None:
            shown = gap.join(face(one, texts) for one in held) if texts.writing.faces else ""
            lines.append(texts("**Colons:** {cards}", cards=shown or cards(held, texts)))
            continue
        if texts.writing.in_words:
            name = suit_name(suit, texts)
            lines.append(texts("**{suit}:** {cards}", suit=name, cards=cards(held, texts)))
            continue
        shown = gap.join(face(one, texts) for one in held) or texts("none")
        lines.append(f"{SYMBOLS[suit]} **{suit_name(suit, texts)}**  {shown}")
    return "\n".join(lines)


def colon_name(group: Group, texts: Texts) -> str:
    """``Grand colon :G``, as it stands within a sentence."""
    if texts.writing.in_words:
        return spoken.colon_name(group, texts)
    return texts("{name} colon :{letter}", name=texts(_COLONS[group]), letter=group.letter)


def group_name(group: Group, texts: Texts) -> str:
    """The cards of a colon's group: ``a king, queen or jack``."""
    return texts(_GROUPS[group])


def strain(one: Strain, texts: Texts) -> str:
    """``♠``, or ``NT``."""
    return texts("NT") if one is Strain.NO_TRUMP else SYMBOLS[Suit(one)]


def strain_name(one: Strain, texts: Texts) -> str:
    """``spades``, or ``no trump``."""
    return texts("no trump") if one is Strain.NO_TRUMP else suit_name(Suit(one), texts)


def call(one: Call, texts: Texts) -> str:
    """``4♠``, ``1NT``, ``Pass``, ``Double``."""
    return _call(one, texts)


@lru_cache(maxsize=4096)
def _call(one: Call, texts: Texts) -> str:
    return _bid(one, texts) if one.kind == "bid" else texts(_CALLS[one.kind])


def contract(one: Contract, texts: Texts) -> str:
    """``4♠``, ``4♠ doubled``, ``4♠ redoubled``."""
    bid = _bid(one, texts)
    if one.factor == 4:
        return texts("{bid} redoubled", bid=bid)
    return texts("{bid} doubled", bid=bid) if one.factor == 2 else bid


def _bid(one: Call | Contract, texts: Texts) -> str:
    if texts.writing.in_words:
        return spoken.bid(one, texts)
    return f"{one.level}{strain(one.strain, texts)}"


def promise(bid: Call, texts: Texts) -> str:
    """What a bid promises: ``ten tricks with spades as trumps``."""
    tricks = number_word(6 + bid.level, texts)
    if bid.strain is Strain.NO_TRUMP:
        return texts("{number} tricks without trumps", number=tricks)
    return texts(
        "{number} tricks with {suit} as trumps",
        number=tricks,
        suit=suit_name(Suit(bid.strain), texts),
    )


def number_word(number: int, texts: Texts) -> str:
    """A number from 0 to 13 as a word, any other in digits."""
    return texts(_NUMBERS[number]) if 0 <= number < len(_NUMBERS) else texts.number(number)


def level_name(level: Level, texts: Texts) -> str:
    """The strength of a computer player, as it stands within a sentence."""
    return texts(_LEVELS[level])
