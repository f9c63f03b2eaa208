"""The level ``easy`` in Bridgette and Draw Bridge: exchange, draw phase and auction."""

from __future__ import annotations

from collections.abc import Sequence

from engine.auction import DOUBLE, PASS, REDOUBLE, Call, Strain
from engine.cards import Card
from engine.game import AuctionView, BridgetteView, Discard, DrawBridgeView
from engine.hands import SUIT_MASKS, mask_of
from engine.players.counting import asked, higher, unseen
from engine.players.worth import quick_tricks, tricks
from engine.tricks import winner, winner_by_rank

_MARGIN = 0.6  # tricks kept in hand when bidding
_SURE_OF_DEFEAT = 1.7  # tricks beyond the one that defeats a contract, to double it
_COLON_WORTH = (1.5, 4.5, 7.5)  # when choosing what to keep, by group


def discard(view: BridgetteView) -> Discard:
    """What to put away in the exchange: keep strength, length and the better colons."""
    decision = asked(view)
    best = max(Strain, key=lambda strain: _promise(decision.cards, strain))
    order = sorted(decision.cards, key=lambda card: _keep(card, decision.cards, best))
    return Discard(tuple(order[: decision.count]))


def _promise(cards: Sequence[Card], strain: Strain) -> float:
    """How well a hand of more than 13 cards suits a strain."""
    if strain is Strain.NO_TRUMP:
        return sum(max(0, (card.rank or 0) - 8) for card in cards) * 0.95
    suit = [card for card in cards if card.suit_mask == SUIT_MASKS[strain]]
    return sum(3.0 + max(0, (card.rank or 0) - 7) for card in suit) + sum(
        max(0, (card.rank or 0) - 10) for card in cards if card not in suit
    )


def _keep(card: Card, cards: Sequence[Card], strain: Strain) -> float:
    if card.rank is None:
        return _COLON_WORTH[card.group]
    own = [other for other in cards if other.suit_mask == card.suit_mask]
    missing = 12 - card.rank - own.index(card)
    strength = 12.0 * 0.6**missing
    length = len(own) * 0.7
    if card.suit is not None and int(card.suit) == int(strain):
        return 20 + card.rank
    return strength + length + card.rank * 0.2


def call(view: AuctionView) -> Call:
    """Bid what the hand is worth; double with the defence in hand; else pass."""
    choices = [choice for choice in asked(view).choices if isinstance(choice, Call)]
    out = unseen(view)
    worth = {strain: tricks(view.hand, out, 13, strain) for strain in Strain}
    last = next((made for _, made in reversed(view.calls) if made.kind == "bid"), None)
    own = last is not None and any(made is last for seat, made in view.calls if seat == view.seat)
    bids = [
        bid for bid in choices if bid.kind == "bid" and 6 + bid.level <= worth[bid.strain] - _MARGIN
    ]
    if last is not None:
        if own and REDOUBLE in choices and worth[last.strain] >= last.level + 8:
            return REDOUBLE
        if DOUBLE in choices and _defeats(view, last, worth[last.strain]):
            return DOUBLE
        if own:
            return PASS  # the opponent doubled: stand by the bid
    if not bids:
        return PASS
    if isinstance(view, BridgetteView):
        return max(bids, key=lambda bid: (_value(bid), worth[bid.strain] - bid.level))
    return max(bids, key=lambda bid: (worth[bid.strain] - 6) * _per_trick(bid.strain) - bid.level)


def _defeats(view: AuctionView, bid: Call, worth: float) -> bool:
    """Whether a bid of the opponent is to be doubled; ``worth`` is that of the own hand in it."""
    needed = 8 - bid.level
    if isinstance(view, BridgetteView):
        # Who bids has strength that the own hand does not see: only what must win counts.
        return quick_tricks(view.hand, unseen(view), bid.strain) >= needed
    # Count a little less than a declarer would: trumps are of the opponent's choosing.
    return worth - 0.5 >= needed - 1 + _SURE_OF_DEFEAT


def _value(bid: Call) -> int:
    """The rank of a bid's value in the table of Bridgette, roughly."""
    if bid.strain is Strain.NO_TRUMP:
        return (0, 1, 1, 2, 2, 3, 4, 5)[bid.level]
    if bid.strain >= Strain.HEARTS:
        return (0, 0, 1, 1, 2, 2, 3, 4)[bid.level]
    return (0, 0, 1, 1, 1, 2, 3, 4)[bid.level]


def _per_trick(strain: Strain) -> int:
    return 20 if strain <= Strain.DIAMONDS else 30


def card_to_draw(view: DrawBridgeView) -> Card:
    """The card for a trick of the draw phase: throw what is worst, win a good top that is seen."""
    choices = [card for card in asked(view).choices if isinstance(card, Card)]
    hand = view.hand

    def keep(card: Card) -> float:
        return _draw_value(card, hand)

    worst = min(choices, key=keep)
    top = view.stock_top
    if top is None:
        return worst
    gain = _draw_value(top, (*hand, top))
    follows = view.options["draw"] == "follow"
    if view.trick is None:
        # Lead to win only for a good card, with the cheapest card that is likely to hold.
        likely = [card for card in choices if (card.rank or 0) >= 9 and keep(card) < gain - 2]
        return min(likely, key=keep) if likely and gain >= 10 else worst
    led = view.trick.cards[0]
    winning = [
        card
        for card in choices
        if (winner((led, card), None) if follows else winner_by_rank(led, card))
    ]
    losing = [card for card in choices if card not in winning]
    wanted = gain >= 7
    pool = winning if wanted else losing
    if not pool:
        return worst
    chosen = min(pool, key=keep)
    # Never pay for the top with something better, nor for a bad one by keeping worse.
    return chosen if keep(chosen) - keep(worst) < abs(gain - 6) else worst


def _draw_value(card: Card, hand: Sequence[Card]) -> float:
    own = mask_of(hand) & card.suit_mask
    above = (
        higher(card.bit, card.suit_mask).bit_count()
        - (own & higher(card.bit, card.suit_mask)).bit_count()
    )
    return 12.0 * 0.7**above + own.bit_count() * 0.8 + (card.rank or 0) * 0.15
