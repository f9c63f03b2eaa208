"""Finished games in lists, the newest first."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Row, Select, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.schema import games, people, results, seats
from data.standing.records import HistoryFilter, HistoryPage, PastGame, PastSeat

PAGE_SIZE: Final = 10
EVERY_GAME: Final = HistoryFilter()

SEATED: Final = results.join(
    seats, (seats.c.game_id == results.c.game_id) & (seats.c.seat == results.c.seat)
).outerjoin(people, people.c.id == results.c.user_id)
"""What a finished game came to for each seat, with who sat there."""

_SEATS = (
    select(
        results.c.game_id,
        results.c.seat,
        results.c.user_id,
        seats.c.level,
        people.c.name,
        results.c.points,
        results.c.place,
        results.c.won,
        results.c.given_up,
    )
    .select_from(SEATED)
    .order_by(results.c.game_id, results.c.seat)
)


async def page_of(
    connection: AsyncConnection, guild_id: int, asked: HistoryFilter, page: int, size: int
) -> HistoryPage:
    """A page of a server's finished games; one beyond the last gives the last.

    ``ValueError`` for a page below 0 or an empty one.
    """
    if page < 0 or size < 1:
        raise ValueError("pages count from 0 and hold at least one game")
    found = _found(guild_id, asked)
    count = await connection.scalar(select(func.count()).select_from(found.subquery())) or 0
    pages = -(-count // size)
    shown = max(0, min(page, pages - 1))
    newest = (
        found.order_by(results.c.finished_at.desc(), results.c.game_id.desc())
        .limit(size)
        .offset(shown * size)
        .subquery()
    )
    rows = (
        await connection.execute(
            select(games)
            .join(newest, newest.c.game_id == games.c.id)
            .order_by(games.c.finished_at.desc(), games.c.id.desc())
        )
    ).all()
    sitting: dict[int, list[PastSeat]] = {row.id: [] for row in rows}
    for game_id, *seat in await connection.execute(
        _SEATS.where(results.c.game_id.in_(list(sitting)))
    ):
        sitting[game_id].append(PastSeat(*seat))
    return HistoryPage(
        games=tuple(_game(row, tuple(sitting[row.id])) for row in rows),
        page=shown,
        pages=pages,
        count=count,
    )


def _found(guild_id: int, asked: HistoryFilter) -> Select[Any]:
    """One result of each game: that of the person, or of the first seat."""
    query = select(results.c.game_id).where(results.c.guild_id == guild_id)
    if asked.user_id is None:
        query = query.where(results.c.seat == 0)
    else:
        query = query.where(results.c.user_id == asked.user_id)
    if asked.kind is not None:
        query = query.where(results.c.kind == asked.kind)
    if asked.won is not None:
        query = query.where(results.c.won == asked.won)
    if asked.with_id is not None:
        other = results.alias("other")
        query = query.join(
            other, (other.c.game_id == results.c.game_id) & (other.c.user_id == asked.with_id)
        )
    if asked.channel_id is not None:
        query = query.join(games, games.c.id == results.c.game_id).where(
            games.c.channel_id == asked.channel_id
        )
    return query


def _game(row: Row[Any], sitting: tuple[PastSeat, ...]) -> PastGame:
    return PastGame(
        id=row.id,
        kind=row.kind,
        channel_id=row.channel_id,
        message_id=row.message_id,
        reason=row.reason,
        hinted=row.hinted,
        finished_at=row.finished_at,
        seats=sitting,
    )
