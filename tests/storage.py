"""The database of a test, on SQLite or (``pytest --postgres``) on PostgreSQL."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import asyncpg

from data.address import file_of, parse

VARIABLE: Final = "TEST_DATABASE"
"""Set by ``tests.postgres`` to the address of the database that a test has to itself."""


def address(file: Path) -> str:
    """The ``DATABASE_URL`` of this test: in this file, unless PostgreSQL is asked for."""
    return os.environ.get(VARIABLE) or f"sqlite:///{file}"


def look(where: Path | str, query: str, *values: Any) -> list[tuple[Any, ...]]:
    """All rows that a query finds in a database, past the code that is tested.

    Its parameters are ``?``, of which there may be one on PostgreSQL.
    """
    file = file_of(parse(str(where)))
    if file is not None:
        with closing(sqlite3.connect(file)) as connection:
            return connection.execute(query, values).fetchall()
    with ThreadPoolExecutor(1) as thread:  # where no event loop is running yet
        return thread.submit(
            asyncio.run, _rows(str(where), query.replace("?", "$1"), values)
        ).result()


async def _rows(url: str, query: str, values: Sequence[Any]) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(dsn(url))
    try:
        return [tuple(row) for row in await connection.fetch(query, *values)]
    finally:
        await connection.close()


def dsn(url: str) -> str:
    """The address as asyncpg itself takes it."""
    return url.replace("postgresql+asyncpg://", "postgresql://")
