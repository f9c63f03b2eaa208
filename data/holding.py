"""Servers held by a transaction: their games do not end in between where several write at once."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.schema import servers


async def hold(connection: AsyncConnection, guild_ids: Iterable[int]) -> None:
    """Hold the rows of these servers to the end of the transaction, as a game that ends does.

    In the order of their ids, so that two transactions never wait for each other.  A server that
    has no row is not held.
    """
    for guild_id in sorted(guild_ids):
        await connection.execute(
            update(servers).where(servers.c.id == guild_id).values(finished=servers.c.finished)
        )
