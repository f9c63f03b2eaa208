"""``/admin``: a server's running games, for those who manage it."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.client import BotClient
from bot.commands import requested
from bot.managing import ask_end, ask_unseat, show_running
from cogs.game import NUMBERS, choices_of

SUGGESTED: Final = 100  # games among which a suggestion is looked for


@app_commands.guild_only()
class Admin(
    commands.GroupCog, group_name="admin", group_description=_("For managers: running games")
):
    """Running games, for those who manage the server."""

    @app_commands.command(description=_("For managers: all running games of this server"))
    async def games(self, interaction: discord.Interaction[BotClient]) -> None:
        """A list in pages, those that wait the longest first."""
        async with requested(interaction) as request:
            await show_running(request)

    @app_commands.command(description=_("For managers: end a game; nobody wins it"))
    @app_commands.describe(game=_("The number of the game, as on its table"))
    async def end(self, interaction: discord.Interaction[BotClient], game: NUMBERS) -> None:
        """Ask for a confirmation, whose button then ends the game."""
        async with requested(interaction) as request:
            await ask_end(request, game)

    @app_commands.command(description=_("For managers: give up a seat for an absent player"))
    @app_commands.describe(game=_("The number of the game, as on its table"))
    async def unseat(self, interaction: discord.Interaction[BotClient], game: NUMBERS) -> None:
        """Ask whose seat, and for a confirmation."""
        async with requested(interaction) as request:
            await ask_unseat(request, game)

    @end.autocomplete("game")
    @unseat.autocomplete("game")
    async def running_games(
        self, interaction: discord.Interaction[BotClient], current: str
    ) -> list[Choice[int]]:
        """The running games of this server, for its managers alone."""
        if not interaction.permissions.manage_guild:
            return []
        app = interaction.client.app
        texts = await app.speech.to(interaction)
        found = await app.db.administration.of_server(interaction.guild_id or 0, size=SUGGESTED)
        return choices_of(found.lines, current, app.games.screens, texts)


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    await client.add_cog(Admin())
