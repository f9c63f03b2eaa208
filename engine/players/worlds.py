"""Worlds: what the other hand of a two-player game may be, by all that a view shows.

A world is a hand of the opponent, as a mask.  It never contradicts what was seen: the cards played,
suits that the opponent could not follow, what a lead under a ban or an unmatched colon gives
away, what the bids prove, and where the up-card went.  Within that, the opponent is taken to have
kept the better cards in the exchange, as players do.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import accumulate
from typing import Final

from engine.cards import COLONS
from engine.game import BridgetteView, Trick
from engine.hands import COLON_MASK, SUIT_MASKS, mask_of
from engine.players.counting import unseen
from engine.players.holding import proved_by
from engine.players.keeping import kept
from engine.players.promise import Promises

_SUIT_CARDS: Final = sum(SUIT_MASKS)
_EVERYTHING: Final = _SUIT_CARDS | COLON_MASK
_TRIES: Final = 12
_ROUNDS: Final = 4
_VARIED: Final = 0.4  # how many different hands there should be, as a part of those wanted


def played_by(tricks: tuple[Trick, ...], seat: int) -> int:
    """The cards that a seat of two has played to these tricks."""
    return mask_of(
        card
        for trick in tricks
        for place, card in enumerate(trick.cards)
        if trick.leader ^ place == seat
    )


def ruled_out(tricks: tuple[Trick, ...], seat: int) -> int:
    """The cards that a seat cannot hold any more, as its plays show (rules, Bridgette, "Play").

    Who does not follow suit is out of it; who plays a colon that does not match holds nothing
    but such colons; who leads a banned suit holds nothing else.
    """
    out = 0
    banned = 0
    for trick in tricks:
        lead = trick.cards[0]
        if trick.leader == seat:
            if banned and lead.suit_mask == banned:
                out |= _EVERYTHING & ~banned
            banned = 0
            if len(trick.cards) == 2 and trick.cards[1] is COLONS[lead.group]:
                banned = lead.suit_mask  # 0 where a colon was led
            continue
        banned = 0
        if len(trick.cards) < 2 or not lead.suit_mask:
            continue
        reply = trick.cards[1]
        if reply.suit_mask:
            if reply.suit_mask != lead.suit_mask:
                out |= lead.suit_mask
        elif reply.group is not lead.group:
            out |= _SUIT_CARDS | COLONS[lead.group].bit
    return out


class BridgetteWorlds:
    """Hands that the opponent of a view may hold: now, or when the exchange is over.

    ``deals`` limit how often cards are dealt to find hands that fit what was seen: where that is
    improbable, nearly every deal is in vain.  After so many, any cards that fit are taken.
    """

    __slots__ = (
        "_count",
        "_deals",
        "_drew",
        "_exchanged",
        "_must",
        "_pool",
        "_promises",
        "_proof",
        "_rng",
        "_size",
        "played",
        "possible",
    )

    def __init__(
        self, view: BridgetteView, rng: random.Random, promises: Promises, deals: int = 3000
    ) -> None:
        if view.seat is None:
            raise ValueError("a spectator has no opponent")
        seat, other = view.seat, 1 - view.seat
        tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
        self._rng = rng
        self._deals = deals
        self._promises = promises
        self._exchanged = (view.discards[other], view.discards[seat])
        self.played = played_by(tricks, other)
        self._proof = proved_by(view, other)
        self._count = view.discards[other]
        self._size = 13 - self.played.bit_count()
        out = unseen(view)
        self.possible = out & ~ruled_out(tricks, other)
        # Where the up-card was drawn by the opponent, it is in the hand or was put away.
        drew = view.options["upcard"] == "draw" and view.dealer != other
        self._drew = view.up_card.bit & out if drew else 0
        self._pool = _bits(out & ~self._drew)

    def sample(self) -> int:
        """A hand of the opponent, at random among the likely ones."""
        hand = self._deal()
        for _ in range(_TRIES):
            if self._proof.holds(hand | self.played):
                return hand
            if self._deals <= 0:
                break
            hand = self._deal()
        return self._repair(hand)

    def sample_weighed(self, count: int, tries: int, weigh: Callable[[int], float]) -> list[int]:
        """So many hands by the weight of the 13 cards each came from, out of ``tries`` at least.

        While a few hands have nearly all the weight, up to four times as many are drawn, if the
        deals are enough.
        """
        hands: list[int] = []
        weights: list[float] = []
        for _ in range(_ROUNDS):
            fresh = [self.sample() for _ in range(tries)]
            hands += fresh
            weights += [weigh(hand | self.played) for hand in fresh]
            squares = sum(weight * weight for weight in weights)
            if self._deals <= 0 or sum(weights) ** 2 >= squares * count * _VARIED:
                break
        total = list(accumulate(weights))
        if total[-1] <= 0:
            return hands[:count]
        # Even steps through the weights: no hand is taken more often than it deserves.
        step = total[-1] / count
        place = step * self._rng.random()
        chosen: list[int] = []
        at = 0
        for _ in range(count):
            while total[at] < place and at < len(total) - 1:
                at += 1
            chosen.append(hands[at])
            place += step
        return chosen

    def _deal(self) -> int:
        """Deal what the opponent held before the exchange, and let it put away."""
        draws = self._size + self._count - (1 if self._drew else 0)
        for _ in range(min(_TRIES, self._deals)):
            self._deals -= 1
            cards = sum(self._rng.sample(self._pool, draws)) | self._drew
            usable = cards & self.possible
            if usable.bit_count() >= self._size:
                whole = kept(
                    usable | self.played, 13, self._promises, *self._exchanged, sure=self.played
                )
                return whole & ~self.played
        return self._any()

    def _any(self) -> int:
        """Any cards that the opponent may hold."""
        return sum(self._rng.sample(_bits(self.possible), self._size))

    def _repair(self, hand: int) -> int:
        """Exchange cards of a hand until it is long enough for the bids made."""
        rng = self._rng
        needs = self._proof.counts
        for suit, mask in enumerate(SUIT_MASKS):
            while ((hand | self.played) & mask).bit_count() < needs[suit]:
                spare = [
                    bit
                    for bit in _bits(hand)
                    if not any(
                        bit & other and ((hand | self.played) & other).bit_count() <= needs[place]
                        for place, other in enumerate(SUIT_MASKS)
                    )
                ]
                hand ^= rng.choice(spare) | rng.choice(_bits(self.possible & mask & ~hand))
        return hand


def _bits(mask: int) -> list[int]:
    bits: list[int] = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits
