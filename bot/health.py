"""A sign of life for whoever watches the process: a file touched while the bot is well."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

EVERY: Final = 15.0  # seconds between two touches
AGAIN: Final = 1.0  # seconds until a bot that is not well is asked again
STALE: Final = 60.0  # seconds after which nobody is at home
_log = logging.getLogger(__name__)


async def beat(file: Path, well: Callable[[], bool]) -> None:
    """Touch the file as long as ``well()`` says so; runs until it is cancelled.

    An event loop that hangs touches nothing either, which is the point.
    """
    while True:
        good = well()
        if good:
            try:
                await asyncio.to_thread(file.touch)
            except OSError as error:
                _log.warning("no sign of life can be left in %s: %s", file, error.strerror)
        await asyncio.sleep(EVERY if good else AGAIN)


def alive(file: Path) -> bool:
    """Whether the file was touched lately."""
    try:
        return time.time() - file.stat().st_mtime < STALE
    except OSError:
        return False
