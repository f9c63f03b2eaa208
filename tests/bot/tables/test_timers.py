"""One task that sleeps until the earliest moment."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta

from bot.tables.timers import Key, Timers

START = datetime(2026, 1, 1, tzinfo=UTC)


class ManualClock:
    """A clock that moves when told to."""

    def __init__(self) -> None:
        self._now = START
        self._moved = asyncio.Condition()

    def now(self) -> datetime:
        return self._now

    async def sleep_until(self, when: datetime) -> None:
        async with self._moved:
            await self._moved.wait_for(lambda: self._now >= when)

    async def advance(self, seconds: float) -> None:
        async with self._moved:
            self._now += timedelta(seconds=seconds)
            self._moved.notify_all()
        for _ in range(20):
            await asyncio.sleep(0)


async def test_moments_come_in_order_and_can_be_moved_and_taken_back() -> None:
    clock = ManualClock()
    came: list[Key] = []

    async def due(key: Key) -> None:
        came.append(key)

    timers = Timers(clock, due)
    timers.start()
    for number, seconds in ((1, 30), (2, 10), (3, 20), (4, 40)):
        timers.at(("test", number), START + timedelta(seconds=seconds))
    await clock.advance(0)
    timers.at(("test", 1), START + timedelta(seconds=5))
    timers.at(("test", 3), None)
    await clock.advance(4)
    assert came == []
    await clock.advance(1)
    assert came == [("test", 1)]
    await clock.advance(30)
    assert came == [("test", 1), ("test", 2)]
    await clock.advance(100)
    assert came == [("test", 1), ("test", 2), ("test", 4)]
    await timers.close()


async def test_one_that_fails_does_not_keep_the_others() -> None:
    clock = ManualClock()
    came: list[Key] = []

    async def due(key: Key) -> None:
        if key[1] == 1:
            raise RuntimeError("broken")
        came.append(key)

    timers = Timers(clock, due)
    timers.start()
    timers.at(("test", 1), START + timedelta(seconds=1))
    timers.at(("test", 2), START + timedelta(seconds=1))
    await clock.advance(2)
    assert came == [("test", 2)]
    await timers.close()
