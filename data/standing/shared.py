"""Servers of an SQLite file made anew by several processes, and copied by the one that writes."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final

from data import driver, plain
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
    was not done when a process died or could not read.
    """
    left = set(guilds)
    parts = _parts([each for each in left if counts.get(each, 0) <= LARGEST], counts)
    with ProcessPoolExecutor(_helpers(), get_context("spawn"), helper.prepare) as pool:
        try:
            async with connections.sole() as held:
                loop = asyncio.get_running_loop()
                making = {
                    loop.run_in_executor(pool, helper.share_of, str(file), part): part
                    for part in parts
                }
                while making:
                    ready, _ = await asyncio.wait(making, return_when=asyncio.FIRST_COMPLETED)
                    for each in ready:
                        part, share = making.pop(each), each.result()
                        await plain.in_thread(held, partial(_store, part, share))
                        left.difference_update(part)
                        done(share.results)
        except (BrokenProcessPool, sqlite3.Error) as error:
            _log.warning(
                "a process that helped to make standing anew has failed; going on alone: %s",
                type(error).__name__,
            )
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return sorted(left)


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
