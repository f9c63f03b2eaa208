"""Cards and bids in words, for somebody to whom they are read aloud.

Each card is one text, so that every language can say it as its players do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.texts import Texts, marked
from engine.auction import Call, Contract, Strain
from engine.cards import Card, Group

_CARDS: Final[Mapping[str, str]] = {
    "AS": marked("ace of spades"),
    "KS": marked("king of spades"),
    "QS": marked("queen of spades"),
    "JS": marked("jack of spades"),
    "TS": marked("ten of spades"),
    "9S": marked("nine of spades"),
    "8S": marked("eight of spades"),
    "7S": marked("seven of spades"),
    "6S": marked("six of spades"),
    "5S": marked("five of spades"),
    "4S": marked("four of spades"),
    "3S": marked("three of spades"),
    "2S": marked("two of spades"),
    "AH": marked("ace of hearts"),
    "KH": marked("king of hearts"),
    "QH": marked("queen of hearts"),
    "JH": marked("jack of hearts"),
    "TH": marked("ten of hearts"),
    "9H": marked("nine of hearts"),
    "8H": marked("eight of hearts"),
    "7H": marked("seven of hearts"),
    "6H": marked("six of hearts"),
    "5H": marked("five of hearts"),
    "4H": marked("four of hearts"),
    "3H": marked("three of hearts"),
    "2H": marked("two of hearts"),
    "AD": marked("ace of diamonds"),
    "KD": marked("king of diamonds"),
    "QD": marked("queen of diamonds"),
    "JD": marked("jack of diamonds"),
    "TD": marked("ten of diamonds"),
    "9D": marked("nine of diamonds"),
    "8D": marked("eight of diamonds"),
    "7D": marked("seven of diamonds"),
    "6D": marked("six of diamonds"),
    "5D": marked("five of diamonds"),
    "4D": marked("four of diamonds"),
    "3D": marked("three of diamonds"),
    "2D": marked("two of diamonds"),
    "AC": marked("ace of clubs"),
    "KC": marked("king of clubs"),
    "QC": marked("queen of clubs"),
    "JC": marked("jack of clubs"),
    "TC": marked("ten of clubs"),
    "9C": marked("nine of clubs"),
    "8C": marked("eight of clubs"),
    "7C": marked("seven of clubs"),
    "6C": marked("six of clubs"),
    "5C": marked("five of clubs"),
    "4C": marked("four of clubs"),
    "3C": marked("three of clubs"),
    "2C": marked("two of clubs"),
    ":G": marked("the Grand colon"),
    ":R": marked("the Royal colon"),
    ":L": marked("the Little colon"),
}
_COLONS: Final[Mapping[Group, str]] = {
    Group.GRAND: marked("Grand colon"),
    Group.ROYAL: marked("Royal colon"),
    Group.LITTLE: marked("Little colon"),
}


def card(one: Card, texts: Texts) -> str:
    """``ten of spades``, ``the Grand colon``."""
    return texts(_CARDS[one.text])


def colon_name(group: Group, texts: Texts) -> str:
    """``Grand colon``, as it stands within a sentence."""
    return texts(_COLONS[group])


def bid(one: Call | Contract, texts: Texts) -> str:
    """``4 spades``, ``1 club``, ``3 no trump``."""
    level = one.level
    match one.strain:
        case Strain.SPADES:
            return texts.plural("{count} spade", "{count} spades", level)
        case Strain.HEARTS:
            return texts.plural("{count} heart", "{count} hearts", level)
        case Strain.DIAMONDS:
            return texts.plural("{count} diamond", "{count} diamonds", level)
        case Strain.CLUBS:
            return texts.plural("{count} club", "{count} clubs", level)
        case Strain.NO_TRUMP:
            return texts("{count} no trump", count=level)
