"""Calls that hang run out of time as soon as they hang, and no others, however slow the machine."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from unittest import mock
from weakref import WeakSet

from playground.faults import Fault


class Watched:
    """``asyncio``, of which the limits that are running can be ended."""

    def __init__(self) -> None:
        self._limits: WeakSet[asyncio.Timeout] = WeakSet()

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    def timeout(self, delay: float | None) -> asyncio.Timeout:
        limit = asyncio.timeout(delay)
        self._limits.add(limit)
        return limit

    def out(self) -> None:
        """Let the time of all that is under way be up."""
        for limit in list(self._limits):
            with suppress(RuntimeError):  # not begun, or over
                limit.reschedule(asyncio.get_running_loop().time())


@asynccontextmanager
async def patience(fault: Fault) -> AsyncIterator[None]:
    """While a call hangs by this fault, the time that the bot gives to its calls is up."""
    if fault.answer != "hang":
        yield
        return
    watched, seen = Watched(), 0

    async def watch() -> None:
        nonlocal seen
        while True:
            if fault.hits > seen:
                seen = fault.hits
                watched.out()
            await asyncio.sleep(0.002)

    with (
        mock.patch("bot.sending.asyncio", watched),
        mock.patch("bot.reply.asyncio", watched),
        mock.patch("bot.tables.panels.asyncio", watched),
    ):
        watching = asyncio.create_task(watch())
        try:
            yield
        finally:
            watching.cancel()
