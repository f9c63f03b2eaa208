"""Indexes of the derived tables of an SQLite file: away while all is written anew, then made.

At the end they are sorted, and all at once.  If it is cut short in between, they are missing until
the rebuild was begun again, when the database is opened.
"""

from __future__ import annotations

import os
import sqlite3
from functools import partial
from typing import Final

from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateIndex, DropIndex

from data import driver, plain
from data.connections import Connections
from data.standing.filling import DERIVED

_INDEXES: Final = [index for table in DERIVED for index in table.indexes]


async def drop(connections: Connections) -> None:
    """Drop them, if they are there."""
    async with connections.write() as connection:
        for index in _INDEXES:
            await connection.execute(DropIndex(index, if_exists=True))


async def make(connections: Connections) -> None:
    """Make those that are not there."""
    dialect = sqlite.dialect()
    words = [
        str(CreateIndex(each, if_not_exists=True).compile(dialect=dialect)) for each in _INDEXES
    ]
    async with connections.sole() as held:
        await plain.in_thread(held, partial(_sorted, words))


def _sorted(words: list[str], connection: sqlite3.Connection) -> None:
    """Sort with all processors, which SQLite does in files only; in memory where there are none."""
    (usual,) = connection.execute("PRAGMA temp_store").fetchone()
    connection.execute(f"PRAGMA threads = {os.cpu_count() or 1}")
    connection.execute("PRAGMA temp_store = FILE")
    try:
        driver.transaction(connection, "BEGIN IMMEDIATE", partial(_all, words))
    except sqlite3.OperationalError:
        connection.execute("PRAGMA temp_store = MEMORY")
        driver.transaction(connection, "BEGIN IMMEDIATE", partial(_all, words))
    finally:
        connection.execute(f"PRAGMA temp_store = {usual}")
        connection.execute("PRAGMA threads = 0")


def _all(words: list[str], connection: sqlite3.Connection) -> None:
    for each in words:
        connection.execute(each)
