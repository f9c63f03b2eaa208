"""A computer player of Whist; the other games keep theirs."""

from __future__ import annotations

import random

from engine import players
from engine.game import Action, View
from engine.players.counting import asked
from tests.adding.whist import WhistView


class WhistPlayer:
    """Plays the lowest card it may, and asks another player for any other game."""

    def __init__(self, level: str, rng: random.Random, budget: float) -> None:
        self._other = players.player(level, rng, budget)

    def choose(self, view: View) -> Action:
        """See ``engine.players.Player``."""
        if isinstance(view, WhistView):
            return asked(view).choices[-1]
        return self._other.choose(view)
