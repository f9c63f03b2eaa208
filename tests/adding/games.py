"""The bot's games and Whist: what a fourth line in each registry comes to."""

from __future__ import annotations

from bot.games import GAMES, Games
from tests.adding.player import WhistPlayer
from tests.adding.screens import WhistScreens
from tests.adding.whist import Whist

WITH_WHIST = Games(
    rules={**GAMES.rules, "whist": Whist},
    screens={**GAMES.screens, "whist": WhistScreens()},
    commands=(*GAMES.commands, "tests.adding.command"),
    seat_computer=WhistPlayer,
)
