"""What is written at once is committed together, and ends for each as if it were alone."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from data import driver
from data.database import Database
from data.errors import ActionConflict, DatabaseLocked
from tests.data.makers import new_game, step

pytestmark = pytest.mark.sqlite

COUNT = 12


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """One entry for each transaction that was tried: whether it was committed."""
    tried: list[bool] = []
    transaction = driver.transaction

    def noted(*arguments: Any) -> Any:
        tried.append(False)
        done = transaction(*arguments)
        tried[-1] = True
        return done

    monkeypatch.setattr(driver, "transaction", noted)
    return tried


async def moves(db: Database, game_id: int) -> int:
    game = await db.games.load(game_id)
    assert game is not None
    return len(game.actions)


async def started(db: Database, count: int = COUNT) -> list[int]:
    return [await db.games.create(new_game()) for _ in range(count)]


async def test_what_comes_while_another_is_written_is_one_transaction(
    db: Database, commits: list[bool]
) -> None:
    games = await started(db)
    commits.clear()
    await asyncio.gather(*(db.games.act(game_id, step(0)) for game_id in games))
    assert len(commits) <= 2
    assert all(commits)
    assert [await moves(db, game_id) for game_id in games] == [1] * COUNT


async def test_alone_each_is_one_transaction(db: Database, commits: list[bool]) -> None:
    (game_id,) = await started(db, 1)
    commits.clear()
    for number in range(3):
        await db.games.act(game_id, step(number))
    assert commits == [True] * 3


async def test_a_refusal_is_for_one_alone(db: Database, commits: list[bool]) -> None:
    games = await started(db)
    await db.games.act(games[5], step(0))
    commits.clear()
    outcomes = await asyncio.gather(
        *(db.games.act(game_id, step(0)) for game_id in games), return_exceptions=True
    )
    assert [type(each) for number, each in enumerate(outcomes) if number != 5] == [type(None)] * 11
    assert isinstance(outcomes[5], ActionConflict)
    assert commits.count(False) == 2  # the group with it, and it alone
    assert [await moves(db, game_id) for game_id in games] == [1] * COUNT


async def test_the_same_action_twice_in_a_group_is_stored_once(db: Database) -> None:
    games = await started(db)
    outcomes = await asyncio.gather(
        *(db.games.act(game_id, step(0)) for game_id in (*games, *games)), return_exceptions=True
    )
    assert [type(each) for each in outcomes] == [type(None)] * COUNT + [ActionConflict] * COUNT
    assert [await moves(db, game_id) for game_id in games] == [1] * COUNT


async def test_what_cannot_be_begun_is_told_to_all_and_tried_once(
    tmp_path: Path, commits: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each would wait for the other program as long as the first did."""
    pragmas = ("PRAGMA journal_mode=WAL", "PRAGMA busy_timeout=100")
    monkeypatch.setattr("data.connections._PRAGMAS", pragmas)
    file = tmp_path / "games.db"
    async with await Database.open(str(file)) as db:
        games = await started(db)
        commits.clear()
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            outcomes = await asyncio.gather(
                *(db.games.act(game_id, step(0)) for game_id in games), return_exceptions=True
            )
            assert [type(each) for each in outcomes] == [DatabaseLocked] * COUNT
            assert len({id(each) for each in outcomes}) == COUNT
            assert commits in ([False], [False] * 2)
            other.execute("ROLLBACK")
        assert [await moves(db, game_id) for game_id in games] == [0] * COUNT
        await asyncio.gather(*(db.games.act(game_id, step(0)) for game_id in games))
        assert [await moves(db, game_id) for game_id in games] == [1] * COUNT


async def test_a_commit_that_fails_is_told_to_all_and_leaves_nothing(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = await started(db)

    def full(_connection: sqlite3.Connection) -> None:
        _connection.rollback()
        raise sqlite3.OperationalError("database or disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(driver, "_commit", full)
        outcomes = await asyncio.gather(
            *(db.games.act(game_id, step(0)) for game_id in games), return_exceptions=True
        )
    assert all(isinstance(each, Exception) for each in outcomes)
    assert [await moves(db, game_id) for game_id in games] == [0] * COUNT
    await asyncio.gather(*(db.games.act(game_id, step(0)) for game_id in games))
    assert [await moves(db, game_id) for game_id in games] == [1] * COUNT


async def test_who_is_cancelled_takes_nobody_along(db: Database) -> None:
    games = await started(db)
    writing = [asyncio.create_task(db.games.act(game_id, step(0))) for game_id in games]
    await asyncio.sleep(0)
    for task in writing[::2]:
        task.cancel()
    await asyncio.wait(writing)
    assert [task.cancelled() for task in writing] == [True, False] * (COUNT // 2)
    assert [await moves(db, game_id) for game_id in games[1::2]] == [1] * (COUNT // 2)
    for game_id in games[::2]:  # done or not, but never in between
        number = await moves(db, game_id)
        await db.games.act(game_id, step(number))


async def test_others_write_in_between(db: Database) -> None:
    """The one connection that writes goes to whoever waits for it, group or not."""
    (game_id,) = await started(db, 1)
    for number in range(5):
        acting = asyncio.create_task(db.games.act(game_id, step(number)))
        await asyncio.sleep(0)
        async with asyncio.timeout(10):
            await asyncio.gather(acting, *(db.games.mark_hinted(game_id) for _ in range(3)))
            await db.games.mark_hinted(game_id)
    assert await moves(db, game_id) == 5
