"""Leaderboards as screens want them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.request import Request
from bot.screens.standing import Board, BoardLine, BoardQuery, Rating, Season
from data.standing.periods import ALL_TIME, Period
from data.standing.rating import RANKED_FROM
from data.standing.records import BoardLine as StoredLine
from data.standing.records import Season as StoredSeason

PAGE_SIZE: Final = 10


async def board_of(request: Request, query: BoardQuery) -> Board:
    """A page of this server's leaderboard, with the reader's own line.

    A page beyond the last gives the last.  Raises ``GuildOnly``.
    """
    db = request.app.db
    found = await db.boards.board(
        request.guild_id,
        query.kind,
        by=query.order,
        period=period_of(query, request.app.clock.now()),
        against=query.opponents,
        page=query.page,
        size=PAGE_SIZE,
        reader=request.user_id,
        seasons=True,
    )
    return Board(
        guild_name=request.guild_name,
        games=request.app.games.screens,
        query=replace(query, page=found.page),
        lines=board_lines(found.lines),
        own=None if found.own is None else _line(found.own),
        pages=found.pages,
        people=found.people,
        needed=RANKED_FROM,
        seasons=tuple(map(season_of, found.seasons)),
    )


def period_of(query: BoardQuery, now: datetime) -> Period:
    """The time that is asked for, as it is stored."""
    if query.season is not None:
        return Period.season(query.season)
    match query.period:
        case "month":
            return Period.month(now)
        case "year":
            return Period.year(now)
        case _:
            return ALL_TIME


def season_of(stored: StoredSeason) -> Season:
    """A season as screens want it."""
    return Season(stored.id, stored.name, stored.started_at, stored.ended_at)


def board_lines(stored: Iterable[StoredLine]) -> tuple[BoardLine, ...]:
    """Lines of a board as screens want them."""
    return tuple(map(_line, stored))


def _line(line: StoredLine) -> BoardLine:
    return BoardLine(
        rank=line.rank,
        user_id=line.user_id,
        name=line.name or "",
        games=line.wins + line.losses,
        wins=line.wins,
        points=line.points,
        best=line.best,
        rating=None if line.rating is None else Rating(line.rating, line.provisional),
        rated=line.rated,
    )
