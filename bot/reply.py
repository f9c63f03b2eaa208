"""The one answer that an interaction gets: in time, at the right place, and never twice.

Discord waits three seconds for a first answer.  If the work takes longer than two, the
answer is deferred by itself, and what ``show`` is given later takes its place.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Sequence
from types import TracebackType
from typing import Final, Literal

import discord

from bot.sending import CALL_ERRORS, Trouble, describe, trouble_of, unlistened

DEFER_AFTER: Final = 2.0  # seconds
_log = logging.getLogger(__name__)

Place = Literal["here", "private", "public"]


class Reply:
    """Answers one interaction.  Used as ``async with Reply(interaction, place) as reply``.

    ``place`` is where ``show`` puts its layout: ``here`` (in place of the pressed message),
    ``private`` (a new message that only the presser sees) or ``public`` (a new message for all).
    A delivery that fails is logged and ends there: there is no other way to reach the person.
    """

    def __init__(self, interaction: discord.Interaction, place: Place) -> None:
        self.interaction = interaction
        self.place: Place = place
        self.answered = False
        self.took: float | None = None
        """Seconds until the first answer was delivered; ``None`` before that."""
        self._began = time.monotonic()
        self._deferred = False
        self._lock = asyncio.Lock()
        self._late: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Reply:
        self._late = asyncio.create_task(self._defer_when_late())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._late is not None:
            self._late.cancel()

    async def show(
        self,
        layout: discord.ui.LayoutView,
        notify: int | None = None,
        files: Sequence[discord.File] | None = None,
    ) -> int | None:
        """Answer with this layout; the message's number, ``None`` if it could not be delivered.

        A mention of the person ``notify`` in a new message is one that Discord tells them of.
        ``files`` come along, in place of those of a message that is edited (``None``: it keeps
        them).
        """
        async with self._lock:
            try:
                return await self._deliver(unlistened(layout), notify, files)
            except CALL_ERRORS as error:
                self._note(error)
                return None
            finally:
                self._answered()

    async def aside(self, layout: discord.ui.LayoutView, file: discord.File | None = None) -> None:
        """Answer with a new private message, and leave the message that was pressed as it is."""
        async with self._lock:
            try:
                await self._deliver_aside(unlistened(layout), file)
            except CALL_ERRORS as error:
                self._note(error)
            finally:
                self._answered()

    async def ask(self, form: discord.ui.Modal) -> bool:
        """Answer with a form; ``False`` if it is too late for one, and nothing was answered."""
        async with self._lock:
            if self.answered or self._deferred:
                return False
            try:
                await self.interaction.response.send_modal(form)
            except CALL_ERRORS as error:
                self._note(error)
            finally:
                self._answered()
            return True

    async def announce(self, layout: discord.ui.LayoutView) -> None:
        """Tell everybody in the channel, after the answer."""
        async with self._lock:
            try:
                await self.interaction.followup.send(view=unlistened(layout), wait=True)
            except CALL_ERRORS as error:
                self._note(error)

    async def _deliver(
        self,
        layout: discord.ui.LayoutView,
        notify: int | None,
        files: Sequence[discord.File] | None,
    ) -> int | None:
        added = list(files or ())
        if self.answered:
            extra = await self.interaction.followup.send(
                view=layout, files=added, ephemeral=True, wait=True
            )
            return extra.id
        response = self.interaction.response
        changed = discord.utils.MISSING if files is None else added
        if self._deferred:
            message = await self.interaction.edit_original_response(
                view=layout, attachments=changed
            )
            return message.id
        if self.place == "here":
            await response.edit_message(view=layout, attachments=changed)
            pressed = self.interaction.message
            return None if pressed is None else pressed.id
        told = [] if notify is None else [discord.Object(notify)]
        sent = await response.send_message(
            view=layout,
            files=added,
            ephemeral=self.place == "private",
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=told),
        )
        return sent.message_id

    async def _deliver_aside(
        self, layout: discord.ui.LayoutView, file: discord.File | None
    ) -> None:
        files = [] if file is None else [file]
        if not self._deferred and not self.answered:
            await self.interaction.response.send_message(view=layout, files=files, ephemeral=True)
            return
        if self._deferred and not self.answered and self.place == "private":
            await self.interaction.edit_original_response(view=layout, attachments=files)
            return
        if self._deferred and not self.answered and self.place == "public":
            # The public "is thinking" must not be left behind by a private answer.
            await self.interaction.delete_original_response()
        await self.interaction.followup.send(view=layout, files=files, ephemeral=True, wait=True)

    async def _defer_when_late(self) -> None:
        await asyncio.sleep(DEFER_AFTER)
        async with self._lock:
            if self.answered:
                return
            try:
                if self.place == "here":
                    await self.interaction.response.defer()
                else:
                    await self.interaction.response.defer(
                        ephemeral=self.place == "private", thinking=True
                    )
                self._deferred = True
            except CALL_ERRORS as error:
                self._note(error)

    def _answered(self) -> None:
        self.answered = True
        if self.took is None:
            self.took = time.monotonic() - self._began

    def _note(self, error: BaseException) -> None:
        expected = trouble_of(error) in (Trouble.EXPIRED, Trouble.GONE)
        level = logging.INFO if expected else logging.WARNING
        _log.log(level, "An answer was not delivered: %s", describe(error))
