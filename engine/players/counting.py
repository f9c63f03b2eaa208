"""Keeping count: what has gone, what may still be out, and who is known to be void.

Everything here follows from a view, that is, from what the seat may know.  Sets of cards are masks
(``engine.hands``).
"""

from __future__ import annotations

from engine.game import BridgetteView, Decision, DrawBridgeView, View
from engine.hands import COLON_MASK, SUIT_MASKS, mask_of

_PACK = sum(SUIT_MASKS)


def asked(view: View) -> Decision:
    """The decision of a view; ``ValueError`` if nothing is asked."""
    if view.decision is None:
        raise ValueError("nothing is asked of this seat")
    return view.decision


def unseen(view: View) -> int:
    """The cards that this seat has not seen: in other hands, in the stock or put away."""
    seen = mask_of(view.hand)
    for trick in view.tricks:
        seen |= mask_of(trick.cards)
    if view.trick is not None:
        seen |= mask_of(view.trick.cards)
    if isinstance(view, BridgetteView):
        aside = view.up_card.bit if view.options["upcard"] == "aside" else 0
        return (_PACK | COLON_MASK) & ~(seen | aside | mask_of(view.discarded))
    if isinstance(view, DrawBridgeView):
        for trick in view.draw_tricks:
            seen |= mask_of(trick.cards)
    return _PACK & ~seen


def voids(view: View) -> tuple[int, ...]:
    """For each seat, the suits that it has shown to be out of, as a mask."""
    out = [0] * view.seats
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    for trick in tricks:
        led = trick.cards[0].suit_mask
        for place, card in enumerate(trick.cards):
            if led and card.suit_mask and card.suit_mask != led:
                out[(trick.leader + place) % view.seats] |= led
    return tuple(out)


def may_hold(view: View, seat: int) -> int:
    """The unseen cards that another seat may hold, as far as its plays tell."""
    return unseen(view) & ~voids(view)[seat]


def higher(bit: int, suit: int) -> int:
    """The cards of a suit above a card, both as masks."""
    return suit & ~((bit << 1) - 1)
