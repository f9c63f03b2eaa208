from __future__ import annotations

import asyncio
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.observation import state
from bot.observation.server import PortTaken, observed
from data.errors import DatabaseFull
from data.records import Step
from tests.harness import House, control_of, house, legal, made_up


async def figures(port: int) -> dict[tuple[str, ...], float]:
    """What Prometheus reads: by name and the values of the labels, in the order of their names."""
    address = f"http://127.0.0.1:{port}/metrics"
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        assert response.status == 200
        assert response.content_type == "text/plain"
        text = await response.text()
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def health(port: int) -> tuple[int, dict[str, Any]]:
    address = f"http://127.0.0.1:{port}/healthz"
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, await response.json()


def watched(home: House, port: int = 0) -> Any:
    """The server of the bot in this house, at a free port."""
    app = home.client.app
    home.client.app = replace(app, settings=replace(app.settings, metrics_port=port))  # type: ignore[misc]
    return observed(home.client)


async def test_what_is_counted_and_how_things_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home, watched(home) as port:
        assert await health(port) == (
            200,
            {
                "well": True,
                "database": True,
                "shards": {"0": "connected"},
                "games": {"running": 0, "paused": 0},
            },
        )
        table = await home.two()
        await table.play_on(random.Random(1), lambda own: own.game.view(None).phase == "play")
        own = await table.bots_own()
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        panel = await sitting.hand()
        card = control_of(panel, "play", legal(own, seat, random.Random(1)))

        async def full(game_id: int, step: Step) -> None:
            raise DatabaseFull("no room")

        with monkeypatch.context() as patch:
            patch.setattr(home.database.games, "act", full)
            await sitting.person.press(panel, card)
        await sitting.person.press(panel, made_up("play", 999, seat=0, arg="AS"), forge=True)
        await sitting.person.press(panel, made_up("nonsense", 1), forge=True)
        await table.settled()
        found = await figures(port)
        assert found["bridge_presses_total", "done", "accept"] == 1
        assert found["bridge_presses_total", "done", "discard"] == 2
        assert found["bridge_presses_total", "unsaved", "play"] == 1
        assert found["bridge_presses_total", "refused", "play"] == 1
        assert found["bridge_presses_total", "refused", "unknown"] == 1
        assert found["bridge_commands_total", "bridgette start", "done"] == 1
        presses = sum(
            value for (name, *_), value in found.items() if name == "bridge_presses_total"
        )
        assert found["bridge_answer_seconds_count", "press"] == presses
        assert found["bridge_answer_seconds_sum", "press"] > 0
        assert found["bridge_messages_total", "edit"] >= 1
        assert found["bridge_discord_responses_total", "200"] >= 1
        assert found["bridge_games", "running"] == 1
        assert found["bridge_tables",] == 1
        assert found["bridge_shard_connected", "0"] == found["bridge_well",] == 1


async def test_computers_are_counted_too(tmp_path: Path) -> None:
    async with house(tmp_path) as home, watched(home) as port:
        table = await home.alone("bridgette", level="hard")
        await table.play_on(random.Random(2), lambda own: own.game.view(None).phase == "auction")
        found = await figures(port)
        assert found["bridge_searches_total",] >= 1
        assert found["bridge_worker_queue",] == 0


async def test_rate_limits_and_changes_that_are_merged(tmp_path: Path) -> None:
    async with house(tmp_path) as home, watched(home) as port:
        table = await home.two()
        own = await table.bots_own()
        own.renderer.forget()
        home.playground.faults.add(
            "PATCH", "/channels/{channel_id}/messages/{message_id}", 429, times=1, retry_after=0.01
        )
        for _ in range(5):
            own.renderer.touch()
        await table.settled()
        found = await figures(port)
        assert found["bridge_discord_responses_total", "429"] == 1
        assert found["bridge_edits_merged_total",] >= 4


async def test_a_bot_that_is_not_well_and_a_database_that_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home, watched(home) as port:

        async def gone() -> dict[str, int]:
            raise DatabaseFull("no room")

        with monkeypatch.context() as patch:
            patch.setattr(home.database.administration, "counts", gone)
            status, told = await health(port)
            assert (status, told["database"], told["games"]) == (200, False, None)
            assert ("bridge_games", "running") not in await figures(port)
            patch.setattr(home.client, "is_well", lambda: False)
            status, told = await health(port)
            assert (status, told["well"]) == (503, False)


async def test_a_database_that_does_not_answer_holds_nobody_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home, watched(home) as port:

        async def silent() -> dict[str, int]:
            await asyncio.Event().wait()
            raise AssertionError

        monkeypatch.setattr(home.database.administration, "counts", silent)
        monkeypatch.setattr(state, "_PATIENCE", 0.05)
        status, told = await health(port)
        assert (status, told["database"], told["games"]) == (200, False, None)
        assert ("bridge_games", "running") not in await figures(port)


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    async with house(tmp_path) as home, watched(home) as port:
        with pytest.raises(PortTaken, match=f"Port {port} is in use"):
            async with watched(home, port):
                pass


async def test_nothing_is_served_unless_asked_for(tmp_path: Path) -> None:
    async with house(tmp_path) as home, observed(home.client) as port:
        assert port is None
