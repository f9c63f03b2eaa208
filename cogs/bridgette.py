"""``/bridgette start``."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.client import BotClient
from bot.commands import requested
from bot.starting import start_two
from cogs.start_options import COMPUTERS, PACES, chosen, given, level, word

DEALS: Final = [Choice(name=str(deals), value=deals) for deals in range(2, 13, 2)]
UPCARDS: Final = [
    Choice(name=_("the non-dealer draws it"), value="draw"),
    Choice(name=_("it is put aside"), value="aside"),
]


@app_commands.guild_only()
class Bridgette(
    commands.GroupCog, group_name="bridgette", group_description=_("Bridgette, for two players")
):
    """Bridgette, for two players."""

    @app_commands.command(description=_("Challenge somebody to Bridgette, or play the computer"))
    @app_commands.describe(
        opponent=_("Whom you challenge; leave it out to let anyone accept"),
        computer=_("Play against the computer, at once; how well it is to play"),
        deals=_("How many deals are played (6)"),
        upcard=_("What becomes of the up-card (the non-dealer draws it)"),
        pace=_("How long each decision may take (as the server has it)"),
    )
    @app_commands.choices(computer=COMPUTERS, pace=PACES, upcard=UPCARDS)
    @app_commands.choices(deals=DEALS)
    async def start(
        self,
        interaction: discord.Interaction[BotClient],
        opponent: discord.Member | None = None,
        computer: Choice[str] | None = None,
        deals: Choice[int] | None = None,
        upcard: Choice[str] | None = None,
        pace: Choice[str] | None = None,
    ) -> None:
        """Challenge a member, anyone, or the computer."""
        async with requested(interaction, "public") as request:
            options = given(deals=word(deals), upcard=word(upcard))
            await start_two(request, "bridgette", options, opponent, level(computer), chosen(pace))


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    await client.add_cog(Bridgette())
