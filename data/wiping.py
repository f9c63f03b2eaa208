"""Deleting all that is kept of a server, some games at a time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from sqlalchemy import and_, delete, exists, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.connections import Connections
from data.schema import (
    actions,
    contracts,
    games,
    invitations,
    meetings,
    people,
    rating_changes,
    ratings,
    results,
    seasons,
    seats,
    servers,
    tallies,
)

_CHUNK: Final = 200  # games at a time, so that others get their turn in between


async def wipe(connections: Connections, guild_id: int, forget: Callable[[int], object]) -> int:
    """Delete a server; ``forget`` is told of people whose names went with it."""
    connections = connections.unhurried
    async with connections.write() as connection:
        for table in (invitations, rating_changes, tallies, ratings, contracts, meetings):
            await connection.execute(delete(table).where(table.c.guild_id == guild_id))
    count = 0
    while True:
        async with connections.write() as connection:
            found = await connection.execute(
                select(games.c.id).where(games.c.guild_id == guild_id).limit(_CHUNK)
            )
            chunk = [game_id for (game_id,) in found]
            if not chunk:
                # The row of the server last: as long as it is there, this is begun again.
                await connection.execute(delete(seasons).where(seasons.c.guild_id == guild_id))
                await connection.execute(delete(servers).where(servers.c.id == guild_id))
                return count
            forgotten = await _games(connection, chunk)
        for user_id in forgotten:
            forget(user_id)
        count += len(chunk)


async def closed_challenges(connections: Connections, before: datetime) -> None:
    """Delete challenges and lobbies made before then that are not open any more."""
    async with connections.write() as connection:
        await connection.execute(
            delete(invitations).where(
                invitations.c.state != "open", invitations.c.created_at < before
            )
        )


async def _games(connection: AsyncConnection, chunk: list[int]) -> list[int]:
    """Delete these games; gives the people who have no game left."""
    found = await connection.execute(
        select(seats.c.user_id)
        .where(seats.c.game_id.in_(chunk), seats.c.user_id.is_not(None))
        .distinct()
    )
    sat = [user_id for (user_id,) in found]
    await connection.execute(delete(invitations).where(invitations.c.game_id.in_(chunk)))
    await connection.execute(delete(invitations).where(invitations.c.previous.in_(chunk)))
    await connection.execute(update(games).where(games.c.previous.in_(chunk)).values(previous=None))
    # A game that ended while the server was being deleted left these.
    for table in (rating_changes, results, actions, seats):
        await connection.execute(delete(table).where(table.c.game_id.in_(chunk)))
    await connection.execute(delete(games).where(games.c.id.in_(chunk)))
    gone = and_(people.c.id.in_(sat), ~exists().where(seats.c.user_id == people.c.id))
    lost = await connection.execute(select(people.c.id).where(gone))
    forgotten = [user_id for (user_id,) in lost]
    chose = (
        people.c.language.is_(None),
        people.c.four_colours.is_(False),
        people.c.pings,
        people.c.turn_pings,
        people.c.in_words.is_(False),
    )
    await connection.execute(delete(people).where(gone, *chose))
    await connection.execute(update(people).where(gone).values(name=None))
    return forgotten
