"""Leaderboards of nobody, one, a few and ten thousand people, whatever they are called."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import insert

from bot import limits
from data.address import parse
from data.connections import Connections
from data.schema import people, tallies
from tests.bot.screens.test_board import NAMES
from tests.bot.test_play_standing import Reader
from tests.harness import House, house


async def fill(home: House, count: int) -> None:
    """So many people on the boards of all games and of Bridgette; every three of them tie."""
    lines: list[dict[str, Any]] = []
    for number in range(1, count + 1):
        wins = (count - number) // 3 + 1
        line = {
            "guild_id": home.playground.guild.id,
            "user_id": number,
            "period": 0,
            "against": "people",
            "games": wins * 2,
            "wins": wins,
            "share": 500_000,
            "points": 300 * wins,
            "deals": 6 * wins,
            "best": 100 + wins,
            "best_game": 1,
            "streak": 1,
            "longest": 1,
            "rated": wins * 2,
            "ranked": wins > 2,
            "rating": 1000 + wins,
            "provisional": number % 2 == 0,
        }
        lines += [{**line, "kind": "bridgette"}, {**line, "kind": ""}]
    names = [
        {
            "id": number,
            "name": NAMES[number % len(NAMES)],
            "four_colours": False,
            "pings": True,
            "updated_at": datetime.now(UTC),
        }
        for number in range(1, count + 1)
    ]
    connections = Connections(parse(home.settings.database_url))
    async with connections.write() as connection:
        if count:
            await connection.execute(insert(people), names)
            await connection.execute(insert(tallies), lines)
    await connections.close()


@pytest.mark.parametrize("count", [0, 1, 7, 10_000])
async def test_every_page_can_be_shown_and_read(tmp_path: Path, count: int) -> None:
    async with house(tmp_path) as home:
        await home.stop()
        await fill(home, count)
        await home.start()
        ada = Reader(home, home.person("Ada"))
        for options in (
            {},
            {"game": "bridgette"},
            {"game": "bridgette", "by": "points"},
            {"game": "bridgette", "by": "best"},
        ):
            seen = await ada.ask("leaderboard", **options)
            assert limits.problems(seen.components) == []
            assert ("Nobody has finished a game" in seen.text) == (count == 0)
            assert "@everyone" not in seen.text
            assert not ada.person.pings()
        if count == 7:
            assert [seen.text.count(f"**{rank}.**") for rank in range(1, 6)] == [1, 3, 0, 0, 3]
        if count == 10_000:
            assert "Page 1 of 1,000, 10,000 people" in seen.text
            rating = await ada.ask("leaderboard", game="bridgette")
            last = await ada.press_board(rating, page=999)
            assert "Page 1,000 of 1,000" in last.text
            assert "**Not enough games yet** for a place:" in last.text
            assert limits.problems(last.components) == []
