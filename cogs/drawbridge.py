"""``/drawbridge start``."""

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
from cogs.start_options import COMPUTERS, ON_OFF, PACES, chosen, given, level, word

DRAWS: Final = [
    Choice(name=_("any card may be played"), value="free"),
    Choice(name=_("suit must be followed"), value="follow"),
]
STOCKS: Final = [
    Choice(name=_("hidden"), value="closed"),
    Choice(name=_("its top card is seen by both"), value="open"),
]


@app_commands.guild_only()
class DrawBridge(
    commands.GroupCog, group_name="drawbridge", group_description=_("Draw Bridge, for two players")
):
    """Draw Bridge, for two players."""

    @app_commands.command(description=_("Challenge somebody to Draw Bridge, or play the computer"))
    @app_commands.describe(
        opponent=_("Whom you challenge; leave it out to let anyone accept"),
        computer=_("Play against the computer, at once; how well it is to play"),
        target=_("Points that win the game, 50 to 5000 (300)"),
        draw=_("How the draw phase is played (any card)"),
        stock=_("Whether the top of the stock is seen (hidden)"),
        penalty=_("Whether failed contracts score for the opponent (on)"),
        pace=_("How long each decision may take (as the server has it)"),
    )
    @app_commands.choices(computer=COMPUTERS, pace=PACES, draw=DRAWS, stock=STOCKS, penalty=ON_OFF)
    async def start(
        self,
        interaction: discord.Interaction[BotClient],
        opponent: discord.Member | None = None,
        computer: Choice[str] | None = None,
        target: app_commands.Range[int, 50, 5000] | None = None,
        draw: Choice[str] | None = None,
        stock: Choice[str] | None = None,
        penalty: Choice[str] | None = None,
        pace: Choice[str] | None = None,
    ) -> None:
        """Challenge a member, anyone, or the computer."""
        async with requested(interaction, "public") as request:
            options = given(
                target=target, draw=word(draw), stock=word(stock), penalty=word(penalty)
            )
            await start_two(request, "drawbridge", options, opponent, level(computer), chosen(pace))


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    await client.add_cog(DrawBridge())
