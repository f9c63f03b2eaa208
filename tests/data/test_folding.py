"""The log beside an SQLite file is folded back while the bot runs, and no commit waits for it."""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest

from data import folding
from data.database import Database
from data.errors import DatabaseFull
from tests.data.makers import new_game, step

pytestmark = pytest.mark.sqlite


async def commit(db: Database, count: int = 5 * folding.OFTEN) -> int:
    """So many commits, and the number of the game that was made last."""
    number = 0
    for _ in range(count):
        number = await db.games.create(new_game())
    return number


def newest(file: Path, copy: Path) -> int:
    """The newest game in the file itself, without the log beside it."""
    shutil.copy(file, copy)
    with closing(sqlite3.connect(copy)) as connection:
        return connection.execute("SELECT max(id) FROM games").fetchone()[0] or 0


def folder(db: Database) -> folding.Folding:
    found = db._connections._folding
    assert found is not None
    return found


async def folded(db: Database) -> None:
    """Return when nothing is under way."""
    under_way = folder(db)._under_way
    if under_way is not None:
        await under_way


async def test_many_commits_are_folded_back(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    async with await Database.open(str(file)) as db:
        number = await commit(db)
        await folded(db)
        assert number - folder(db)._every < newest(file, tmp_path / "copy.db") <= number


async def test_what_acts_in_one_trip_counts_as_well(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    async with await Database.open(str(file)) as db:
        game_id = await db.games.create(new_game())
        for number in range(5 * folding.OFTEN):
            await db.games.act(game_id, step(number))
        await folded(db)
        assert newest(file, tmp_path / "copy.db") == game_id


async def test_nobody_waits_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    began, go_on = threading.Event(), threading.Event()

    def slowly(_file: Path) -> folding._Log:
        began.set()
        assert go_on.wait(30)
        return folding._Log(b"", 0)

    monkeypatch.setattr(folding, "_fold", slowly)
    async with await Database.open(str(tmp_path / "games.db")) as db:
        await commit(db)
        assert await asyncio.to_thread(began.wait, 30)
        game_id = await db.games.create(new_game())
        await db.games.act(game_id, step(0))
        assert await db.games.load(game_id) is not None
        closing_ = asyncio.create_task(folder(db).finish())
        await asyncio.sleep(0.05)
        assert not closing_.done()  # the file is not let go of while it is worked on
        go_on.set()
        await closing_


async def test_after_the_end_nothing_is_begun(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    async with await Database.open(str(file)) as db:
        await folded(db)
        await folder(db).finish()
        await commit(db)
        assert folder(db)._under_way is None


async def test_no_room_for_a_commit_makes_the_log_begin_anew(db: Database, tmp_path: Path) -> None:
    file = db._connections.file
    assert file is not None
    async with db._connections.write() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar()
        await connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    folder(db)._every = folding.SELDOM
    number = 0

    async def fill() -> None:
        nonlocal number
        while True:
            number = await db.games.create(new_game())

    with pytest.raises(DatabaseFull):
        await fill()
    await folded(db)
    assert newest(file, tmp_path / "copy.db") == number


def test_neither_readers_nor_writers_wait_for_it(tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    with (
        closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as writer,
        closing(sqlite3.connect(file, isolation_level=None, timeout=0)) as reader,
    ):
        writer.execute("PRAGMA journal_mode=WAL")
        writer.execute("CREATE TABLE numbers (number)")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM numbers").fetchall()
        writer.execute("INSERT INTO numbers VALUES (1)")
        folding_ = threading.Thread(target=folding._fold, args=(file,))
        folding_.start()
        while folding_.is_alive():
            writer.execute("INSERT INTO numbers VALUES (2)")  # would be refused at once
        assert reader.execute("SELECT * FROM numbers").fetchall() == []
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO numbers VALUES (3)")
        assert folding._fold(file).pages > 2


async def test_a_failure_is_told_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "games.db"
    rightly = folding._fold

    def failing(_file: Path) -> folding._Log:
        raise sqlite3.OperationalError("database or disk is full")

    async with await Database.open(str(file)) as db:
        await folded(db)
        monkeypatch.setattr(folding, "_fold", failing)
        with caplog.at_level(logging.WARNING):
            await commit(db)
            await folded(db)
        assert "games.db could not be folded back: database or disk is full" in caplog.text
        monkeypatch.setattr(folding, "_fold", rightly)
        number = await commit(db)
        await folded(db)
        assert newest(file, tmp_path / "copy.db") > number - 5 * folding.OFTEN


def test_large_commits_are_folded_back_sooner_than_small_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folding, "_PAGES", 300)
    large, small = (folding.Folding(tmp_path / "games.db") for _ in range(2))
    large._learn(folding.OFTEN, folding._Log(b"a", 100 * folding.OFTEN))
    small._learn(20, folding._Log(b"a", 100))
    assert (large._every, small._every) == (folding.OFTEN, 60)
    small._learn(60, folding._Log(b"a", 400))  # of the log's pages 300 are new
    assert small._every == 60
    small._learn(60, folding._Log(b"b", 600))  # all of them, since it was begun anew
    assert small._every == 30
    small._learn(30, folding._Log(b"b", -1))  # somebody else was at it
    assert small._every == 30
    small._learn(30, folding._Log(b"c", 1))
    assert small._every == folding.SELDOM


async def test_a_commit_folds_back_a_long_log_alone(tmp_path: Path) -> None:
    async with await Database.open(str(tmp_path / "games.db")) as db:
        async with db._connections.write() as connection:
            pages = (await connection.exec_driver_sql("PRAGMA wal_autocheckpoint")).scalar()
        assert pages == folding.LONGEST


def test_folding_makes_no_file(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        folding._fold(tmp_path / "gone.db")
    assert not list(tmp_path.iterdir())
