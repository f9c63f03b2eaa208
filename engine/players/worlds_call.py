"""Call Bridge, worlds: hands of the three others that fit everything a seat has seen.

A world is a list of 16 masks of 13 ranks each, ``world[suit * 4 + seat]``, one's own hand included.

What a seat has seen are the cards played; who was out of a suit; and, by the duty to trump, which
spades a seat cannot hold that was out of the suit led and did not beat the highest spade in the
trick (rules, "Call Bridge").  Cards are only ever played, never gained, so each of these holds for
the rest of the deal.  Every world that fits is equally likely to be drawn: what the bids and the
choice of cards suggest is weighed elsewhere.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import accumulate
from math import comb
from typing import Final

from engine.cards import Card, card_at
from engine.game import CallBridgeView, Trick
from engine.hands import SPADE_MASK, mask_of
from engine.players.counting import unseen

SEATS: Final = 4
World = list[int]

# A way to share out a class of cards: how many go to each of the three.
_Share = tuple[int, int, int]


def spread(hands: Sequence[int]) -> World:
    """Four hands, given as masks over ``Card.index``, as a world."""
    return [hands[seat] >> 13 * suit & 8191 for suit in range(4) for seat in range(SEATS)]


def hand_in(world: World, seat: int) -> int:
    """One hand of a world as a mask over ``Card.index``."""
    return sum(world[4 * suit + seat] << 13 * suit for suit in range(4))


def cannot_hold(view: CallBridgeView) -> tuple[int, ...]:
    """For each seat, the cards that its plays in this deal show it not to hold, as masks."""
    ruled_out = [0] * SEATS
    tricks = view.tricks if view.trick is None else (*view.tricks, view.trick)
    for trick in tricks:
        _learn(trick, ruled_out)
    return tuple(ruled_out)


def _learn(trick: Trick, ruled_out: list[int]) -> None:
    led = trick.cards[0].suit_mask
    highest = 0  # the highest spade in the trick so far
    for place, card in enumerate(trick.cards):
        seat = (trick.leader + place) % SEATS
        spade = card.bit & SPADE_MASK
        if card.suit_mask != led:
            ruled_out[seat] |= led
            if spade <= highest:
                # -(2 * bit) is every bit above; of 0, none, and then it is all spades.
                ruled_out[seat] |= SPADE_MASK & -(highest << 1) if highest else SPADE_MASK
        highest = max(highest, spade)


class Worlds:
    """The worlds that fit a view, to be drawn from.

    ``ValueError`` for a spectator's view, or one that no hands fit (no game gives such a view).
    """

    __slots__ = ("_classes", "_needs", "_others", "_own", "_shares", "_ways")

    def __init__(self, view: CallBridgeView) -> None:
        seat = view.seat
        if seat is None:
            raise ValueError("a spectator has no hand to imagine the others around")
        self._others = [(seat + step) % SEATS for step in (1, 2, 3)]
        self._needs = [view.hand_sizes[other] for other in self._others]
        own = [0] * SEATS
        own[seat] = mask_of(view.hand)
        self._own = spread(own)
        # Cards are alike if the same seats may hold them.
        ruled_out = cannot_hold(view)
        classes: dict[tuple[bool, ...], list[Card]] = {}
        hidden = unseen(view)
        while hidden:
            bit = hidden & -hidden
            hidden ^= bit
            may = tuple([not ruled_out[other] & bit for other in self._others])
            classes.setdefault(may, []).append(card_at(bit.bit_length() - 1))
        # Those with least freedom first: fewer ways to look at.
        self._classes = sorted(classes.items(), key=lambda item: sum(item[0]))
        self._ways: dict[tuple[int, int, int], int] = {}
        self._shares: dict[tuple[int, int, int], tuple[list[_Share], list[int]]] = {}
        if sum(map(len, classes.values())) != sum(self._needs) or not self._count(0, *self._needs):
            raise ValueError("no hands fit this view")

    def number(self) -> int:
        """How many worlds there are."""
        return self._count(0, *self._needs)

    def draw(self, rng: random.Random) -> World:
        """A world, each being equally likely."""
        world = self._own.copy()
        first, second, third = self._others
        need_1, need_2, need_3 = self._needs
        for at, (_, cards) in enumerate(self._classes):
            shares, ways = self._sharing(at, need_1, need_2, need_3)
            give_1, give_2, give_3 = shares[0]
            if len(shares) > 1:
                # randrange and not choices(): the numbers are too large for floats to be fair.
                chosen = rng.randrange(ways[-1])
                give_1, give_2, give_3 = next(
                    share for share, up_to in zip(shares, ways, strict=True) if chosen < up_to
                )
            need_1, need_2, need_3 = need_1 - give_1, need_2 - give_2, need_3 - give_3
            mixed = (give_1 > 0) + (give_2 > 0) + (give_3 > 0) > 1
            for place, card in enumerate(rng.sample(cards, len(cards)) if mixed else cards):
                to = first if place < give_1 else second if place < give_1 + give_2 else third
                index = card.index
                world[index // 13 * 4 + to] |= 1 << index % 13
        return world

    def _count(self, at: int, need_1: int, need_2: int, need_3: int) -> int:
        """In how many ways the classes from this one on can be shared out."""
        if at == len(self._classes):
            return 1
        key = (at, need_1, need_2)  # the third need follows from what is left
        ways = self._ways.get(key)
        if ways is None:
            ways = self._ways[key] = (self._sharing(at, need_1, need_2, need_3)[1] or [0])[-1]
        return ways

    def _sharing(
        self, at: int, need_1: int, need_2: int, need_3: int
    ) -> tuple[list[_Share], list[int]]:
        """The ways to share out a class, and how many worlds each leads to, summed up."""
        key = (at, need_1, need_2)
        found = self._shares.get(key)
        if found is None:
            (may_1, may_2, may_3), cards = self._classes[at]
            size = len(cards)
            shares: list[_Share] = []
            ways: list[int] = []
            for give_1 in range(min(size, need_1) + 1 if may_1 else 1):
                rest = size - give_1
                for give_2 in range(min(rest, need_2) + 1 if may_2 else 1):
                    give_3 = rest - give_2
                    if give_3 > need_3 or (give_3 and not may_3):
                        continue
                    later = self._count(at + 1, need_1 - give_1, need_2 - give_2, need_3 - give_3)
                    if later:
                        shares.append((give_1, give_2, give_3))
                        ways.append(comb(size, give_1) * comb(rest, give_2) * later)
            found = self._shares[key] = (shares, list(accumulate(ways)))
        return found
