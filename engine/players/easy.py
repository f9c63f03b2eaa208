"""The level ``easy``: sound, simple rules, without looking ahead."""

from __future__ import annotations

import random

from engine.game import Action, AuctionView, BridgetteView, CallBridgeView, DrawBridgeView, View
from engine.players import duel, easy_call, easy_duel
from engine.players.counting import asked


class EasyPlayer:
    """Knows what a hand is worth and what has gone; the same view gets the same choice."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng  # these rules leave nothing to chance

    def choose(self, view: View) -> Action:
        """See ``engine.players.Player``."""
        decision = asked(view)
        if decision.kind != "discard" and len(decision.choices) == 1:
            return decision.choices[0]
        match view:
            case BridgetteView() if decision.kind == "discard":
                return easy_duel.discard(view)
            case DrawBridgeView() if view.phase == "draw":
                return easy_duel.card_to_draw(view)
            case AuctionView() if decision.kind == "call":
                return easy_duel.call(view)
            case AuctionView():
                return duel.card_to_play(view)
            case CallBridgeView() if decision.kind == "bid":
                return easy_call.bid(view)
            case CallBridgeView():
                return easy_call.card_to_play(view)
            case _:
                raise ValueError(f"no rules for {view.kind}")
