"""Servers that the bot has left, and the deletion of one."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path

import pytest

from data import wiping
from data.database import Database
from data.records import PersonSettings, ServerSettings
from data.schema import metadata
from tests.data.makers import ADA, BEN, CLEO, GUILD, NOW, new_game, new_invitation
from tests.data.standing.playing import at_random, finish, stored, won_by
from tests.storage import look

HOME, AWAY = GUILD, GUILD + 1
DAY = timedelta(days=1)


def rows_of(file: Path | str, guild_id: int) -> dict[str, int]:
    """How many rows of each table belong to a server, games' rows included."""
    counts: dict[str, int] = {}
    for table in metadata.tables.values():
        if table.name == "servers":
            where = "id = ?"
        elif "guild_id" in table.c:
            where = "guild_id = ?"
        elif "game_id" in table.c:
            where = "game_id IN (SELECT id FROM games WHERE guild_id = ?)"
        else:
            continue
        query = f"SELECT count(*) FROM {table.name} WHERE {where}"
        counts[table.name] = look(file, query, guild_id)[0][0]
    return counts


async def settle(db: Database, guild_id: int, seed: int) -> None:
    await db.servers.choose(guild_id, ServerSettings("fr", "slow", {}))
    await db.seasons.start(guild_id, "Spring", NOW)
    await at_random(db, random.Random(seed), 25, guild_id)
    first, _ = await finish(db, *won_by(ADA, BEN), guild_id=guild_id)
    await db.games.create(new_game(guild_id=guild_id, previous=first))  # and one that runs
    await db.invitations.create(new_invitation(guild_id=guild_id, previous=first))


async def test_a_server_is_deleted_and_no_other(
    db: Database, file: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiping, "_CHUNK", 4)
    await settle(db, HOME, 1)
    await settle(db, AWAY, 2)
    assert all(rows_of(file, AWAY).values())
    home = rows_of(file, HOME)
    assert await db.servers.wipe(AWAY) == 27
    assert not any(rows_of(file, AWAY).values())
    assert rows_of(file, HOME) == home
    assert await db.servers.settings(AWAY) == ServerSettings()
    found = stored(file)
    await db.ratings.rebuild()
    assert stored(file) == found
    assert await db.servers.wipe(AWAY) == 0


async def test_names_of_people_who_played_nowhere_else_go_with_it(db: Database) -> None:
    await finish(db, *won_by(ADA, BEN), guild_id=AWAY)
    await finish(db, *won_by(BEN, CLEO), guild_id=HOME)
    await db.people.choose(ADA, PersonSettings("de"))
    await db.people.remember(ADA, "Ada")
    await finish(db, *won_by(104, BEN), guild_id=AWAY)
    await db.servers.wipe(AWAY)
    assert await db.people.name(ADA) is None
    assert (await db.people.settings(ADA)).language == "de"  # her own choice stays
    assert await db.people.name(104) is None
    assert await db.people.name(BEN) == f"Player {BEN}"
    # What was forgotten is stored again when it is seen again.
    await db.people.remember(104, "Dev")
    assert await db.people.name(104) == "Dev"


async def test_servers_left_for_thirty_days_are_deleted(db: Database, file: Path | str) -> None:
    await settle(db, HOME, 1)
    await settle(db, AWAY, 2)
    await db.servers.left(AWAY, NOW)
    await db.servers.left(AWAY, NOW + 9 * DAY)  # the first time counts
    assert await db.servers.sweep(NOW + 30 * DAY - timedelta(seconds=1)) == ()
    assert rows_of(file, AWAY)["games"] == 27
    assert await db.servers.sweep(NOW + 30 * DAY) == (AWAY,)
    assert not any(rows_of(file, AWAY).values())
    assert rows_of(file, HOME)["games"] == 27
    assert await db.servers.sweep(NOW + 90 * DAY) == ()


async def test_a_server_that_the_bot_comes_back_to_keeps_its_data(db: Database) -> None:
    await db.servers.left(AWAY, NOW)
    await db.servers.joined(AWAY, NOW + 29 * DAY)
    assert await db.servers.sweep(NOW + 60 * DAY) == ()
    await db.servers.left(AWAY, NOW + 60 * DAY)
    assert await db.servers.sweep(NOW + 89 * DAY) == ()
    assert await db.servers.sweep(NOW + 90 * DAY) == (AWAY,)


async def test_at_a_start_it_is_seen_where_the_bot_still_is(db: Database, file: Path | str) -> None:
    third = GUILD + 2
    await settle(db, HOME, 1)
    await db.servers.choose(AWAY, ServerSettings("fr", None, {}))
    await db.servers.present([HOME, AWAY, third], NOW)
    assert rows_of(file, third)["servers"] == 1
    await db.servers.present([HOME, third], NOW + DAY)  # removed from AWAY meanwhile
    await db.servers.present([third], NOW + 2 * DAY)
    await db.servers.present([HOME, third], NOW + 3 * DAY)  # and back at HOME
    assert (await db.servers.settings(HOME)).language == "fr"
    assert await db.servers.sweep(NOW + 31 * DAY) == (AWAY,)
    assert await db.servers.sweep(NOW + 400 * DAY) == ()
