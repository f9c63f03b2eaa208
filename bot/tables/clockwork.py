"""What drives the clocks: timers for every game in which something is due.

In an outage nobody can act, so nothing that is due is carried out; afterwards the time is given
back (``bot.tables.outages``).
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.errors import NoSuchGame
from bot.tables import clocks
from bot.tables.coalesce import TryLater
from bot.tables.outages import Outages
from bot.tables.pings import Pings
from bot.tables.table import Table
from bot.tables.timers import Key, Timers
from bot.traces import trace
from bot.unbroken import unbroken
from data.errors import ActionConflict, StorageError, StorageUnavailable

if TYPE_CHECKING:
    from bot.tables.renderer import Means
    from bot.tables.tables import Tables

SOON: Final = timedelta(hours=12)
"""Clocks that would run out within this time are moved by an outage, however short it was."""
SHOWN: Final = timedelta(minutes=1)
"""An outage as long as this is shown: tables are drawn anew, as their deadlines are other ones.

Times are shown in minutes, so that after a quick restart no channel hears of it.
"""
AGAIN: Final = timedelta(seconds=30)  # until something that failed is tried again
GAME: Final = "game"
OLD_PING: Final = "ping"

_log = logging.getLogger(__name__)


class Clockwork:
    """Sees to it that what is due happens, while people can act.  Begins disconnected."""

    def __init__(self, tables: Tables, means: Means) -> None:
        self._tables: Final = tables
        self._db: Final = means.db
        self._clock: Final = means.clock
        self._pings: Final = Pings(tables, means)
        self._timers: Final = Timers(means.clock, self._due)
        self._missed: set[Key] = set()
        self._notes: set[asyncio.Task[None]] = set()
        self.outages: Final = Outages(means.db, means.clock, self._give_back)
        self.connected: Final = self.outages.calm

    # Starting and stopping

    async def wake(self) -> None:
        """After a start: know since when nobody could act.

        What is due when is read once people can act: before that nothing of it is carried out.
        """
        await self.outages.wake()
        for game_id in await self._db.clocks.old_pings():
            self._timers.at((OLD_PING, game_id), self._clock.now())
        self._timers.start()

    async def close(self) -> None:
        """Let nothing become due any more; leave a last sign of life."""
        await self.outages.stop()
        await self._timers.close()
        await asyncio.gather(*self._notes, return_exceptions=True)
        await self.outages.close()

    async def settled(self) -> None:
        """Return when everything that is due by now has been done, and stored."""
        await self._timers.settled()
        await asyncio.gather(*self._notes)

    # What is due

    def touch(self, table: Table, *, not_before: datetime | None = None) -> None:
        """The clocks of this table may have changed, or whether they run."""
        alarm = table.clock.alarm if table.state == "running" and not table.over else None
        if alarm is not None and not_before is not None:
            alarm = max(alarm, not_before)
        self._timers.at((GAME, table.id), alarm)
        ping = table.clock.ping
        if ping is not None and (not ping.seats or table.over):
            self._timers.at((OLD_PING, table.id), self._clock.now())

    def notice(self, table: Table, seat: int) -> None:
        """The player of this seat knows of the turn that there is, so is not told any more."""
        if table.clock.seats[seat].remind_at is None:
            return
        number = table.game.decisions[seat]
        if table.noticed.get(seat) == number:
            return
        table.noticed[seat] = number
        task = asyncio.create_task(
            self._store_notice(table, seat, number), name=f"game {table.id}, seat {seat}: noticed"
        )
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)

    async def _store_notice(self, table: Table, seat: int, number: int) -> None:
        """For the next process; this one knows."""
        try:
            async with table.lock:
                await self._tables.catch_up(table)
                if (
                    table.over
                    or table.game.decisions[seat] != number
                    or table.clock.seats[seat].remind_at is None
                ):
                    return
                await self._tables.set_clock(table, clocks.noticed(table.clock, (seat,)))
            self.touch(table)
        except StorageError as error:
            _log.info(
                "game %s: what was noticed was not stored: %s", table.id, type(error).__name__
            )
        except Exception as error:  # nobody waits for this task
            _log.error("game %s: what was noticed was not stored: %s", table.id, trace(error))

    async def _due(self, key: Key) -> None:
        self.outages.look()
        if not self.connected.is_set():
            self._missed.add(key)
            return
        again = self._clock.now() + AGAIN
        try:
            table = await self._tables.get(key[1])
            if key[0] == OLD_PING:
                await self._pings.tidy(table)
                return
            if await self._late(table):
                await table.renderer.prove()  # nobody loses where nobody could act
                if not self.connected.is_set():
                    self._missed.add(key)
                    return
            await unbroken(self._tables.run_out(table))
            await self._pings.call(table)
            self.touch(table, not_before=self._clock.now() + timedelta(seconds=1))
        except NoSuchGame:
            _log.debug("game %s is gone, and its clock with it", key[1])
        except ActionConflict:
            self._timers.at(key, self._clock.now() + timedelta(seconds=1))
        except (StorageError, TryLater) as error:
            if isinstance(error, StorageUnavailable):
                self.outages.refused()
            _log.info("game %s: what is due waits: %s", key[1], type(error).__name__)
            self._timers.at(key, again)
        except Exception as error:  # the game is not to stand still for it
            _log.error("game %s: what was due failed: %s", key[1], trace(error))
            self._timers.at(key, again)

    async def _late(self, table: Table) -> bool:
        async with table.lock:
            await unbroken(self._tables.catch_up(table))
            return not table.over and bool(clocks.late(table.clock, self.outages.heard()))

    async def _set_all(self) -> None:
        for game_id, alarm in await self._db.clocks.alarms():
            self._timers.at((GAME, game_id), alarm)

    # Outages

    def time(self) -> datetime:
        """The time that the clocks of games go by: it stands still while nobody can act."""
        return self.outages.time()

    def disconnected(self) -> None:
        """From now on nobody can act; again is no harm."""
        self.outages.cut()

    async def reconnected(self) -> None:
        """Everybody can act again: give the time of the outage back; again is no harm."""
        await self.outages.mend()

    async def _give_back(self) -> None:
        moved: tuple[int, ...] = ()
        length = timedelta(0)
        if self.outages.since is not None:
            moved, length = await self._credit()
        for game_id in moved:
            table = await self._tables.in_memory(game_id)
            if table is not None:
                async with table.lock:
                    table.behind = True
                    await unbroken(self._tables.catch_up(table))
        await self._set_all()
        for key in self._missed:
            self._timers.at(key, self._clock.now())
        self._missed.clear()
        if moved:
            _log.info("clocks of %s games moved by an outage of %s", len(moved), length)
        if length >= SHOWN:
            self._redraw(moved)

    async def _credit(self) -> tuple[tuple[int, ...], timedelta]:
        """Give the time back in the database: in which games, and how much it was."""
        async with AsyncExitStack() as locks:
            # Nobody may store a clock meanwhile that was not moved yet.
            held = self._tables.with_clocks()
            for table in held:
                await locks.enter_async_context(table.lock)
            now = self._clock.now()
            since = self.outages.since or now
            moved = await unbroken(self._db.clocks.credit(since, max(now, since), SOON))
            self.outages.given(now)
            for table in held:
                table.behind = True
        return moved, now - since

    def _redraw(self, moved: tuple[int, ...]) -> None:
        """Show the new deadlines, one table after the other."""

        async def draw() -> None:
            for game_id in moved:
                try:
                    self._tables.changed(await self._tables.get(game_id))
                except NoSuchGame:
                    continue
                except StorageError as error:
                    _log.info("game %s shows an old deadline: %s", game_id, type(error).__name__)

        task = asyncio.create_task(draw(), name="deadlines after an outage")
        self._notes.add(task)
        task.add_done_callback(self._notes.discard)
