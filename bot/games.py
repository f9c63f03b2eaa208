"""The games that the bot plays, with what each room of the house has of them."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.screens import models
from bot.screens.games import SCREENS
from engine import KINDS, Kinds
from engine.players import Player, player

Seater = Callable[[str, random.Random, float], Player]
"""Gives a computer player of a level, with its own chance, and seconds of one core to think for
each decision; ``ValueError`` for an unknown level.  Workers find it by import."""


@dataclass(frozen=True, slots=True)
class Games:
    """A choice of games: their rules, their screens, their commands and their computer players.

    ``rules`` and ``screens`` have the same kinds, else ``ValueError``; ``commands`` names the
    extensions with the start commands, ``seat_computer`` makes whoever plays for the computer.
    """

    rules: Kinds
    screens: models.Games
    commands: tuple[str, ...]
    seat_computer: Seater = player

    def __post_init__(self) -> None:
        if set(self.rules) != set(self.screens):
            odd = ", ".join(sorted(set(self.rules) ^ set(self.screens)))
            raise ValueError(f"games with rules or screens alone: {odd}")


GAMES: Final = Games(
    rules=KINDS,
    screens=SCREENS,
    commands=(
        "cogs.bridgette",
        "cogs.drawbridge",
        "cogs.callbridge",
    ),
)
"""All of them."""
