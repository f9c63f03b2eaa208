"""Indexes of the derived tables, dropped and made again."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from data.database import Database
from data.standing import indexes
from tests.data.standing.playing import look

pytestmark = pytest.mark.sqlite
THERE = "SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name"


async def test_they_are_sorted_in_memory_where_no_file_can_be_made(
    db: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = look(file, THERE)
    await indexes.drop(db._connections)
    assert len(look(file, THERE)) < len(before)
    usual = indexes._all
    tried: list[int] = []

    def refused(words: list[str], connection: sqlite3.Connection) -> None:
        (place,) = connection.execute("PRAGMA temp_store").fetchone()
        tried.append(place)
        if place == 1:
            raise sqlite3.OperationalError("unable to open database file")
        usual(words, connection)

    monkeypatch.setattr(indexes, "_all", refused)
    await indexes.make(db._connections)
    assert look(file, THERE) == before
    assert tried == [1, 2]
    # The connection is as it was.
    async with db._connections.write() as connection:
        kept = [
            (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
            for name in ("temp_store", "threads", "foreign_keys")
        ]
    assert kept == [2, 0, 1]
