"""Call Bridge, how credible a world is: do the bids and plays seen look like those hands?

A world in which a seat bid far from what its hand promises, or played otherwise than the rules
of thumb would have it, is not impossible, only less likely.
"""

from __future__ import annotations

import random
from bisect import bisect
from itertools import accumulate
from math import exp
from typing import Final

from engine.game import CallBridgeView
from engine.players.hard_call_effort import Net
from engine.players.hard_call_policy import follow, lead, throw
from engine.players.hard_call_strength import promise
from engine.players.hard_call_trial import BONUS_FROM, union
from engine.players.worlds_call import SEATS, World, Worlds

_SPREAD: Final = 0.75  # how far bids lie around what a hand promises: the scale of a logistic
_MODEST: Final = 0.75  # what bidders keep in hand
_UNLIKE: Final = 0.5  # how much less credible each play is that the rules of thumb would not make

# A play seen: seat, suit, bit, and what the trick was: suit led (-1: this is the lead), best card
# so far as in hard_call_playout, how many play after it, whether the seat wanted the trick.
_Seen = tuple[int, int, int, int, int, int, bool]


def bid_likelihood(bid: int, promised: float) -> float:
    """How likely a hand that promises so many tricks is to be bid so."""
    low = bid - 0.5 + _MODEST
    high = low + 1.0
    below = 0.0 if bid <= 2 else _logistic((low - promised) / _SPREAD)
    above = 1.0 if bid >= 12 else _logistic((high - promised) / _SPREAD)
    return max(1e-6, above - below)


def _logistic(value: float) -> float:
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, value))))


class Belief:
    """How credible worlds are in the light of a view, for its seat."""

    __slots__ = ("_bids", "_plays", "_seat", "_weights")

    def __init__(self, view: CallBridgeView, seat: int) -> None:
        self._seat = seat
        self._bids = [
            (other, bid) for other, bid in enumerate(view.bids) if other != seat and bid is not None
        ]
        self._plays = _seen(view)
        self._weights: dict[tuple[int, int], float] = {}

    def credit(self, world: World) -> float:
        """How credible this world is, beside others."""
        hands = world.copy()
        for seat, suit, bit, *_ in self._plays:
            hands[suit * 4 + seat] |= bit
        weight = 1.0
        for seat, bid in self._bids:
            promised = promise(*hands[seat::SEATS])
            key = bid, int(promised * 8)
            likely = self._weights.get(key)
            if likely is None:
                likely = self._weights[key] = bid_likelihood(bid, promised)
            weight *= likely
        return weight * self._plays_like(hands)

    def _plays_like(self, hands: World) -> float:
        left = union(hands)
        weight = 1.0
        for seat, suit, bit, led, best, to_come, wants in self._plays:
            row = suit * 4 + seat
            if seat != self._seat:
                own = hands[row]
                if led < 0:
                    card = lead(hands, left, seat, wants)
                elif suit == led:
                    card = suit << 13 | follow(own, left[suit] ^ own, best, to_come, wants)
                else:
                    card = throw(hands, left, seat, best & 8191 if best > 8191 else 0, wants)
                if card != suit << 13 | bit and (
                    card >> 13 != suit or _between(card & 8191, bit) & (left[suit] ^ own)
                ):
                    weight *= _UNLIKE
            hands[row] ^= bit
            left[suit] ^= bit
        return weight

    def choose(
        self, source: Worlds, tries: int, keep: int, rng: random.Random, net: Net
    ) -> list[World]:
        """``keep`` worlds out of ``tries``, each as often as it is credible, in no order.

        Fewer, but at least one, when the time is up before so many are drawn.
        """
        if not self._bids and not self._plays:
            tries = keep
        worlds: list[World] = []
        credits_: list[float] = []
        for _ in range(tries):
            world = source.draw(rng)
            worlds.append(world)
            credits_.append(self.credit(world))
            if net.reached():
                keep = max(1, keep * len(worlds) // tries)
                break
        up_to = list(accumulate(credits_))
        step = up_to[-1] / keep
        start = rng.random()
        # The last one also takes what rounding leaves over.
        chosen = [
            worlds[min(bisect(up_to, (start + at) * step), len(worlds) - 1)] for at in range(keep)
        ]
        rng.shuffle(chosen)
        return chosen


def _between(one: int, other: int) -> int:
    """The ranks between two, as a mask."""
    high, low = (one, other) if one > other else (other, one)
    return (high - 1) & -(low << 1)


def _seen(view: CallBridgeView) -> list[_Seen]:
    plays: list[_Seen] = []
    won = [0] * SEATS
    for trick in view.tricks if view.trick is None else (*view.tricks, view.trick):
        led, best = -1, 0
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + place) % SEATS
            suit, rank = divmod(card.index, 13)
            bid = view.bids[seat] or 0
            wants = bid < BONUS_FROM or won[seat] < bid
            plays.append((seat, suit, 1 << rank, led, best, 3 - place, wants))
            if led < 0:
                led = suit
            value = 1 << rank | (8192 if suit == 3 != led else 0)
            if (suit == led or suit == 3) and value > best:
                best = value
        if trick.winner is not None:
            won[trick.winner] += 1
    return plays
