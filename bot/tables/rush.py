"""Presses first: what others are shown of them waits until nobody waits for an answer.

When many press at once, the time goes into their answers, and the drawings that wait meanwhile
become fewer: a table that moved three times is drawn once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

LONGEST: Final = 3.0  # seconds that a drawing waits, however many press
SENDING: Final = 0.01  # seconds in which an answer that is ready gets on its way


class Rush:
    """Counts presses that are being carried out, until their answers are on their way."""

    def __init__(self) -> None:
        self._count = 0
        self._over = asyncio.Event()
        self._over.set()

    @contextmanager
    def press(self) -> Generator[None]:
        """Used around what has to be done before an answer can be sent."""
        self._count += 1
        self._over.clear()
        try:
            yield
        finally:
            asyncio.get_running_loop().call_later(SENDING, self._done)

    def _done(self) -> None:
        self._count -= 1
        if not self._count:
            self._over.set()

    async def lull(self) -> None:
        """Return when no press is being carried out, or it has taken too long."""
        if not self._count:
            return
        try:
            async with asyncio.timeout(LONGEST):
                while self._count:
                    await self._over.wait()
        except TimeoutError:
            return
