"""How to speak: in which language, and how cards are written.

A person's choice holds, in public the server's; for the language else what the client says.
"""

from __future__ import annotations

from typing import Final

import discord

from bot.faces.faces import Faces
from bot.texts import Texts
from bot.unbroken import unbroken
from data.database import Database
from data.errors import StorageError
from data.records import PersonSettings, ServerSettings

DECK: Final = "deck"
TWO: Final = 2
FOUR: Final = 4
"""``ServerSettings.more[DECK]`` is one of these, how many colours the deck has; else two."""


class Speech:
    """Finds the texts for a reader.  Choices are cached by the database, so this asks it rarely."""

    def __init__(self, client: discord.Client, db: Database, faces: Faces) -> None:
        self._client = client
        self._db = db
        self._faces = faces

    async def to(self, interaction: discord.Interaction) -> Texts:
        """The texts for the person behind this interaction."""
        chosen = self._db.people.known_settings(interaction.user.id)
        if chosen is None:
            try:
                chosen = await unbroken(self._db.people.settings(interaction.user.id))
            except StorageError:
                chosen = PersonSettings()
        texts = Texts.for_locale(chosen.language or interaction.locale.value)
        writing = self._faces.writing(four_colours=chosen.four_colours, in_words=chosen.in_words)
        return texts.written(writing)

    async def public(self, guild_id: int) -> Texts:
        """The texts for messages that a whole server reads."""
        chosen = self._db.servers.known_settings(guild_id)
        if chosen is None:
            try:
                chosen = await unbroken(self._db.servers.settings(guild_id))
            except StorageError:
                chosen = ServerSettings()
        guild = self._client.get_guild(guild_id)
        language = chosen.language or (guild.preferred_locale.value if guild else None)
        writing = self._faces.writing(four_colours=chosen.more.get(DECK) == FOUR)
        return Texts.for_locale(language).written(writing)
