"""How things stand at the moment of asking: read from the application's parts, kept nowhere."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from data.errors import StorageError

if TYPE_CHECKING:
    from prometheus_client import Metric

    from bot.client import BotClient


_PATIENCE: Final = 2.0
"""Seconds for the database: who asks wants to know of all the rest even if it does not answer."""


@dataclass(frozen=True, slots=True)
class State:
    """``games`` counts those that are not over, by state; ``None``: the database did not say."""

    well: bool
    shards: Mapping[int, bool]
    latencies: Mapping[int, float]
    games: Mapping[str, int] | None
    tables: int
    searching: int
    waiting: int
    searched: int
    failures: Mapping[str, int]
    troubles: Mapping[str, int]


async def state_of(client: BotClient) -> State:
    """How the bot and its parts are."""
    app = client.app
    try:
        async with asyncio.timeout(_PATIENCE):
            games = await app.db.administration.counts()
    except (StorageError, TimeoutError):
        games = None
    return State(
        well=client.is_well(),
        shards={number: not shard.is_closed() for number, shard in client.shards.items()},
        latencies={number: shard.latency for number, shard in client.shards.items()},
        games=games,
        tables=app.tables.loaded,
        searching=app.pool.busy,
        waiting=app.pool.waiting,
        searched=app.pool.finished,
        failures=app.pool.failures,
        troubles=app.db.troubles,
    )


class StateCollector(Collector):
    """A state as Prometheus wants it."""

    def __init__(self, state: State) -> None:
        self._state = state

    def collect(self) -> Iterable[Metric]:
        """Every figure of the state."""
        state = self._state
        yield GaugeMetricFamily("bridge_well", "1: ready, every shard connected.", int(state.well))
        yield _labelled("bridge_shard_connected", "1: connected.", "shard", state.shards)
        known = {n: each for n, each in state.latencies.items() if math.isfinite(each)}
        yield _labelled(
            "bridge_gateway_latency_seconds",
            "From the last heartbeat to Discord's answer.",
            "shard",
            known,
        )
        if state.games is not None:
            yield _labelled(
                "bridge_games", "Games that are not over, by state.", "state", state.games
            )
        yield GaugeMetricFamily("bridge_tables", "Tables held in memory.", state.tables)
        yield GaugeMetricFamily("bridge_workers_busy", "Workers at work.", state.searching)
        yield GaugeMetricFamily(
            "bridge_worker_queue", "Pieces of work that wait for a worker.", state.waiting
        )
        yield CounterMetricFamily(
            "bridge_searches", "Pieces of work that workers have done.", state.searched
        )
        yield _counted(
            "bridge_search_failures", "Pieces of work that came to nothing.", state.failures
        )
        yield _counted("bridge_database_errors", "Refusals of the database.", state.troubles)


def _labelled(
    name: str, about: str, label: str, values: Mapping[int, float] | Mapping[str, int]
) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, about, labels=(label,))
    for key, value in values.items():
        family.add_metric((str(key),), float(value))
    return family


def _counted(name: str, about: str, values: Mapping[str, int]) -> CounterMetricFamily:
    family = CounterMetricFamily(name, about, labels=("kind",))
    for key, value in values.items():
        family.add_metric((key,), value)
    return family
