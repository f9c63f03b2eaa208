"""Being cancelled while a statement is under way: later, but never not at all.

``driver.Connection`` carries every statement through, whatever happens to whoever waits for it,
and takes the ``CancelledError`` in.  Whoever asked for the statement raises it, once nothing is
under way that it could take down.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager


class Cancelling:
    """Notices whether this task is cancelled from here on."""

    def __init__(self) -> None:
        self._task = asyncio.current_task()
        self._before = self._task.cancelling() if self._task else 0

    def __bool__(self) -> bool:
        return self._task is not None and self._task.cancelling() > self._before

    def heed(self) -> None:
        """Raise ``CancelledError`` if it was."""
        if self:
            raise asyncio.CancelledError


@asynccontextmanager
async def cancelled_late() -> AsyncGenerator[None]:
    """Raise what the driver has put off, when the block ends, be it with an error."""
    asked = Cancelling()
    try:
        yield
    except Exception as error:
        if asked:
            raise asyncio.CancelledError from error
        raise
    asked.heed()
