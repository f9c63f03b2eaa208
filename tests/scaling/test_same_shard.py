"""Two whole bots that were given the same shard by mistake."""

from __future__ import annotations

import random
from pathlib import Path

from data.database import Database
from tests.kills.bot_process import WAIT
from tests.scaling.parties import Party
from tests.scaling.processes import parts, server_of
from tests.scaling.results import counted_once


async def test_two_bots_with_one_shard_act_once(postgres_url: str, tmp_path: Path) -> None:
    """Discord tells both of every press.  What both try is stored once; the loser loads anew."""
    async with parts(tmp_path, postgres_url, shards=(0, 0)) as (playground, (first, second)):
        await first.launch()
        await first.there()
        guild = server_of(playground, 0)
        people = tuple(playground.add_person(name, guild=guild) for name in ("Ada", "Ben"))
        async with await Database.open(postgres_url) as db:
            chance = random.Random(1)
            party = Party(db, guild, people, "bridgette", {"deals": 2}, chance, patience=WAIT)
            await party.begin()
            await party.play(2)  # both have discarded
            await second.launch()
            await second.there()
            before = party.presses
            await party.play()
            await party.agreed()
            assert await counted_once(postgres_url, db) == 1
            # Each press was answered, with the hand or with the reason why not.
            assert len(party.told) + party.refused == party.presses
            assert party.presses - before > 20
    assert "another writer was first" in first.said() + second.said()
