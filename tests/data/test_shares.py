"""Several processes on one database: each sees to its own servers, and they take turns."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from data.address import parse
from data.connections import Connections
from data.database import Database
from data.records import PersonSettings
from data.schema import games
from data.shares import EVERYTHING, Share
from tests.data.makers import ADA, NOW, new_game, new_invitation
from tests.storage import look

# The shard of a server, by Discord's rule: its id without the lower 22 bits, modulo.
SERVERS = [(n << 22) + 12345 for n in range(900_000_000_000, 900_000_000_008)]


def part(file: Path | str, shards: int, *ids: int) -> Database:
    return Database(Connections(parse(str(file)), Share(shards, ids)))


def test_every_server_is_in_one_share() -> None:
    shares = [Share(5, (0, 3)), Share(5, (1,)), Share(5, (2, 4))]
    for guild_id in SERVERS:
        assert sum(share.holds(guild_id) for share in shares) == 1
    assert Share(3, (2,)).holds((5 << 22) + 4_194_303)
    assert not Share(3, (1,)).holds(5 << 22)


def test_who_does_what_one_does_for_all() -> None:
    assert EVERYTHING.whole
    assert EVERYTHING.leads
    assert (Share(2, (0, 1)).whole, Share(2, (0, 1)).name) == (True, "")
    assert (Share(4, (2, 0)).whole, Share(4, (2, 0)).leads, Share(4, (2, 0)).name) == (
        False,
        True,
        "0/4",
    )
    assert not Share(4, (2, 3)).leads


@pytest.mark.parametrize("ids", [(), (4,), (-1,), (0, 9)])
def test_no_such_share(ids: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="share"):
        Share(4, ids)


async def test_the_database_counts_as_we_do(db: Database, file: Path | str) -> None:
    for guild_id in SERVERS:
        await db.games.create(new_game(guild_id=guild_id))
    for share in (EVERYTHING, Share(3, (0,)), Share(3, (1, 2)), Share(7, (6, 3))):
        connections = Connections(parse(str(file)), share)
        async with connections.read() as connection:
            query = select(games.c.guild_id).where(share.of(games.c.guild_id)).order_by("guild_id")
            found = [guild_id for (guild_id,) in await connection.execute(query)]
        await connections.close()
        assert found == [guild_id for guild_id in SERVERS if share.holds(guild_id)]


async def test_each_sees_to_its_own(db: Database, file: Path | str) -> None:
    made = {
        await db.games.create(new_game(guild_id=guild_id, computer_due=True)): guild_id
        for guild_id in SERVERS
    }
    for guild_id in SERVERS:
        await db.invitations.create(new_invitation(guild_id=guild_id))
    seen: list[int] = []
    for shard in range(3):
        async with part(file, 3, shard) as own:
            woken = [made[waking.id] for waking in await own.games.to_wake()]
            assert woken == [guild_id for guild_id in SERVERS if own.share.holds(guild_id)]
            assert [each.guild_id for each in await own.invitations.open_ones()] == woken
            seen += woken
    assert sorted(seen) == SERVERS


async def test_servers_of_others_are_not_taken_for_left(db: Database, file: Path | str) -> None:
    await db.servers.present(SERVERS, NOW)
    async with part(file, 2, 0) as first, part(file, 2, 1) as second:
        here = [guild_id for guild_id in SERVERS if first.share.holds(guild_id)]
        await first.servers.present(here[1:], NOW)
        await second.servers.present([g for g in SERVERS if second.share.holds(g)], NOW)
    left = look(file, "SELECT id FROM servers WHERE left_at IS NOT NULL")
    assert left == [(here[0],)]


async def test_each_leaves_its_own_sign_of_life(db: Database, file: Path | str) -> None:
    async with part(file, 2, 0) as first, part(file, 2, 1) as second:
        await first.clocks.alive(NOW)
        assert await second.clocks.last_alive() is None
        await second.clocks.alive(NOW + timedelta(hours=1))
        assert await first.clocks.last_alive() == NOW


async def test_turns_are_apart_whoever_takes_them(db: Database, other: Database) -> None:
    waits = await asyncio.gather(
        *((db, other)[n % 2].turns.take("identify 0", 100.0) for n in range(6))
    )
    for number, wait in enumerate(sorted(waits)):
        # The machine's own time passes meanwhile.
        assert abs(wait - 100 * number) < 60
    assert await db.turns.take("identify 1", 100.0) == 0.0  # another bucket


async def test_a_turn_long_ago_keeps_nobody(db: Database) -> None:
    assert await db.turns.take("identify 0", 0.0) < 1
    assert await db.turns.take("identify 0", 0.0) < 1


async def test_what_another_process_changes_of_a_person_is_seen_after_a_while(
    db: Database, file: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("data.people.FRESH", 0.0)
    chosen = PersonSettings("de", True, False)
    async with part(file, 2, 0) as first, part(file, 2, 1) as second:
        assert await second.people.settings(ADA) != chosen
        await first.people.choose(ADA, chosen)
        assert await second.people.settings(ADA) == chosen
