"""Seasons of a server: started and ended by those who manage it."""

from __future__ import annotations

from bot.auditing import audited
from bot.boards import board_lines, season_of
from bot.choosing import check_manager, server_screen
from bot.errors import BadSeasonName, NoSeasonRuns, SeasonRuns
from bot.request import Request
from bot.screens.podium import podium
from bot.screens.settings import SEASON_NAME, confirm_season_end
from bot.texts import readable
from data.errors import NoSeason, SeasonRunning


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
    audited(request, "end season", old=running.id)
    await request.reply.show(await server_screen(request))
    await request.reply.announce(
        podium(
            season_of(ended.season),
            board_lines(ended.podium),
            {kind: board_lines(lines) for kind, lines in ended.by_kind.items()},
            request.app.games.screens,
            await request.app.speech.public(request.guild_id),
        )
    )
