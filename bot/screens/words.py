"""Cards, calls and contracts as people read them.

A suit never stands for itself by colour: a card is its rank and the symbol of its suit
(``10♠``), a colon its name and its sign (``Grand :G``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.screens.models import Level
from bot.texts import Texts, marked
from engine.auction import Call, Contract, Strain
from engine.cards import RANKS, Card, Group, Suit

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
    if one.suit is None:
        return f"{texts(_COLONS[one.group])} {one.text}"
    return rank(one) + SYMBOLS[one.suit]


def cards(several: Iterable[Card], texts: Texts) -> str:
    """Cards one after the other, in the order given; ``none`` when there are none."""
    return ", ".join(card(one, texts) for one in several) or texts("none")


def by_suit(hand: Iterable[Card]) -> tuple[tuple[Suit | None, tuple[Card, ...]], ...]:
    """A hand as suits S H D C, each highest first, then the colons under ``None``.

    Every suit is there, also one without cards; the colons only when there are any.
    """
    held = tuple(hand)
    suits: list[tuple[Suit | None, tuple[Card, ...]]] = [
        (suit, tuple(sorted((c for c in held if c.suit is suit), key=lambda c: -c.index)))
        for suit in SUITS_HIGH_TO_LOW
    ]
    colons = tuple(sorted((c for c in held if c.is_colon), key=lambda c: -c.index))
    return (*suits, (None, colons)) if colons else tuple(suits)


def hand_lines(hand: Iterable[Card], texts: Texts) -> str:
    """A hand in lines, one a suit, the colons in a line of their own."""
    lines: list[str] = []
    for suit, held in by_suit(hand):
        if suit is None:
            lines.append(texts("**Colons:** {cards}", cards=cards(held, texts)))
            continue
        shown = "  ".join(card(one, texts) for one in held) or texts("none")
        lines.append(f"{SYMBOLS[suit]} **{suit_name(suit, texts)}**  {shown}")
    return "\n".join(lines)


def colon_name(group: Group, texts: Texts) -> str:
    """``Grand colon :G``, as it stands within a sentence."""
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
    if one.kind == "bid":
        return f"{one.level}{strain(one.strain, texts)}"
    return texts(_CALLS[one.kind])


def contract(one: Contract, texts: Texts) -> str:
    """``4♠``, ``4♠ doubled``, ``4♠ redoubled``."""
    bid = f"{one.level}{strain(one.strain, texts)}"
    if one.factor == 4:
        return texts("{bid} redoubled", bid=bid)
    return texts("{bid} doubled", bid=bid) if one.factor == 2 else bid


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
