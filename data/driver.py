"""aiosqlite with one trip to its thread for each statement instead of three or four.

aiosqlite makes a cursor, executes, fetches and closes in separate trips, and a trip costs more
than most of our statements do.  All results here are small, so one trip does all four.
"""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Self, TypeVar

import aiosqlite
from sqlalchemy.engine import URL

T = TypeVar("T")


class Cursor:
    """What SQLAlchemy's adapter asks of a cursor; rows are fetched with the statement."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._rows: Sequence[Any] = ()
        self.description: Any = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Cursor:
        return self

    async def execute(self, sql: str, parameters: Sequence[Any] = ()) -> Cursor:
        self._keep(*await self._connection.trip(_execute, sql, parameters))
        return self

    async def executemany(self, sql: str, parameters: Iterable[Sequence[Any]]) -> Cursor:
        self._keep(*await self._connection.trip(_execute_many, sql, parameters))
        return self

    async def fetchall(self) -> Sequence[Any]:
        rows, self._rows = self._rows, ()
        return rows

    async def close(self) -> None:
        self._rows = ()

    def _keep(
        self, rows: Sequence[Any], description: Any, rowcount: int, lastrowid: int | None
    ) -> None:
        self._rows = rows
        self.description = description
        self.rowcount = rowcount
        self.lastrowid = lastrowid


_Fetched = tuple[Sequence[Any], Any, int, int | None]


def _execute(connection: sqlite3.Connection, sql: str, parameters: Sequence[Any]) -> _Fetched:
    if connection.in_transaction and sql.startswith("BEGIN"):
        connection.rollback()  # of a transaction whose own undoing failed
    return _result(connection.execute(sql, parameters))


def transaction(
    connection: sqlite3.Connection, begin: str, work: Callable[[sqlite3.Connection], T]
) -> T:
    """A whole transaction, in the connection's thread: committed, or undone if an error leaves it.

    As ``Connection.commit`` does, it leaves nothing open that could not be committed.
    """
    if connection.in_transaction:
        connection.rollback()  # of a transaction whose own undoing failed
    connection.execute(begin)
    try:
        done = work(connection)
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.rollback()
        raise
    _commit(connection)
    return done


def _commit(connection: sqlite3.Connection) -> None:
    try:
        connection.commit()
    except sqlite3.Error:
        with contextlib.suppress(sqlite3.Error):
            connection.rollback()
        raise


def _execute_many(
    connection: sqlite3.Connection, sql: str, parameters: Iterable[Sequence[Any]]
) -> _Fetched:
    return _result(connection.executemany(sql, parameters))


def _result(cursor: sqlite3.Cursor) -> _Fetched:
    rows = cursor.fetchall() if cursor.description else ()
    result = rows, cursor.description, cursor.rowcount, cursor.lastrowid
    cursor.close()
    return result


class Connection(aiosqlite.Connection):
    """An aiosqlite connection that hands out cursors of the quick kind."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        # As SQLAlchemy does for connections it makes itself: a crash must not hang on the thread.
        self._thread.daemon = True
        self._stopped: asyncio.Future[Any] | None = None

    async def _connect(self) -> Self:
        """Open the file.  Where that fails, the thread has ended before the error is raised.

        It would speak to an event loop that may be closed by then.
        """
        try:
            await super()._connect()
        except BaseException:
            if self._stopped is not None:
                await asyncio.wait((self._stopped,))
            raise
        return self

    def stop(self) -> asyncio.Future[Any] | None:
        self._stopped = super().stop()  # pyright: ignore[reportUnknownMemberType]
        return self._stopped

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        """Do this in the connection's thread, to its end, whatever happens to whoever waits.

        A statement that is left alone when its task is cancelled takes the connection down with
        it: SQLAlchemy would drop it at once, the thread would still be at work, and closing it
        could wait for ever.  So the cancelling waits: ``Connections`` raises it when the
        transaction is through.
        """
        if not self._running or not self._connection:
            raise ValueError("Connection closed")
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._tx.put_nowait((done, partial(fn, *args, **kwargs)))  # pyright: ignore[reportUnknownMemberType]
        while not done.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(done)
        return done.result()

    async def commit(self) -> None:
        """Commit, or undo.

        SQLite leaves a transaction open that could not be committed, SQLAlchemy takes it for
        closed, and every later one on this connection would be refused.
        """
        await self._execute(_commit, self._conn)

    def cursor(self) -> Cursor:  # type: ignore[override]
        return Cursor(self)

    async def trip(self, work: Callable[..., T], *arguments: Any) -> T:
        """Run ``work(connection, *arguments)`` in the connection's thread."""
        done: T = await self._execute(work, self._conn, *arguments)
        return done


def connect(url: URL) -> Connection:
    """A connection to the file of this URL, not yet open: await it."""
    database = url.database or ""

    def connector() -> sqlite3.Connection:
        return sqlite3.connect(database, check_same_thread=False)

    return Connection(connector)
