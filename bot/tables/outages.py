"""Outages: the time in which nobody can act, whatever the cause, until it was given back.

Three things keep people from acting: no connection to Discord, or one that has fallen silent; a
database that does not take what is stored; and a process that stands still itself, as when its
machine is suspended.  They may overlap, and are one outage then.  What holds:

- Its time is given back once, from the earliest beginning to the moment it is given back.
- No outage begins before the end of the one before.
- While there is one, nothing that is due is carried out, and the clocks of games stand still.
- While there is one, the sign of life in the database is no later than its beginning, so that a
  process that is killed in it leaves all of it to the next.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Final

from bot import heartbeats
from bot.clock import Clock, SystemClock
from bot.traces import trace
from bot.unbroken import unbroken
from data.database import Database
from data.errors import StorageError, StorageUnavailable

BEAT: Final = timedelta(minutes=1)  # between two signs of life
PULSE: Final = timedelta(seconds=1)  # between two looks whether the process stood still
STALL: Final = timedelta(seconds=5)
"""As long as this between two looks, and the process stood still, or its database did."""
AGAIN: Final = timedelta(seconds=30)  # until a database that refused is asked again
_NEVER: Final = datetime.min.replace(tzinfo=UTC)

_log = logging.getLogger(__name__)


class Outages:
    """Knows since when nobody can act.  Begins without a connection.

    ``give_back`` is called when an outage is over.  It gives its time back, from ``since``, says so
    by ``given``, and makes ready for what is due; if it raises ``StorageError`` it is called again.
    """

    def __init__(
        self, db: Database, clock: Clock, give_back: Callable[[], Awaitable[None]]
    ) -> None:
        self._db: Final = db
        self._clock: Final = clock
        self._give_back: Final = give_back
        self._watch: Final[Clock] = SystemClock()  # for spans of this process's own time
        self._cut = True  # whether there is no connection
        self._ended = _NEVER  # up to then time was given back
        self._looked = self._heard = self._watch.now()
        self._sign_at = self._again_at = _NEVER  # when the database is asked next
        self._ending = asyncio.Lock()
        self._heart: asyncio.Task[None] | None = None
        self._stopping = False
        self.since: datetime | None = None
        """When the outage began whose time is still to be given back."""
        self.calm: Final = asyncio.Event()
        """Set while there is none, and what is due is known."""

    async def wake(self) -> None:
        """After a start: nobody could act since the last sign of life."""
        now = self._clock.now()
        self.since = self._ended = await self._db.clocks.last_alive() or now
        self._looked = self._heard = self._watch.now()
        self._sign_at = now + BEAT
        self._heart = asyncio.create_task(self._beat(), name="signs of life")

    async def stop(self) -> None:
        """Begin to close: what is being given back is given back, and nothing more after it."""
        self._stopping = True
        async with self._ending:
            pass
        if self._heart is not None:
            self._heart.cancel()
            await asyncio.gather(self._heart, return_exceptions=True)

    async def close(self) -> None:
        """Leave a last sign of life."""
        if self.since is None:
            await self._sign()

    # What time it is

    def time(self) -> datetime:
        """The time that the clocks of games go by: it stands still while nobody can act."""
        return self.since or self._clock.now()

    def heard(self) -> datetime:
        """When Discord was last known to be there; whoever acted before that was heard."""
        return min(self.time(), self._clock.now() - heartbeats.silence())

    # Causes

    def cut(self) -> None:
        """The connection was lost: nobody was heard since its last word.  Again is no harm."""
        if not self._cut:
            self._cut = True
            self._begin(self._clock.now() - (self._watch.now() - self._heard))

    async def mend(self) -> None:
        """The connection is there: an outage is over, if that was all.  Again is no harm."""
        if self._cut:
            self._cut = False
            self._heard = self._watch.now()
        await self._end()

    def refused(self) -> None:
        """The database does not take what is stored: an outage until it does."""
        if self.calm.is_set():
            _log.warning("the database refuses: clocks stand still")
            self._again_at = self._clock.now() + AGAIN
        self._begin(self._clock.now())

    @contextmanager
    def storing(self) -> Generator[None]:
        """Something is stored in the block; that it is refused is an outage."""
        try:
            yield
        except StorageUnavailable:
            self.refused()
            raise

    def look(self) -> None:
        """Notice whether the process stood still; to be called before anything is carried out."""
        stood = self._watch.now() - self._looked
        if stood >= STALL:
            if self.calm.is_set():
                _log.warning("nothing was done for %s: clocks stood still", stood)
            self._begin(self._clock.now() - stood)

    def _begin(self, since: datetime) -> None:
        since = max(since, self._ended)
        self.since = since if self.since is None else min(self.since, since)
        self.calm.clear()

    # The end

    def given(self, until: datetime) -> None:
        """The time from ``since`` until then was given back."""
        self._ended = until
        self._looked = self._watch.now()
        self._sign_at = until + BEAT
        self.since = until if self._cut else None  # lost again meanwhile

    async def _end(self) -> None:
        """Give the time back if it is over; what fails is tried again by the beat."""
        async with self._ending:
            if self.calm.is_set() or self._cut or self._stopping:
                return
            try:
                if self.since is not None:  # this says whether the database is there
                    await unbroken(self._db.clocks.alive(self.since))
                await self._give_back()
            except StorageError as error:
                self._again_at = self._clock.now() + AGAIN
                _log.warning("an outage was not given back yet: %s", type(error).__name__)
                return
            if self.since is None:
                self.calm.set()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(PULSE.total_seconds())
            try:
                await self._pulse()
            except Exception as error:  # the next one may do
                _log.error("a sign of life failed: %s", trace(error))

    async def _pulse(self) -> None:
        self.look()
        self._looked = self._watch.now()
        if not self._cut:
            self._heard = self._looked - heartbeats.silence()
        if self.calm.is_set():
            if self._clock.now() >= self._sign_at:
                await self._sign()
        elif self._clock.now() >= self._again_at:
            await self._end()

    async def _sign(self) -> None:
        now = self._clock.now()
        self._sign_at = now + BEAT
        try:
            with self.storing():
                await unbroken(self._db.clocks.alive(now))
        except StorageError as error:
            _log.warning("no sign of life was stored: %s", type(error).__name__)
