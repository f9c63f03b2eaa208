"""Rows made into records, where more than one subject reads them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import CursorResult, Integer, Row, Select, bindparam, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.records import GameLine, Seat
from data.schema import games, people, seasons, seats
from data.standing.records import Season
from data.types import time_of

LINE = (
    games.c.id,
    games.c.kind,
    games.c.guild_id,
    games.c.channel_id,
    games.c.message_id,
    games.c.state,
    games.c.to_act,
    games.c.updated_at,
    games.c.finished_at,
)

SEASON = select(
    seasons.c.id, seasons.c.guild_id, seasons.c.name, seasons.c.started_at, seasons.c.ended_at
)


SEASONS_OF = (
    SEASON.where(seasons.c.guild_id == bindparam("guild"))
    .order_by(seasons.c.id.desc())
    .limit(bindparam("limit", type_=Integer))
)
"""The last seasons of a server, the newest first."""


def mask(numbers: Iterable[int]) -> int:
    """Seats as bits, seat 0 the lowest."""
    return sum(1 << number for number in set(numbers))


def unmask(bits: int) -> tuple[int, ...]:
    """The seats whose bits are set, in order."""
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


def new_number(result: CursorResult[Any]) -> int:
    """The number that the database gave to the row of an INSERT."""
    key = result.inserted_primary_key
    if key is None:
        raise TypeError("this statement inserted no row with a number")
    return int(key[0])


async def seats_of(
    connection: AsyncConnection, game_ids: Iterable[int]
) -> dict[int, tuple[Seat, ...]]:
    """The seats of these games in order, with the last known names."""
    wanted = list(game_ids)
    if not wanted:
        return {}
    rows = await connection.execute(_SEATS.where(seats.c.game_id.in_(wanted)))
    found: dict[int, list[Seat]] = {game_id: [] for game_id in wanted}
    for row in rows:
        found[row.game_id].append(
            Seat(row.seat, row.user_id, row.level, row.name, taken_over=row.taken_over)
        )
    return {game_id: tuple(sitting) for game_id, sitting in found.items()}


async def lines(
    connection: AsyncConnection, query: Select[*tuple[Any, ...]]
) -> tuple[GameLine, ...]:
    """The games that a query of ``LINE`` finds, in its order, with their seats."""
    rows = (await connection.execute(query)).all()
    sitting = await seats_of(connection, [row.id for row in rows])
    return tuple(_line(row, sitting[row.id]) for row in rows)


def season_of(row: Sequence[Any]) -> Season:
    """The season of a row of ``SEASON``, as SQLAlchemy gives it or as the driver does."""
    number, guild_id, name, started_at, ended_at = row
    ended = None if ended_at is None else time_of(ended_at)
    return Season(number, guild_id, name, time_of(started_at), ended)


def _line(row: Row[Any], sitting: tuple[Seat, ...]) -> GameLine:
    return GameLine(
        id=row.id,
        kind=row.kind,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        message_id=row.message_id,
        state=row.state,
        seats=sitting,
        to_act=unmask(row.to_act),
        updated_at=row.updated_at,
        finished_at=row.finished_at,
    )


_SEATS = (
    select(
        seats.c.game_id,
        seats.c.seat,
        seats.c.user_id,
        seats.c.level,
        seats.c.taken_over,
        people.c.name,
    )
    .select_from(seats.outerjoin(people, people.c.id == seats.c.user_id))
    .order_by(seats.c.game_id, seats.c.seat)
)
