"""Call Bridge, a card tried in a world: it is played, and the rest by rules of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.cards import Card
from engine.game import CallBridgeView
from engine.players.hard_call_playout import RUFFED, play_out
from engine.players.hard_call_value import Stakes
from engine.players.worlds_call import SEATS, World

BONUS_FROM: Final = 8
ALWAYS: Final = 14  # more tricks than there are: a seat that stops there never does


def stops(bids: Sequence[int]) -> list[int]:
    """With how many tricks each seat ceases to want more: only bonus bids can be overdone."""
    return [bid if bid >= BONUS_FROM else ALWAYS for bid in bids]


def different(choices: Sequence[Card], out: int) -> list[Card]:
    """The choices, lowest first, without those just as good as a lower one.

    Two cards of a suit are alike if no card that another player holds (``out``, a mask) lies
    between them, nor one on the table.
    """
    kept: list[Card] = []
    last: Card | None = None
    for card in sorted(choices, key=lambda card: card.index):
        alike = (
            last is not None
            and last.suit is card.suit
            and not (card.bit - 1) & -(last.bit << 1) & out
        )
        if not alike:
            kept.append(card)
        last = card
    return kept


class Trial:
    """Tries cards for the seat to act of a view, in any world."""

    __slots__ = (
        "_best",
        "_holder",
        "_leader",
        "_played",
        "_seat",
        "_stakes",
        "_stops",
        "_suit",
        "_won",
    )

    def __init__(self, view: CallBridgeView, seat: int) -> None:
        bids = [bid or 0 for bid in view.bids]
        self._seat = seat
        self._stakes = Stakes(view, seat, bids)
        self._stops = stops(bids)
        self._won = list(view.tricks_won)
        self._leader, self._suit, self._best, self._holder, self._played = seat, -1, 0, seat, 0
        if view.trick is not None:
            self._leader = view.trick.leader
            for place, card in enumerate(view.trick.cards):
                by = (self._leader + place) % SEATS
                self._suit, self._best, self._holder = self._after(card, by)
                self._played = place + 1

    def _after(self, card: Card, seat: int) -> tuple[int, int, int]:
        """Suit led, best card and its holder when a seat plays this card next."""
        suit, rank = divmod(card.index, 13)
        led = suit if self._suit < 0 else self._suit
        value = 1 << rank | (RUFFED if suit == 3 != led else 0)
        if (suit == led or suit == 3) and value > self._best:
            return led, value, seat
        return led, self._best, self._holder

    def sensible(self, choices: Sequence[Card]) -> list[Card]:
        """The choices without those that a lower card of the suit makes pointless.

        Cards that cannot win the trick are all one to it, as are cards that win it when nobody
        plays after; the lower one is then the one to be rid of.  Not so for a seat that wants no
        more tricks.
        """
        if self._played == 0 or self._won[self._seat] >= self._stops[self._seat]:
            return list(choices)
        kept: list[Card] = []
        alike: set[tuple[object, bool]] = set()
        for card in sorted(choices, key=lambda card: card.index):
            wins = self._after(card, self._seat)[2] == self._seat
            if not wins or self._played == SEATS - 1:
                if (card.suit, wins) in alike:
                    continue
                alike.add((card.suit, wins))
            kept.append(card)
        return kept

    def worth(self, world: World, card: Card) -> float:
        """What the deal is worth to the seat when it plays this card in this world."""
        return self.value(self.tricks(world, card))

    def value(self, won: Sequence[int]) -> float:
        """What the deal is worth to the seat when it ends with these tricks."""
        return self._stakes.worth(won)

    def tricks(self, world: World, card: Card) -> list[int]:
        """The tricks of each seat when this one plays this card in this world."""
        hands = world.copy()
        suit, rank = divmod(card.index, 13)
        hands[suit * 4 + self._seat] ^= 1 << rank
        led, best, holder = self._after(card, self._seat)
        won = self._won.copy()
        played = self._played + 1
        play_out(hands, union(hands), won, self._stops, self._leader, led, best, holder, played)
        return won


def union(hands: World) -> list[int]:
    """What is left of each suit."""
    return [hands[row] | hands[row + 1] | hands[row + 2] | hands[row + 3] for row in (0, 4, 8, 12)]
