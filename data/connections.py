"""The ways to the database: one transaction for writing, snapshots for reading."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from copy import copy
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, Table, event, func, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoneFree
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import PoolProxiedConnection

from data import driver, plain
from data.address import file_of, shown
from data.cancelling import cancelled_late
from data.errors import DatabaseBroken, DatabaseFull, DatabaseUnreachable
from data.folding import LONGEST, Folding
from data.grouping import Grouping
from data.shares import EVERYTHING, Share
from data.trouble import translated
from data.types import UtcDateTime

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql

# A move must survive a power cut once the player has been told of it, so every commit is
# synced (FULL).  NORMAL would save one sync and could lose the last moves.
_PRAGMAS = (
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA busy_timeout=5000",
    "PRAGMA cache_size=-16000",
    "PRAGMA temp_store=MEMORY",
    f"PRAGMA wal_autocheckpoint={LONGEST}",
)
_WRITE: Final = "BEGIN IMMEDIATE"
_READ: Final = "BEGIN"


# Held by whoever brings a database up to date; any number that nothing else there uses.
_UPGRADE_LOCK = 0x62726964676521

T = TypeVar("T")


class _DriverCursor(Protocol):
    def execute(self, sql: str, /) -> object: ...
    def close(self) -> None: ...


class _DriverConnection(Protocol):
    isolation_level: str | None

    def cursor(self) -> _DriverCursor: ...
    def close(self) -> None: ...


class Connections:
    """Connections of one database.

    SQLite gets one connection that writes, since it has one writer at a time anyway and a
    queue in the event loop is cheaper than waiting in a thread, and two that read beside it.
    ``share`` is the part of what is stored that this process cares for in the background.
    """

    def __init__(self, url: URL, share: Share = EVERYTHING) -> None:
        self.place = shown(url)
        self.file = file_of(url)
        self.share = share
        self.dialect = url.get_backend_name()
        self.troubles: Counter[str] = Counter()
        """How often the database refused, by the name of the error."""
        self._folding = None if self.file is None else Folding(self.file)
        if self.dialect == "sqlite":
            self._writer = _sqlite(url, size=1, begin=_WRITE)
            self._reader = _sqlite(url, size=2, begin=_READ)
            self._migrator = _sqlite(url, size=1, begin=_WRITE, foreign_keys=False)
            self._insert = sqlite.insert
        else:
            from data import server  # noqa: PLC0415 - a start with a file need not wait for it

            self._insert = server.insert
            self._writer = self._reader = server.engine(url)
            self._migrator = server.engine(url, unhurried=True)
        self._grouping = Grouping(self._writer, _WRITE)
        stored = UtcDateTime()
        dialect = self._writer.dialect
        self._moment = stored.dialect_impl(dialect).bind_processor(dialect)

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[AsyncConnection]:
        """One transaction: committed at the end of the block, undone if an error leaves it.

        Raises ``StorageUnavailable`` in place of the driver's errors.  Being cancelled waits until
        the statement under way is through, or the transaction if it was its last.
        """
        self._grouping.spare()
        async with self._guarded(), cancelled_late(), self._writer.begin() as connection:
            yield connection
        self._committed()

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[AsyncConnection]:
        """One snapshot: all statements in the block see the same state.

        Raises ``StorageUnavailable`` in place of the driver's errors.
        """
        async with self._guarded(), cancelled_late(), self._reader.begin() as connection:
            yield connection

    async def write_at_once(self, work: Callable[[plain.Asking], T]) -> T:
        """A transaction of nothing but this work: as ``write`` with ``plain.at_once`` in it.

        With SQLite all of it, from BEGIN to COMMIT, is one trip to the connection's thread, with
        whatever else came meanwhile; ``work`` may be done twice (``data.grouping``).
        """
        if self.dialect != "sqlite":
            async with self.write() as connection:
                return await plain.at_once(connection, work)
        async with self._guarded(), cancelled_late():
            done = await self._grouping.write(work)
        self._committed()
        return done

    async def read_at_once(self, work: Callable[[plain.Asking], T]) -> T:
        """One snapshot for nothing but this work; it is to SELECT only."""
        if self.dialect != "sqlite":
            async with self.read() as connection:
                return await plain.at_once(connection, work)
        async with self._guarded(), cancelled_late():
            return await _snapshot(self._reader, work)

    @asynccontextmanager
    async def sole(self) -> AsyncGenerator[PoolProxiedConnection]:
        """The connection to an SQLite file that writes, outside of a transaction.

        For ``plain.in_thread``, and for what is derived, whose references are those of what it is
        derived from: they are not checked.  Nobody else writes until the end of the block.
        """
        async with self._guarded(), cancelled_late():
            self._grouping.spare()
            held = await self._writer.raw_connection()
            try:
                await plain.in_thread(held, partial(_check_references, False))
                yield held
            finally:
                try:
                    await plain.in_thread(held, partial(_check_references, True))
                except DBAPIError:
                    held.invalidate(soft=True)  # nobody is to have one that checks nothing
                    raise
                finally:
                    held.close()  # back to the pool, which resets nothing

    @property
    def unhurried(self) -> Connections:
        """The same, for statements that take long where there is much to do.

        A server is waited for then as long as it takes.
        """
        if self.dialect == "sqlite":
            return self
        same = copy(self)
        same._writer = same._reader = self._migrator
        return same

    def moment(self, at: datetime | None) -> Any:
        """A time as ``plain`` statements take it."""
        return at if self._moment is None else self._moment(at)

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[None]:
        """Keep other processes from bringing the database up to date until the end of the block.

        They wait, and find it done.  An SQLite file has but one process (``data.lock``).
        """
        if self.dialect == "sqlite":
            yield
            return
        async with self._guarded(), self._migrator.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.execute(select(func.pg_advisory_lock(_UPGRADE_LOCK)))
            try:
                yield
            finally:
                await connection.execute(select(func.pg_advisory_unlock(_UPGRADE_LOCK)))
        await self._migrator.dispose()  # of what is seldom needed, nothing stays open

    @asynccontextmanager
    async def migrating(self) -> AsyncGenerator[AsyncConnection]:
        """One transaction in which tables may be rebuilt; its connection is closed afterwards.

        SQLite rebuilds a table by dropping the old one, which foreign keys would forbid: they
        are off here, and checked before the commit.
        """
        async with self._guarded(), self._migrator.begin() as connection:
            yield connection
            if self.dialect == "sqlite":
                broken = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).first()
                if broken is not None:
                    raise DatabaseBroken(
                        f"The database {self.place} is damaged: a row of {broken[0]} is astray."
                    )
        if self.dialect == "sqlite":
            await self._migrator.dispose()

    async def check(self) -> None:
        """Raise ``DatabaseBroken`` if the file is damaged or no database."""
        if self.dialect != "sqlite":
            return
        async with self._guarded(), self._reader.connect() as connection:
            found = (await connection.exec_driver_sql("PRAGMA quick_check(1)")).scalar()
            await connection.rollback()
        if found != "ok":
            raise DatabaseBroken(
                f"The database {self.place} is damaged: restore a backup, or move the file away,"
                " and those with -wal and -shm to its name."
            )

    def insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        """An INSERT of this dialect, for ``on_conflict_do_update``, which both spell alike."""
        return self._insert(table)

    def replace(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        """An INSERT of whole rows of this dialect, in place of those with the same key."""
        statement = self.insert(table)
        keys = [column.name for column in table.primary_key]
        return statement.on_conflict_do_update(
            index_elements=keys,
            set_={
                column.name: statement.excluded[column.name]
                for column in table.c
                if column.name not in keys
            },
        )

    async def close(self) -> None:
        """Finish with the database; SQLite then folds its log back into the file."""
        if self._folding is not None:
            await self._folding.finish()
        self._grouping.spare()
        await self._migrator.dispose()
        await self._reader.dispose()
        await self._writer.dispose()

    def _committed(self) -> None:
        if self._folding is not None:
            self._folding.committed()

    @asynccontextmanager
    async def _guarded(self) -> AsyncGenerator[None]:
        try:
            yield
        except DBAPIError as error:
            trouble = translated(error, self.place)
            if trouble is None:
                raise
            self.troubles[type(trouble).__name__] += 1
            if self._folding is not None and isinstance(trouble, DatabaseFull):
                self._folding.full()
            raise trouble from error
        except NoneFree as error:
            self.troubles[DatabaseUnreachable.__name__] += 1
            raise DatabaseUnreachable(f"The database {self.place} is overloaded.") from error
        except OSError as error:
            self.troubles[DatabaseUnreachable.__name__] += 1
            raise DatabaseUnreachable(f"The database {self.place} cannot be reached.") from error


def _check_references(check: bool, connection: sqlite3.Connection) -> None:
    connection.execute(f"PRAGMA foreign_keys={'ON' if check else 'OFF'}")


async def _snapshot(engine: AsyncEngine, work: Callable[[plain.Asking], T]) -> T:
    held = await engine.raw_connection()
    try:
        return await plain.whole(held, engine.dialect, _READ, work)
    finally:
        held.close()  # back to the pool, which resets nothing


def _sqlite(url: URL, *, size: int, begin: str, foreign_keys: bool = True) -> AsyncEngine:
    engine = create_async_engine(
        url,
        async_creator=partial(driver.connect, url),
        pool_size=size,
        max_overflow=0,
        # An error that is logged would name seeds and cards otherwise.
        hide_parameters=True,
        pool_timeout=30,
        # begin() always ends its transaction; one more rollback would be a wasted trip.
        pool_reset_on_return=None,
    )

    def connected(connection: _DriverConnection, _record: Any) -> None:
        # The driver's own BEGIN leaves table changes outside of transactions.
        connection.isolation_level = None
        cursor = connection.cursor()
        try:
            for pragma in (*_PRAGMAS, f"PRAGMA foreign_keys={'ON' if foreign_keys else 'OFF'}"):
                cursor.execute(pragma)
        except Exception:
            connection.close()  # the pool never takes it over
            raise
        cursor.close()

    def began(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine.sync_engine, "connect", connected)
    event.listen(engine.sync_engine, "begin", began)
    return engine
