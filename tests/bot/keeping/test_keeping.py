from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.keeping.command import NotKept, back_up, put_back
from bot.texts import Texts
from data.database import Database
from data.errors import DatabaseLocked
from tests.harness import house

ENGLISH = Texts.for_locale("en")


async def some_games(tmp_path: Path) -> Path:
    """A database with a game that is over, one that is running and one that was just dealt."""
    async with house(tmp_path) as home:
        first = await home.two("drawbridge", target=50)
        await first.play_on(random.Random(1))
        second = await home.two()
        await second.play_on(random.Random(2), lambda table: table.game.view(None).phase == "play")
        await home.four()
    return tmp_path / "house.db"


async def test_a_backup_is_played_again_and_put_back(tmp_path: Path) -> None:
    file = await some_games(tmp_path)
    backup = tmp_path / "copy.db"
    said = back_up(str(file), backup, ENGLISH)
    assert said.endswith("copy.db; it is whole, and all its games replay (3).")
    said = put_back(str(file), backup, ENGLISH)
    assert "is restored, with 3 games. The database of before is kept as" in said
    async with await Database.open(str(file)) as database:
        with pytest.raises(DatabaseLocked):
            put_back(str(file), backup, ENGLISH)
        game = await database.games.load(2)
        assert game is not None
        assert game.actions


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE games SET seed = zeroblob(32) WHERE id = 2", "game 2 has another seed"),
        ("UPDATE games SET options = '{\"deals\": 99}' WHERE id = 2", "game 2 is of a kind"),
        (
            "UPDATE actions SET text = '7NT' WHERE game_id = 2 AND number = 0",
            "game 2 has an action",
        ),
        ("DELETE FROM actions WHERE game_id = 1 AND number = 9", "game 1 has"),
        ("UPDATE games SET state = 'over' WHERE id = 2", "game 2 counts as over"),
        ("UPDATE games SET state = 'running' WHERE id = 1", "game 1 has come to its end"),
    ],
)
def test_a_game_that_does_not_replay_is_named(
    tmp_path: Path, played: Path, change: str, said: str
) -> None:
    file = tmp_path / "games.db"
    file.write_bytes(played.read_bytes())
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(change)
    with pytest.raises(NotKept, match=f"is copied to .*copy.db, but {said}"):
        back_up(str(file), tmp_path / "copy.db", ENGLISH)
    before = file.read_bytes()
    with pytest.raises(NotKept, match=f"cannot be restored: {said}"):
        put_back(str(file), tmp_path / "copy.db", ENGLISH)
    assert file.read_bytes() == before


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The games of ``some_games``, for changing a copy of."""
    folder = tmp_path_factory.mktemp("played")
    asyncio.run(some_games(folder))
    back_up(str(folder / "house.db"), folder / "plain.db", ENGLISH)
    return folder / "plain.db"
