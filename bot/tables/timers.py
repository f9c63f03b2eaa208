"""Moments at which something is due: one task that sleeps until the earliest.

The moments themselves are rows in the database; this is only what is read from them after a start
and added as they are written, so nothing is lost with the process.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Final

from bot.clock import Clock
from bot.traces import trace

LONGEST: Final = 3.0  # seconds that closing waits for what is under way
SPARE: Final = 1000  # moments replaced since that may lie about

_log = logging.getLogger(__name__)
Key = tuple[str, int]


class Timers:
    """Calls back when a moment has come; ``due`` gets the key and looks for itself what to do."""

    def __init__(self, clock: Clock, due: Callable[[Key], Awaitable[None]]) -> None:
        self._clock = clock
        self._due = due
        self._moments: dict[Key, datetime] = {}
        self._heap: list[tuple[datetime, Key]] = []
        self._changed = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._calls: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        """Begin to wait."""
        self._task = asyncio.create_task(self._run(), name="timers")

    async def close(self) -> None:
        """Wait no more; what has become due is carried out, if that does not take long."""
        if self._task is not None:
            self._task.cancel()
        if self._calls:
            _, late = await asyncio.wait(self._calls, timeout=LONGEST)
            for task in late:
                task.cancel()

    async def settled(self) -> None:
        """Return when everything that is due by now has been carried out."""
        while self._calls or ((when := self._earliest()) and when <= self._clock.now()):
            if self._calls:
                await asyncio.wait(set(self._calls))
            else:
                await asyncio.sleep(0)

    def at(self, key: Key, when: datetime | None) -> None:
        """Something is due for this key then, in place of any earlier word (``None``: never)."""
        if when is None:
            self._moments.pop(key, None)
        elif self._moments.get(key) != when:
            self._moments[key] = when
            heapq.heappush(self._heap, (when, key))
            if len(self._heap) > SPARE + 2 * len(self._moments):
                self._heap = [(moment, each) for each, moment in self._moments.items()]
                heapq.heapify(self._heap)
            self._changed.set()

    async def _run(self) -> None:
        while True:
            self._changed.clear()
            when = self._earliest()
            if when is None:
                await self._changed.wait()
            elif when > self._clock.now():
                await self._sleep(when)
            else:
                key = heapq.heappop(self._heap)[1]
                del self._moments[key]
                call = asyncio.create_task(self._call(key), name=f"due: {key[0]} {key[1]}")
                self._calls.add(call)
                call.add_done_callback(self._calls.discard)

    def _earliest(self) -> datetime | None:
        while self._heap and self._moments.get(self._heap[0][1]) != self._heap[0][0]:
            heapq.heappop(self._heap)  # replaced or taken back since
        return self._heap[0][0] if self._heap else None

    async def _sleep(self, when: datetime) -> None:
        """Sleep until then, or until an earlier moment may have been added."""
        sleeper = asyncio.ensure_future(self._clock.sleep_until(when))
        waiter = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait((sleeper, waiter), return_when=asyncio.FIRST_COMPLETED)
        finally:
            # Not awaited: that would swallow the cancellation of this task itself.
            sleeper.cancel()
            waiter.cancel()

    async def _call(self, key: Key) -> None:
        try:
            await self._due(key)
        except Exception as error:  # the last one to catch
            _log.error("what was due for %s %s failed: %s", *key, trace(error))
