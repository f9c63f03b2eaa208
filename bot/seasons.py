"""Seasons of a server: started and ended by those who manage it."""

from __future__ import annotations

import logging

import discord

from bot.auditing import audited
from bot.boards import board_lines, season_of
from bot.choosing import check_manager, server_screen
from bot.errors import BadSeasonName, NoSeasonRuns, SeasonRuns
from bot.request import Request
from bot.screens.names import listed
from bot.screens.podium import podium
from bot.screens.settings import SEASON_NAME, confirm_season_end
from bot.texts import readable
from data.errors import NoSeason, SeasonRunning, StorageError
from data.standing.records import Season

_log = logging.getLogger(__name__)


async def start_season(request: Request, typed: str) -> None:
    """Begin a season of the name that was typed, and answer with the settings.

    Raises ``NotManager``, ``BadSeasonName``, ``SeasonRuns``.
    """
    check_manager(request)
    name = " ".join(typed.split())
    if len(name) > SEASON_NAME or not readable(name):
        raise BadSeasonName(count=SEASON_NAME)
    try:
        begun = await request.app.db.seasons.start(request.guild_id, name, request.app.clock.now())
    except SeasonRunning as error:
        raise SeasonRuns(name=error.name) from error
    audited(request, "start season", new=begun.id)
    await request.reply.show(await server_screen(request))


async def ask_to_end(request: Request) -> None:
    """Ask whether the season is really to end.  Raises ``NotManager``, ``NoSeasonRuns``."""
    check_manager(request)
    running = await request.app.db.seasons.running(request.guild_id)
    if running is None:
        raise NoSeasonRuns
    await request.reply.show(confirm_season_end(season_of(running), request.texts))


async def end_season(request: Request, number: int | None) -> None:
    """End the season of this number, answer with the settings, and announce the podium to all.

    Raises ``NotManager``; ``NoSeasonRuns`` when another one runs, or none.
    """
    check_manager(request)
    seasons = request.app.db.seasons
    running = await seasons.running(request.guild_id)
    if running is None or running.id != number:
        raise NoSeasonRuns
    try:
        ended = await seasons.end(request.guild_id, request.app.clock.now())
    except NoSeason as error:
        raise NoSeasonRuns from error
    audited(request, "end season", old=ended.id)
    await _announce(request, ended)


async def announce_again(request: Request, number: int | None) -> None:
    """Answer with the settings, and announce the podium of the ended season of this number.

    Raises ``NotManager``; ``NoSeasonRuns`` when there is no such season, or it has not ended.
    """
    check_manager(request)
    ended = await request.app.db.seasons.get(request.guild_id, number or 0)
    if ended is None or ended.ended_at is None:
        raise NoSeasonRuns
    await _announce(request, ended)


async def _announce(request: Request, ended: Season) -> None:
    """The season has ended, whatever fails from here on: who ended it is told what did."""
    announced = False
    try:
        await request.reply.show(await server_screen(request))
        announced = await request.reply.announce(await _podium(request, ended))
    except StorageError as error:
        _log.warning("server %s: no podium of a season: %s", request.guild_id, error)
    if not announced:
        name = listed(ended.name, request.texts, SEASON_NAME)
        await request.tell(
            request.texts(
                "The season {name} has ended, but I could not announce the best three. "
                "`/settings server` has a button to announce them again.",
                name=name,
            )
        )


async def _podium(request: Request, ended: Season) -> discord.ui.LayoutView:
    found = await request.app.db.seasons.podium(ended)
    return podium(
        season_of(ended),
        board_lines(found.podium),
        {kind: board_lines(lines) for kind, lines in found.by_kind.items()},
        request.app.games.screens,
        await request.app.speech.public(request.guild_id),
    )
