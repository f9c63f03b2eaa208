from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from data import lock
from data.backup import copy
from data.database import Database
from data.errors import (
    BadAddress,
    DatabaseBroken,
    DatabaseLocked,
    DatabaseNewer,
    DatabaseUnreachable,
)
from data.restore import restore
from tests.data.makers import new_game, step

pytestmark = pytest.mark.sqlite

NOW = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)


def done(_done: int, _total: int) -> None:
    """Progress that nobody looks at."""


async def played(file: Path, moves: int) -> None:
    """A database with one game of so many moves."""
    async with await Database.open(str(file)) as database:
        game_id = await database.games.create(new_game())
        for number in range(moves):
            await database.games.act(game_id, step(number))


async def moves_in(file: Path) -> int:
    async with await Database.open(str(file)) as database:
        game = await database.games.load(1)
        assert game is not None
        return len(game.actions)


async def test_what_was_before_comes_back_and_what_is_there_is_kept(tmp_path: Path) -> None:
    file, backup = tmp_path / "games.db", tmp_path / "copy.db"
    await played(file, 3)
    copy(str(file), backup)
    async with await Database.open(str(file)) as database:
        await database.games.act(1, step(3))
    kept = restore(str(file), backup, NOW, done)
    assert kept == tmp_path / "games.db.before-20260304-050607"
    assert await moves_in(file) == 3
    assert await moves_in(kept) == 4
    again = restore(str(file), backup, NOW, done)
    assert again == tmp_path / "games.db.before-20260304-050607-2"
    assert not (tmp_path / "games.db.restoring").exists()


async def test_moves_that_are_in_the_log_alone_are_kept_too(tmp_path: Path) -> None:
    """The bot was killed: its last moves are not in the file yet, but beside it."""
    file, backup, killed = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "killed.db"
    await played(file, 1)
    copy(str(file), backup)
    async with await Database.open(str(file)) as database:
        await database.games.act(1, step(1))
        for end in ("", "-wal"):
            (tmp_path / f"killed.db{end}").write_bytes((tmp_path / f"games.db{end}").read_bytes())
    assert (tmp_path / "killed.db-wal").stat().st_size
    kept = restore(str(killed), backup, NOW, done)
    assert kept is not None
    assert await moves_in(kept) == 2
    assert await moves_in(killed) == 1


async def test_a_damaged_database_gives_way(tmp_path: Path) -> None:
    file, backup = tmp_path / "games.db", tmp_path / "copy.db"
    await played(file, 2)
    copy(str(file), backup)
    file.write_bytes(b"nothing that could be read " * 500)
    (tmp_path / "games.db-wal").write_bytes(b"nor this " * 500)
    kept = restore(str(file), backup, NOW, done)
    assert kept is not None
    assert kept.read_bytes().startswith(b"nothing that")
    assert await moves_in(file) == 2


async def test_without_a_database_there_is_nothing_to_keep(tmp_path: Path) -> None:
    file, backup = tmp_path / "games.db", tmp_path / "copy.db"
    await played(file, 2)
    copy(str(file), backup)
    assert restore(str(tmp_path / "new.db"), backup, NOW, done) is None
    assert await moves_in(tmp_path / "new.db") == 2


async def test_what_cannot_be_restored(tmp_path: Path) -> None:
    file, backup = tmp_path / "games.db", tmp_path / "copy.db"
    await played(file, 1)
    copy(str(file), backup)
    with pytest.raises(BadAddress, match="pg_restore"):
        restore("postgresql://bot:secret@host/games", backup, NOW, done)
    with pytest.raises(DatabaseUnreachable, match="There is no file"):
        restore(str(file), tmp_path / "none.db", NOW, done)
    with pytest.raises(DatabaseUnreachable, match="the database itself"):
        restore(str(file), file, NOW, done)
    with lock.hold(file), pytest.raises(DatabaseLocked, match="Another bot is running"):
        restore(str(file), backup, NOW, done)
    with closing(sqlite3.connect(backup)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = 'later'")
    with pytest.raises(DatabaseNewer, match="update the bot"):
        restore(str(file), backup, NOW, done)
    backup.write_text("Dear diary, " * 500)
    with pytest.raises(DatabaseBroken, match="copied"):
        restore(str(file), backup, NOW, done)
    assert await moves_in(file) == 1
    assert not [name for name in os.listdir(tmp_path) if name.startswith("games.db.")]  # noqa: PTH208
