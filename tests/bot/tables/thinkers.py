"""Computer players that fail in their own ways; workers find them by import."""

from __future__ import annotations

import os
import random
import signal
from pathlib import Path

from engine import players
from engine.game import Action, View
from engine.players import Player

DYING = "DIES_ONCE_AT"  # in the environment: the file by which a player knows that it has died


class Hanging:
    """Never comes to an end."""

    def choose(self, view: View) -> Action:
        while True:
            pass


class Failing:
    """Fails, and names a card that it was thinking of."""

    def choose(self, view: View) -> Action:
        raise LookupError(f"nobody holds {view.hand[0]}")


class DyingOnce:
    """Takes its process with it the first time, and plays well after that."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def choose(self, view: View) -> Action:
        file = Path(os.environ[DYING])
        if not file.exists():
            file.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self._player.choose(view)


def hanging(level: str, rng: random.Random, budget: float) -> Player:
    """Only ``easy`` answers."""
    return players.player(level, rng, budget) if level == "easy" else Hanging()


def failing(level: str, rng: random.Random, budget: float) -> Player:
    """Only ``easy`` answers; the others fail."""
    return players.player(level, rng, budget) if level == "easy" else Failing()


def hopeless(level: str, rng: random.Random, budget: float) -> Player:
    """Nobody answers."""
    return Failing()


def dying_once(level: str, rng: random.Random, budget: float) -> Player:
    """A player whose first worker dies."""
    return DyingOnce(players.player(level, rng, budget))
