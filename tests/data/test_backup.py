from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from data.backup import copy
from data.database import Database
from data.errors import BadAddress, DatabaseBroken, DatabaseUnreachable
from tests.data.makers import new_game, step


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
    assert not (tmp_path / "a.db").exists()
