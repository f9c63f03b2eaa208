"""The games: standard library only, no I/O, no clock, no chance but the seed.

``new_game`` makes a game; ``engine.game`` describes what it can do.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.bridgette import Bridgette
from engine.call_bridge import CallBridge
from engine.card_game import CardGame
from engine.draw_bridge import DrawBridge
from engine.game import (
    Action,
    AuctionView,
    BridgetteView,
    CallBridgeView,
    DealResult,
    Decision,
    Discard,
    DrawBridgeView,
    Game,
    IllegalAction,
    Kind,
    Leave,
    OptionValue,
    Outcome,
    Rule,
    Trick,
    TrickBid,
    View,
)

Kinds = Mapping[str, type[CardGame]]

KINDS: Final[Kinds] = MappingProxyType(
    {game.kind: game for game in (Bridgette, DrawBridge, CallBridge)}
)


def new_game(
    kind: str,
    *,
    seed: bytes,
    options: Mapping[str, OptionValue] | None = None,
    kinds: Kinds = KINDS,
) -> Game:
    """A game about to begin; the first deal is dealt.

    ``kind`` is a key of ``kinds``, ``seed`` 32 bytes, ``options`` the house rules that differ from
    the usual ones, as numbers and words or as their text.  ``ValueError`` says what is wrong.
    """
    try:
        game = kinds[kind]
    except KeyError:
        raise ValueError(f"no game {kind!r}; there are {', '.join(kinds)}") from None
    return game(seed, options)


__all__ = [
    "KINDS",
    "Action",
    "AuctionView",
    "BridgetteView",
    "CallBridgeView",
    "DealResult",
    "Decision",
    "Discard",
    "DrawBridgeView",
    "Game",
    "IllegalAction",
    "Kind",
    "Kinds",
    "Leave",
    "OptionValue",
    "Outcome",
    "Rule",
    "Trick",
    "TrickBid",
    "View",
    "new_game",
]
