"""What the start commands offer."""

from __future__ import annotations

from bot.screens.challenge import LEVELS_OFFERED
from cogs.start_options import COMPUTERS
from engine.players import LEVELS


def test_every_level_of_the_lobby_is_offered_by_the_commands() -> None:
    assert tuple(choice.value for choice in COMPUTERS) == LEVELS_OFFERED
    assert LEVELS_OFFERED == ("easy", "medium", "hard")
    assert set(LEVELS_OFFERED) < set(LEVELS)
