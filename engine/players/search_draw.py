"""The draw phase of Draw Bridge: each card is tried out in many worlds.

In a world the rest of the draw phase is played by a quick rule (throw what is liked least), and the
two hands that come of it are valued by the contracts they can make.
"""

from __future__ import annotations

import random
from math import exp
from typing import Final

from engine.cards import Card
from engine.game import DrawBridgeView
from engine.hands import SUIT_MASKS, mask_of
from engine.players.counting import asked, unseen
from engine.players.estimate import Estimator
from engine.players.worlds_draw import DrawWorlds

_RANKS: Final = (1 << 13) - 1
_TOP: Final = 12.0  # of the liking for a card: a card that nothing beats
_FADE: Final = 0.72  # for each card out that beats it
_LENGTH: Final = 0.9  # for each card of its suit in the hand
_RANK: Final = 0.1
_FEW: Final = 7  # cards that are tried out at most
_PRIOR: Final = 0.4  # points by which worlds must speak for throwing a card liked more, per liking
_STAGE: Final = 5  # the part of the worlds (a fifth) after which all but the best are dropped
_FINAL: Final = 3
_PER_TRICK: Final = (20, 20, 30, 30, 30)
_FIRST: Final = (0, 0, 0, 0, 10)
_MARGIN: Final = 1.5  # by how many bids one side must be able to outbid the other to be sure


class Liking:
    """How much a hand likes to keep its cards, given those that are out of the game."""

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: dict[int, tuple[float, int]] = {}

    def card(self, index: int, hand: int, gone: int) -> float:
        """The liking for one card."""
        suit, rank = divmod(index, 13)
        own = hand >> 13 * suit & _RANKS
        above = (_RANKS & ~(gone >> 13 * suit) & ~own) >> rank + 1
        return _TOP * _FADE ** above.bit_count() + _LENGTH * own.bit_count() + _RANK * rank

    def worst(self, hand: int, gone: int, allowed: int = -1) -> tuple[float, int]:
        """The least liked card of a hand: the liking, and the card as a mask."""
        best = (99.0, 0)
        for suit in range(4):
            own = hand >> 13 * suit & _RANKS
            if not own or not SUIT_MASKS[suit] & allowed:
                continue
            out = gone >> 13 * suit & _RANKS
            key = own << 13 | out
            entry = self._known.get(key)
            if entry is None:
                low = (own & -own).bit_length() - 1
                entry = self._known[key] = (self.card(low, own, out), low)
            if entry[0] < best[0]:
                best = (entry[0], 1 << 13 * suit + entry[1])
        return best


class DrawSearch:
    """What is needed to try out a card: the view, guesses at the hidden cards, and estimates."""

    def __init__(self, view: DrawBridgeView, rng: random.Random, estimator: Estimator) -> None:
        if view.seat is None:
            raise ValueError("a spectator plays no cards")
        self._view = view
        self._rng = rng
        self._estimator = estimator
        self._liking = Liking()
        self._follow = view.options["draw"] == "follow"
        self._hand = mask_of(view.hand)
        self._gone = 0
        for trick in view.draw_tricks:
            self._gone |= mask_of(trick.cards)
        self._led = None if view.trick is None else view.trick.cards[0]
        if self._led is not None:
            self._gone |= self._led.bit
        self._left = 13 - len(view.draw_tricks)
        self._out = unseen(view)
        self._top = 0 if view.stock_top is None else view.stock_top.bit

    def card(self, count: int) -> Card:
        """The card that is best over ``count`` worlds, fewer where a world costs more."""
        choices = [choice for choice in asked(self._view).choices if isinstance(choice, Card)]
        liking = self._liking
        order = sorted(choices, key=lambda each: liking.card(each.index, self._hand, self._gone))
        tried = order[:_FEW]
        if self._view.stock_top is not None:
            # More cards are tried, and each is answered with an eye on the top of the stock.
            count = max(1, count * 3 // 5)
            tried += [each for each in order[_FEW:] if each in order[-3:]]
        least = liking.card(order[0].index, self._hand, self._gone)
        price = {
            each: _PRIOR * (liking.card(each.index, self._hand, self._gone) - least)
            for each in tried
        }
        sums = dict.fromkeys(tried, 0.0)
        worlds = DrawWorlds(self._view, self._rng, lambda index: liking.card(index, 0, self._gone))
        for done in range(count):
            if done == count // _STAGE:
                # A first look leaves few cards worth a longer one.
                order = sorted(sums, key=lambda each: sums[each] - done * price[each])
                sums = {each: sums[each] for each in order[-_FINAL:]}
            other = worlds.sample()
            stock = self._stock(other)
            for each in sums:
                sums[each] += self._try_out(each, other, stock)
        return max(sums, key=lambda each: sums[each] - count * price[each])

    def _stock(self, other: int) -> list[int]:
        """An order of the stock, next card last."""
        rest = self._out & ~other & ~self._top
        stock = [1 << index for index in range(52) if rest >> index & 1]
        self._rng.shuffle(stock)
        if self._top:
            stock.append(self._top)
        return stock

    def _try_out(self, card: Card, other: int, stock: list[int]) -> float:
        """What the deal brings if this card is played now."""
        mine = self._hand & ~card.bit
        gone = self._gone | card.bit
        stock = stock.copy()
        if self._led is None:
            reply = self._reply(card, other, gone, stock[-1] if self._top else 0)
            other ^= reply
            gone |= reply
            won = not self._beats(reply, card.bit)
        else:
            won = self._beats(card.bit, self._led.bit)
        mine, other = self._draw(mine, other, stock, mine_first=won)
        worst = self._liking.worst
        for _ in range(self._left - 1):
            bit = worst(mine, gone)[1]
            mine ^= bit
            gone |= bit
            bit = worst(other, gone)[1]
            other ^= bit
            gone |= bit
            mine, other = self._draw(mine, other, stock, mine_first=True)
        return self._value(mine, other)

    def _draw(
        self, mine: int, other: int, stock: list[int], *, mine_first: bool
    ) -> tuple[int, int]:
        first, second = stock.pop(), stock.pop()
        return (mine | first, other | second) if mine_first else (mine | second, other | first)

    def _reply(self, card: Card, other: int, gone: int, top: int) -> int:
        """What the opponent answers: the worst card, or one that wins a good top."""
        liking = self._liking
        allowed = -1
        if self._follow and other & card.suit_mask:
            allowed = card.suit_mask
        low, worst = liking.worst(other, gone, allowed)
        if not top:
            return worst
        index = top.bit_length() - 1
        gain = liking.card(index, other | top, gone) - 6.5
        wants = gain > 0
        if self._beats(worst, card.bit) == wants:
            return worst
        pool = [
            bit
            for bit in (1 << each for each in range(52) if (other & allowed) >> each & 1)
            if self._beats(bit, card.bit) == wants
        ]
        if not pool:
            return worst
        price, cheapest = min((liking.card(bit.bit_length() - 1, other, gone), bit) for bit in pool)
        return cheapest if price - low < abs(gain) else worst

    def _beats(self, reply: int, led: int) -> bool:
        """Whether a reply wins a trick of the draw phase."""
        one, two = led.bit_length() - 1, reply.bit_length() - 1
        if self._follow:
            return one // 13 == two // 13 and two > one
        return two % 13 > one % 13

    def _value(self, mine: int, other: int) -> float:
        """What two hands are worth to the first, by the best contract of each."""
        points, bid = self._prospect(mine, other)
        against, their_bid = self._prospect(other, mine)
        share = 1 / (1 + exp((their_bid - bid) / _MARGIN))
        return share * points - (1 - share) * against

    def _prospect(self, mine: int, other: int) -> tuple[float, float]:
        """The points that a hand can make as the declarer, and about how high it can bid."""
        lengths = sorted(((mine >> 13 * suit & _RANKS).bit_count(), suit) for suit in range(4))
        best = 0.0
        highest = 0.0
        for strain in (lengths[3][1], lengths[2][1], 4):
            odd = self._estimator.tricks(mine, other, strain) - 6
            if odd > 0:
                best = max(best, odd * _PER_TRICK[strain] + _FIRST[strain])
                highest = max(highest, odd * 5 + strain)
        return best, highest
