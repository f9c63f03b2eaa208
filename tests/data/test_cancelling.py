"""A task that is told to stop in the middle of a transaction leaves a database that works."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

import pytest

from data.database import Database
from tests.data.makers import new_game, step


@pytest.mark.sqlite
async def test_a_statement_under_way_is_finished_first(tmp_path: Path) -> None:
    """It waits for another program's lock: cancelled meanwhile, it ends when that is let go."""
    file = tmp_path / "games.db"
    async with await Database.open(str(file)) as database:
        game_id = await database.games.create(new_game())
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            writing = asyncio.create_task(database.games.act(game_id, step(0)))
            done, _ = await asyncio.wait((writing,), timeout=0.1)
            assert not done
            for _ in range(3):  # however often it is told
                writing.cancel()
                await asyncio.sleep(0)
            assert not writing.done()
            other.execute("ROLLBACK")
            await asyncio.wait((writing,))
        assert writing.cancelled()
        game = await database.games.load(game_id)
        assert game is not None
        await database.games.act(game_id, step(len(game.actions)))


async def test_cancelled_at_any_instant(db: Database) -> None:
    game_id = await db.games.create(new_game())
    chance = random.Random(1)
    told = 0
    for _ in range(300):
        number = await moves(db, game_id)
        assert number >= told
        work = asyncio.create_task(db.games.act(game_id, step(number)))
        reading = asyncio.create_task(db.games.load(game_id))
        for _ in range(chance.randrange(40)):
            await asyncio.sleep(0)
        work.cancel()
        reading.cancel()
        with suppress(asyncio.CancelledError):
            await work
            told = number + 1
        with suppress(asyncio.CancelledError):
            await reading
    count = await moves(db, game_id)
    await db.games.act(game_id, step(count))
    assert await moves(db, game_id) == count + 1


async def test_a_time_limit_around_a_query_is_kept(db: Database) -> None:
    game_id = await db.games.create(new_game())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0):
            await db.games.load(game_id)
    assert await moves(db, game_id) == 0


async def moves(db: Database, game_id: int) -> int:
    game = await db.games.load(game_id)
    assert game is not None
    return len(game.actions)
