"""``/profile``."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.client import BotClient
from bot.commands import requested
from bot.errors import BotProfile
from bot.profiles import show_profile
from cogs.start_options import game_choices


class Profiles(commands.Cog):
    """How somebody stands on this server."""

    @app_commands.command(description=_("Results, rating and its chart, contracts, head to head"))
    @app_commands.guild_only()
    @app_commands.describe(member=_("Whose profile (yours)"), game=_("Which game (all)"))
    async def profile(
        self,
        interaction: discord.Interaction[BotClient],
        member: discord.User | discord.Member | None = None,
        game: Choice[str] | None = None,
    ) -> None:
        """A profile; people who left the server have theirs, bots have none."""
        async with requested(interaction) as request:
            person = interaction.user if member is None else member
            if person.bot:
                raise BotProfile(name=person.display_name)
            kind = None if game is None else game.value
            await show_profile(request, person.id, kind, person.display_name)


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    cog = Profiles()
    app_commands.choices(game=game_choices(client.app.games))(cog.profile)
    await client.add_cog(cog)
