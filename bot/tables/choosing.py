"""What a computer player is asked: plain functions on a view, to run in a worker or anywhere.

A worker imports this module, so it stays clear of everything that is heavy to load.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from engine.game import View
from engine.players.advice import Advice, Adviser

if TYPE_CHECKING:
    from bot.games import Seater


def choose(seat: Seater, level: str, view: View, entropy: int, budget: float) -> str:
    """The text of the action that this computer player takes, thinking for ``budget`` seconds."""
    return str(seat(level, random.Random(entropy), budget).choose(view))


def advise(seat: Seater, level: str, view: View, entropy: int, budget: float) -> Advice:
    """What this computer player advises, with its reasons if it can give any."""
    player = seat(level, random.Random(entropy), budget)
    return player.advise(view) if isinstance(player, Adviser) else Advice(player.choose(view))


def any_legal(view: View) -> str:
    """The text of some legal action; raises ``ValueError`` if the seat has nothing to do."""
    decision = view.decision
    if decision is None:
        raise ValueError("this seat has nothing to decide")
    if decision.kind == "discard":
        return "discard " + " ".join(str(card) for card in decision.cards[-decision.count :])
    return str(decision.choices[0])
