"""The stand-in's clock: real time plus whatever a test has skipped, or time that stands still."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime


class Clock:
    """Seconds since 1970 that never run backwards; ``advance`` skips some and wakes sleepers."""

    def __init__(self) -> None:
        self._base = time.time() - time.monotonic()
        self._skipped = 0.0
        self._stopped: float | None = None
        self._skips = asyncio.Event()

    def now(self) -> float:
        """Seconds since 1970, skipped time included."""
        running = time.monotonic() if self._stopped is None else self._stopped
        return self._base + running + self._skipped

    def stand_still(self) -> None:
        """Let time pass by ``advance`` alone from now on."""
        if self._stopped is None:
            self._stopped = time.monotonic()

    def iso(self, at: float | None = None) -> str:
        """A time as Discord writes it; now by default."""
        return datetime.fromtimestamp(self.now() if at is None else at, UTC).isoformat()

    def advance(self, seconds: float) -> None:
        """Skip time; everything that was due in between is due now.

        Raises ValueError for less than nothing: message ids would repeat.
        """
        if seconds < 0:
            raise ValueError("time only goes forward")
        self._skipped += seconds
        skips, self._skips = self._skips, asyncio.Event()
        skips.set()

    async def sleep_until(self, deadline: float) -> None:
        """Return when ``now()`` has reached the deadline, by waiting or by ``advance``."""
        while (left := deadline - self.now()) > 0:
            skips = self._skips
            try:
                async with asyncio.timeout(left if self._stopped is None else None):
                    await skips.wait()
            except TimeoutError:
                continue

    async def sleep(self, seconds: float) -> None:
        """``sleep_until`` counted from now."""
        await self.sleep_until(self.now() + seconds)
