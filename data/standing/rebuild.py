"""All that is derived from the log of results made anew, server by server.

The log itself is left as it is but for ``unrated``, which is derived as well.  Each server is
one transaction, or with SQLite a part of one; a rebuild of all servers that was cut short is begun
again when the database is opened.
"""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncGenerator, Callable, Iterable
from typing import Any, Final

from sqlalchemy import bindparam, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data import bulk, driver, plain
from data.collecting import uncollected
from data.connections import Connections
from data.holding import hold
from data.schema import facts, rating_changes, results
from data.standing import digest, indexes, log, rows
from data.standing.filling import DERIVED, Filling
from data.standing.ledger import Ledger

VERSION: Final = "3"
"""How standing is derived.  With another number, all is made anew when a database is opened."""

Progress = Callable[[int, int], None]
"""Is told how many of how many results are done."""

_NAME: Final = "standing"
_BATCH: Final = 20_000  # results read at once
_HELD: Final = 200_000  # changes of ratings kept until they are written
_MANY: Final = 50_000  # results, from which on several processes are worth their start

_UNRATED = (
    update(results)
    .where(results.c.game_id == bindparam("game"))
    .values(unrated=bindparam("because"))
)


def nothing_told(_done: int, _total: int) -> None:
    """For a rebuild that nobody watches."""


async def bring_up_to_date(connections: Connections) -> None:
    """Rebuild everything if it was derived in another way than it is now, or never."""
    async with connections.read() as connection:
        found = await connection.scalar(select(facts.c.value).where(facts.c.name == _NAME))
    if found != VERSION:
        await rebuild(connections)


async def mark_done(connections: Connections) -> None:
    """Note that everything is derived as it is now."""
    await _mark(connections, VERSION)


async def mark_stale(connections: Connections) -> None:
    """Note that results were added of which nothing has been derived."""
    await _mark(connections, "")


async def _mark(connections: Connections, value: str) -> None:
    statement = connections.insert(facts).values(name=_NAME, value=value)
    async with connections.write() as connection:
        await connection.execute(
            statement.on_conflict_do_update(index_elements=[facts.c.name], set_={"value": value})
        )


async def rebuild(
    connections: Connections,
    guilds: Iterable[int] | None = None,
    progress: Progress = nothing_told,
) -> int:
    """Make ratings, boards and profiles anew from the log, and give how many results it holds.

    Of these servers, or of all (``None``).
    """
    connections = connections.unhurried
    everything = guilds is None
    file = connections.file
    cleared = everything and file is not None
    if cleared:
        # Before the servers are counted: of one whose first game ends after that, nothing is lost.
        await _clear(connections)
    async with connections.read() as connection:
        counted = await connection.execute(
            select(results.c.guild_id, func.count()).group_by(results.c.guild_id)
        )
        counts = {row[0]: row[1] for row in counted}
    wanted = sorted(counts) if guilds is None else list(guilds)
    total = sum(counts.get(guild_id, 0) for guild_id in wanted)
    done = _Done(total, progress)
    if file is not None and total >= _MANY:
        from data.standing import shared  # noqa: PLC0415 - a start need not wait for it

        if everything:
            await indexes.drop(connections)
        if shared.worth_it():
            wanted = await shared.make(connections, file, wanted, counts, done.add)
    fill = Filling()
    with uncollected():
        for guild_id in wanted:
            async with connections.write() as connection:
                async for count in _server(connection, guild_id, fill):
                    done.add(count)
    if everything:
        if cleared:
            await indexes.make(connections)  # they may be missing since one that was cut short
        else:
            await _sweep(connections)
        await mark_done(connections)
    return done.count


class _Done:
    """How many results are done, and who is told."""

    def __init__(self, total: int, progress: Progress) -> None:
        self.count = 0
        self._total = total
        self._progress = progress

    def add(self, count: int) -> None:
        self.count += count
        self._progress(self.count, self._total)


async def _sweep(connections: Connections) -> None:
    """Delete what is there of servers without any result."""
    async with connections.write() as connection:
        for table in DERIVED:
            logged = select(results.c.guild_id)
            await connection.execute(delete(table).where(table.c.guild_id.not_in(logged)))


async def _clear(connections: Connections) -> None:
    """Empty whole tables, which is quicker than row by row; cut short, it is noticed later.

    Only where no other process may have games end meanwhile: they would begin from nothing.
    """
    await mark_stale(connections)
    async with connections.sole() as held:
        await plain.in_thread(held, _emptied)


def _emptied(connection: sqlite3.Connection) -> None:
    # What is deleted is about to be written again, so its pages need not be wiped.
    (wiping,) = connection.execute("PRAGMA secure_delete").fetchone()
    connection.execute("PRAGMA secure_delete = OFF")
    try:
        driver.transaction(connection, "BEGIN IMMEDIATE", _empty_all)
    finally:
        connection.execute(f"PRAGMA secure_delete = {('OFF', 'ON', 'FAST')[wiping]}")


def _empty_all(connection: sqlite3.Connection) -> None:
    for table in DERIVED:
        connection.execute(f"DELETE FROM {table.name}")  # noqa: S608


async def _server(connection: AsyncConnection, guild_id: int, fill: Filling) -> AsyncGenerator[int]:
    """Make a server anew; tells how many more results have been read."""
    await hold(connection, (guild_id,))
    await _empty(connection, guild_id)
    ledger = Ledger()
    after = -1
    while True:
        batch = await _batch(connection, guild_id, after)
        if not batch:
            break
        after = batch[-1][0]
        differing = digest.enter(ledger, batch)
        if differing:
            await connection.execute(_UNRATED, differing)
        if len(ledger.changes) > _HELD:
            changes = rows.change_rows(guild_id, ledger.changes)
            await bulk.store(connection, rating_changes, changes)
            ledger.changes.clear()
        yield len(batch)
    made = digest.summed(guild_id, ledger)
    await plain.at_once(connection, lambda asked: fill(asked, guild_id, made))


async def _empty(connection: AsyncConnection, guild_id: int) -> None:
    for table in DERIVED:
        await connection.execute(delete(table).where(table.c.guild_id == guild_id))


async def _batch(connection: AsyncConnection, guild_id: int, after: int) -> list[Any]:
    """The next results of a server, whole games of them."""
    batch = list(await bulk.fetch(connection, log.of_server(guild_id, after).limit(_BATCH)))
    if len(batch) == _BATCH:
        # The last game may not be whole; it begins the next batch.
        cut = batch[-1][0]
        while batch[-1][0] == cut:
            batch.pop()
    return batch
