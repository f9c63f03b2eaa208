"""Two processes with two shards on one PostgreSQL database; one is killed and started again."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from data.database import Database
from playground import Playground
from tests.cluster import Cluster
from tests.scaling.parties import SHORT, Party, all_play
from tests.scaling.processes import Part, parts, server_of
from tests.scaling.results import counted_once


async def seated(playground: Playground, db: Database, games: int) -> list[list[Party]]:
    """So many games on a server of each shard, half of them between people, all begun."""
    sides: list[list[Party]] = []
    for shard in (0, 1):
        guild = server_of(playground, shard)
        side: list[Party] = []
        for number in range(games):
            people = tuple(
                playground.add_person(f"P{shard}-{number}-{n}", guild=guild)
                for n in range(1 + number // len(SHORT) % 2)
            )
            kind, options = SHORT[number % len(SHORT)]
            chance = random.Random(f"{shard} {number}")
            side.append(Party(db, guild, people, kind, options, chance))
        for party in side:
            await party.begin()
        sides.append(side)
    return sides


async def two_processes(folder: Path, url: str, games: int) -> None:
    """So many games on each of two processes, one of which is killed in the middle."""
    async with parts(folder, url) as (playground, (first, second)):
        await first.launch()  # both at once, on a database without tables
        await second.launch()
        await first.there()
        await second.there()
        async with await Database.open(url) as db:
            here, there = await seated(playground, db, games)
            await _killed_in_the_middle(second, here, there)
            for party in (*here, *there):
                await party.agreed()
            assert await counted_once(url, db) == 2 * games
    assert "commands known" in first.said()
    assert "commands known" not in second.said()


async def _killed_in_the_middle(second: Part, here: list[Party], there: list[Party]) -> None:
    await all_play(there, 2)
    others = asyncio.create_task(all_play(there))
    await second.kill()
    told = sum(len(party.told) for party in there)
    await all_play(here, 3)  # who plays at the other process notices nothing
    in_flight = sum(len(party.people) for party in there)
    assert sum(len(party.told) for party in there) <= told + in_flight, "nobody is there"
    await second.launch()
    await asyncio.gather(all_play(here), others)


async def test_games_go_on_when_one_of_two_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    with cluster.no_tables() as url:
        await two_processes(tmp_path, url, games=3)


@pytest.mark.long
async def test_two_hundred_games(cluster: Cluster, tmp_path: Path) -> None:
    with cluster.no_tables() as url:
        await two_processes(tmp_path, url, games=100)
