"""On which servers the bot is, so that what it keeps of one goes a month after it left.

Leaving and coming are noted as they happen, and put right at every start; once a day what is
due is removed.  Games whose tables stood where the bot cannot be any more are paused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable
from datetime import timedelta
from typing import Any, Final

from bot.clock import Clock
from bot.errors import NoSuchGame
from bot.tables.tables import Tables
from bot.traces import trace
from bot.unbroken import unbroken
from data.database import Database
from data.errors import StorageError

EVERY: Final = timedelta(days=1)
_log = logging.getLogger(__name__)


class Residence:
    """Keeps note of the bot's servers.  Trouble with the database is logged: a start mends it."""

    def __init__(self, db: Database, clock: Clock, tables: Tables) -> None:
        self._db = db
        self._clock = clock
        self._tables = tables
        self._sweeper: asyncio.Task[None] | None = None
        self._notes: set[asyncio.Task[None]] = set()
        self._here: set[int] | None = None  # unknown before the first ``present``
        self._closed = False

    async def present(self, guild_ids: Iterable[int]) -> None:
        """These are the servers there are, and no others.  Sweeps begin with the first call.

        Of several processes the one with shard 0 sweeps.
        """
        self._here = set(guild_ids)
        await self._note(self._db.servers.present(tuple(self._here), self._clock.now()))
        if self._db.share.leads and self._sweeper is None and not self._closed:
            self._sweeper = asyncio.create_task(self._sweep_daily(), name="sweeper")

    async def joined(self, guild_id: int) -> None:
        """The bot is on this server; noted if that is news."""
        if self._here is None or guild_id in self._here:
            return
        self._here.add(guild_id)
        await self._note(self._db.servers.joined(guild_id, self._clock.now()))

    async def left(self, guild_id: int) -> None:
        """The bot was removed from a server, or the server was deleted."""
        if self._here is not None:
            self._here.discard(guild_id)
        await self._note(self._db.servers.left(guild_id, self._clock.now()))
        await self._note(self._pause_in(guild_id))

    async def closed(self, guild_id: int, channel_id: int) -> None:
        """A channel or a thread is gone."""
        await self._note(self._pause_in(guild_id, channel_id))

    async def _pause_in(self, guild_id: int, channel_id: int | None = None) -> None:
        """Pause what was played there, so that nobody's time runs out in a place that is gone."""
        for game_id in await self._db.clocks.running_in(guild_id, channel_id):
            try:
                table = await self._tables.get(game_id)
            except NoSuchGame:
                continue
            if channel_id in (None, table.channel_id):  # it may have moved meanwhile
                await self._tables.pause(table)

    async def sweep(self) -> tuple[int, ...]:
        """Remove what is due; the servers that were removed.  Raises ``StorageError``."""
        gone = await unbroken(self._db.servers.sweep(self._clock.now()))
        if gone:
            self._tables.forget(lambda table: table.guild_id in gone)
            _log.info("%s servers removed that were left a month ago", len(gone))
        return gone

    async def close(self) -> None:
        """Note and sweep no more; what is being written is written."""
        self._closed = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        await asyncio.gather(*self._notes, return_exceptions=True)

    async def _note(self, work: Coroutine[Any, Any, None]) -> None:
        if self._closed:
            work.close()
            return
        task = asyncio.create_task(work)
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)
        try:
            await asyncio.shield(task)
        except StorageError as error:
            _log.warning("where the bot is was not noted: %s", type(error).__name__)
        except Exception as error:  # a game that cannot be loaded
            _log.error("where the bot is was not noted: %s", trace(error))

    async def _sweep_daily(self) -> None:
        while True:
            begun = self._clock.now()
            try:
                await self.sweep()
            except StorageError as error:
                _log.warning("old servers were not removed: %s", type(error).__name__)
            except Exception as error:  # tomorrow is another day
                _log.error("old servers were not removed: %s", trace(error))
            await self._clock.sleep_until(begun + EVERY)
