"""The exchange of Bridgette: hands that could be kept are tried out in many worlds.

For each strain the hand is found that promises most in it; those, and hands a card or
two away from the best, go through auctions against likely hands of the opponent.
"""

from __future__ import annotations

import random
from typing import Final

from engine.auction import Strain
from engine.game import BridgetteView, Discard
from engine.hands import cards_of, mask_of
from engine.players.bidding import Bidder
from engine.players.counting import asked
from engine.players.estimate import Estimator
from engine.players.keeping import keep_for
from engine.players.promise import Promises
from engine.players.search_calls import AuctionWorlds, course
from engine.players.stakes import Stakes
from engine.players.worlds import BridgetteWorlds

_BEST: Final = 3  # hands of which the neighbours are tried out as well
_STAGE: Final = 5  # the part of the worlds (a fifth) in which all hands are tried out
_FINAL: Final = 4
_NEAR: Final = 6  # neighbours of each


def discard(
    view: BridgetteView,
    rng: random.Random,
    promises: Promises,
    estimator: Estimator,
    count: int,
) -> Discard:
    """What to put away, judged over ``count`` worlds."""
    seat = view.seat
    if seat is None:
        raise ValueError("a spectator does not discard")
    decision = asked(view)
    cards = mask_of(decision.cards)
    own, other = view.discards[seat], view.discards[1 - seat]
    stakes = Stakes(view, seat)
    worlds = BridgetteWorlds(view, rng, promises)
    hands = [worlds.sample() for _ in range(count)]
    others = [(each, Bidder(each, 1 - seat, other, own, promises, stakes)) for each in hands]
    at = course(view)[0]

    def value(hand: int, against: list[tuple[int, Bidder]]) -> float:
        me = Bidder(hand, seat, own, other, promises, stakes)
        return AuctionWorlds(me, hand, against, stakes, estimator).going_on(at)

    first = others[: max(1, count // _STAGE)]
    tried: dict[int, float] = {}
    plans = {_climb(cards, strain, promises, own, other) for strain in Strain}
    for hand in sorted(plans):
        tried[hand] = value(hand, first)
    for hand in sorted(tried, key=lambda each: -tried[each])[:_BEST]:
        for near in _neighbours(cards, hand, promises, own, other):
            if near not in tried:
                tried[near] = value(near, first)
    # A first look leaves few hands worth a longer one.
    final = sorted(tried, key=lambda each: -tried[each])[:_FINAL]
    tried = {hand: value(hand, others) for hand in final}
    best = max(tried, key=lambda each: tried[each])
    return Discard(cards_of(cards & ~best))


def _climb(cards: int, strain: int, promises: Promises, own: int, other: int) -> int:
    """The hand that promises most in a strain, found by exchanging single cards."""
    hand = keep_for(cards, 13, strain)
    value = promises.tricks(hand, strain, own, other, declares=True)
    while True:
        best, best_value = hand, value + 1e-9
        for near in _one_away(cards, hand):
            there = promises.tricks(near, strain, own, other, declares=True)
            if there > best_value:
                best, best_value = near, there
        if best == hand:
            return hand
        hand, value = best, best_value


def _one_away(cards: int, hand: int) -> list[int]:
    kept = [1 << index for index in range(55) if hand >> index & 1]
    spare = [1 << index for index in range(55) if (cards & ~hand) >> index & 1]
    return [hand ^ out ^ back for out in kept for back in spare]


def _neighbours(cards: int, hand: int, promises: Promises, own: int, other: int) -> list[int]:
    """The hands one card away that promise most, in the best strain of each and in defence."""
    ranked: list[tuple[float, int]] = []
    strains = sorted(
        Strain, key=lambda strain: -promises.tricks(hand, strain, own, other, declares=True)
    )[:2]
    for near in _one_away(cards, hand):
        total = sum(promises.tricks(near, strain, own, other, declares=True) for strain in strains)
        total += 0.5 * sum(
            promises.tricks(near, strain, own, other, declares=False)
            for strain in range(4)
            if strain not in strains
        )
        ranked.append((total, near))
    ranked.sort(reverse=True)
    return [near for _, near in ranked[:_NEAR]]
