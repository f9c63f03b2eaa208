"""The database of a test, on SQLite or (``pytest --postgres``) on PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

import asyncpg

from data.address import file_of, parse
from data.database import Database

T = TypeVar("T")

VARIABLE: Final = "TEST_DATABASE"
"""Set by ``tests.postgres`` to the address of the database that a test has to itself."""


def address(file: Path) -> str:
    """The ``DATABASE_URL`` of this test: in this file, unless PostgreSQL is asked for.

    The tables are there already: to make them takes longer than most tests do.
    """
    url = os.environ.get(VARIABLE)
    if url:
        return url
    if not file.exists():
        file.write_bytes(_empty())
    return f"sqlite:///{file}"


@cache
def _empty() -> bytes:
    """A database of the newest revision with nothing in it, as SQLite keeps it in a file."""

    async def make(file: Path) -> None:
        await (await Database.open(str(file))).close()

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "empty.db")
        _run(make(file))
        return file.read_bytes()


def look(where: Path | str, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """All rows that a query finds in a database, past the code that is tested.

    Its parameters are ``?``, of which there may be one on PostgreSQL.
    """
    file = file_of(parse(str(where)))
    if file is not None:
        with closing(sqlite3.connect(file)) as connection:
            return connection.execute(query, values).fetchall()
    return _run(_rows(str(where), query.replace("?", "$1"), values))


def _run(work: Coroutine[Any, Any, T]) -> T:
    """What this gives, though an event loop may be running here."""
    with ThreadPoolExecutor(1) as thread:  # where none does
        return thread.submit(asyncio.run, work).result()


async def _rows(url: str, query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(dsn(url))
    try:
        return [tuple(row) for row in await connection.fetch(query, *values)]
    finally:
        await connection.close()


def dsn(url: str) -> str:
    """The address as asyncpg itself takes it."""
    return url.replace("postgresql+asyncpg://", "postgresql://")
