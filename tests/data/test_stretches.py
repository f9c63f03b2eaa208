"""What differs in a key, found step by step, is what DISTINCT finds."""

from __future__ import annotations

import random

from sqlalchemy import insert, select

from data.database import Database
from data.schema import tallies
from data.stretches import differing
from tests.data.makers import GUILD

KEY = tallies.c.period, tallies.c.kind


async def test_each_is_found_once_and_nothing_of_others(db: Database) -> None:
    rng = random.Random(4)
    keys = {
        (rng.choice((GUILD, GUILD + 1)), rng.choice((-3, 0, 2026, 202611)), rng.choice("abc"), user)
        for user in range(40)
    }
    counted = dict.fromkeys(
        ("games", "wins", "share", "points", "deals", "streak", "longest", "rated"), 0
    )
    lines = [
        {"guild_id": guild, "period": period, "kind": kind, "user_id": user, "against": "people"}
        | counted
        for guild, period, kind, user in keys
    ]
    async with db._connections.write() as connection:
        await connection.execute(insert(tallies), lines)
        for guild in (GUILD, GUILD + 1, GUILD + 2):
            of_server = tallies.c.guild_id == guild
            mine = {key[1:3] for key in keys if key[0] == guild}
            found = [tuple(row) for row in await connection.execute(differing(of_server, *KEY))]
            whole = [row for row in found if None not in row]
            assert len(whole) == len(set(whole))
            assert set(whole) == mine
            kinds = differing(of_server & (tallies.c.period == 0), tallies.c.kind)
            in_all_time = {kind for period, kind in mine if period == 0}
            assert {kind for (kind,) in await connection.execute(kinds)} - {None} == in_all_time
            listed = await connection.execute(
                select(tallies.c.user_id).where(of_server, tallies.c.kind.in_(kinds))
            )
            expected = {key[3] for key in keys if key[0] == guild and key[2] in in_all_time}
            assert {user for (user,) in listed} == expected
