"""Which language to speak: a person's choice, else the client's; in public the server's."""

from __future__ import annotations

import discord

from bot.texts import Texts
from bot.unbroken import unbroken
from data.database import Database
from data.errors import StorageError


class Speech:
    """Finds the texts for a reader.  Choices are cached by the database, so this asks it rarely."""

    def __init__(self, client: discord.Client, db: Database) -> None:
        self._client = client
        self._db = db

    async def to(self, interaction: discord.Interaction) -> Texts:
        """The texts for the person behind this interaction."""
        try:
            chosen = (await unbroken(self._db.people.settings(interaction.user.id))).language
        except StorageError:
            chosen = None
        return Texts.for_locale(chosen or interaction.locale.value)

    async def public(self, guild_id: int) -> Texts:
        """The texts for messages that a whole server reads."""
        try:
            chosen = (await unbroken(self._db.servers.settings(guild_id))).language
        except StorageError:
            chosen = None
        guild = self._client.get_guild(guild_id)
        return Texts.for_locale(chosen or (guild.preferred_locale.value if guild else None))
