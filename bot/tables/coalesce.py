"""Drawing something over and over, at most once at a time, the newest state last."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.observation.metrics import Metrics
from bot.traces import trace

FIRST_PAUSE: Final = 1.0  # seconds before a failed drawing is tried again; doubles each time
LONGEST_PAUSE: Final = 60.0

_log = logging.getLogger(__name__)


class TryLater(Exception):  # noqa: N818 - an instruction to the coalescer
    """Raised by a drawing that could not be shown now and is to be tried again."""


class Coalescer:
    """Runs ``draw`` whenever it was touched since the last run began.

    Touches during a run are gathered into one more run after it, so whatever the state was at the
    last touch gets drawn, and never two runs at once.  A ``draw`` that raises ``TryLater`` is
    repeated after a growing pause, until it is done or the coalescer is stopped.  ``lull`` returns
    when a run may begin; what is touched before that is in the same run.
    """

    def __init__(
        self,
        draw: Callable[[], Awaitable[None]],
        name: str,
        metrics: Metrics | None = None,
        lull: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._draw = draw
        self._name = name
        self._metrics = metrics
        self._lull = lull
        self.drawing = False
        """Whether something is being drawn now."""
        self._wanted = False
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        """Whether something is being drawn, or waits to be."""
        return self._task is not None and not self._task.done()

    def touch(self) -> None:
        """Something changed: draw it soon."""
        if self._wanted and self._metrics is not None:
            self._metrics.merged()
        self._wanted = True
        if not self.busy:
            self._task = asyncio.create_task(self._run(), name=self._name)

    async def settled(self) -> None:
        """Return when the last state has been drawn."""
        while self._task is not None and not self._task.done():
            await asyncio.wait((self._task,))

    def stop(self) -> None:
        """Draw no more; a drawing under way is broken off."""
        self._wanted = False
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        pause = FIRST_PAUSE
        while self._wanted:
            if self._lull is not None:
                await self._lull()
            self._wanted = False
            self.drawing = True
            try:
                await self._draw()
                pause = FIRST_PAUSE
            except TryLater:
                self._wanted = True
                if self._metrics is not None:
                    self._metrics.retried()
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
            except Exception as error:  # the last one to catch
                _log.error("%s failed: %s", self._name, trace(error))
            finally:
                self.drawing = False
