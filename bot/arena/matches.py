"""Matches between two levels on duplicated deals.

A set is the same shuffles played once for each seat in which the first level may sit: twice with
seats swapped in the games for two, four times in Call Bridge, where one player of the first level
meets three of the second.  So neither level holds the better cards.  Everything but the time
follows from the seed: who plays what, and every choice, since players take nothing else into
account.
"""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine import KINDS, new_game
from engine.game import DealResult, View
from engine.players import Player, player

# A computer that never bids what it can make could go on for ever.
MOST_DEALS: Final = 500


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who is measured: a game, two levels, and seconds for a decision (``None``: the usual)."""

    kind: str
    first: str
    second: str
    seed: int = 1
    budget: float | None = None


@dataclass(slots=True)
class Side:
    """What one level did in a set, all its seats together.

    ``points`` and ``wins`` are per seat, so that three players do not count three times.  Of
    ``undertaken`` contracts or bids ``made`` were made; ``seconds`` is the processor time of each
    decision that left a choice.
    """

    points: float = 0.0
    wins: float = 0.0
    undertaken: int = 0
    made: int = 0
    seconds: list[float] = field(default_factory=list[float])


@dataclass(slots=True)
class Set:
    """One set: the matches in it, their deals, and what each of the two levels did.

    ``unfinished`` counts matches stopped after ``MOST_DEALS`` deals; nobody won those.
    """

    matches: int
    deals: int
    sides: tuple[Side, Side]
    unfinished: int = 0


def play_set(pairing: Pairing, number: int) -> Set:
    """Play a set of matches; ``number`` (from 0) says which shuffles.

    ``ValueError`` if there is no such game or level.
    """
    seats = KINDS[pairing.kind].seats
    played = Set(seats, 0, (Side(), Side()))
    for seat in range(seats):
        view = _match(pairing, number, seat, played)
        played.deals += len(view.deals)
        if view.outcome is None:
            played.unfinished += 1
        for side, of_first in zip(played.sides, (True, False), strict=True):
            own = [other for other in range(seats) if (other == seat) is of_first]
            side.points += sum(view.totals[other] for other in own) / len(own)
            if view.outcome is not None:
                side.wins += sum(other in view.outcome.winners for other in own) / len(own)
            for deal in view.deals:
                _count(deal, own, side)
    return played


def _match(pairing: Pairing, number: int, seat: int, played: Set) -> View:
    """Play one match with the first level in this seat; the spectator's view of its end."""
    name = f"arena/{pairing.kind}/{pairing.seed}/{number}"
    game = new_game(pairing.kind, seed=hashlib.sha256(name.encode()).digest())
    players: list[tuple[Player, Callable[[float], None]]] = []
    for other in range(game.seats):
        level, side = (
            (pairing.first, played.sides[0]) if other == seat else (pairing.second, played.sides[1])
        )
        # The same chance whoever sits there, so that swapping seats swaps nothing else.
        rng = random.Random(f"{name}/{level}/{other}")
        players.append((_player(level, rng, pairing.budget), side.seconds.append))
    while turn := game.to_act:
        chooser, note = players[turn[0]]
        view = game.view(turn[0])
        if len(view.deals) >= MOST_DEALS:
            break
        start = time.thread_time()
        action = chooser.choose(view)
        if view.decision is not None and len(view.decision.choices) != 1:
            note(time.thread_time() - start)
        game.apply(turn[0], action)
    return game.view(None)


def _player(level: str, rng: random.Random, budget: float | None) -> Player:
    return player(level, rng) if budget is None else player(level, rng, budget=budget)


def _count(deal: DealResult, own: list[int], side: Side) -> None:
    if deal.contract is None:
        side.undertaken += len(own)
        side.made += sum(deal.points[other] > 0 for other in own)
    elif deal.contract.declarer in own:
        side.undertaken += 1
        side.made += deal.tricks_won[deal.contract.declarer] >= deal.contract.tricks_needed
