"""Identifying to Discord in turn, when several processes have the bot's shards between them.

Discord takes one IDENTIFY in five seconds for each of ``max_concurrency`` buckets, and a shard's
bucket is its id modulo that: https://discord.com/developers/docs/events/gateway#sharding.
discord.py keeps to it within one process; between processes the database does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from bot.unbroken import unbroken
from data.database import Database
from data.errors import StorageError

SPACING: Final = 5.25  # seconds; a little more than asked, for the way to Discord

_log = logging.getLogger(__name__)


class Identifying:
    """``turn`` returns when a shard may identify.  ``buckets`` asks Discord how many there are."""

    def __init__(self, db: Database, buckets: Callable[[], Awaitable[int]]) -> None:
        self._db = db
        self._ask = buckets
        self._buckets: int | None = None

    async def turn(self, shard_id: int) -> None:
        """Wait for this shard's turn; without the database, as long as a turn takes."""
        if self._buckets is None:
            self._buckets = max(1, await self._ask())
        bucket = shard_id % self._buckets
        try:
            wait = await unbroken(self._db.turns.take(f"identify {bucket}", SPACING))
        except StorageError as error:
            _log.warning("shard %s waits its turn by itself: %s", shard_id, type(error).__name__)
            wait = SPACING
        if wait:
            _log.info("shard %s identifies in %.1f seconds", shard_id, wait)
        await asyncio.sleep(wait)
