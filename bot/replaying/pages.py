"""Remarks that come after the page they belong to: put in when they are there, if it still shows.

Each message shows what was pressed last.  An edit that is on its way must not overtake the next
answer, so whoever answers a press stops it first.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakValueDictionary

import discord

from bot.sending import CALL_ERRORS, CALL_SECONDS, describe, outgoing
from bot.traces import trace

MOST: Final = 500  # pages that wait; beyond that the oldest do without
PATIENCE: Final = 10.0  # seconds to wait for an edit that is under way

Draw = Callable[[], Awaitable[discord.ui.LayoutView]]
"""Gives the page with its remarks, however long that takes."""

_log = logging.getLogger(__name__)


class _Late:
    """One page whose remarks are awaited."""

    def __init__(self, interaction: discord.Interaction, draw: Draw) -> None:
        self._interaction = interaction
        self._draw = draw
        self._editing = False
        self.task = asyncio.create_task(self._run(), name="remarks on a page")

    async def _run(self) -> None:
        try:
            layout = outgoing(await self._draw(), self._interaction.client)
            self._editing = True
            async with asyncio.timeout(CALL_SECONDS):
                await self._interaction.edit_original_response(view=layout)
        except CALL_ERRORS as error:
            _log.debug("a page was left without remarks: %s", describe(error))
        except Exception as error:  # the last one to catch
            _log.error("remarks on a page failed: %s", trace(error))

    async def stop(self) -> None:
        """Edit no more; an edit under way is waited for, as it cannot be called back."""
        if not self._editing:
            self.task.cancel()
        await asyncio.wait((self.task,), timeout=PATIENCE)


class Pages:
    """The pages, by message, whose remarks are still to come."""

    def __init__(self) -> None:
        self._late: dict[int, _Late] = {}
        self._turning: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turning(self, message_id: int | None) -> AsyncGenerator[None]:
        """Around the answer that turns a page of this message, and what then follows it.

        Whatever was on its way to the message is stopped before; two who turn it, turn it one
        after the other.  ``None``: the answer is a message of its own.
        """
        if message_id is None:
            yield
            return
        lock = self._turning.get(message_id) or asyncio.Lock()
        self._turning[message_id] = lock
        async with lock:
            await self._stop(message_id)
            yield

    async def follow(self, message_id: int, interaction: discord.Interaction, draw: Draw) -> None:
        """Put in its place what ``draw`` gives, unless the page is turned before.

        The interaction is the one whose answer the message is.
        """
        await self._stop(message_id)
        if len(self._late) >= MOST:
            await self._stop(next(iter(self._late)))
        late = _Late(interaction, draw)
        self._late[message_id] = late
        late.task.add_done_callback(lambda _: self._done(message_id, late))

    async def _stop(self, message_id: int) -> None:
        while late := self._late.pop(message_id, None):
            await late.stop()

    def _done(self, message_id: int, late: _Late) -> None:
        if self._late.get(message_id) is late:
            del self._late[message_id]

    async def settled(self) -> None:
        """Return when nothing is on its way any more."""
        while self._late:
            await asyncio.wait([late.task for late in self._late.values()])
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop everything."""
        await asyncio.gather(*(late.stop() for late in list(self._late.values())))
