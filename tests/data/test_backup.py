from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from data.backup import copy, examine
from data.database import Database
from data.errors import BadAddress, DatabaseBroken, DatabaseUnreachable
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
