"""What a person asks of the bot, by a press or a command, and the means to answer it."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.app import App
from bot.errors import GuildOnly
from bot.reply import Reply
from bot.screens.notice import notice
from bot.texts import Texts
from data.records import InvitedSeat


@dataclass(frozen=True, slots=True)
class Request:
    """Who asks, where the answer goes, and in which language."""

    app: App
    interaction: discord.Interaction
    reply: Reply
    texts: Texts

    @property
    def user_id(self) -> int:
        """The person who asks."""
        return self.interaction.user.id

    @property
    def person(self) -> InvitedSeat:
        """The person as somebody who takes a seat."""
        return InvitedSeat(self.interaction.user.display_name, self.user_id)

    @property
    def guild_id(self) -> int:
        """The server in which this was asked; raises ``GuildOnly``."""
        if self.interaction.guild_id is None:
            raise GuildOnly
        return self.interaction.guild_id

    @property
    def guild_name(self) -> str:
        """The name of that server, as far as the bot knows it."""
        guild = self.interaction.guild
        return "" if guild is None else guild.name

    @property
    def channel_id(self) -> int:
        """The channel in which this was asked; raises ``GuildOnly``."""
        if self.interaction.channel_id is None:
            raise GuildOnly
        return self.interaction.channel_id

    async def tell(self, text: str) -> None:
        """Answer with words alone, privately and beside what was pressed."""
        await self.reply.aside(notice(text))


def on_private_message(interaction: discord.Interaction) -> bool:
    """Whether the message that was pressed is seen by the presser alone."""
    return interaction.message is not None and interaction.message.flags.ephemeral
