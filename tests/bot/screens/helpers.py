"""Games driven by chance, and layouts read as a person reads them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import discord

from bot.screens.games import SCREENS
from bot.screens.models import Player, TableInfo
from bot.texts import Texts
from engine import new_game
from engine.game import Discard, Game, Kind, OptionValue

ENGLISH = Texts.for_locale("en-US")
NAMES = ("Ada", "Ben", "Cleo", "Dev")
WORST_NAME = "_*~ગ👩‍🚀[x](<@1>)" * 4

VARIANTS: list[tuple[Kind, Mapping[str, OptionValue]]] = [
    ("bridgette", {"deals": 2}),
    ("bridgette", {"deals": 2, "upcard": "aside"}),
    ("drawbridge", {"target": 50}),
    ("drawbridge", {"target": 50, "draw": "follow"}),
    ("drawbridge", {"target": 50, "stock": "open", "penalty": "off"}),
    ("callbridge", {"target": 5}),
]


def start(kind: Kind, seed: int, options: Mapping[str, OptionValue] | None = None) -> Game:
    """A game whose seed is this number."""
    return new_game(kind, seed=seed.to_bytes(32, "big"), options=options or {})


def info_of(game: Game, names: tuple[str, ...] = NAMES) -> TableInfo:
    """A table of people with these names."""
    players = tuple(Player(names[seat], 100 + seat) for seat in range(game.seats))
    return TableInfo(12, game.kind, SCREENS, players, 1, 2, 3)


def random_action(game: Game, seat: int, rng: random.Random) -> Any:
    """Something legal; in an auction more often a pass than chance would have it."""
    decision = game.decision(seat)
    assert decision is not None
    if decision.kind == "discard":
        return Discard(tuple(rng.sample(decision.cards, decision.count)))
    if decision.kind == "call" and rng.random() < 0.3:
        return "pass"
    if decision.kind == "bid" and rng.random() < 0.9:
        return "2"
    return rng.choice(decision.choices)


def positions(game: Game, rng: random.Random, share: float = 1.0) -> Iterator[None]:
    """Play at random to the end; yields at the end and before a share of the actions.

    Those that change the phase are never left out.
    """
    before = ""
    while game.to_act:
        decision = game.decision(game.to_act[0])
        assert decision is not None
        if decision.kind != before or rng.random() < share:
            yield
        before = decision.kind
        seat = rng.choice(game.to_act)
        game.apply(seat, random_action(game, seat, rng))
    yield


def components(layout: discord.ui.LayoutView) -> Iterator[Mapping[str, Any]]:
    """Every component of a layout, nested ones too."""
    return _walk(layout.to_components())


def _walk(found: Any) -> Iterator[Mapping[str, Any]]:
    for component in found:
        yield component
        yield from _walk(component.get("components", ()))


def read(layout: discord.ui.LayoutView) -> str:
    """All text of a layout."""
    return "\n".join(part["content"] for part in components(layout) if part["type"] == 10)


def buttons(layout: discord.ui.LayoutView) -> dict[str, Mapping[str, Any]]:
    """The buttons of a layout by custom_id."""
    return {part["custom_id"]: part for part in components(layout) if part["type"] == 2}


def selects(layout: discord.ui.LayoutView) -> list[Mapping[str, Any]]:
    """The selects of a layout."""
    return [part for part in components(layout) if part["type"] == 3]
