from __future__ import annotations

import asyncio
import errno
import os
import resource
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import BinaryIO

import pytest

from data.backup import copy, examine
from data.database import Database
from data.errors import (
    BadAddress,
    DatabaseBroken,
    DatabaseFull,
    DatabaseLocked,
    DatabaseUnreachable,
)
from tests.data.makers import new_game, step

pytestmark = pytest.mark.sqlite


async def test_a_copy_made_while_the_bot_plays(db: Database, file: Path, tmp_path: Path) -> None:
    game_id = await db.games.create(new_game())
    for number in range(5):
        await db.games.act(game_id, step(number))
    await asyncio.to_thread(copy, f"sqlite:///{file}", tmp_path / "copy.db")
    await db.games.act(game_id, step(5))
    async with await Database.open(str(tmp_path / "copy.db")) as restored:
        game = await restored.games.load(game_id)
        assert game is not None
        assert len(game.actions) == 5


def test_what_cannot_be_copied(file: Path, tmp_path: Path) -> None:
    with pytest.raises(BadAddress, match="pg_dump"):
        copy("postgresql://bot:secret@host/games", tmp_path / "a.db")
    with pytest.raises(DatabaseUnreachable, match="There is no database"):
        copy(str(tmp_path / "none.db"), tmp_path / "a.db")
    with pytest.raises(DatabaseUnreachable, match="exists already"):
        copy(str(file), file)
    with pytest.raises(DatabaseUnreachable, match="cannot be written"):
        copy(str(file), tmp_path / "nowhere" / "a.db")
    notes = tmp_path / "notes.txt"
    notes.write_text("Dear diary, " * 500)
    with pytest.raises(DatabaseBroken, match="could not be copied"):
        copy(str(notes), tmp_path / "a.db")
    assert not list(tmp_path.glob("a.db*"))
    empty = tmp_path / "empty.db"
    sqlite3.connect(empty).close()
    with pytest.raises(DatabaseBroken, match="not a database of this bot"):
        copy(str(empty), tmp_path / "a.db")
    assert not list(tmp_path.glob("a.db*"))


async def test_a_copy_is_one_moment_however_much_is_written_meanwhile(
    db: Database, file: Path, tmp_path: Path
) -> None:
    """A writer that never rests neither holds the copy up nor gets into it."""
    game_id = await db.games.create(new_game())
    await fill(file)
    written, copied = 0, False
    seen: list[int] = []

    async def write_on() -> None:
        nonlocal written
        while not copied:
            await db.games.act(game_id, step(written))
            written += 1

    def progress(_done: int, _total: int) -> None:
        seen.append(written)
        before = written
        while written == before:  # each step of the copy sees the writer get on
            time.sleep(0.001)

    writer = asyncio.create_task(write_on())
    try:
        await asyncio.to_thread(copy, str(file), tmp_path / "copy.db", progress)
    finally:
        copied = True
        await writer
    assert len(seen) > 2
    with closing(sqlite3.connect(tmp_path / "copy.db")) as there:
        (moves,) = there.execute("SELECT moves FROM games").fetchone()
        (actions,) = there.execute("SELECT count(*) FROM actions").fetchone()
    assert moves == actions <= seen[0] < written
    assert not (tmp_path / "copy.db-wal").exists()


async def fill(file: Path) -> None:
    """Make the database large enough for several steps."""
    rows = [(f"filler {number}", "x" * 4000) for number in range(3000)]
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.executemany("INSERT INTO facts (name, value) VALUES (?, ?)", rows)


async def test_damage_is_found(db: Database, file: Path, tmp_path: Path) -> None:
    await db.games.create(new_game())
    await fill(file)
    await db.close()
    copy(str(file), tmp_path / "copy.db")
    page = 4096
    with (tmp_path / "copy.db").open("r+b") as stream:
        stream.seek(page * 20)
        stream.write(b"\xa5" * page * 20)
    with pytest.raises(DatabaseBroken, match=r"damaged|cannot be read"):
        examine(tmp_path / "copy.db")


def copies(folder: Path) -> list[str]:
    """What there is of the copy in the folder, and of a copy that was cut short."""
    return sorted(each.name for each in folder.glob("copy.db*"))


async def test_a_copy_is_for_its_owner_alone_and_one_file(
    db: Database, file: Path, tmp_path: Path
) -> None:
    await db.games.create(new_game())
    target = tmp_path / "copy.db"
    copy(str(file), target)
    assert target.stat().st_mode & 0o777 == 0o600
    assert copies(tmp_path) == ["copy.db"]
    assert target.read_bytes()[18:20] == b"\1\1"  # a database without a log


async def test_a_disk_that_takes_no_more(db: Database, file: Path, tmp_path: Path) -> None:
    await fill(file)
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, usual[1]))
    try:
        with pytest.raises(DatabaseBroken, match="could not be copied"):
            copy(str(file), tmp_path / "copy.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert copies(tmp_path) == []


async def test_a_full_disk_is_called_one(db: Database, file: Path, tmp_path: Path) -> None:
    def progress(_done: int, _total: int) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise error

    with pytest.raises(DatabaseFull, match=r"no room left on the disk for .*copy\.db"):
        copy(str(file), tmp_path / "copy.db", progress)
    assert copies(tmp_path) == []


def test_what_a_copy_that_was_cut_short_left(db: Database, file: Path, tmp_path: Path) -> None:
    for end in ("", "-journal", "-wal", "-shm"):
        (tmp_path / f"copy.db.part{end}").write_bytes(b"half of something")
        (tmp_path / f"copy.db.part.source{end}").write_bytes(b"what it was made from")
    copy(str(file), tmp_path / "copy.db")
    assert copies(tmp_path) == ["copy.db"]


@pytest.mark.parametrize("end", ["-wal", "-journal"])
def test_what_would_be_taken_for_a_part_of_the_copy(
    db: Database, file: Path, tmp_path: Path, end: str
) -> None:
    """A copy that was opened and removed since, without its log."""
    (tmp_path / f"copy.db{end}").write_bytes(b"of another copy")
    with pytest.raises(DatabaseUnreachable, match=f"copy.db{end} exists already"):
        copy(str(file), tmp_path / "copy.db")
    assert (tmp_path / f"copy.db{end}").read_bytes() == b"of another copy"


async def unindexed(db: Database, file: Path, folder: Path) -> Path:
    """The database as the bot left it when it was killed, where SQLite can make no index of a log.

    That is so on a disk that may only be read, of which root has none in a test.
    """
    source = folder / "games.db"
    os.mkdir(folder)  # noqa: PTH102
    game_id = await db.games.create(new_game())
    for number in range(3):
        await db.games.act(game_id, step(number))
    for end in ("", "-wal"):
        source.with_name(f"games.db{end}").write_bytes(file.with_name(file.name + end).read_bytes())
    (folder / "games.db-shm").symlink_to(folder / "nowhere" / "index")
    return source


async def test_a_copy_of_what_may_only_be_read(db: Database, file: Path, tmp_path: Path) -> None:
    source = await unindexed(db, file, tmp_path / "mounted")
    log = source.with_name("games.db-wal")
    before = source.read_bytes(), log.read_bytes()
    link = tmp_path / "link.db"
    link.symlink_to(source)
    copy(str(link), tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as there:
        assert there.execute("SELECT count(*) FROM actions").fetchone() == (3,)
    assert (source.read_bytes(), log.read_bytes()) == before
    assert copies(tmp_path) == ["copy.db"]
    # As a backup it would be read where it is.
    with pytest.raises(DatabaseUnreachable, match="cannot be read where it is"):
        examine(source)


async def test_what_may_only_be_read_changes_all_the_same(
    db: Database, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = await unindexed(db, file, tmp_path / "mounted")
    real = shutil.copyfileobj

    def copyfileobj(old: BinaryIO, new: BinaryIO) -> None:
        real(old, new)
        with Path(f"{source}-wal").open("ab") as log:
            log.write(b"more")

    monkeypatch.setattr(shutil, "copyfileobj", copyfileobj)
    with pytest.raises(DatabaseLocked, match="in use by another program"):
        copy(str(source), tmp_path / "copy.db")
    assert copies(tmp_path) == []


def test_a_place_that_may_only_be_read(
    db: Database, file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a disk refuses to remove even what is not there."""

    def refuse(*_given: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(os, "unlink", refuse)
    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(DatabaseUnreachable, match=r"written \(read-only file system\)"):
        copy(str(file), tmp_path / "copy.db")
