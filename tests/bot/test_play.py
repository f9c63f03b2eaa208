"""Whole games over the gateway, by people's panels."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.harness import house


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", ["bridgette", "drawbridge"])
async def test_two_people_play_to_the_end(tmp_path: Path, kind: str) -> None:
    async with house(tmp_path, seed=kind) as home:
        options = {"deals": 2} if kind == "bridgette" else {"target": 50}
        table = await home.two(kind, **options)
        await table.play_on(random.Random(1))
        own = await table.bots_own()
        assert own.over
        end = await table.public()
        assert "Rematch" in [button["label"] for button in end.buttons()]
        stored = await home.database.games.load(table.game_id)
        assert stored is not None
        assert stored.state == "over"
        assert list(stored.actions) == own.game.actions
