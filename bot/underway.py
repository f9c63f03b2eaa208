"""What is being answered right now, so that stopping can wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

LONGEST: Final = 3.0  # seconds: after that nobody waits for an answer any more


class Underway:
    """``count`` is of the answers under way; once ``drained``, lets no further one begin."""

    def __init__(self) -> None:
        self.count = 0
        self._idle = asyncio.Event()
        self._idle.set()
        self.closed = False

    @contextmanager
    def answering(self) -> Generator[None]:
        """Used around each answer."""
        self.count += 1
        self._idle.clear()
        try:
            yield
        finally:
            self.count -= 1
            if not self.count:
                self._idle.set()

    async def drained(self) -> None:
        """Let nothing more begin, and wait for what is under way, though not for long."""
        self.closed = True
        try:
            async with asyncio.timeout(LONGEST):
                await self._idle.wait()
        except TimeoutError:
            return
