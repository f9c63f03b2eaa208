"""The screens of each game, by its kind: a file for each, and a line here."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from bot.screens.game import AnyGame
from bot.screens.games.bridgette import BridgetteScreens
from bot.screens.games.call_bridge import CallBridgeScreens
from bot.screens.games.draw_bridge import DrawBridgeScreens
from bot.screens.models import Games

_ALL: Final[tuple[AnyGame, ...]] = (
    BridgetteScreens(),
    DrawBridgeScreens(),
    CallBridgeScreens(),
)

SCREENS: Final[Games] = MappingProxyType({game.kind: game for game in _ALL})
