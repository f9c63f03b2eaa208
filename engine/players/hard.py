"""The levels ``medium`` and ``hard``: search over worlds, in each game its own way."""

from __future__ import annotations

import random

from engine.game import Action, AuctionView, CallBridgeView, View
from engine.players import duel_effort, hard_call_effort
from engine.players.advice import Advice
from engine.players.duel_effort import DuelEffort
from engine.players.hard_call import SearchingCaller
from engine.players.hard_call_effort import Effort
from engine.players.hard_duel import SearchingDuelist


class SearchingPlayer:
    """Plays all games by searching; see ``engine.players.Player``."""

    def __init__(self, rng: random.Random, duel: DuelEffort, call: Effort) -> None:
        self._duelist = SearchingDuelist(rng, duel)
        self._caller = SearchingCaller(rng, call)

    def choose(self, view: View) -> Action:
        """See ``engine.players.Player``."""
        match view:
            case AuctionView():
                return self._duelist.choose(view)
            case CallBridgeView():
                return self._caller.choose(view)
            case _:
                raise ValueError(f"no search for {view.kind}")

    def advise(self, view: View) -> Advice:
        """See ``engine.players.advice.Adviser``."""
        match view:
            case AuctionView():
                return self._duelist.advise(view)
            case CallBridgeView():
                return self._caller.advise(view)
            case _:
                raise ValueError(f"no search for {view.kind}")


def hard(rng: random.Random, budget: float = 1.0) -> SearchingPlayer:
    """The level ``hard``, with so many seconds of one core for a decision."""
    return SearchingPlayer(rng, duel_effort.hard(budget), hard_call_effort.hard(budget))


def medium(rng: random.Random, budget: float = 1.0) -> SearchingPlayer:
    """The level ``medium``: less insight, and a fraction of the time."""
    return SearchingPlayer(rng, duel_effort.medium(budget), hard_call_effort.medium(budget))
