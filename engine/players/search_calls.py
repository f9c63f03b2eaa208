"""The auction of Bridgette: each call is tried out in many worlds.

In a world the rest of the auction is called by ``engine.players.bidding``, each side looking at
its own hand only, and the contract that comes of it is worth what both hands together should
make of it.  So the search never takes the opponent, or itself, to see through the cards.
"""

from __future__ import annotations

import random
from typing import Final

from engine.auction import DOUBLE, PASS, Call, Contract, Strain
from engine.game import AuctionView, BridgetteView
from engine.hands import mask_of
from engine.players.advice import Advice
from engine.players.bidding import Bidder, Sequence
from engine.players.counting import asked
from engine.players.duel_effort import DuelEffort
from engine.players.estimate import Estimator
from engine.players.promise import Promises
from engine.players.stakes import Stakes
from engine.players.worlds import BridgetteWorlds

SPREADS: Final = (0.9, 0.9, 0.9, 0.9, 1.3)  # by strain: of the tricks won around the estimate
_BIDS: Final = 10  # how many bids are tried out
_PASSES: Final = 0.2  # how often the opponent passes whatever the policy says
_SURE: Final = 80.0  # points by which a double must look better: it can cost thousands
_LONGEST: Final = 20  # calls that an auction in a world may go on for


def course(view: AuctionView) -> list[Sequence]:
    """Where the auction of a view stood before each call, and where it stands."""
    at = Sequence(view.dealer, -1, view.dealer, 1, False)
    stages = [at]
    for _, call in view.calls:
        at = at.after(call)
        stages.append(at)
    return stages


def likely_hands(
    view: BridgetteView,
    rng: random.Random,
    promises: Promises,
    stakes: Stakes,
    count: int,
    effort: DuelEffort,
) -> list[int]:
    """So many hands that the opponent may hold now, chosen by how they explain the calls.

    ``effort`` says out of how many they are chosen.
    """
    worlds = BridgetteWorlds(view, rng, promises, effort.deals)
    tries = effort.tries
    other = 1 - stakes.seat
    made = [
        (at, call)
        for at, (seat, call) in zip(course(view), view.calls, strict=False)
        if seat == other
    ]
    if not made or tries == 1:
        return [worlds.sample() for _ in range(count)]

    def weigh(hand: int) -> float:
        bidder = Bidder(
            hand, other, view.discards[other], view.discards[1 - other], promises, stakes
        )
        weight = 1.0
        for at, call in made:
            weight *= bidder.likelihood(at, call)
        return weight

    return worlds.sample_weighed(count, tries * count, weigh)


class AuctionWorlds:
    """How auctions go on, and what they bring, against each of some hands."""

    __slots__ = ("_estimator", "_hand", "_me", "_others", "_seat", "_stakes", "_tricks", "hands")

    def __init__(
        self,
        me: Bidder,
        hand: int,
        others: list[tuple[int, Bidder]],
        stakes: Stakes,
        estimator: Estimator,
    ) -> None:
        self._me = me
        self._hand = hand
        self._seat = me.seat
        self._others = [bidder for _, bidder in others]
        self.hands = [other for other, _ in others]
        self._stakes = stakes
        self._estimator = estimator
        self._tricks: dict[int, float] = {}

    @property
    def seat(self) -> int:
        """Whose calls are tried out."""
        return self._seat

    def value(self, at: Sequence, call: Call) -> float:
        """The average worth of a call."""
        total = 0.0
        for number in range(len(self.hands)):
            total += self._follow(at, call, number)
        return total / len(self.hands)

    def going_on(self, at: Sequence) -> float:
        """The average worth of an auction that goes on by the policy."""
        total = 0.0
        for number, other in enumerate(self._others):
            call = (self._me if at.turn == self._seat else other).choose(at)
            total += self._follow(at, call, number)
        return total / len(self.hands)

    def standing(self, declarer: int, level: int, strain: int, factor: int) -> float:
        """The average worth of a contract."""
        total = 0.0
        for number in range(len(self.hands)):
            total += self._worth(declarer, level, strain, factor, number)
        return total / len(self.hands)

    def tricks(self, declarer: int, strain: int) -> float:
        """The tricks that a declarer should win in a strain, on average."""
        total = 0.0
        for number in range(len(self.hands)):
            total += self._estimate(declarer, strain, number)
        return total / len(self.hands)

    def _follow(self, at: Sequence, call: Call, number: int) -> float:
        other = self._others[number]
        for _ in range(_LONGEST):
            if call is PASS:
                if at.last >= 0:
                    break
                if at.passed:
                    return 0.0
            at = at.after(call)
            if at.factor == 4:
                break
            call = (self._me if at.turn == self._seat else other).choose(at)
        level, strain = divmod(at.last, 5)
        return self._worth(at.bidder, level, strain, at.factor, number)

    def _worth(self, declarer: int, level: int, strain: int, factor: int, number: int) -> float:
        tricks = self._estimate(declarer, strain, number)
        return self._stakes.expected(declarer, level, strain, factor, tricks, SPREADS[strain])

    def _estimate(self, declarer: int, strain: int, number: int) -> float:
        key = (number * 2 + declarer) * 5 + strain
        tricks = self._tricks.get(key)
        if tricks is None:
            mine, theirs = self._hand, self.hands[number]
            pair = (mine, theirs) if declarer == self._seat else (theirs, mine)
            tricks = self._tricks[key] = self._estimator.tricks(*pair, strain)
        return tricks


def call(
    view: BridgetteView,
    rng: random.Random,
    promises: Promises,
    estimator: Estimator,
    effort: DuelEffort,
) -> Call:
    """The call that brings most over the worlds that the effort allows."""
    return _best(view, _worlds(view, rng, promises, estimator, effort))


def advise(
    view: BridgetteView,
    rng: random.Random,
    promises: Promises,
    estimator: Estimator,
    effort: DuelEffort,
) -> Advice:
    """The call that ``call`` gives, and what its contract should come to; see ``Advice``."""
    worlds = _worlds(view, rng, promises, estimator, effort)
    made = _best(view, worlds)
    contract = contract_after(view, made)
    tricks = None if contract is None else worlds.tricks(contract.declarer, contract.strain)
    return Advice(made, worlds=len(worlds.hands), tricks=tricks, contract=contract)


def contract_after(view: AuctionView, made: Call) -> Contract | None:
    """The contract if the auction ended after this call; ``None`` without any bid."""
    at = course(view)[-1].after(made)
    if at.last < 0:
        return None
    level, strain = divmod(at.last, 5)
    return Contract(at.bidder, level, Strain(strain), at.factor)


def _worlds(
    view: BridgetteView,
    rng: random.Random,
    promises: Promises,
    estimator: Estimator,
    effort: DuelEffort,
) -> AuctionWorlds:
    seat = view.seat
    if seat is None:
        raise ValueError("a spectator does not call")
    stakes = Stakes(view, seat)
    hand = mask_of(view.hand)
    own, other = view.discards[seat], view.discards[1 - seat]
    hands = likely_hands(view, rng, promises, stakes, effort.calls, effort)
    return AuctionWorlds(
        Bidder(hand, seat, own, other, promises, stakes),
        hand,
        [(each, Bidder(each, 1 - seat, other, own, promises, stakes)) for each in hands],
        stakes,
        estimator,
    )


def _best(view: BridgetteView, worlds: AuctionWorlds) -> Call:
    seat = worlds.seat
    options = [choice for choice in asked(view).choices if isinstance(choice, Call)]
    at = course(view)[-1]
    bids = sorted(
        (option for option in options if option.kind == "bid"),
        key=lambda bid: -worlds.standing(seat, bid.level, bid.strain, 1),
    )
    tried = [option for option in options if option.kind != "bid"] + bids[:_BIDS]
    values = [worlds.value(at, each) for each in tried]
    for place, each in enumerate(tried):
        if each is DOUBLE:
            values[place] -= _SURE
        elif each.kind == "bid":
            alone = worlds.standing(seat, each.level, each.strain, 1)
            values[place] += _PASSES * (alone - values[place])
    return tried[values.index(max(values))]
