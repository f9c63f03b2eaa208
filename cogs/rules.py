"""``/rules``: the rulebooks."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.client import BotClient
from bot.commands import requested
from bot.screens.rules import rules
from cogs.start_options import game_choices


class Rules(commands.Cog):
    """The rulebooks, in pages."""

    @app_commands.command(name="rules", description=_("How a game is played and scored"))
    @app_commands.guild_only()
    @app_commands.describe(game=_("Which game"))
    async def rules_(self, interaction: discord.Interaction[BotClient], game: Choice[str]) -> None:
        """The first page; its buttons turn the others."""
        async with requested(interaction) as request:
            await request.reply.show(rules(request.app.games.screens[game.value], 0, request.texts))


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    cog = Rules()
    app_commands.choices(game=game_choices(client.app.games))(cog.rules_)
    await client.add_cog(cog)
