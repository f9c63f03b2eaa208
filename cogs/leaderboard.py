"""``/leaderboard``."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.boards import board_of
from bot.client import BotClient
from bot.commands import requested
from bot.screens.board import board
from cogs.start_options import game_choices


class Leaderboard(commands.Cog):
    """This server's ranking."""

    @app_commands.command(description=_("Who wins most on this server"))
    @app_commands.guild_only()
    @app_commands.describe(game=_("Which game (all)"))
    async def leaderboard(
        self, interaction: discord.Interaction[BotClient], game: Choice[str] | None = None
    ) -> None:
        """The first page; its buttons turn the others."""
        async with requested(interaction) as request:
            kind = None if game is None else game.value
            await request.reply.show(board(await board_of(request, kind, 0), request.texts))


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    cog = Leaderboard()
    app_commands.choices(game=game_choices(client.app.games))(cog.leaderboard)
    await client.add_cog(cog)
