"""Servers of an SQLite file made anew by several processes, and copied by the one that writes."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import aclosing, asynccontextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from data import driver, plain
from data.cancelling import Cancelling
from data.connections import Connections
from data.standing import helper
from data.standing.filling import DERIVED

HELPERS: Final = 4  # processes at most
LARGEST: Final = 200_000  # results of a server that another process has in its memory
TOGETHER: Final = 15_000  # results of servers that are made and stored together

_EMPTY: Final = [f"DELETE FROM {table.name} WHERE guild_id = ?" for table in DERIVED]  # noqa: S608
_COPY: Final = [
    "INSERT INTO main.{0} ({1}) SELECT {1} FROM made.{0}".format(  # noqa: S608
        table.name, ", ".join(table.columns.keys())
    )
    for table in DERIVED
]
_UNRATED: Final = "UPDATE results SET unrated = :because WHERE game_id = :game"

_log: Final = logging.getLogger(__name__)


def worth_it() -> bool:
    """Whether there are processors to share the work among."""
    return _helpers() > 1 and helper.POSSIBLE


async def make(
    connections: Connections,
    file: Path,
    guilds: Iterable[int],
    counts: Mapping[int, int],
    done: Callable[[int], None],
) -> list[int]:
    """Make servers anew with a process for each processor; gives those that are left to be done.

    ``counts`` are the results of each.  ``done`` is told of how many more were stored.  Nobody
    else writes meanwhile, so that what the others read of the log is what is there when it is
    stored.  Left are those that no process should have in its memory as a whole, and all that
    was not done when processes could not be started, died, or could not read.
    """
    left = set(guilds)
    parts = _parts([each for each in left if counts.get(each, 0) <= LARGEST], counts)
    asked = Cancelling()
    try:
        async with connections.sole() as held, _made(str(file), parts) as shares:
            async for part, share in shares:
                await plain.in_thread(held, partial(_store, part, share))
                asked.heed()  # what is stored is whole; the rest need not be waited for
                left.difference_update(part)
                done(share.results)
    except _HelperFailed as error:
        _log.warning(
            "a process that helped to make standing anew has failed; going on alone: %s", error
        )
    return sorted(left)


class _HelperFailed(Exception):  # noqa: N818 - it is no error, but the work of others is
    """The processes are of no use any more; what is left is to be done without them."""


@asynccontextmanager
async def _made(
    file: str, parts: Iterable[list[int]]
) -> AsyncGenerator[AsyncGenerator[tuple[list[int], helper.Share]]]:
    """What the helpers make of each of these parts, whichever is ready first.

    So few are ahead of whoever takes them that no more than that is in memory.
    """
    try:
        pool = ProcessPoolExecutor(_helpers(), get_context("spawn"), helper.prepare)
    except (OSError, NotImplementedError) as error:  # a machine without semaphores
        raise _HelperFailed(type(error).__name__) from error
    making: dict[asyncio.Future[helper.Share], list[int]] = {}
    try:
        async with aclosing(_one_by_one(pool, file, iter(parts), making)) as shares:
            yield shares
    finally:
        for each in making:
            # Looked at, so that asyncio does not complain of what else has failed.
            if not each.cancel() and not each.cancelled():
                each.exception()
        pool.shutdown(wait=False, cancel_futures=True)


async def _one_by_one(
    pool: Executor,
    file: str,
    parts: Iterator[list[int]],
    making: dict[asyncio.Future[helper.Share], list[int]],
) -> AsyncGenerator[tuple[list[int], helper.Share]]:
    loop = asyncio.get_running_loop()
    try:
        while True:
            for part in islice(parts, _helpers() + 1 - len(making)):
                making[loop.run_in_executor(pool, helper.share_of, file, part)] = part
            if not making:
                return
            ready, _ = await asyncio.wait(making, return_when=asyncio.FIRST_COMPLETED)
            for each in ready:
                yield making.pop(each), each.result()
    except (BrokenProcessPool, OSError, sqlite3.Error) as error:
        raise _HelperFailed(type(error).__name__) from error


def _helpers() -> int:
    return min(os.cpu_count() or 1, HELPERS)


def _parts(guilds: Iterable[int], counts: Mapping[int, int]) -> list[list[int]]:
    """Servers that one process makes at once: the largest first, so that none is waited for."""
    parts: list[list[int]] = []
    results = TOGETHER
    for guild_id in sorted(guilds, key=lambda each: (-counts.get(each, 0), each)):
        if results >= TOGETHER:
            parts.append([])
            results = 0
        parts[-1].append(guild_id)
        results += counts.get(guild_id, 0)
    return parts


def _store(guilds: list[int], share: helper.Share, connection: sqlite3.Connection) -> None:
    """Put what was made of these servers in place of what is there, in one transaction."""
    connection.execute("ATTACH DATABASE ':memory:' AS made")
    try:
        connection.deserialize(share.database, name="made")
        driver.transaction(connection, "BEGIN IMMEDIATE", partial(_copy, guilds, share))
    finally:
        connection.execute("DETACH DATABASE made")


def _copy(guilds: list[int], share: helper.Share, connection: sqlite3.Connection) -> None:
    for statement in _EMPTY:
        connection.executemany(statement, [(guild_id,) for guild_id in guilds])
    connection.executemany(_UNRATED, share.differing)
    for statement in _COPY:
        connection.execute(statement)
