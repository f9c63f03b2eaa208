"""Following suit, and who wins a trick.

Hands are masks (``engine.hands``); a winner is given by its place in the trick, 0 for the
leader.  ``trumps`` is the mask of the trump suit, 0 for no trump.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card
from engine.hands import COLON_MASK, SPADE_MASK


def follow(hand: int, trick: Sequence[Card]) -> int:
    """Cards that may follow: those of the suit led, or any if there are none."""
    return hand & trick[0].suit_mask or hand


def anything(hand: int, trick: Sequence[Card]) -> int:
    """Cards that may follow where there is no duty to follow suit."""
    return hand


def follow_or_colon(hand: int, trick: Sequence[Card]) -> int:
    """Cards that may follow in Bridgette.

    To a colon, any.  To a suit card, a card of the suit, or the colon of the led card's
    group even when the suit is held; without the suit any suit card or that colon; and
    whoever holds nothing but other colons may play any of them.
    """
    led = trick[0]
    if not led.suit_mask:
        return hand
    return (hand & led.suit_mask or hand & ~COLON_MASK) | hand & led.colon_bit or hand


def follow_or_overtrump(hand: int, trick: Sequence[Card]) -> int:
    """Cards that may be played to a trick of Call Bridge, which has begun.

    Whoever cannot follow must play a spade that beats the highest spade in the trick, and any
    card when holding no such spade.
    """
    followers = hand & trick[0].suit_mask
    if followers:
        return followers
    spades = hand & SPADE_MASK
    if spades:
        highest = 0
        for card in trick:
            if card.bit & SPADE_MASK and card.bit > highest:
                highest = card.bit
        # With no spade in the trick ``highest`` is 0 and every spade beats it.
        return spades & -(highest << 1) or hand if highest else spades
    return hand


def winner(trick: Sequence[Card], trumps: int) -> int:
    """The place of the highest trump, else of the highest card of the suit led."""
    best = trick[0]
    place = 0
    for at, card in enumerate(trick):
        if card.suit_mask == best.suit_mask:
            if card.index > best.index:
                best, place = card, at
        elif card.suit_mask == trumps:
            best, place = card, at
    return place


def winner_by_rank(lead: Card, reply: Card) -> int:
    """The draw phase of Draw Bridge: the higher rank whatever the suits, the leader on a tie."""
    return 1 if (reply.rank or 0) > (lead.rank or 0) else 0


def winner_with_colons(lead: Card, reply: Card, trumps: int) -> int:
    """Bridgette: a colon that follows loses.

    A colon that was led loses only to a trump or to a card of its group.
    """
    if not reply.suit_mask:
        return 0
    if not lead.suit_mask:
        return 1 if reply.suit_mask == trumps or reply.group is lead.group else 0
    if reply.suit_mask == lead.suit_mask:
        return 1 if reply.index > lead.index else 0
    return 1 if reply.suit_mask == trumps else 0
