"""``/settings``: what a person and a server choose."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.choosing import check_manager, personal_screen, server_screen
from bot.client import BotClient
from bot.commands import requested


@app_commands.guild_only()
class SettingsCommands(
    commands.GroupCog, group_name="settings", group_description=_("What you or this server choose")
):
    """What a person and a server choose."""

    @app_commands.command(description=_("Your own settings: language, notifications"))
    async def me(self, interaction: discord.Interaction[BotClient]) -> None:
        """Selects that change a setting at once."""
        async with requested(interaction) as request:
            await request.reply.show(await personal_screen(request))

    @app_commands.command(description=_("For managers: this server's language, seasons, data"))
    async def server(self, interaction: discord.Interaction[BotClient]) -> None:
        """The same for the server, its season, and the removal of its data."""
        async with requested(interaction) as request:
            check_manager(request)
            await request.reply.show(await server_screen(request))


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    await client.add_cog(SettingsCommands())
