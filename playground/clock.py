"""The stand-in's clock: real time plus whatever a test has skipped."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime


class Clock:
    """Seconds since 1970 that never run backwards; ``advance`` skips some and wakes sleepers."""

    def __init__(self) -> None:
        self._base = time.time() - time.monotonic()
        self._skipped = 0.0
        self._skips = asyncio.Event()

    def now(self) -> float:
        """Seconds since 1970, skipped time included."""
        return self._base + time.monotonic() + self._skipped

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
                async with asyncio.timeout(left):
                    await skips.wait()
            except TimeoutError:
                continue

    async def sleep(self, seconds: float) -> None:
        """``sleep_until`` counted from now."""
        await self.sleep_until(self.now() + seconds)
