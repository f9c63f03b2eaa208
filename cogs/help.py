"""``/help`` and ``/check``."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.client import BotClient
from bot.commands import requested
from bot.permissions import missing_permissions
from bot.screens.help import check, help_page


class Help(commands.Cog):
    """How to begin, and what the bot lacks."""

    @app_commands.command(name="help", description=_("How to begin"))
    @app_commands.guild_only()
    async def help_(self, interaction: discord.Interaction[BotClient]) -> None:
        """The first page; its buttons turn the others."""
        async with requested(interaction) as request:
            await request.reply.show(help_page(0, request.texts))

    @app_commands.command(name="check", description=_("Which permissions I lack in this channel"))
    @app_commands.guild_only()
    async def check_(self, interaction: discord.Interaction[BotClient]) -> None:
        """Everything that is missing for a table in this channel, by name."""
        async with requested(interaction) as request:
            await request.reply.show(check(missing_permissions(interaction), request.texts))


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    await client.add_cog(Help())
