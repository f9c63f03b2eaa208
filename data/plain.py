"""Statements in plain words, and many of them asked in one go.

SQLAlchemy and the way to the thread of an SQLite connection cost several times what a small
statement does.  What asks many of them in a row, as the end of a game does, makes one trip
there for all; with another database they go one after another.  Values are as the driver has
them, without the types of SQLAlchemy: a time is to be given as ``bulk.moment`` makes it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.pool import PoolProxiedConnection
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler

from data import driver

T = TypeVar("T")

_PIECE: Final = 20_000  # rows that are sent to a server at once

TAKEN: Final = (sqlite3.IntegrityError, IntegrityError)
"""What ``Asking`` raises for a row whose key is there already, or that may not be."""


class Statement:
    """A statement of one database, put into words once; its ``bindparam`` are given by name."""

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._words: tuple[str, tuple[str, ...], dict[str, Any]] | None = None

    def words(self, dialect: Dialect) -> str:
        """The statement as the driver of this database takes it."""
        return self._compiled(dialect)[0]

    def values(self, dialect: Dialect, given: dict[str, Any]) -> tuple[Any, ...]:
        """The values for its places, in their order; ``KeyError`` if one is not given."""
        _, names, fixed = self._compiled(dialect)
        return tuple([given[name] if name in given else fixed[name] for name in names])

    def _compiled(self, dialect: Dialect) -> tuple[str, tuple[str, ...], dict[str, Any]]:
        if self._words is None:
            compiled = self._statement.compile(dialect=dialect)
            if not isinstance(compiled, SQLCompiler):
                raise TypeError("this is no statement that takes or gives rows")
            fixed = {
                name: bind.effective_value
                for name, bind in compiled.binds.items()
                if not bind.required
            }
            self._words = str(compiled), tuple(compiled.positiontup or ()), fixed
        return self._words


class Asking(Protocol):
    """A transaction in which statements are asked one after another, without waiting."""

    def rows(self, statement: Statement, **given: Any) -> Sequence[Any]:
        """Do this, and give the rows that it finds or returns."""
        ...

    def store(self, statement: Statement, rows: Sequence[Any]) -> None:
        """Do this for each row, a tuple in the order of the statement's places; there may be none.

        Those of an INSERT are the table's columns.
        """
        ...


async def at_once(connection: AsyncConnection, work: Callable[[Asking], T]) -> T:
    """Do this work in the transaction of ``connection``.

    It runs in the thread of an SQLite connection, so it touches nothing that others use.  Errors
    of the database are those that SQLAlchemy raises.
    """
    if connection.dialect.name != "sqlite":
        return await connection.run_sync(lambda asked: work(_Stepwise(asked)))
    held = await connection.get_raw_connection()
    return await in_thread(held, _direct(connection.dialect, work))


async def whole(
    held: PoolProxiedConnection, dialect: Dialect, begin: str, work: Callable[[Asking], T]
) -> T:
    """Do this work as a transaction of its own, which ``begin`` opens; of SQLite alone.

    All of it, up to the commit, is one trip to the connection's thread.
    """
    asked = _direct(dialect, work)
    return await in_thread(held, lambda own: driver.transaction(own, begin, asked))


def _direct(dialect: Dialect, work: Callable[[Asking], T]) -> Callable[[sqlite3.Connection], T]:
    return lambda own: work(Direct(own, dialect))


async def in_thread(held: PoolProxiedConnection, work: Callable[[sqlite3.Connection], T]) -> T:
    """Do this with an SQLite connection, in its thread; errors are those that SQLAlchemy raises."""
    own = held.driver_connection
    if not isinstance(own, driver.Connection):
        raise TypeError("this connection has no thread of its own")
    try:
        return await own.trip(work)
    except sqlite3.Error as error:
        raise raised(error) from error


def raised(error: Exception) -> Exception:
    """What SQLAlchemy raises for this error, if it is one of SQLite's."""
    if not isinstance(error, sqlite3.Error):
        return error
    wrapped = DBAPIError.instance(None, None, error, sqlite3.Error, hide_parameters=True)
    wrapped.__cause__ = error
    return wrapped


class Direct:
    """On an SQLite connection itself, in its thread."""

    def __init__(self, connection: sqlite3.Connection, dialect: Dialect) -> None:
        self._connection = connection
        self._dialect = dialect

    def rows(self, statement: Statement, **given: Any) -> Sequence[Any]:
        values = statement.values(self._dialect, given)
        return self._connection.execute(statement.words(self._dialect), values).fetchall()

    def store(self, statement: Statement, rows: Sequence[Any]) -> None:
        if rows:
            self._connection.executemany(statement.words(self._dialect), rows)


class _Stepwise:
    """On a connection of SQLAlchemy, whose driver waits by itself."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def rows(self, statement: Statement, **given: Any) -> Sequence[Any]:
        dialect = self._connection.dialect
        found = self._connection.exec_driver_sql(
            statement.words(dialect), statement.values(dialect, given)
        )
        return found.all() if found.returns_rows else ()

    def store(self, statement: Statement, rows: Sequence[Any]) -> None:
        words = statement.words(self._connection.dialect)
        for start in range(0, len(rows), _PIECE):
            self._connection.exec_driver_sql(words, list(rows[start : start + _PIECE]))
