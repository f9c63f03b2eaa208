"""Work that is finished before a cancellation gets through."""

from __future__ import annotations

import asyncio

import pytest

from bot.unbroken import unbroken


async def test_a_cancellation_waits_for_the_work() -> None:
    gate = asyncio.Event()
    done: list[str] = []

    async def work() -> str:
        await gate.wait()
        done.append("work")
        return "result"

    waiting = asyncio.create_task(unbroken(work()))
    await asyncio.sleep(0)
    waiting.cancel()
    for _ in range(5):
        await asyncio.sleep(0)
    assert not waiting.done()
    gate.set()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert done == ["work"]


async def test_results_and_errors_come_through() -> None:
    async def good() -> int:
        return 7

    async def bad() -> int:
        raise ValueError("bad")

    assert await unbroken(good()) == 7
    with pytest.raises(ValueError, match="bad"):
        await unbroken(bad())
