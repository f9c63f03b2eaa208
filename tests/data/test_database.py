"""Opening a database, and what is said when it cannot be used."""

from __future__ import annotations

import errno
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from data.address import parse
from data.connections import Connections
from data.database import Database
from data.errors import (
    BadAddress,
    DatabaseBroken,
    DatabaseFull,
    DatabaseLocked,
    DatabaseNewer,
    DatabaseReadOnly,
    DatabaseUnreachable,
    StorageUnavailable,
)
from data.schema import actions, games
from tests.data.makers import ADA, GUILD, new_game, step

pytestmark = pytest.mark.sqlite

ROOT = Path(__file__).parents[2]


async def test_made_on_first_start_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "fresh.db"
    async with await Database.open(f"sqlite:///{file}") as db:
        game_id = await db.games.create(new_game())
        assert db.place == str(file)
    async with await Database.open(str(file)) as db:
        assert await db.games.load(game_id) is not None


async def test_every_commit_is_on_the_disk(db: Database) -> None:
    async with db._connections.write() as connection:
        asked = ("journal_mode", "synchronous", "foreign_keys")
        told = [(await connection.exec_driver_sql(f"PRAGMA {name}")).scalar() for name in asked]
    assert told == ["wal", 2, 1]  # 2 is FULL


async def test_no_connection_comes_free(db: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    game_id = await db.games.create(new_game())
    monkeypatch.setattr(db._connections._writer.pool, "_timeout", 0.01)
    async with db._connections.write():
        with pytest.raises(DatabaseUnreachable, match="is overloaded"):
            await db.games.act(game_id, step(0))
    await db.games.act(game_id, step(0))


async def test_not_a_database(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Dear diary,\n" * 200)
    before = file.read_bytes()
    with pytest.raises(DatabaseBroken, match=r"notes\.txt is not a database"):
        await Database.open(str(file))
    assert file.read_bytes() == before


def damage(file: Path) -> None:
    """Overwrite the beginning of every page but the first."""
    content = bytearray(file.read_bytes())
    for page in range(4096, len(content), 4096):
        content[page : page + 64] = b"\xff" * 64
    file.write_bytes(content)


async def test_a_damaged_database(file: Path) -> None:
    damage(file)
    with pytest.raises(DatabaseBroken, match="damaged"):
        await Database.open(str(file))


def names(folder: Path) -> list[str]:
    """What is in a folder."""
    return sorted(each.name for each in folder.iterdir())


@pytest.mark.parametrize("mode", ["delete", "wal"])
@pytest.mark.parametrize("table", ["games", "moves"])
async def test_somebody_elses_database(tmp_path: Path, table: str, mode: str) -> None:
    """Not a byte of it is changed, and nothing is left beside it."""
    file = tmp_path / "chess.db"
    with sqlite3.connect(file) as connection:
        connection.execute(f"PRAGMA journal_mode={mode}")
        connection.execute(f"CREATE TABLE {table} (pgn TEXT)")
    connection.close()
    before = file.read_bytes()
    with pytest.raises(DatabaseBroken, match=f"not this bot's: it has a table {table}"):
        await Database.open(str(file))
    assert file.read_bytes() == before
    assert names(tmp_path) == ["chess.db"]


async def test_somebody_elses_database_while_it_is_used(tmp_path: Path) -> None:
    """Its tables are still in the log beside it."""
    file = tmp_path / "chess.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=wal")
        connection.execute("CREATE TABLE moves (pgn TEXT)")
        with pytest.raises(DatabaseBroken, match="not this bot's"):
            await Database.open(str(file))


async def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    file.touch()
    async with await Database.open(str(file)) as db:
        await db.games.create(new_game())


async def test_a_newer_database(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(DatabaseNewer, match=r"newer version of the bot \(revision 9999\)"):
        await Database.open(str(file))


async def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachable, match="there is no folder"):
        await Database.open(str(tmp_path / "nowhere" / "games.db"))


async def test_a_folder_that_takes_no_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As /proc does, which not every system has."""
    file = tmp_path / "games.db"
    opened = os.open

    def refusing(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        if str(path).startswith(str(file)):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
        return opened(path, flags, *rest, **more)

    monkeypatch.setattr(os, "open", refusing)
    with pytest.raises(DatabaseUnreachable, match="nothing can be written to its folder"):
        await Database.open(str(file))


async def test_a_folder_in_the_place_of_the_file(tmp_path: Path) -> None:
    with pytest.raises(StorageUnavailable):
        await Database.open(str(tmp_path))


async def test_a_server_whose_driver_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(BadAddress, match="needs the package asyncpg"):
        await Database.open("postgresql://bot:secret@127.0.0.1/games")


async def test_a_second_bot_on_the_same_file(db: Database, file: Path) -> None:
    with pytest.raises(DatabaseLocked, match="Another bot"):
        await Database.open(str(file))
    await db.games.create(new_game())


async def test_a_second_bot_by_a_link_to_the_file(db: Database, file: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(file)
    with pytest.raises(DatabaseLocked, match="Another bot"):
        await Database.open(str(link))
    await db.close()
    async with await Database.open(str(link)) as linked:
        await linked.games.create(new_game())
        with pytest.raises(DatabaseLocked, match="Another bot"):
            await Database.open(str(file))
    assert [each.name for each in link.parent.iterdir()] == ["link.db"]  # no lock, no log


async def test_the_lock_is_given_back(file: Path) -> None:
    for _ in range(2):
        await (await Database.open(str(file))).close()


async def test_a_failed_start_gives_the_lock_back(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    for _ in range(2):
        with pytest.raises(DatabaseNewer):
            await Database.open(str(file))


async def test_a_full_disk_loses_only_what_was_refused(db: Database) -> None:
    game_id = await db.games.create(new_game())
    async with db._connections.write() as connection:
        pages = (await connection.exec_driver_sql("PRAGMA page_count")).scalar()
        await connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
    done = 0

    async def fill() -> None:
        nonlocal done
        for done in range(2000):
            await db.games.act(game_id, step(done, text="A" * 90))

    with pytest.raises(DatabaseFull, match="no room left"):
        await fill()
    game = await db.games.load(game_id)
    assert game is not None
    assert len(game.actions) == done
    async with db._connections.write() as connection:
        await connection.exec_driver_sql("PRAGMA max_page_count=100000")
    await db.games.act(game_id, step(done))


async def test_a_database_that_may_not_be_written(db: Database) -> None:
    async with db._connections.write() as connection:
        await connection.exec_driver_sql("PRAGMA query_only=ON")
    with pytest.raises(DatabaseReadOnly, match="may not be written"):
        await db.games.create(new_game())


async def test_an_error_of_ours_is_not_taken_for_trouble(db: Database) -> None:
    with pytest.raises(Exception, match="no such table") as failed:
        async with db._connections.read() as connection:
            await connection.exec_driver_sql("SELECT * FROM nowhere")
    assert not isinstance(failed.value, StorageUnavailable)


PLAYER = """
import asyncio, sys
from data.database import Database
from tests.data.makers import new_game, step

async def play():
    db = await Database.open(sys.argv[1])
    game_id = await db.games.create(new_game())
    for number in range(100000):
        await db.games.act(game_id, step(number, number % 2, f"card {number}"))
        print(number, flush=True)

asyncio.run(play())
"""


@pytest.fixture
def player(file: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", PLAYER, str(file)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    yield process
    process.kill()
    process.communicate()


async def test_killed_at_any_moment_nothing_that_was_told_is_lost(
    player: subprocess.Popen[str], file: Path
) -> None:
    assert player.stdout is not None
    for line in player.stdout:
        if line == "60\n":
            break
    with pytest.raises(DatabaseLocked):
        await Database.open(str(file))
    os.kill(player.pid, signal.SIGKILL)
    told = [line for line in player.stdout.read().splitlines() if line]
    player.wait()
    last = int(told[-1]) if told else 60
    async with await Database.open(str(file)) as db:
        game = await db.games.load(1)
        assert game is not None
        assert len(game.actions) in (last + 1, last + 2)  # the next may have just been stored
        assert game.actions == tuple((n % 2, f"card {n}") for n in range(len(game.actions)))
        async with db._connections.read() as connection:
            moves = await connection.scalar(select(games.c.moves))
            stored = await connection.scalar(select(func.count()).select_from(actions))
        assert moves == stored == len(game.actions)
        await db.games.act(1, step(len(game.actions)))
        assert [line.id for line in await db.games.running_of(ADA, GUILD)] == [1]


async def test_reading_does_not_wait_for_writing(db: Database) -> None:
    game_id = await db.games.create(new_game())
    async with db._connections.write() as connection:
        await connection.exec_driver_sql("UPDATE games SET channel_id = 99")
        game = await db.games.load(game_id)
    assert game is not None
    assert game.channel_id == 7  # what was committed, not what is being written


async def test_an_error_undoes_the_transaction(file: Path) -> None:
    connections = Connections(parse(str(file)))

    async def fail() -> None:
        async with connections.write() as connection:
            await connection.exec_driver_sql(
                "INSERT INTO people (id, four_colours, pings, updated_at)"
                " VALUES (1, 0, 0, '2026-01-01 00:00:00.000000')"
            )
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await fail()
    async with connections.read() as connection:
        assert (await connection.exec_driver_sql("SELECT count(*) FROM people")).scalar() == 0
    await connections.close()
