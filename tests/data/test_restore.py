from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

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


async def killed_at(file: Path, killed: Path, moves: int) -> None:
    """As ``file`` is after so many moves more, if the bot is killed then: with its log."""
    async with await Database.open(str(file)) as database:
        game = await database.games.load(1)
        assert game is not None
        for number in range(moves):
            await database.games.act(1, step(len(game.actions) + number))
        for end in ("", "-wal"):
            beside(killed, end).write_bytes(beside(file, end).read_bytes())
    assert beside(killed, "-wal").stat().st_size


def beside(file: Path, end: str) -> Path:
    return file.with_name(file.name + end)


async def test_a_link_stays_and_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    file, link, backup = tmp_path / "games.db", tmp_path / "link.db", tmp_path / "copy.db"
    link.symlink_to(file)
    await played(link, 1)
    copy(str(link), backup)
    await played(link, 2)
    kept = restore(str(link), backup, NOW, done)
    assert kept == tmp_path / "games.db.before-20260304-050607"
    assert link.readlink() == file
    assert await moves_in(file) == 1


async def test_moves_that_are_in_the_log_alone_are_kept_too(tmp_path: Path) -> None:
    """The bot was killed: its last moves are not in the file yet, but beside it."""
    file, backup, killed = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "killed.db"
    await played(file, 1)
    copy(str(file), backup)
    await killed_at(file, killed, 1)
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


async def test_a_log_that_was_left_is_kept_and_not_played_into_the_backup(tmp_path: Path) -> None:
    """The file was moved away, and what belongs to it was not."""
    file, backup, killed = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "killed.db"
    await played(file, 1)
    copy(str(file), backup)
    await killed_at(file, killed, 2)
    log = beside(killed, "-wal").read_bytes()
    killed.rename(tmp_path / "away.db")
    beside(killed, "-journal").write_bytes(b"a journal of another kind")
    assert restore(str(killed), backup, NOW, done) is None
    assert not beside(killed, "-wal").exists()
    assert not beside(killed, "-journal").exists()
    assert await moves_in(killed) == 1
    # With the file's own name and its log's it is the database that was moved away.
    kept = tmp_path / "killed.db.before-20260304-050607"
    assert beside(kept, "-wal").read_bytes() == log
    (tmp_path / "away.db").rename(kept)
    beside(kept, "-journal").unlink()
    assert await moves_in(kept) == 3
    # A name of which a log is left is not free.
    assert restore(str(killed), backup, NOW, done) == beside(kept, "-2")


async def test_the_log_of_an_empty_file_is_kept(tmp_path: Path) -> None:
    file, backup, killed = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "killed.db"
    await played(file, 1)
    copy(str(file), backup)
    await killed_at(file, killed, 1)
    log = beside(killed, "-wal").read_bytes()
    killed.write_bytes(b"")
    kept = restore(str(killed), backup, NOW, done)
    assert kept is not None
    assert beside(kept, "-wal").read_bytes() == log
    assert await moves_in(killed) == 1


async def test_a_database_that_another_program_reads(tmp_path: Path) -> None:
    """Its log cannot be folded back while somebody sees the state of before."""
    file, backup, killed = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "killed.db"
    await played(file, 1)
    copy(str(file), backup)
    await killed_at(file, killed, 1)
    before = killed.read_bytes(), beside(killed, "-wal").read_bytes()
    with closing(sqlite3.connect(killed, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        with pytest.raises(DatabaseLocked, match="in use by another program"):
            restore(str(killed), backup, NOW, done)
        assert (killed.read_bytes(), beside(killed, "-wal").read_bytes()) == before
        assert not [name for name in os.listdir(tmp_path) if name.startswith("killed.db.")]  # noqa: PTH208
    assert await moves_in(killed) == 2


@pytest.mark.parametrize("links", [True, False])
@pytest.mark.parametrize("before", ["killed", "damaged", "moved away"])
async def test_cut_short_at_any_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before: str, links: bool
) -> None:
    """What there would be if this process were killed before each change of a name or a sync."""
    file, backup, folder = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "there"
    folder.mkdir()
    place = folder / "games.db"
    await played(file, 1)
    copy(str(file), backup)
    await killed_at(file, place, 2)
    if before == "damaged":
        place.write_bytes(b"nothing that could be read " * 500)
    elif before == "moved away":
        place.unlink()
    moments = 0

    def watched(patch: pytest.MonkeyPatch, name: str) -> None:
        real: Callable[..., object] = getattr(os, name)

        def watching(*given: object, **more: object) -> object:
            nonlocal moments
            shutil.copytree(folder, tmp_path / f"moment {moments}")
            moments += 1
            return real(*given, **more)

        monkeypatch.setattr(os, name, watching)

    def refusing(*_given: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    with monkeypatch.context() as patch:
        for name in ("link", "unlink", "rename", "replace", "fsync"):
            watched(patch, name)
        if not links:
            patch.setattr(os, "link", refusing)
        restore(str(place), backup, NOW, done)
    found: list[str] = []
    for moment in range(moments):
        there = tmp_path / f"moment {moment}" / "games.db"
        found.append(state(there))
        restore(str(there), backup, NOW, done)
        assert state(there) == "1"
        assert not list(there.parent.glob("*.restoring*"))
        assert not list(there.parent.glob("*.keeping*"))
    was = {"killed": "3", "damaged": "damaged", "moved away": "none"}[before]
    assert found == sorted(found, key=[was, "1"].index)
    assert set(found) == {was, "1"}


def state(file: Path) -> str:
    """How many moves SQLite finds in a copy of the database, or why it does not."""
    if not file.exists():
        return "none"
    with TemporaryDirectory() as folder:
        for part in file.parent.glob("games.db*"):
            shutil.copy(part, folder)
        try:
            with closing(sqlite3.connect(Path(folder) / file.name)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
                return str(connection.execute("SELECT count(*) FROM actions").fetchone()[0])
        except sqlite3.DatabaseError:
            return "damaged"


async def test_another_name_of_the_database_is_not_taken_for_a_kept_one(tmp_path: Path) -> None:
    """A restoring was cut short when it had given the database its other name."""
    file, backup = tmp_path / "games.db", tmp_path / "copy.db"
    await played(file, 1)
    copy(str(file), backup)
    other = tmp_path / "games.db.before-20260101-000000"
    os.link(file, other)
    kept = restore(str(file), backup, NOW, done)
    assert kept is not None
    assert kept.exists()
    assert not other.exists()


async def test_it_is_looked_through_once_more_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, backup = tmp_path / "games.db", tmp_path / "copy.db"
    await played(file, 1)
    copy(str(file), backup)
    real = Path.replace

    def replace(fresh: Path, place: Path) -> Path:
        fresh.write_bytes(b"nothing that could be read " * 500)
        return real(fresh, place)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(DatabaseBroken, match=r"was replaced, but cannot .* kept as .*before-2026"):
        restore(str(file), backup, NOW, done)


async def test_a_link_to_the_database(tmp_path: Path) -> None:
    """SQLite has the log beside what the link leads to."""
    file, backup, killed = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "killed.db"
    await played(file, 1)
    copy(str(file), backup)
    await killed_at(file, killed, 1)
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(killed)
    kept = restore(str(link), backup, NOW, done)
    assert link.is_symlink()
    assert await moves_in(killed) == 1
    assert kept is not None
    assert await moves_in(kept) == 2


async def test_who_may_read_it(tmp_path: Path) -> None:
    file, backup = tmp_path / "games.db", tmp_path / "copy.db"
    await played(file, 1)
    copy(str(file), backup)
    file.chmod(0o640)
    restore(str(file), backup, NOW, done)
    assert file.stat().st_mode & 0o777 == 0o640
    restore(str(tmp_path / "new.db"), backup, NOW, done)
    assert (tmp_path / "new.db").stat().st_mode & 0o777 == 0o600


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
