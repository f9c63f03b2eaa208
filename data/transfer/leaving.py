"""Out of a database: what it holds of a server, line by line."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncGenerator
from typing import Any, Final

from sqlalchemy import Row, func, select

from data.connections import Connections
from data.history import SEATED
from data.schema import actions, games, people, results, seasons, seats
from data.transfer.lines import GameLine, SeasonLine, SeatLine

_CHUNK: Final = 100  # games in memory at a time

_before = games.alias("before")
_GAMES = select(
    games,
    results.c.sequence,
    results.c.season_id,
    results.c.level,
    results.c.unrated,
    _before.c.commitment.label("before"),
).select_from(
    results.join(games, games.c.id == results.c.game_id).outerjoin(
        _before, _before.c.id == games.c.previous
    )
)
_SEATS = (
    select(
        results.c.game_id,
        results.c.seat,
        results.c.user_id,
        people.c.name,
        seats.c.level,
        seats.c.taken_over,
        results.c.points,
        results.c.place,
        results.c.won,
        results.c.given_up,
        results.c.deals,
        results.c.declared,
    )
    .select_from(SEATED)
    .order_by(results.c.game_id, results.c.seat)
)


async def servers(connections: Connections) -> dict[int, int]:
    """How many finished games each server has."""
    async with connections.read() as connection:
        found = await connection.execute(
            select(results.c.guild_id, func.count())
            .where(results.c.seat == 0)
            .group_by(results.c.guild_id)
            .order_by(results.c.guild_id)
        )
        return {row[0]: row[1] for row in found}


async def lines(connections: Connections, guild_id: int) -> AsyncGenerator[SeasonLine | GameLine]:
    """The seasons of a server, and then its finished games in the order of their ends."""
    async with connections.read() as connection:
        found = await connection.execute(
            select(seasons).where(seasons.c.guild_id == guild_id).order_by(seasons.c.id)
        )
        held = found.all()
    for row in held:
        yield SeasonLine(
            guild_id=guild_id,
            key=row.id,
            name=row.name,
            started_at=row.started_at,
            ended_at=row.ended_at,
        )
    after = -1
    while True:
        chunk = await _chunk(connections, guild_id, after)
        if not chunk:
            return
        for sequence, line in chunk:
            after = sequence
            yield line


async def _chunk(connections: Connections, guild_id: int, after: int) -> list[tuple[int, GameLine]]:
    async with connections.read() as connection:
        rows = (
            await connection.execute(
                _GAMES.where(
                    results.c.guild_id == guild_id,
                    results.c.seat == 0,
                    results.c.sequence > after,
                )
                .order_by(results.c.sequence)
                .limit(_CHUNK)
            )
        ).all()
        ids = [row.id for row in rows]
        sitting: defaultdict[int, list[Any]] = defaultdict(list)
        for seat in await connection.execute(_SEATS.where(results.c.game_id.in_(ids))):
            sitting[seat.game_id].append(seat)
        done: defaultdict[int, list[Any]] = defaultdict(list)
        for action in await connection.execute(
            select(actions)
            .where(actions.c.game_id.in_(ids))
            .order_by(actions.c.game_id, actions.c.number)
        ):
            done[action.game_id].append((action.seat, action.text, action.at))
    return [(row.sequence, _game(row, sitting[row.id], done[row.id])) for row in rows]


def _game(row: Row[Any], sitting: list[Any], done: list[Any]) -> GameLine:
    return GameLine(
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        kind=row.kind,
        rules=row.rules,
        options=row.options,
        seed=row.seed,
        commitment=row.commitment,
        previous=row.before,
        reason=row.reason,
        hinted=row.hinted,
        level=row.level,
        private=row.unrated == "private",
        season=row.season_id,
        created_at=row.created_at,
        finished_at=row.finished_at,
        seats=tuple(
            SeatLine(
                seat=seat.seat,
                user_id=seat.user_id,
                name=seat.name,
                level=seat.level,
                taken_over=seat.taken_over,
                points=seat.points,
                place=seat.place,
                won=seat.won,
                given_up=seat.given_up,
                deals=seat.deals,
                declared=seat.declared,
            )
            for seat in sitting
        ),
        actions=tuple(done),
    )
