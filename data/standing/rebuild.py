"""All that is derived from the log of results made anew, server by server.

The log itself is left as it is but for ``unrated``, which is derived as well.  Each server is
one transaction; one of all servers that was cut short is begun again when the database is opened.
"""

from __future__ import annotations

import gc
from collections.abc import AsyncGenerator, Callable, Generator, Iterable
from contextlib import contextmanager
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import (
    Table,
    bindparam,
    delete,
    func,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

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
from data.standing import lines, rows
from data.standing.ledger import Entry, Finished, Ledger
from data.standing.periods import day_of

VERSION: Final = "1"
"""How standing is derived.  With another number, all is made anew when a database is opened."""

Progress = Callable[[int, int], None]
"""Is told how many of how many results are done."""

_DERIVED: Final[tuple[Table, ...]] = (ratings, rating_changes, tallies, contracts, meetings)
_NAME: Final = "standing"
_BATCH: Final = 20_000  # results read at once
_HELD: Final = 200_000  # changes of ratings kept until they are written
_FIRST: Final = itemgetter(0)

_LOG = select(
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
    done = 0
    with _uncollected():
        for guild_id in wanted:
            async with connections.write() as connection:
                async for count in _server(connection, guild_id):
                    done += count
                    progress(done, total)
    if everything:
        await _sweep(connections)
        await mark_done(connections)
    return done


@contextmanager
def _uncollected() -> Generator[None]:
    """Without the search for rings of garbage: there are none among millions of objects."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


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
    for table in _DERIVED:
        await connection.execute(delete(table).where(table.c.guild_id == guild_id))
    ledger = Ledger()
    after = -1
    while True:
        batch = await _batch(connection, guild_id, after)
        if not batch:
            break
        after = batch[-1][0]
        differing = _enter(ledger, batch)
        if differing:
            await connection.execute(_UNRATED, differing)
        if len(ledger.changes) > _HELD:
            await _write_changes(connection, guild_id, ledger)
        yield len(batch)
    await _write_changes(connection, guild_id, ledger)
    # Person by person, so that neighbours are stored together.
    for table, made in (
        (ratings, rows.rating_rows(guild_id, sorted(ledger.ratings.items(), key=_key))),
        (tallies, rows.tally_rows(guild_id, sorted(ledger.cells.items(), key=_person), {})),
        (contracts, rows.contract_rows(guild_id, sorted(ledger.words.items(), key=_person))),
        (meetings, rows.meeting_rows(guild_id, sorted(ledger.meetings.items(), key=_person))),
    ):
        await bulk.store(connection, table, made)
    await lines.add_up(connection, guild_id, ledger.runs)


async def _write_changes(connection: AsyncConnection, guild_id: int, ledger: Ledger) -> None:
    await bulk.store(connection, rating_changes, rows.change_rows(guild_id, ledger.changes))
    ledger.changes.clear()


async def _batch(connection: AsyncConnection, guild_id: int, after: int) -> list[Any]:
    """The next results of a server, whole games of them."""
    found = await bulk.fetch(
        connection,
        _LOG.where(results.c.guild_id == guild_id, results.c.sequence > after)
        .order_by(results.c.sequence, results.c.seat)
        .limit(_BATCH),
    )
    batch = list(found)
    if len(batch) == _BATCH:
        # The last game may not be whole; it begins the next batch.
        cut = batch[-1][0]
        while batch[-1][0] == cut:
            batch.pop()
    return batch


def _enter(ledger: Ledger, batch: Iterable[Any]) -> list[dict[str, Any]]:
    """Enter these games; gives those of which the log says another thing about being rated."""
    differing: list[dict[str, Any]] = []
    for _, group in groupby(batch, key=_FIRST):
        seats = list(group)
        # In the order of _LOG's columns.
        _, game_id, kind, at, season_id, reason, hinted, level, unrated, *_ = seats[0]
        why = ledger.enter(
            Finished(
                game_id,
                kind,
                at,
                _day(at),
                season_id,
                reason,
                hinted,
                level,
                unrated == "private",
                tuple([Entry(*line[9:]) for line in seats]),
            )
        )
        if why != unrated:
            differing.append({"game": game_id, "because": why})
    return differing


def _day(at: str | datetime) -> int:
    """The day in UTC, as a number, of a time as the driver has it."""
    if isinstance(at, str):
        return int(at[:4] + at[5:7] + at[8:10])
    return day_of(at)


def _person(item: tuple[Any, Any]) -> int:
    return item[0][0]


def _key(item: tuple[Any, Any]) -> Any:
    return item[0]
