"""``/game``: tables, resignation, lists, records, and games looked back on."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.app_commands import locale_str as _
from discord.ext import commands

from bot.client import BotClient
from bot.commands import requested
from bot.errors import (
    GameRunning,
    NoGameHere,
    NoSuchGame,
    NothingToLookAt,
    NotSeated,
    OtherServer,
    WhichGame,
)
from bot.history import past_games
from bot.moving import move_table
from bot.records import record_file, with_record
from bot.replaying.showing import show_deal
from bot.request import Request
from bot.screens import models
from bot.screens.history import PastQuery, history
from bot.screens.lists import running
from bot.screens.models import GameLine, Player
from bot.screens.notice import confirm_resign, notice
from bot.screens.parts import seat_label, title_of
from bot.tables.table import Table, player_of
from bot.texts import Texts
from cogs.start_options import game_choices
from data.records import GameLine as StoredLine

RESULTS: Final = [Choice(name=_("won"), value="won"), Choice(name=_("lost"), value="lost")]
NUMBERS = app_commands.Range[int, 1, 2**53 - 1]  # the largest bound that Discord takes


@app_commands.guild_only()
class Games(commands.GroupCog, group_name="game", group_description=_("Your games and tables")):
    """Your games and tables."""

    @app_commands.command(description=_("Post your table again here, at the foot of the channel"))
    @app_commands.describe(game=_("Which of your running games, if there are several"))
    async def table(
        self, interaction: discord.Interaction[BotClient], game: NUMBERS | None = None
    ) -> None:
        """Post a table again, which is also how a game moves to another channel."""
        async with requested(interaction) as request:
            table = await _own_game(request, game)
            await request.reply.show(notice(await move_table(request, table)))

    @app_commands.command(description=_("Give up a game of yours; you are asked once more"))
    @app_commands.describe(game=_("Which of your running games, if there are several"))
    async def resign(
        self, interaction: discord.Interaction[BotClient], game: NUMBERS | None = None
    ) -> None:
        """Ask for a confirmation, whose button then resigns."""
        async with requested(interaction) as request:
            table = await _own_game(request, game)
            seat = table.seat_of(request.user_id)
            if seat is None:
                raise NotSeated
            layout = confirm_resign(table.info(), seat.number, request.texts)
            await request.reply.show(layout)

    @app_commands.command(name="list", description=_("Your running games here, with links"))
    async def list_(self, interaction: discord.Interaction[BotClient]) -> None:
        """Running games of the person in this server."""
        async with requested(interaction) as request:
            lines = await request.app.db.games.running_of(request.user_id, request.guild_id)
            games = request.app.games.screens
            shown = [_line(line, request.user_id, games) for line in lines]
            await request.reply.show(running(shown, games, request.texts))

    @app_commands.command(description=_("The record of a finished game, as a file"))
    @app_commands.describe(game=_("The number of the game, as on its table"))
    async def record(self, interaction: discord.Interaction[BotClient], game: NUMBERS) -> None:
        """The whole game as text, with its seed; open to everybody once it is over."""
        async with requested(interaction) as request:
            table = await _game_here(request, game)
            if not table.over:
                raise GameRunning
            if table.called_off:
                raise NothingToLookAt
            async with table.lock:
                file = record_file(table)
            await request.reply.aside(with_record(file, request.texts), file)

    @app_commands.command(description=_("Games that were finished on this server"))
    @app_commands.describe(
        member=_("Whose games (everybody's)"),
        other=_("Who played in them too"),
        game=_("Which game (all)"),
        result=_("Games that were won or lost, by you if you name nobody"),
        here=_("Only games of this channel"),
    )
    @app_commands.rename(other="with")
    @app_commands.choices(result=RESULTS)
    async def history(
        self,
        interaction: discord.Interaction[BotClient],
        member: discord.User | None = None,
        other: discord.User | None = None,
        game: Choice[str] | None = None,
        result: Choice[str] | None = None,
        here: bool = False,
    ) -> None:
        """The newest first; its controls turn the pages and open a game."""
        async with requested(interaction) as request:
            about_somebody = other is not None or result is not None
            person = request.user_id if member is None and about_somebody else None
            query = PastQuery(
                person=person if member is None else member.id,
                other=None if other is None else other.id,
                kind=None if game is None else game.value,
                won=None if result is None else result.value == "won",
                channel=request.channel_id if here else None,
            )
            await request.reply.show(history(await past_games(request, query), request.texts))

    @app_commands.command(description=_("Step through a finished game, with all hands open"))
    @app_commands.describe(
        game=_("The number of the game, as on its table"),
        deal=_("The deal to begin with (the first)"),
    )
    async def show(
        self,
        interaction: discord.Interaction[BotClient],
        game: NUMBERS,
        deal: app_commands.Range[int, 1, 9999] = 1,
    ) -> None:
        """Open the game at a deal, for the person alone; a button shows a place to all."""
        async with requested(interaction) as request:
            await show_deal(request, game, deal)

    @table.autocomplete("game")
    @resign.autocomplete("game")
    async def running_games(
        self, interaction: discord.Interaction[BotClient], current: str
    ) -> list[Choice[int]]:
        """The person's running games in this server."""
        app = interaction.client.app
        texts = await app.speech.to(interaction)
        lines = await app.db.games.running_of(interaction.user.id, interaction.guild_id)
        return choices_of(lines, current, app.games.screens, texts)

    @record.autocomplete("game")
    @show.autocomplete("game")
    async def finished_games(
        self, interaction: discord.Interaction[BotClient], current: str
    ) -> list[Choice[int]]:
        """The games that the person finished in this server."""
        app = interaction.client.app
        texts = await app.speech.to(interaction)
        lines = await app.db.games.finished_of(interaction.user.id, interaction.guild_id or 0)
        return choices_of(lines, current, app.games.screens, texts)


async def _own_game(request: Request, number: int | None) -> Table:
    """The running game that is meant; raises a ``Refusal`` that says how to name it."""
    if number is not None:
        table = await _game_here(request, number)
        if table.seat_of(request.user_id) is None:
            raise NotSeated
        return table
    lines = await request.app.db.games.running_of(request.user_id, request.guild_id)
    here = tuple(line for line in lines if line.channel_id == request.channel_id)
    candidates = here if len(here) == 1 else lines
    match candidates:
        case ():
            raise NoGameHere
        case (only,):
            return await request.app.tables.get(only.id)
        case _:
            games = request.app.games.screens
            titles = [title_of(games[x.kind], x.id, request.texts) for x in candidates[:10]]
            raise WhichGame(games=request.texts.listing(titles))


async def _game_here(request: Request, number: int) -> Table:
    table = await request.app.tables.get(number)
    if table.guild_id != request.guild_id:
        # Whether a game exists elsewhere is nobody's business here, unless one sits in it.
        raise OtherServer if table.seat_of(request.user_id) else NoSuchGame
    return table


def choices_of(
    lines: tuple[StoredLine, ...], current: str, games: models.Games, texts: Texts
) -> list[Choice[int]]:
    """Games as suggestions for an option, as far as they match what was typed."""
    choices: list[Choice[int]] = []
    for line in lines:
        players = [player_of(seat) for seat in line.seats]
        names = [
            texts.plain_name(seat_label(players, seat, texts))
            if player.user_id
            else texts("computer")
            for seat, player in enumerate(players)
        ]
        title = title_of(games[line.kind], line.id, texts)
        label = f"{title}: {texts.listing(names)}"
        if current.casefold() in label.casefold():
            choices.append(Choice(name=label[:100], value=line.id))
    return choices[:25]


def _line(line: StoredLine, reader: int, games: models.Games) -> GameLine:
    players: list[Player] = [player_of(seat) for seat in line.seats]
    return GameLine(
        game_id=line.id,
        game=games[line.kind],
        players=tuple(players),
        guild_id=line.guild_id,
        channel_id=line.channel_id,
        message_id=line.message_id,
        your_turn=line.your_turn(reader),
        paused=line.state == "paused",
        updated_at=line.updated_at,
    )


async def setup(client: BotClient) -> None:
    """Load the commands of this file."""
    cog = Games()
    app_commands.choices(game=game_choices(client.app.games))(cog.history)
    await client.add_cog(cog)
