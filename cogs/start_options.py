"""What several commands have in common: choices, and the options that were really given."""

from __future__ import annotations

from typing import Any, Final, cast

from discord import app_commands
from discord.app_commands import locale_str as _

from bot.games import Games
from bot.screens.models import Level
from data.records import OptionValue

COMPUTERS: Final = [
    app_commands.Choice(name=_("easy"), value="easy"),
    app_commands.Choice(name=_("medium"), value="medium"),
    app_commands.Choice(name=_("hard"), value="hard"),
]
PACES: Final = [
    app_commands.Choice(name=_("no clock"), value="none"),
    app_commands.Choice(name=_("days: 3 days for each decision"), value="days"),
    app_commands.Choice(
        name=_("live: 2 minutes for each decision, 5 minutes in reserve"), value="live"
    ),
]
ON_OFF: Final = [
    app_commands.Choice(name=_("on"), value="on"),
    app_commands.Choice(name=_("off"), value="off"),
]


def game_choices(games: Games) -> list[app_commands.Choice[str]]:
    """The games, for an option of a command that is about any of them."""
    return [
        app_commands.Choice(name=app_commands.locale_str(game.name), value=kind)
        for kind, game in games.screens.items()
    ]


def given(**options: OptionValue | None) -> dict[str, OptionValue]:
    """The house rules that were named; the others keep the game's own default."""
    return {name: value for name, value in options.items() if value is not None}


def level(choice: app_commands.Choice[str] | None) -> Level | None:
    """The computer's level that was chosen, if any."""
    return None if choice is None else cast("Level", choice.value)


def chosen(choice: app_commands.Choice[str] | None) -> str | None:
    """The text that was chosen, ``None`` if none was."""
    return None if choice is None else choice.value


def word(choice: app_commands.Choice[Any] | None) -> OptionValue | None:
    """The value of a choice, ``None`` if none was made."""
    return None if choice is None else cast("OptionValue", choice.value)
