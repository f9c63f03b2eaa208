from __future__ import annotations

import pytest
from sqlalchemy import event

from data.cache import Cache
from data.database import Database
from data.records import PersonSettings, ServerSettings
from tests.data.makers import ADA, BEN, GUILD, new_game, step


async def test_names(db: Database, other: Database) -> None:
    assert await db.people.name(ADA) is None
    await db.people.remember(ADA, "Ada")
    assert await db.people.name(ADA) == "Ada"
    assert await other.people.name(ADA) == "Ada"
    await db.people.remember(ADA, "Lady Lovelace ❤ * _ `")
    await other.people.remember(BEN, "B" * 500)
    assert await db.people.name(ADA) == "Lady Lovelace ❤ * _ `"
    assert await db.people.name(BEN) == "B" * 100


async def test_a_name_is_written_only_when_it_is_new(db: Database) -> None:
    written: list[str] = []

    def note(*arguments: object) -> None:
        written.append(str(arguments[2]))

    event.listen(db._connections._writer.sync_engine, "before_cursor_execute", note)
    await db.people.remember(ADA, "Ada")
    count = len(written)
    assert count > 0
    await db.people.remember(ADA, "Ada")
    assert len(written) == count
    game_id = await db.games.create(new_game())
    written.clear()
    await db.games.act(game_id, step(0, names={ADA: "Ada", BEN: "Ben"}))
    assert not [statement for statement in written if "people" in statement]
    await db.games.act(game_id, step(1, names={ADA: "Ada II", BEN: "Ben"}))
    assert len([statement for statement in written if "people" in statement]) == 1
    game = await db.games.load(game_id)
    assert game is not None
    assert [seat.name for seat in game.seats] == ["Ada II", "Ben"]


async def test_a_persons_settings(db: Database, other: Database) -> None:
    assert await db.people.settings(ADA) == PersonSettings(None, False, True)
    chosen = PersonSettings("de", True, False)
    await db.people.choose(ADA, chosen)
    assert await db.people.settings(ADA) == chosen
    await db.people.remember(ADA, "Ada")
    assert await other.people.settings(ADA) == chosen
    await db.people.choose(ADA, PersonSettings())
    assert await db.people.settings(ADA) == PersonSettings()
    assert await db.people.name(ADA) == "Ada"


async def test_a_servers_settings(db: Database, other: Database) -> None:
    assert await db.servers.settings(GUILD) == ServerSettings()
    chosen = ServerSettings("fr", "slow", {"channels": [1, 2], "roles": {}})
    await db.servers.choose(GUILD, chosen)
    assert await db.servers.settings(GUILD) == chosen
    assert await other.servers.settings(GUILD) == chosen
    await db.servers.choose(GUILD, ServerSettings())
    assert await db.servers.settings(GUILD) == ServerSettings()


def test_a_cache_forgets_what_was_not_used() -> None:
    cache: Cache[int, str] = Cache(2)
    cache.put(1, "one")
    cache.put(2, "two")
    assert cache.get(1) == "one"
    cache.put(3, "three")
    assert (cache.get(1), cache.get(2), cache.get(3), len(cache)) == ("one", None, "three", 2)
    with pytest.raises(ValueError, match="at least one"):
        Cache(0)
