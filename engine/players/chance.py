"""The level ``random``: any legal action, each as likely as the others."""

from __future__ import annotations

import random

from engine.game import Action, Discard, View
from engine.players.counting import asked


class ChancePlayer:
    """Chooses at random; a measure for other players, and good for tests.

    One exception: in Call Bridge it bids 2, 3 or 4, since with bids of up to 12 everybody's
    total would only fall, and no game between such players would end.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Action:
        """See ``engine.players.Player``."""
        decision = asked(view)
        if decision.kind == "discard":
            return Discard(tuple(self._rng.sample(decision.cards, decision.count)))
        if decision.kind == "bid":
            return self._rng.choice(decision.choices[:3])
        return self._rng.choice(decision.choices)
