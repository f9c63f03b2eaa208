"""All that is derived from the log of results made anew, server by server.

The log itself is left as it is but for ``unrated``, which is derived as well.  Each server is
one transaction; a rebuild that was cut short is simply run again.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable
from itertools import groupby
from typing import Any, Final

from sqlalchemy import (
    Table,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from data.connections import Connections
from data.schema import (
    contracts,
    facts,
    meetings,
    rating_changes,
    ratings,
    results,
    servers,
    tallies,
)
from data.standing import rows
from data.standing.ledger import Entry, Finished, Ledger

VERSION: Final = "1"
"""How standing is derived.  With another number, all is made anew when a database is opened."""

Progress = Callable[[int, int], None]
"""Is told how many of how many results are done."""

_DERIVED: Final[tuple[Table, ...]] = (ratings, rating_changes, tallies, contracts, meetings)
_NAME: Final = "standing"
_BATCH: Final = 20_000  # results read at once
_CHUNK: Final = 20_000  # rows written at once

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
        await mark_done(connections)


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

    Of these servers, or of all (``None``), those included whose results are gone.
    """
    async with connections.read() as connection:
        counted = await connection.execute(
            select(results.c.guild_id, func.count()).group_by(results.c.guild_id)
        )
        counts: dict[int, int] = {row[0]: row[1] for row in counted}
        if guilds is None:
            left = await connection.execute(select(tallies.c.guild_id).distinct())
            guilds = sorted({*counts, *(guild_id for (guild_id,) in left)})
    wanted = list(guilds)
    total = sum(counts.get(guild_id, 0) for guild_id in wanted)
    done = 0
    for guild_id in wanted:
        async with connections.write() as connection:
            async for count in _server(connection, guild_id):
                done += count
                progress(done, total)
    return done


async def _server(connection: AsyncConnection, guild_id: int) -> AsyncGenerator[int]:
    """Make a server anew; tells how many more results have been read."""
    # Where several write at once, ends of games on this server wait from here on.
    await connection.execute(
        update(servers).where(servers.c.id == guild_id).values(finished=servers.c.finished)
    )
    for table in _DERIVED:
        await connection.execute(delete(table).where(table.c.guild_id == guild_id))
    ledger = Ledger()
    after = -1
    while True:
        batch = await _batch(connection, guild_id, after)
        if not batch:
            break
        after = batch[-1].sequence
        differing = _enter(ledger, batch)
        if differing:
            await connection.execute(_UNRATED, differing)
        await _write(connection, rating_changes, rows.change_rows(guild_id, ledger.changes))
        ledger.changes.clear()
        yield len(batch)
    for table, made in (
        (ratings, rows.rating_rows(guild_id, sorted(ledger.ratings.items(), key=_key))),
        (tallies, rows.tally_rows(guild_id, sorted(ledger.tallies.items(), key=_key))),
        (contracts, rows.contract_rows(guild_id, sorted(ledger.contracts.items(), key=_key))),
        (meetings, rows.meeting_rows(guild_id, sorted(ledger.meetings.items(), key=_key))),
    ):
        await _write(connection, table, made)


async def _batch(connection: AsyncConnection, guild_id: int, after: int) -> list[Any]:
    """The next results of a server, whole games of them."""
    found = await connection.execute(
        _LOG.where(results.c.guild_id == guild_id, results.c.sequence > after)
        .order_by(results.c.sequence, results.c.seat)
        .limit(_BATCH)
    )
    batch: list[Any] = [*found]
    if len(batch) == _BATCH:
        # The last game may not be whole; it begins the next batch.
        cut = batch[-1].sequence
        while batch[-1].sequence == cut:
            batch.pop()
    return batch


def _enter(ledger: Ledger, batch: Iterable[Any]) -> rows.Rows:
    """Enter these games; gives those of which the log says another thing about being rated."""
    differing: rows.Rows = []
    for _, group in groupby(batch, key=_sequence):
        lines = list(group)
        first = lines[0]
        outcome = ledger.enter(
            Finished(
                game_id=first.game_id,
                kind=first.kind,
                at=first.finished_at,
                season_id=first.season_id,
                reason=first.reason,
                hinted=first.hinted,
                level=first.level,
                private=first.unrated == "private",
                entries=tuple(
                    [
                        Entry(
                            line.seat,
                            line.user_id,
                            line.points,
                            line.won,
                            line.place,
                            line.deals,
                            line.declared,
                        )
                        for line in lines
                    ]
                ),
            )
        )
        if outcome.unrated != first.unrated:
            differing.append({"game": first.game_id, "because": outcome.unrated})
    return differing


async def _write(connection: AsyncConnection, table: Table, made: rows.Rows) -> None:
    for start in range(0, len(made), _CHUNK):
        await connection.execute(insert(table), made[start : start + _CHUNK])


def _sequence(row: Any) -> int:
    return row.sequence


def _key(item: tuple[Any, Any]) -> Any:
    return item[0]
