"""The levels ``medium`` and ``hard`` in Call Bridge: Monte Carlo over worlds.

Worlds that fit the view are drawn, more often those that look like the bids and plays seen.  In
each of them each choice is tried and the deal is played to its end by rules of thumb; the choice
that is best on average is taken, by the chance to win the game from the scores that follow.  All
choices are tried in the same worlds.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final

from engine.cards import Card
from engine.game import Action, CallBridgeView, TrickBid
from engine.hands import mask_of
from engine.players.advice import Advice
from engine.players.counting import asked, unseen
from engine.players.hard_call_belief import Belief
from engine.players.hard_call_effort import Clock, Effort, Net
from engine.players.hard_call_notes import Notes
from engine.players.hard_call_playout import play_out
from engine.players.hard_call_strength import promise
from engine.players.hard_call_trial import BONUS_FROM, Trial, different, stops, union
from engine.players.hard_call_value import Stakes
from engine.players.worlds_call import SEATS, World, Worlds

_MODEST: Final = 0.75  # what a bidder still to come is supposed to keep in hand
# How often the search wins a trick more than the rules of thumb in its playouts.
_SKILL: Final = 0.1
_STAGES: Final = 4  # of a search; after each, choices that are plainly worse are dropped
_WORSE: Final = 2.5  # by how many standard errors
_AS_GOOD: Final = 0.5  # within so many standard errors, the lower card of a suit is played
_ENOUGH: Final = 8  # worlds before anything is plain


class SearchingCaller:
    """A player of Call Bridge who looks into worlds; see ``engine.players.Player``."""

    def __init__(self, rng: random.Random, effort: Effort, clock: Clock = time.thread_time) -> None:
        self._rng = rng
        self._effort = effort
        self._clock = clock

    def choose(self, view: CallBridgeView) -> Action:
        """The bid or card that is worth most on average.

        ``ValueError`` if the view asks nothing of its seat.
        """
        decision = asked(view)
        seat = view.seat
        if seat is None:
            raise ValueError("a spectator has nothing to decide")
        if len(decision.choices) == 1:
            return decision.choices[0]
        net = Net(self._effort.budget, self._clock)
        if decision.kind == "bid":
            return self._bid(view, seat, net)
        return self._card(view, seat, net)

    def advise(self, view: CallBridgeView) -> Advice:
        """What ``choose`` would give, with what the search found; see ``Advice``."""
        decision = asked(view)
        seat = view.seat
        if seat is None:
            raise ValueError("a spectator has nothing to decide")
        if len(decision.choices) == 1:
            return Advice(decision.choices[0])
        net = Net(self._effort.budget, self._clock)
        notes = Notes(seat)
        if decision.kind == "bid":
            return notes.on_bid(self._bid(view, seat, net, notes))
        return notes.on_card(self._card(view, seat, net, notes))

    def _worlds(self, view: CallBridgeView, seat: int, number: int, net: Net) -> list[World]:
        source = Worlds(view)
        if self._effort.tries == 1:
            return [source.draw(self._rng) for _ in range(number)]
        belief = Belief(view, seat)
        return belief.choose(source, number * self._effort.tries, number, self._rng, net)

    def _bid(
        self, view: CallBridgeView, seat: int, net: Net, notes: Notes | None = None
    ) -> TrickBid:
        choices = [choice for choice in asked(view).choices if isinstance(choice, TrickBid)]
        leader = (view.dealer + 1) % SEATS
        worth = dict.fromkeys(choices, 0.0)
        # One playout for the ordinary bids, and up to five for the bonus bids.
        number = self._effort.worlds(2, 52, 0)
        for done, world in enumerate(self._worlds(view, seat, number, net)):
            if done and net.reached():
                break
            bids = _supposed(view, seat, world)
            usual = _played(world, stops(bids), leader)
            if notes is not None:
                notes.bids.append(usual[seat])
            better = usual.copy()
            better[seat] += 1
            for choice in choices:
                tricks = bids[seat] = choice.tricks
                stakes = Stakes(view, seat, bids)
                if tricks < BONUS_FROM:
                    worth[choice] += (1 - _SKILL) * stakes.worth(usual)
                    worth[choice] += _SKILL * stakes.worth(better)
                elif usual[seat] > tricks:
                    worth[choice] += stakes.worth(_played(world, stops(bids), leader))
                else:
                    worth[choice] += stakes.worth(usual)
        return max(choices, key=lambda choice: (worth[choice], -choice.tricks))

    def _card(self, view: CallBridgeView, seat: int, net: Net, notes: Notes | None = None) -> Card:
        on_table = view.trick.cards if view.trick is not None else ()
        playable = [choice for choice in asked(view).choices if isinstance(choice, Card)]
        trial = Trial(view, seat)
        choices = trial.sensible(different(playable, unseen(view) | mask_of(on_table)))
        if len(choices) == 1:
            return choices[0]
        seen = SEATS * len(view.tricks) + len(on_table)
        number = self._effort.worlds(len(choices), 52 - seen, seen)
        worlds = self._worlds(view, seat, number, net)
        worth = trial.worth if notes is None else notes.taken(trial, view.bids[seat] or 0)
        return _best(choices, worlds, worth, net)


def _played(world: World, stop: Sequence[int], leader: int) -> list[int]:
    """The tricks of each seat when a world is played from the first card."""
    won = [0] * SEATS
    play_out(world.copy(), union(world), won, stop, leader)
    return won


def _supposed(view: CallBridgeView, seat: int, world: World) -> list[int]:
    """The bids, with those still to come as they would be with these hands; 0 for the own one."""
    bids: list[int] = []
    for other, bid in enumerate(view.bids):
        if bid is not None:
            bids.append(bid)
        elif other == seat:
            bids.append(0)
        else:
            promised = promise(*world[other::SEATS])
            bids.append(max(2, min(12, round(promised - _MODEST))))
    return bids


def _best(
    choices: list[Card],
    worlds: Sequence[World],
    worth: Callable[[World, Card], float],
    net: Net,
) -> Card:
    """The card worth most on average; of equals the one most easily spared."""
    values: dict[Card, list[float]] = {card: [] for card in choices}
    for stage in range(_STAGES):
        first, end = (len(worlds) * part // _STAGES for part in (stage, stage + 1))
        for world in worlds[first:end]:
            if values[choices[0]] and net.reached():
                return _highest(choices, values)
            for card in choices:
                values[card].append(worth(world, card))
        if len(values[choices[0]]) >= _ENOUGH:
            best = _highest(choices, values)
            choices = [
                card
                for card in choices
                if card is best or not _worse(values[card], values[best], _WORSE)
            ]
            if len(choices) == 1:
                break
    return _highest(choices, values)


def _highest(choices: Sequence[Card], values: dict[Card, list[float]]) -> Card:
    # Rounded, so that sums in another order are still equal.
    best = max(choices, key=lambda card: (round(sum(values[card]), 9), -_precious(card)))
    # Chance may put a higher card of a suit before a lower one that does the same.
    as_good = [
        card
        for card in choices
        if card.suit is best.suit and not _worse(values[card], values[best], _AS_GOOD)
    ]
    return min(as_good, key=_precious)


def _precious(card: Card) -> int:
    return card.index % 13 + (13 if card.index >= 39 else 0)


def _worse(values: list[float], best: list[float], errors: float) -> bool:
    """Whether values lie below the best ones, world by world, by so many standard errors."""
    number = len(values)
    gaps = [high - low for low, high in zip(values, best, strict=True)]
    mean = sum(gaps) / number
    square = sum([gap * gap for gap in gaps]) / number - mean * mean
    return mean > errors * sqrt(max(square, 1e-12) / number)
