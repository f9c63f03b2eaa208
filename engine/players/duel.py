"""Playing a card against one opponent, by simple rules: the play of Bridgette and Draw Bridge.

Win as cheaply as possible, cash winners, draw trumps, ruff, else throw the least useful card.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card, Suit
from engine.game import AuctionView
from engine.hands import COLON_MASK, SUIT_MASKS, mask_of
from engine.players.counting import asked, higher, may_hold
from engine.tricks import winner_with_colons

_GROUPS = (  # the cards of each colon's group, in the order L R G
    sum(0b1_1111_1111 << 13 * suit for suit in range(4)),
    sum(0b111 << 13 * suit + 9 for suit in range(4)),
    sum(1 << 13 * suit + 12 for suit in range(4)),
)


def card_to_play(view: AuctionView) -> Card:
    """The card for the play of a contract."""
    choices = [card for card in asked(view).choices if isinstance(card, Card)]
    if len(choices) == 1:
        return choices[0]
    place = _Place(view)
    if view.trick is None:
        return place.lead(choices)
    return place.follow(choices, view.trick.cards[0])


class _Place:
    """What matters for one choice: trumps, the own hand, and what the opponent may hold."""

    def __init__(self, view: AuctionView) -> None:
        contract = view.contract
        if contract is None or view.seat is None:
            raise ValueError("a card is asked for before there is a contract")
        self.trump_suit = Suit(contract.strain) if contract.strain < 4 else None
        self.trumps = 0 if self.trump_suit is None else SUIT_MASKS[self.trump_suit]
        self.declaring = contract.declarer == view.seat
        self.mask = mask_of(view.hand)
        out = may_hold(view, 1 - view.seat)
        self.theirs = out
        self.chance = min(1.0, view.hand_sizes[1 - view.seat] / max(1, out.bit_count()))

    def is_master(self, card: Card) -> bool:
        """Whether no card of its suit that beats it can be with the opponent."""
        return bool(card.suit_mask) and not higher(card.bit, card.suit_mask) & self.theirs

    def lead(self, choices: Sequence[Card]) -> Card:
        their_trumps = self.theirs & self.trumps
        own_trumps = self.mask & self.trumps
        masters = [card for card in choices if self.is_master(card)]
        expected = their_trumps.bit_count() * self.chance
        if their_trumps and own_trumps.bit_count() >= expected:
            drawing = [card for card in masters if card.suit_mask == self.trumps]
            if drawing:
                return drawing[0]
            # Without the master, a spare trump still takes one of theirs out.
            if self.declaring and own_trumps.bit_count() > expected + 1:
                trumps = [card for card in choices if card.suit_mask == self.trumps]
                if trumps:
                    return trumps[-1]
        cashing = [card for card in masters if card.suit_mask != self.trumps]
        if cashing:
            return max(cashing, key=self._cash_order)
        for card in choices:
            if card.is_colon and not self.theirs & (_GROUPS[card.group] | self.trumps):
                return card
        if not their_trumps and masters:
            return masters[0]
        return self._lead_to_lose(choices)

    def _cash_order(self, card: Card) -> tuple[float, int]:
        """Cash first where the opponent can still follow, then from the longest suit."""
        follows = (self.theirs & card.suit_mask).bit_count() * self.chance
        length = (self.mask & card.suit_mask).bit_count()
        if self.theirs & self.trumps:
            return min(follows, 3.0), -length
        return length - follows, card.index

    def _lead_to_lose(self, choices: Sequence[Card]) -> Card:
        """With nothing to cash: work on the longest suit, or give the least away."""
        plain = [card for card in choices if not card.is_colon]
        if not plain:
            return choices[0]
        side = [card for card in plain if card.suit_mask != self.trumps] or plain
        if self.trumps:
            return min(side, key=self._keep)

        def promise(card: Card) -> tuple[float, int]:
            length = (self.mask & card.suit_mask).bit_count()
            against = (self.theirs & card.suit_mask).bit_count() * self.chance
            return length - against, -card.index

        return max(side, key=promise)

    def follow(self, choices: Sequence[Card], led: Card) -> Card:
        winning = [c for c in choices if winner_with_colons(led, c, self.trump_suit)]
        if winning:
            cheapest = min(winning, key=lambda c: (c.suit_mask == self.trumps, c.rank or 0))
            if not self._better_to_duck(cheapest, led):
                return cheapest
        losing = [card for card in choices if card not in winning] or choices
        return self._throw(losing, led)

    def _better_to_duck(self, cheapest: Card, led: Card) -> bool:
        """A trump that is a sure trick anyway need not be spent on the opponent's small colon."""
        return led.is_colon and cheapest.suit_mask == self.trumps and not self.theirs & self.trumps

    def _throw(self, choices: Sequence[Card], led: Card) -> Card:
        plain = [card for card in choices if not card.is_colon]
        colons = [card for card in choices if card.is_colon]
        if not colons:
            return min(plain, key=self._keep)
        if not plain:
            return min(colons, key=lambda card: card.index)
        lowest = min(plain, key=self._keep)
        if not led.suit_mask:
            # A colon led and lost to: part with a small card, or with a colon of little use.
            little = colons[-1]
            return lowest if (lowest.rank or 0) < 9 or little.group else little
        # A colon saves a card that may still win, and stops a long suit.
        long_suit = (self.theirs & led.suit_mask).bit_count() * self.chance >= 2
        worth_saving = self._keep(lowest) >= 8
        return colons[0] if worth_saving or (long_suit and not self.trumps) else lowest

    def _keep(self, card: Card) -> float:
        """How useful a card is to keep."""
        if card.bit & COLON_MASK:
            return 6.0 + card.group
        value = float(card.rank or 0)
        if card.suit_mask == self.trumps:
            return 40 + value
        if self.is_master(card):
            value += 20
        own = (self.mask & card.suit_mask).bit_count()
        above = (higher(card.bit, card.suit_mask) & self.theirs).bit_count() * self.chance
        below_needed = own - 1 - above
        if value >= 9 and -0.5 <= below_needed < 1:
            value += 4  # guarded, but only just
        against = (self.theirs & card.suit_mask).bit_count() * self.chance
        return value + max(0.0, own - against) * 1.5
