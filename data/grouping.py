"""Transactions that wait for each other are done together, and committed once.

A commit waits for the disk, and the way to the connection's thread and back costs several times
what is done there.  So what comes while one group is under way is the next group.  Alone, a
transaction waits for nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

from sqlalchemy.engine import Dialect
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import PoolProxiedConnection

from data import driver, plain

T = TypeVar("T")

_Work = Callable[[plain.Asking], Any]


class _Waiting(NamedTuple):
    work: _Work
    done: asyncio.Future[Any]


class _Outcome(NamedTuple):
    """What became of one of several works: its result, or the error that it ends with."""

    result: Any = None
    error: Exception | None = None


class Grouping:
    """Groups what is written with the one connection of ``engine``, an SQLite file's.

    ``begin`` opens a transaction.  The connection is kept from one group to the next, since to
    lend it takes as long as to write: whoever else writes with it asks for it by ``spare``.
    """

    def __init__(self, engine: AsyncEngine, begin: str) -> None:
        self._engine = engine
        self._begin = begin
        self._waiting: list[_Waiting] = []
        self._under_way: asyncio.Task[None] | None = None
        self._held: PoolProxiedConnection | None = None
        self._spared = False

    def spare(self) -> None:
        """Let whoever waits for the connection have it, once the group under way is through."""
        if self._under_way is None:
            self._give_back()
        else:
            self._spared = True

    async def write(self, work: Callable[[plain.Asking], T]) -> T:
        """Do this in a transaction, of which others may be a part, and return once it is on disk.

        An error in one undoes nothing of another: each is then done anew in a transaction of its
        own, so ``work`` may be done twice.  Errors are those that SQLAlchemy raises.  Being
        cancelled waits until it is through, and is not raised here (``cancelled_late``).
        """
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(work, done))
        if self._under_way is None:
            self._under_way = asyncio.create_task(self._write(), name="writing")
        while not done.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(done)
        return done.result()

    async def _write(self) -> None:
        try:
            while self._waiting:
                await self._next()
        finally:
            self._under_way = None
            if self._spared:
                self._give_back()
            for each in self._taken():  # only where this task was cancelled, with its event loop
                each.done.cancel()

    async def _next(self) -> None:
        """Write all that waits at the moment when the connection is free."""
        try:
            held = self._held or await self._engine.raw_connection()
        except Exception as error:
            _tell(self._taken(), error)
            return
        self._held = held
        group = self._taken()
        try:
            works = [partial(_asked, self._engine.dialect, each.work) for each in group]
            outcomes = await plain.in_thread(held, partial(_together, self._begin, works))
        except Exception as error:
            _tell(group, error)
            return
        finally:
            if self._spared:
                self._give_back()
        for each, (result, error) in zip(group, outcomes, strict=True):
            if error is None:
                each.done.set_result(result)
            else:
                _tell([each], error)

    def _give_back(self) -> None:
        held, self._held, self._spared = self._held, None, False
        if held is not None:
            held.close()  # back to the pool, which resets nothing

    def _taken(self) -> list[_Waiting]:
        taken, self._waiting = self._waiting, []
        return taken


def _tell(group: Sequence[_Waiting], error: Exception) -> None:
    for each in group:
        each.done.set_exception(plain.raised(error))


def _asked(dialect: Dialect, work: _Work, own: sqlite3.Connection) -> Any:
    return work(plain.Direct(own, dialect))


def _together(
    begin: str, works: Sequence[Callable[[sqlite3.Connection], Any]], own: sqlite3.Connection
) -> list[_Outcome]:
    """In the connection's thread: all of these, or each alone if one of them cannot be done."""
    refused = False

    def all_of_them(own: sqlite3.Connection) -> list[_Outcome]:
        nonlocal refused
        try:
            return [_Outcome(work(own)) for work in works]
        except Exception:
            refused = True
            raise

    try:
        return driver.transaction(own, begin, all_of_them)
    except Exception as error:
        if refused and len(works) > 1:
            return [outcome for work in works for outcome in _together(begin, [work], own)]
        # What cannot be begun or committed is not tried for one after another.
        return [_Outcome(error=error)] * len(works)
