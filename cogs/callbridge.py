"""``/callbridge start``."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.client import BotClient
from bot.commands import requested
from bot.starters import check_start
from bot.starting import post_invitation
from bot.tables.opening import full_options
from cogs.start_options import PACES, chosen, given


@app_commands.guild_only()
class CallBridge(
    commands.GroupCog, group_name="callbridge", group_description=_("Call Bridge, for four players")
):
    """Call Bridge, for four players."""

    @app_commands.command(description=_("Open a table of Call Bridge for four"))
    @app_commands.describe(
        target=_("Points that win the game, 5 to 200 (20)"),
        pace=_("How long each decision may take (as the server has it)"),
    )
    @app_commands.choices(pace=PACES)
    async def start(
        self,
        interaction: discord.Interaction[BotClient],
        target: app_commands.Range[int, 5, 200] | None = None,
        pace: Choice[str] | None = None,
    ) -> None:
        """Open a lobby, in which people and computers take seats."""
        async with requested(interaction, "public") as request:
            await check_start(request)
            options = full_options("callbridge", given(target=target), request.app.games)
            await post_invitation(
                request, "callbridge", options, (request.person,), pace=chosen(pace)
            )


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    await client.add_cog(CallBridge())
