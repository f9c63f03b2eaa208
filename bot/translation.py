"""Names and descriptions of slash commands, from the same catalogues as everything else."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.texts import SOURCE, Texts


class Translator(app_commands.Translator):
    """Gives discord.py the translation of a ``locale_str``, where there is one."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in this language; ``None`` leaves Discord at the English source."""
        texts = Texts.for_locale(locale.value)
        if texts.locale.split("-")[0] == SOURCE:
            return None
        translated = texts(string.message)
        return None if translated == string.message else translated
