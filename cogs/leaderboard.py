"""``/leaderboard``."""

from __future__ import annotations

from typing import Final, cast

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.boards import board_of
from bot.client import BotClient
from bot.commands import requested
from bot.screens.board import AGAINST, ORDERS, PERIODS, board
from bot.screens.standing import BoardQuery, Opponents, Order
from cogs.start_options import game_choices

BY: Final = [Choice(name=_(name), value=order) for order, name in ORDERS.items()]
TIMES: Final = [Choice(name=_(name), value=period) for period, name in PERIODS.items()]
OPPONENTS: Final = [Choice(name=_(name), value=against) for against, name in AGAINST.items()]


class Leaderboard(commands.Cog):
    """This server's ranking."""

    @app_commands.command(description=_("Who plays best on this server"))
    @app_commands.guild_only()
    @app_commands.describe(
        game=_("Which game (all)"),
        period=_("Games of which time (all)"),
        by=_("What decides the places (rating if a game is named, else wins)"),
        against=_("Games against whom (people)"),
    )
    @app_commands.choices(period=TIMES, by=BY, against=OPPONENTS)
    async def leaderboard(
        self,
        interaction: discord.Interaction[BotClient],
        game: Choice[str] | None = None,
        period: Choice[str] | None = None,
        by: Choice[str] | None = None,
        against: Choice[str] | None = None,
    ) -> None:
        """The first page; its controls show the others, and every other board."""
        async with requested(interaction) as request:
            usual = "wins" if game is None else "rating"
            query = BoardQuery(
                kind=None if game is None else game.value,
                period="all" if period is None else period.value,
                order=cast("Order", usual if by is None else by.value),
                opponents=cast("Opponents", "people" if against is None else against.value),
            )
            await request.reply.show(board(await board_of(request, query.sound()), request.texts))


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    cog = Leaderboard()
    app_commands.choices(game=game_choices(client.app.games))(cog.leaderboard)
    await client.add_cog(cog)
