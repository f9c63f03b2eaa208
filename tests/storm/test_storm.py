"""The short form of ``make storm``: a few kills, two of them while the bot is starting."""

from __future__ import annotations

from pathlib import Path

from tests.storm.books import audited
from tests.storm.hall import SORTS, hall


async def test_nothing_that_was_told_is_lost_in_a_storm(tmp_path: Path) -> None:
    async with hall(tmp_path, SORTS, seed=1) as storm:
        await storm.blow(kills=6)
        sums = await audited(storm)
    assert storm.kills == 6
    assert sums.games, "nobody began a game"
    assert sums.told, "nobody was told of anything"
