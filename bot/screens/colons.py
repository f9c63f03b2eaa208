"""What colons mean: for whoever is to act, and for whoever holds one (rules, Bridgette, "Play")."""

from __future__ import annotations

from collections.abc import Collection

from bot.screens import words
from bot.screens.models import TableInfo
from bot.screens.parts import TRICKS, plain_seat_name, seat_name
from bot.texts import Texts
from engine.auction import Strain
from engine.cards import Card, Suit
from engine.game import BridgetteView
from engine.lookback import PlayedDeal
from engine.tricks import ban


def colon_lines(view: BridgetteView, info: TableInfo, texts: Texts) -> list[str]:
    """What a colon on the table or a ban means for the player to act."""
    if not view.to_act or view.phase != "play":
        return []
    name = seat_name(info, view.to_act[0], texts)
    if view.trick is None or not view.trick.cards:
        if view.banned is None:
            return []
        suit = Suit(view.banned)
        return [
            texts(
                "**Ban:** A colon was played to the last trick: {name} may not lead {suit} "
                "{symbol} now, unless nothing else is left.",
                name=name,
                suit=words.suit_name(suit, texts),
                symbol=words.SYMBOLS[suit],
            )
        ]
    led = view.trick.cards[0]
    return [_led_colon(led, view, info, texts)] if led.is_colon else []


def _led_colon(led: Card, view: BridgetteView, info: TableInfo, texts: Texts) -> str:
    assert view.trick is not None
    return texts(
        "**Colon led:** {name} may play any card and wins with {cards}; otherwise {leader} wins.",
        name=seat_name(info, view.to_act[0], texts),
        cards=beats_a_colon(led, view, texts),
        leader=seat_name(info, view.trick.leader, texts),
    )


def beats_a_colon(led: Card, view: BridgetteView, texts: Texts) -> str:
    """The cards that win a trick to which this colon was led: ``a trump or an ace``."""
    group = words.group_name(led.group, texts)
    if view.contract is None or view.contract.strain is Strain.NO_TRUMP:
        return group
    return texts("a trump or {cards}", cards=group)


def colon_hints(
    view: BridgetteView, playable: Collection[str], info: TableInfo, texts: Texts
) -> list[str]:
    """What a colon in hand can do now, in words."""
    colons = [card for card in view.hand if card.is_colon and card.text in playable]
    if not colons or view.phase != "play":
        return []
    opponent = seat_name(info, 1 - (view.seat or 0), texts)
    if view.trick is None or not view.trick.cards:
        return [
            texts(
                "The {colon} may be led: {name} then wins only with {cards}.",
                colon=words.colon_name(card.group, texts),
                name=opponent,
                cards=beats_a_colon(card, view, texts),
            )
            for card in colons
        ]
    led = view.trick.cards[0]
    if led.suit is None:
        return []
    return [
        texts(
            "The {colon} may be played on {card}: it loses the trick, and {name} may then not "
            "lead {suit}.",
            colon=words.colon_name(card.group, texts),
            card=words.card(led, texts),
            name=opponent,
            suit=words.suit_name(led.suit, texts),
        )
        if card.group is led.group
        else texts(
            "You hold nothing but colons that do not match: the {colon} simply loses.",
            colon=words.colon_name(card.group, texts),
        )
        for card in colons
    ]


def ban_told(deal: PlayedDeal, number: int, info: TableInfo, texts: Texts) -> list[str]:
    """What a colon did that was played to trick ``number`` (from 0) of a deal looked back on."""
    trick = deal.tricks[number]
    if trick.winner is None or number + 1 >= TRICKS or not trick.cards[1].is_colon:
        return []
    lead, colon = trick.cards
    banned = ban(lead, colon)
    if banned is None:
        return []
    name = plain_seat_name(info, trick.winner, texts)
    told = texts(
        "**Ban:** The {colon} was played on {card}, so {name} might not lead {suit} next.",
        colon=words.colon_name(colon.group, texts),
        card=words.card(lead, texts),
        name=name,
        suit=words.suit_name(banned, texts),
    )
    if all(card.suit is banned for card in deal.before_trick(number + 1)[trick.winner]):
        fell = texts("{name} held nothing else, and the ban fell away.", name=name)
        return [f"{told} {fell}"]
    return [told]
