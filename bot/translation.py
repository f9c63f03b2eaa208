"""Names and descriptions of slash commands, from the same catalogues as everything else.

A name is an entry with a context of its own (``COMMAND``, ``OPTION``): it keeps to a pattern of
Discord's, and ``start`` the command need not be ``start`` the word.  Discord shows names in the
languages that it knows; to people who have chosen another one they are English.
"""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Final

import discord
from discord import app_commands
from discord.app_commands import TranslationContextLocation as Place

from bot.texts import SOURCE, Texts, marked_as

COMMAND: Final = "command name"
OPTION: Final = "option name"
DESCRIPTION_LENGTH: Final = 100

#: Every name of a command or a group of them.
COMMANDS: Final = (
    marked_as("command name", "admin"),
    marked_as("command name", "bridgette"),
    marked_as("command name", "callbridge"),
    marked_as("command name", "check"),
    marked_as("command name", "drawbridge"),
    marked_as("command name", "end"),
    marked_as("command name", "game"),
    marked_as("command name", "games"),
    marked_as("command name", "help"),
    marked_as("command name", "history"),
    marked_as("command name", "leaderboard"),
    marked_as("command name", "list"),
    marked_as("command name", "me"),
    marked_as("command name", "privacy"),
    marked_as("command name", "profile"),
    marked_as("command name", "record"),
    marked_as("command name", "resign"),
    marked_as("command name", "rules"),
    marked_as("command name", "server"),
    marked_as("command name", "settings"),
    marked_as("command name", "show"),
    marked_as("command name", "start"),
    marked_as("command name", "table"),
    marked_as("command name", "unseat"),
)
#: Every name of an option.
OPTIONS: Final = (
    marked_as("option name", "against"),
    marked_as("option name", "by"),
    marked_as("option name", "computer"),
    marked_as("option name", "deal"),
    marked_as("option name", "deals"),
    marked_as("option name", "draw"),
    marked_as("option name", "game"),
    marked_as("option name", "here"),
    marked_as("option name", "member"),
    marked_as("option name", "opponent"),
    marked_as("option name", "pace"),
    marked_as("option name", "penalty"),
    marked_as("option name", "period"),
    marked_as("option name", "result"),
    marked_as("option name", "stock"),
    marked_as("option name", "target"),
    marked_as("option name", "upcard"),
    marked_as("option name", "with"),
)
_CONTEXTS: Final = {
    Place.command_name: COMMAND,
    Place.group_name: COMMAND,
    Place.parameter_name: OPTION,
}
# Letters and digits of any script, and all signs of two: Discord names Devanagari and Thai.
_NAME: Final = re.compile(r"[-_'\w\u0900-\u0963\u0966-\u097f\u0e01-\u0e3a\u0e40-\u0e5b]{1,32}")
_IN_A_ROW: Final = 50  # thousands are asked for, and whoever presses meanwhile does not wait
_log = logging.getLogger(__name__)


class Translator(app_commands.Translator):
    """Gives discord.py the translation of a ``locale_str``, where there is one."""

    def __init__(self) -> None:
        self._asked = 0

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in this language; ``None`` leaves Discord at the English source.

        What Discord would refuse is logged and left in English: else one wrong name in a catalogue
        would keep all commands from being known.
        """
        self._asked += 1
        if not self._asked % _IN_A_ROW:
            await asyncio.sleep(0)
        texts = Texts.for_locale(locale.value)
        if texts.locale.split("-")[0] == SOURCE:
            return None
        named = _CONTEXTS.get(context.location)
        if named is None:
            translated = texts(string.message)
            fits = len(translated) <= DESCRIPTION_LENGTH
        else:
            translated = texts.named(named, string.message)
            fits = is_name(translated)
        if translated == string.message:
            return None
        if not fits:
            _log.warning("Discord takes no %r for %r", translated, string.message)
            return None
        return translated


def is_name(text: str) -> bool:
    """Whether Discord takes this as the name of a command or an option."""
    return _NAME.fullmatch(text) is not None and text == text.lower()
