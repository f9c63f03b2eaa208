"""Following suit, and who wins a trick.

Hands are in pack order (``engine.cards.IN_ORDER``), as are the cards that may be played.  A winner
is given by its place in the trick, 0 for the leader; ``trumps`` is ``None`` for no trump.  Suits
are compared by identity, which is safe (there is one object each) and much the fastest.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import COLONS, Card, Suit

Hand = Sequence[Card]

# The one card of each group that is a colon, by group.
COLON_OF: Final = COLONS


def anything(hand: Hand, trick: Hand) -> Hand:
    """Cards that may follow where there is no duty to follow suit."""
    return hand


def follow(hand: Hand, trick: Hand) -> Hand:
    """Cards that may follow: those of the suit led, or any if there are none."""
    suit = trick[0].suit
    return [card for card in hand if card.suit is suit] or hand


def follow_or_colon(hand: Hand, trick: Hand) -> Hand:
    """Cards that may follow in Bridgette.

    To a colon, any.  To a suit card, a card of the suit, or the colon of the led card's
    group even when the suit is held; without the suit any suit card or that colon; and
    whoever holds nothing but other colons may play any of them.
    """
    led = trick[0]
    suit = led.suit
    if suit is None:
        return hand
    colon = COLON_OF[led.group]
    cards = [card for card in hand if card.suit is suit or card is colon]
    if cards and cards[0].suit is suit:  # colons come last
        return cards
    return [card for card in hand if card.suit is not None or card is colon] or hand


def follow_or_overtrump(hand: Hand, trick: Hand) -> Hand:
    """Cards that may be played to a trick of Call Bridge, which has begun.

    Whoever cannot follow must play a spade that beats the highest spade in the trick, and any
    card when holding no such spade.
    """
    suit = trick[0].suit
    followers = [card for card in hand if card.suit is suit]
    if followers:
        return followers
    spades = Suit.SPADES
    highest = max([card.index for card in trick if card.suit is spades], default=-1)
    return [card for card in hand if card.suit is spades and card.index > highest] or hand


def not_banned(hand: Hand, banned: Suit) -> Hand:
    """Cards that may be led under the ban of a suit, which falls away if there is nothing else."""
    return [card for card in hand if card.suit is not banned] or hand


def winner(trick: Hand, trumps: Suit | None) -> int:
    """The place of the highest trump, else of the highest card of the suit led."""
    best = trick[0]
    place = at = 0
    for card in trick:
        if card.suit is best.suit:
            if card.index > best.index:
                best, place = card, at
        elif card.suit is trumps:
            best, place = card, at
        at += 1  # noqa: SIM113  # an enumeration would cost more than the rest
    return place


def winner_by_rank(lead: Card, reply: Card) -> int:
    """The draw phase of Draw Bridge: the higher rank whatever the suits, the leader on a tie."""
    return 1 if (reply.rank or 0) > (lead.rank or 0) else 0


def winner_with_colons(lead: Card, reply: Card, trumps: Suit | None) -> int:
    """Bridgette: a colon that follows loses.

    A colon that was led loses only to a trump or to a card of its group.
    """
    suit = reply.suit
    if suit is None:
        return 0
    if suit is lead.suit:
        return 1 if reply.index > lead.index else 0
    if suit is trumps:
        return 1
    return 1 if lead.suit is None and reply.group is lead.group else 0


def ban(lead: Card, reply: Card) -> Suit | None:
    """The suit that the leader may not lead next: the one led, if a colon followed its group."""
    return lead.suit if reply.suit is None and reply.group is lead.group else None
