"""What time it is, and waiting for a time; tests put a clock of their own in its place."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """A source of time.  Everything that waits for a moment asks it."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        ...

    async def sleep_until(self, when: datetime) -> None:
        """Return once ``now()`` has reached ``when``."""
        ...


class SystemClock:
    """The clock of the machine."""

    def now(self) -> datetime:
        """The present moment, aware, in UTC."""
        return datetime.now(UTC)

    async def sleep_until(self, when: datetime) -> None:
        """Return once ``now()`` has reached ``when``."""
        # A long sleep is cut up, so that a machine that was suspended wakes near the right moment.
        while (left := (when - self.now()).total_seconds()) > 0:  # noqa: ASYNC110 - no event tells the time
            await asyncio.sleep(min(left, 60.0))
