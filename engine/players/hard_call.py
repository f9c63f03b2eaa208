"""The levels ``medium`` and ``hard`` in Call Bridge: Monte Carlo over worlds.

Worlds that fit the view are drawn, more often those that look like the bids and plays seen; in each of them each
choice is tried and the deal is played to its end by rules of thumb; the choice that is best on
average is taken, by the chance to win the game from the scores that follow.  All choices are
tried in the same worlds.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final

from engine.cards import Card
from engine.game import CallBridgeView, TrickBid
from engine.hands import mask_of
from engine.players.counting import asked, unseen
from engine.players.hard_call_belief import Belief
from engine.players.hard_call_playout import RUFFED, play_out
from engine.players.hard_call_strength import promise
from engine.players.hard_call_value import Stakes
from engine.players.worlds_call import SEATS, World, Worlds

BONUS_FROM: Final = 8
_ALL: Final = 14  # more tricks than there are: always wanted
_MODEST: Final = 0.75  # what a bidder still to come is supposed to keep in hand
_ROUNDS: Final = 4  # stages of a search; after each, choices that are plainly worse are dropped
_WORSE: Final = 2.5  # by how many standard errors


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to look: ``cards`` is the number of cards to play in playouts for a decision.

    ``most`` and ``least`` bound the worlds; ``tries`` are drawn for each that is looked at
    (1: bids and plays of others tell nothing).
    """

    cards: int
    most: int
    least: int
    tries: int


HARD: Final = Effort(cards=150_000, most=600, least=30, tries=4)
MEDIUM: Final = Effort(cards=6_000, most=24, least=6, tries=1)


def bid(view: CallBridgeView, rng: random.Random, effort: Effort) -> TrickBid:
    """The bid that is worth most on average."""
    choices = [choice for choice in asked(view).choices if isinstance(choice, TrickBid)]
    seat = _seat(view)
    leader = (view.dealer + 1) % SEATS
    number = max(effort.least, min(effort.most, effort.cards // 52))
    worth = {choice.tricks: 0.0 for choice in choices}
    for world in _worlds(view, seat, rng, effort, number // 2):
        bids = _bids_in(world, view, seat)
        stop = [supposed if supposed >= BONUS_FROM else _ALL for supposed in bids]
        won = _played(world, stop, leader)
        for number_bid in worth:
            tricks = won
            if number_bid >= BONUS_FROM and won[seat] > number_bid:
                stop[seat] = number_bid
                tricks = _played(world, stop, leader)
                stop[seat] = _ALL
            bids[seat] = number_bid
            worth[number_bid] += Stakes(view, seat, bids).worth(tricks)
    best = max(worth, key=lambda tricks: (worth[tricks], -tricks))
    return next(choice for choice in choices if choice.tricks == best)


def _played(world: World, stop: Sequence[int], leader: int) -> list[int]:
    won = [0] * SEATS
    play_out(world.copy(), [8191] * 4, won, stop, leader)
    return won


def _bids_in(world: World, view: CallBridgeView, seat: int) -> list[int]:
    """The bids, with what those still to bid would say with these hands."""
    bids: list[int] = []
    for other, made in enumerate(view.bids):
        if made is None and other != seat:
            promised = promise(world[other], world[4 + other], world[8 + other], world[12 + other])
            made = max(2, min(12, round(promised - _MODEST)))
        bids.append(made or 0)
    return bids


def card_to_play(view: CallBridgeView, rng: random.Random, effort: Effort) -> Card:
    """The card that is worth most on average."""
    choices = [choice for choice in asked(view).choices if isinstance(choice, Card)]
    choices = different(choices, unseen(view))
    if len(choices) == 1:
        return choices[0]
    seat = _seat(view)
    to_play = mask_of(view.hand).bit_count() * SEATS
    number = max(effort.least, min(effort.most, effort.cards // (to_play * len(choices))))
    worlds = _worlds(view, seat, rng, effort, number)
    trial = _Trial(view, seat)
    return _best(choices, worlds, trial.worth)


def different(choices: Sequence[Card], out: int) -> list[Card]:
    """The choices without those that are as good as a lower one, no card out lying between."""
    kept: list[Card] = []
    for card in sorted(choices, key=lambda card: card.index):
        if kept and kept[-1].suit is card.suit:
            between = (card.bit - 1) & -(kept[-1].bit << 1)
            if not between & out:
                continue
        kept.append(card)
    return kept


def _best(
    choices: list[Card], worlds: Sequence[World], worth: Callable[[World, Card], float]
) -> Card:
    sums = {card: 0.0 for card in choices}
    results: dict[Card, list[float]] = {card: [] for card in choices}
    done = 0
    for stage in range(1, _ROUNDS + 1):
        upto = len(worlds) * stage // _ROUNDS
        for world in worlds[done:upto]:
            for card in choices:
                value = worth(world, card)
                sums[card] += value
                results[card].append(value)
        done = upto
        best = max(choices, key=lambda card: sums[card])
        if stage < _ROUNDS and done >= 8:
            choices = [
                card
                for card in choices
                if card is best or not _plainly_worse(results[card], results[best])
            ]
            if len(choices) == 1:
                break
    return max(choices, key=lambda card: (round(sums[card] / max(1, done), 9), -_precious(card)))


def _precious(card: Card) -> int:
    return (card.rank or 0) + (13 if card.index >= 39 else 0)


def _plainly_worse(one: list[float], other: list[float]) -> bool:
    number = len(one)
    gaps = [b - a for a, b in zip(one, other, strict=True)]
    mean = sum(gaps) / number
    square = sum([gap * gap for gap in gaps]) / number - mean * mean
    return mean > _WORSE * sqrt(max(square, 1e-12) / number)


class _Trial:
    """Tries a card in a world."""

    __slots__ = ("_best", "_holder", "_leader", "_played", "_seat", "_stakes", "_stop", "_suit", "_won")

    def __init__(self, view: CallBridgeView, seat: int) -> None:
        bids = [bid or 0 for bid in view.bids]
        self._seat = seat
        self._stakes = Stakes(view, seat, bids)
        self._stop = [bid if bid >= BONUS_FROM else _ALL for bid in bids]
        self._won = list(view.tricks_won)
        self._leader, self._suit, self._best, self._holder, self._played = seat, -1, 0, seat, 0
        if view.trick is not None:
            self._leader = view.trick.leader
            for place, card in enumerate(view.trick.cards):
                self._suit, self._best, self._holder = self._after(
                    card, (self._leader + place) % SEATS
                )
                self._played = place + 1

    def _after(self, card: Card, seat: int) -> tuple[int, int, int]:
        """Suit led, best card and its holder when a seat plays this card."""
        suit, rank = divmod(card.index, 13)
        led = suit if self._suit < 0 else self._suit
        value = 1 << rank | (RUFFED if suit == 3 != led else 0)
        if (suit == led or suit == 3) and value > self._best:
            return led, value, seat
        return led, self._best, self._holder

    def worth(self, world: World, card: Card) -> float:
        """What the deal is worth to the seat when it plays this card in this world."""
        hands = world.copy()
        suit, rank = divmod(card.index, 13)
        hands[suit * 4 + self._seat] ^= 1 << rank
        left = [
            hands[0] | hands[1] | hands[2] | hands[3],
            hands[4] | hands[5] | hands[6] | hands[7],
            hands[8] | hands[9] | hands[10] | hands[11],
            hands[12] | hands[13] | hands[14] | hands[15],
        ]
        led, best, holder = self._after(card, self._seat)
        won = self._won.copy()
        play_out(
            hands, left, won, self._stop, self._leader, led, best, holder, self._played + 1
        )
        return self._stakes.worth(won)


def _worlds(
    view: CallBridgeView, seat: int, rng: random.Random, effort: Effort, number: int
) -> list[World]:
    source = Worlds(view)
    if effort.tries <= 1:
        return [source.draw(rng) for _ in range(number)]
    return Belief(view, seat).choose(
        lambda: source.draw(rng), number * effort.tries, number, rng
    )


def _seat(view: CallBridgeView) -> int:
    if view.seat is None:
        raise ValueError("a spectator has nothing to decide")
    return view.seat
