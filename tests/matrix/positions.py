"""Positions in every phase of the three games, as lists of actions."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from engine import new_game
from engine.game import Game

SEEDS: Final = 40  # games that are looked through for a position
OPTIONS: Final[dict[str, dict[str, int | str]]] = {
    "bridgette": {"deals": 2},
    "drawbridge": {"target": 5000},
    "callbridge": {"target": 200},
}

Reached = Callable[[Game], bool]


@dataclass(frozen=True)
class Phase:
    """A phase of a game.  ``over``: the game is to be resigned in the position."""

    kind: str
    name: str
    over: bool = False

    def __str__(self) -> str:
        return f"{self.kind}, {self.name}"

    @property
    def people(self) -> int:
        return 4 if self.kind == "callbridge" else 2


@dataclass(frozen=True)
class Position:
    """A game that stands in some phase."""

    seed: bytes
    game: Game

    @property
    def actions(self) -> tuple[tuple[int, str], ...]:
        return tuple(self.game.actions)


def legal(game: Game, seat: int, chance: random.Random) -> str:
    """Some legal action of this seat; never the pass that would throw a deal in."""
    decision = game.decision(seat)
    assert decision is not None
    if decision.kind == "discard":
        return "discard " + " ".join(map(str, chance.sample(decision.cards, decision.count)))
    if decision.kind == "call" and len(decision.choices) > 1 and chance.random() < 0.6:
        return str(decision.choices[1])
    return str(chance.choice(decision.choices))


def _phase(name: str, actions: int) -> Reached:
    """This phase of the first deal, once so many actions were taken in the game."""

    def reached(game: Game) -> bool:
        view = game.view(None)
        return view.phase == name and view.number == 1 and len(game.actions) == actions

    return reached


def _trick(name: str, cards: int) -> Reached:
    """This phase, some tricks done, and so many cards on the table."""

    def reached(game: Game) -> bool:
        view = game.view(None)
        lying = 0 if view.trick is None else len(view.trick.cards)
        sizes = sum(view.hand_sizes)
        return (
            view.phase == name
            and lying == cards
            and (name == "draw" or 0 < sizes < 13 * view.seats - 2 * view.seats)
        )

    return reached


def _last_card(game: Game) -> bool:
    """One card is left to be played in the deal."""
    return game.view(None).phase == "play" and sum(game.view(None).hand_sizes) == 1


def _next_deal(game: Game) -> bool:
    """Between two deals: nothing has happened in the second."""
    view = game.view(None)
    return view.number == 2 and all(size >= 13 for size in view.hand_sizes) and bool(view.deals)


REACHED: Final[dict[Phase, Reached]] = {
    Phase("bridgette", "nobody has discarded"): _phase("discard", 0),
    Phase("bridgette", "one has discarded"): _phase("discard", 1),
    Phase("bridgette", "first call"): _phase("auction", 2),
    Phase("bridgette", "a call was made"): _phase("auction", 3),
    Phase("bridgette", "lead"): _trick("play", 0),
    Phase("bridgette", "follow"): _trick("play", 1),
    Phase("bridgette", "last card of the deal"): _last_card,
    Phase("bridgette", "between deals"): _next_deal,
    Phase("bridgette", "over", over=True): _trick("play", 1),
    Phase("drawbridge", "draw, lead"): _trick("draw", 0),
    Phase("drawbridge", "draw, follow"): _trick("draw", 1),
    Phase("drawbridge", "first call"): _phase("auction", 26),
    Phase("drawbridge", "a call was made"): _phase("auction", 27),
    Phase("drawbridge", "lead"): _trick("play", 0),
    Phase("drawbridge", "follow"): _trick("play", 1),
    Phase("drawbridge", "last card of the deal"): _last_card,
    Phase("drawbridge", "between deals"): _next_deal,
    Phase("drawbridge", "over", over=True): _trick("draw", 1),
    Phase("callbridge", "first bid"): _phase("bid", 0),
    Phase("callbridge", "last bid"): _phase("bid", 3),
    Phase("callbridge", "lead"): _trick("play", 0),
    Phase("callbridge", "third hand"): _trick("play", 2),
    Phase("callbridge", "last card of the deal"): _last_card,
    Phase("callbridge", "between deals"): _next_deal,
}
PHASES: Final = tuple(REACHED)


@cache
def position(phase: Phase) -> Position:
    """A position in this phase; the same whenever it is asked for."""
    for number in range(SEEDS):
        seed = hashlib.sha256(f"{phase.kind}/{number}".encode()).digest()
        game = new_game(phase.kind, seed=seed, options=dict(OPTIONS[phase.kind]))
        chance = random.Random(f"{phase}/{number}")
        while not REACHED[phase](game) and game.view(None).number < 3 and game.to_act:
            seat = game.to_act[0]
            game.apply(seat, legal(game, seat, chance))
        if REACHED[phase](game):
            return Position(seed, game)
    raise LookupError(f"no position: {phase}")
