"""All that is derived from the log of results made anew, server by server.

The log itself is left as it is but for ``unrated``, which is derived as well.  Each server is
one transaction, or with SQLite a part of one; a rebuild of all servers that was cut short is begun
again when the database is opened.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Final

from sqlalchemy import (
    Index,
    Select,
    Table,
    bindparam,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.schema import CreateIndex, DropIndex

from data import bulk
from data.connections import Connections
from data.holding import hold
from data.schema import (
    contracts,
    facts,
    meetings,
    rating_changes,
    ratings,
    results,
    tallies,
)
from data.standing import digest, lines, rows
from data.standing.ledger import Ledger

VERSION: Final = "1"
"""How standing is derived.  With another number, all is made anew when a database is opened."""

Progress = Callable[[int, int], None]
"""Is told how many of how many results are done."""

_DERIVED: Final[tuple[Table, ...]] = (ratings, rating_changes, tallies, contracts, meetings)
_NAME: Final = "standing"
_BATCH: Final = 20_000  # results read at once
_HELD: Final = 200_000  # changes of ratings kept until they are written
_MANY: Final = 50_000  # results, from which on several processes are worth their start
_GROUP: Final = 200_000  # results of the servers of one transaction, where they are many
_HELPERS: Final = 4  # processes at most: the one connection that writes keeps up with no more
_LARGEST: Final = 200_000  # results of a server that another process has in its memory

_log: Final = logging.getLogger(__name__)

LOG = select(
    results.c.sequence,
    results.c.game_id,
    results.c.kind,
    results.c.finished_at,
    results.c.season_id,
    results.c.reason,
    results.c.hinted,
    results.c.level,
    results.c.unrated,
    results.c.seat,
    results.c.user_id,
    results.c.points,
    results.c.won,
    results.c.place,
    results.c.deals,
    results.c.declared,
)
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
    everything = guilds is None
    if everything and connections.dialect == "sqlite":
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
    at_once = connections.dialect == "sqlite" and total >= _MANY
    if everything and at_once:
        await _drop_indexes(connections)
    with digest.uncollected():
        left = await _shared(connections, wanted, counts, done) if at_once else wanted
        for guild_id in left:
            async with connections.write() as connection:
                async for count in _server(connection, guild_id):
                    done.add(count)
    if everything:
        if at_once:
            await _make_indexes(connections)
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


async def _shared(
    connections: Connections, guilds: Iterable[int], counts: Mapping[int, int], done: _Done
) -> list[int]:
    """Make servers anew with a process for each processor; gives those that are left to be done.

    The one connection that writes reads the logs and stores what the others make of them.  The
    largest servers begin, so that none is waited for at the end; those that no process should have
    in its memory as a whole are left.
    """
    usual = sorted(
        (guild_id for guild_id in guilds if counts.get(guild_id, 0) <= _LARGEST),
        key=lambda guild_id: -counts.get(guild_id, 0),
    )
    left = [guild_id for guild_id in guilds if counts.get(guild_id, 0) > _LARGEST]
    helpers = min(os.cpu_count() or 1, _HELPERS)
    if helpers == 1:
        return [*usual, *left]
    stored = done.count
    with ProcessPoolExecutor(helpers, get_context("spawn"), digest.prepare) as pool:
        try:
            while usual:
                group = _group(usual, counts)
                stored = done.count
                async with connections.write() as connection:
                    await hold(connection, group)
                    async for guild_id in _together(connection, group, pool, helpers):
                        done.add(counts.get(guild_id, 0))
                del usual[: len(group)]
        except BrokenProcessPool:
            done.count = stored
            _log.warning("a process that helped to make standing anew has died; going on alone")
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return [*usual, *left]


def _group(guilds: Sequence[int], counts: Mapping[int, int]) -> list[int]:
    """The first of these servers, those that are one transaction."""
    results = 0
    for number, guild_id in enumerate(guilds):
        if number and results >= _GROUP:
            return list(guilds[:number])
        results += counts.get(guild_id, 0)
    return list(guilds)


async def _together(
    connection: AsyncConnection, guilds: Iterable[int], pool: Executor, helpers: int
) -> AsyncGenerator[int]:
    """Make these servers anew; what one process makes is stored while others are at work.

    Tells which server is done.
    """
    loop = asyncio.get_running_loop()
    making: dict[asyncio.Future[digest.Made], int] = {}

    async def first_stored() -> list[int]:
        finished, _ = await asyncio.wait(making, return_when=asyncio.FIRST_COMPLETED)
        found = [(making.pop(each), each.result()) for each in finished]
        for guild_id, made in found:
            await _store(connection, guild_id, made)
        return [guild_id for guild_id, _ in found]

    try:
        for guild_id in guilds:
            if len(making) > helpers:
                for stored in await first_stored():
                    yield stored
            log = await bulk.fetch(connection, _log_of(guild_id, -1))
            # As plain rows, which go to another process for less.
            making[loop.run_in_executor(pool, digest.made_of, guild_id, list(log))] = guild_id
        while making:
            for stored in await first_stored():
                yield stored
    finally:
        for each in making:
            each.cancel()


async def _drop_indexes(connections: Connections) -> None:
    """Where everything is written anew, indexes are made at the end: sorted, and all at once.

    If this is cut short they are missing until it was begun again, when the database is opened.
    """
    async with connections.write() as connection:
        for index in _indexes():
            await connection.execute(DropIndex(index, if_exists=True))


async def _make_indexes(connections: Connections) -> None:
    async with connections.write() as connection:
        for index in _indexes():
            await connection.execute(CreateIndex(index, if_not_exists=True))


def _indexes() -> list[Index]:
    found = [index for table in _DERIVED for index in table.indexes]
    return sorted(found, key=lambda index: str(index.name))


async def _sweep(connections: Connections) -> None:
    """Delete what is there of servers without any result."""
    async with connections.write() as connection:
        for table in _DERIVED:
            logged = select(results.c.guild_id)
            await connection.execute(delete(table).where(table.c.guild_id.not_in(logged)))


async def _clear(connections: Connections) -> None:
    """Empty whole tables, which is quicker than row by row; cut short, it is noticed later.

    Only where no other process may have games end meanwhile: they would begin from nothing.
    """
    await mark_stale(connections)
    async with connections.write() as connection:
        for table in _DERIVED:
            await connection.execute(delete(table))


async def _server(connection: AsyncConnection, guild_id: int) -> AsyncGenerator[int]:
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
    await _fill(connection, guild_id, digest.summed(guild_id, ledger))


async def _store(connection: AsyncConnection, guild_id: int, made: digest.Made) -> None:
    """Put what was made of a server in place of what is there."""
    await _empty(connection, guild_id)
    if made.differing:
        await connection.execute(_UNRATED, made.differing)
    await _fill(connection, guild_id, made)


async def _empty(connection: AsyncConnection, guild_id: int) -> None:
    for table in _DERIVED:
        await connection.execute(delete(table).where(table.c.guild_id == guild_id))


async def _fill(connection: AsyncConnection, guild_id: int, made: digest.Made) -> None:
    for table, stored in (
        (rating_changes, made.changes),
        (ratings, made.ratings),
        (tallies, made.lines),
        (contracts, made.contracts),
        (meetings, made.meetings),
    ):
        await bulk.store(connection, table, stored)
    await lines.add_up(connection, guild_id, made.runs)


def _log_of(guild_id: int, after: int) -> Select[*tuple[Any, ...]]:
    return LOG.where(results.c.guild_id == guild_id, results.c.sequence > after).order_by(
        results.c.sequence, results.c.seat
    )


async def _batch(connection: AsyncConnection, guild_id: int, after: int) -> list[Any]:
    """The next results of a server, whole games of them."""
    batch = list(await bulk.fetch(connection, _log_of(guild_id, after).limit(_BATCH)))
    if len(batch) == _BATCH:
        # The last game may not be whole; it begins the next batch.
        cut = batch[-1][0]
        while batch[-1][0] == cut:
            batch.pop()
    return batch
