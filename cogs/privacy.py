"""``/privacy``."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.client import BotClient
from bot.commands import requested
from bot.privacy import show_kept


class Privacy(commands.Cog):
    """What is kept about a person."""

    @app_commands.command(description=_("What I keep about you, and the way out of it"))
    @app_commands.guild_only()
    async def privacy(self, interaction: discord.Interaction[BotClient]) -> None:
        """Counts of everything, and a button that takes the person out."""
        async with requested(interaction) as request:
            await show_kept(request)


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    await client.add_cog(Privacy())
