"""The level ``easy`` in Call Bridge."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Suit
from engine.game import CallBridgeView, TrickBid
from engine.hands import SPADE_MASK, SUIT_MASKS, mask_of
from engine.players.counting import asked, higher, unseen, voids
from engine.tricks import winner

_CAUTION = 0.35  # tricks kept in hand when bidding
_BONUS_FROM = 8


def bid(view: CallBridgeView) -> TrickBid:
    """As many tricks as the hand promises, a little less; never less than 2."""
    choices = [choice for choice in asked(view).choices if isinstance(choice, TrickBid)]
    number = int(expected(view.hand) - _CAUTION)
    allowed = {choice.tricks: choice for choice in choices}
    return allowed[max(min(allowed), min(number, max(allowed)))]


def expected(hand: Sequence[Card]) -> float:
    """The tricks that a hand of 13 promises against three others."""
    mask = mask_of(hand)
    spades = mask & SPADE_MASK
    total = _spade_tricks(spades)
    length = spades.bit_count()
    ruffs = 0.0
    for suit in SUIT_MASKS[:3]:
        own = (mask & suit).bit_count()
        total += _side_tricks(mask & suit, suit, own)
        if own <= 2:
            ruffs += (1.0, 0.7, 0.25)[own]
    # Small spades ruff; those that win anyway have been counted.
    small = max(0.0, length - _spade_tricks(spades))
    return total + min(ruffs, small * 0.6)


def _spade_tricks(spades: int) -> float:
    total = 0.0
    place = 0
    left = spades
    while left:
        bit = 1 << left.bit_length() - 1
        left ^= bit
        missing = higher(bit, SPADE_MASK).bit_count() - place
        total += max(0.95 * 0.55**missing if missing <= 2 else 0.0, 0.8 if place >= 4 else 0.0)
        place += 1
    return total


def _side_tricks(cards: int, suit: int, own: int) -> float:
    total = 0.0
    place = 0
    left = cards
    while left and place < 3:
        bit = 1 << left.bit_length() - 1
        left ^= bit
        missing = higher(bit, suit).bit_count() - place
        guarded = own > missing + place
        base = (0.9, 0.6, 0.3)[missing] if missing <= 2 and guarded else 0.0
        # The longer the suit, the sooner somebody ruffs.
        fade = 1.0 if own <= 4 else 0.85 if own == 5 else 0.6
        total += base * fade * (1.0, 0.8, 0.45)[place]
        place += 1
    return total


def card_to_play(view: CallBridgeView) -> Card:
    """Win while the bid is not made; with a bonus bid made, lose what can be lost."""
    choices = [card for card in asked(view).choices if isinstance(card, Card)]
    if len(choices) == 1:
        return choices[0]
    place = _Place(view)
    return place.lead(choices) if view.trick is None else place.follow(choices)


class _Place:
    """What matters for one choice: what is out, who is void, and whether tricks are wanted."""

    def __init__(self, view: CallBridgeView) -> None:
        seat = view.seat
        if seat is None:
            raise ValueError("a spectator plays no card")
        self.out = unseen(view)
        self.mask = mask_of(view.hand)
        self.trick: tuple[Card, ...] = view.trick.cards if view.trick else ()
        out_of = voids(view)
        self.to_come = [
            (seat + step) % view.seats for step in range(1, view.seats - len(self.trick))
        ]
        self.out_of = out_of
        made = view.tricks_won[seat]
        target = view.bids[seat] or 0
        self.wants = made < target if target >= _BONUS_FROM else True
        self.short = max(0, target - made)

    def _can_be_ruffed(self, suit: int) -> bool:
        if not self.out & SPADE_MASK or suit == SPADE_MASK:
            return False
        return any(
            self.out_of[seat] & suit and not self.out_of[seat] & SPADE_MASK for seat in self.to_come
        ) or (self.out & suit).bit_count() < len(self.to_come)

    def is_master(self, card: Card) -> bool:
        return not higher(card.bit, card.suit_mask) & self.out

    def lead(self, choices: Sequence[Card]) -> Card:
        if not self.wants:
            return min(choices, key=lambda card: ((card.rank or 0), card.suit_mask))
        masters = [card for card in choices if self.is_master(card)]
        safe = [
            c for c in masters if c.suit_mask != SPADE_MASK and not self._can_be_ruffed(c.suit_mask)
        ]
        if safe:
            # The suit with most cards still out is the least likely to be ruffed.
            return max(safe, key=lambda card: (self.out & card.suit_mask).bit_count())
        spades = [card for card in masters if card.suit_mask == SPADE_MASK]
        own = (self.mask & SPADE_MASK).bit_count()
        theirs = (self.out & SPADE_MASK).bit_count()
        if spades and (theirs == 0 or own * 2 >= theirs or len(spades) >= self.short):
            return spades[0]
        side = [card for card in choices if card.suit_mask != SPADE_MASK]
        if not side:
            return spades[0] if spades else choices[-1]
        # From the shortest suit, to ruff it later; keep kings and queens guarded.
        return min(side, key=self._lead_cost)

    def _lead_cost(self, card: Card) -> tuple[float, int]:
        own = (self.mask & card.suit_mask).bit_count()
        honour = 3.0 if (card.rank or 0) >= 10 and not self.is_master(card) else 0.0
        return own + honour + (card.rank or 0) * 0.1, card.index

    def follow(self, choices: Sequence[Card]) -> Card:
        winning = [card for card in choices if self._takes(card)]
        losing = [card for card in choices if not self._takes(card)]
        if not self.wants:
            if losing:
                return max(losing, key=self._danger)
            return max(winning, key=lambda card: card.index)
        if not winning:
            return min(choices, key=self._keep)
        if not self.to_come:
            return min(winning, key=lambda card: (card.suit_mask == SPADE_MASK, card.rank or 0))
        led = self.trick[0].suit_mask
        ruffing = [card for card in winning if card.suit_mask != led]
        if ruffing:
            return min(ruffing, key=lambda card: card.rank or 0)
        sure = [c for c in winning if self.is_master(c) and not self._can_be_ruffed(led)]
        if sure:
            return min(sure, key=lambda card: card.rank or 0)
        likely = [card for card in winning if self.is_master(card)]
        if likely:
            return likely[-1]
        # Nobody is made to spend a master on a low card if the rest stay low: try a middling one
        # in the last place but one, else stay low.
        if len(self.to_come) == 1 and losing:
            return winning[-1] if (winning[-1].rank or 0) <= 9 else min(losing, key=self._keep)
        return min(choices, key=self._keep)

    def _takes(self, card: Card) -> bool:
        return winner((*self.trick, card), Suit.SPADES) == len(self.trick)

    def _danger(self, card: Card) -> tuple[bool, int]:
        """How likely a card is to win a trick that is not wanted."""
        return card.suit_mask == SPADE_MASK, card.rank or 0

    def _keep(self, card: Card) -> float:
        value = float(card.rank or 0)
        if card.suit_mask == SPADE_MASK:
            return 40 + value
        own = (self.mask & card.suit_mask).bit_count()
        above = (higher(card.bit, card.suit_mask) & self.out).bit_count()
        if above == 0:
            value += 10
        elif own <= above + 1 and value >= 10:
            value += 5
        # Being rid of a short suit allows ruffs.
        return value + (own * 0.5 if self.mask & SPADE_MASK else 0.0)
