"""``/whist start``."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.client import BotClient
from bot.commands import requested
from bot.starting import start_two
from cogs.start_options import COMPUTERS, given, level


@app_commands.guild_only()
class WhistStart(
    commands.GroupCog, group_name="whist", group_description=_("Whist, for two players")
):
    """Whist, for two players."""

    @app_commands.command(description=_("Challenge somebody to Whist, or play the computer"))
    @app_commands.choices(computer=COMPUTERS)
    async def start(
        self,
        interaction: discord.Interaction[BotClient],
        opponent: discord.Member | None = None,
        computer: Choice[str] | None = None,
        deals: app_commands.Range[int, 1, 9] | None = None,
    ) -> None:
        """Challenge a member, anyone, or the computer."""
        async with requested(interaction, "public") as request:
            options = given(deals=deals)
            await start_two(request, "whist", options, opponent, level(computer))


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    await client.add_cog(WhistStart())
