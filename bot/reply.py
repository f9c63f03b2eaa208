"""The one answer that an interaction gets: in time, at the right place, and never twice.

Discord waits three seconds for a first answer.  If the work takes longer than two, the
answer is deferred by itself, and what ``show`` is given later takes its place.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import Any, Final, Literal, TypeVar

import discord

from bot.screens.notice import notice
from bot.sending import (
    CALL_ERRORS,
    Code,
    Trouble,
    describe,
    insisting,
    outgoing,
    put_in_place,
    trouble_of,
)
from bot.texts import Texts, marked

DEFER_AFTER: Final = 2.0  # seconds
FIRST_SECONDS: Final = 15.0  # a first answer that takes longer has failed
REFUSED: Final = marked(
    "Discord did not take what I wanted to show you; it has been noted. What you asked for may "
    "have been done: `/game table` shows your game as it stands."
)
_log = logging.getLogger(__name__)

Sent = TypeVar("Sent")
Place = Literal["here", "private", "public"]


class Reply:
    """Answers one interaction.  Used as ``async with Reply(interaction, place) as reply``.

    ``place`` is where ``show`` puts its layout: ``here`` (in place of the pressed message),
    ``private`` (a new message that only the presser sees) or ``public`` (a new message for all).
    If the pressed message is gone, its presser gets the layout privately; of one that Discord
    refuses, words.  Any other delivery that fails is logged and ends there: there is no other way
    to reach the person.
    """

    def __init__(self, interaction: discord.Interaction, place: Place) -> None:
        self.interaction = interaction
        self.place: Place = place
        self.answered = False
        self.took: float | None = None
        """Seconds until the first answer was delivered; ``None`` before that."""
        self._began = time.monotonic()
        self._deferred = False
        self._deferring = False  # it was tried, and Discord may know of it
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Reply:
        # A timer alone: of a thousand answers hardly one is late, and a task costs more.
        self._timer = asyncio.get_running_loop().call_later(DEFER_AFTER, self._is_late)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
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
                return await self._deliver(self._outgoing(layout), notify, files)
            except CALL_ERRORS as error:
                await self._otherwise(error, None if files else layout)
                return None
            finally:
                self._answered()

    async def aside(self, layout: discord.ui.LayoutView, file: discord.File | None = None) -> None:
        """Answer with a new private message, and leave the message that was pressed as it is."""
        async with self._lock:
            try:
                await self._deliver_aside(self._outgoing(layout), [] if file is None else [file])
            except CALL_ERRORS as error:
                await self._otherwise(error, None)
            finally:
                self._answered()

    async def ask(self, form: discord.ui.Modal) -> bool:
        """Answer with a form; ``False`` if it is too late for one, and nothing was answered."""
        async with self._lock:
            if self.answered or self._deferred:
                return False
            try:
                await self._first(lambda: self.interaction.response.send_modal(form))
            except CALL_ERRORS as error:
                self._note(error)
            finally:
                self._answered()
            return True

    async def announce(self, layout: discord.ui.LayoutView) -> bool:
        """Tell everybody in the channel, after the answer; ``False`` if Discord did not take it."""
        async with self._lock:
            try:
                await insisting(
                    lambda: self.interaction.followup.send(view=self._outgoing(layout), wait=True)
                )
            except CALL_ERRORS as error:
                self._note(error)
                return False
            return True

    async def _deliver(
        self,
        layout: discord.ui.LayoutView,
        notify: int | None,
        files: Sequence[discord.File] | None,
    ) -> int | None:
        added = list(files or ())
        if self.answered:
            return await self._follow_up(layout, added)
        response = self.interaction.response
        if self._deferred:
            changed = discord.utils.MISSING if files is None else added
            return await self._edit_original(layout, changed)
        if self.place == "here":
            return await self._put_here(layout, files)
        told = [] if notify is None else [discord.Object(notify)]
        sent = await self._first(
            lambda: response.send_message(
                view=layout,
                files=added,
                ephemeral=self.place == "private",
                allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=told),
            ),
            bool(added),
        )
        return await self._edit_original(layout) if sent is None else sent.message_id

    async def _put_here(
        self, layout: discord.ui.LayoutView, files: Sequence[discord.File] | None
    ) -> int:
        interaction, pressed = self.interaction, self.interaction.message
        if pressed is None or files is not None:
            added = discord.utils.MISSING if files is None else list(files)
            edit = interaction.response.edit_message
            sent = await self._first(lambda: edit(view=layout, attachments=added), bool(files))
        else:
            sent = await self._first(lambda: put_in_place(interaction, layout))
        if sent is None or pressed is None:
            return await self._edit_original(layout)
        return pressed.id

    async def _deliver_aside(
        self, layout: discord.ui.LayoutView, files: list[discord.File]
    ) -> None:
        response = self.interaction.response
        if not self._deferred and not self.answered:
            done = await self._first(
                lambda: response.send_message(view=layout, files=files, ephemeral=True),
                bool(files),
            )
            if done is not None or not self._deferring:
                return
            self._deferred = True
        if self._deferred and not self.answered and self.place == "private":
            await self._edit_original(layout, files)
            return
        if self._deferred and not self.answered and self.place == "public":
            await self._take_back()
        await self._follow_up(layout, files)

    async def _take_back(self) -> None:
        """Delete the public "is thinking", which a private answer must not leave behind."""
        try:
            await insisting(self.interaction.delete_original_response)
        except CALL_ERRORS as error:
            self._note(error)

    async def _first(
        self,
        send: Callable[[], Awaitable[Sent]],
        once: bool = False,
    ) -> Sent | None:
        """Make the first answer; ``once``: its files can be sent a single time.

        ``None`` if Discord has it already: then its response was lost on an earlier attempt.
        """
        try:
            return await insisting(send, FIRST_SECONDS, once=once)
        except discord.HTTPException as error:
            if error.code != Code.ALREADY_ANSWERED:
                raise
            return None

    async def _edit_original(
        self, layout: discord.ui.LayoutView, files: Any = discord.utils.MISSING
    ) -> int:
        async def edit() -> int:
            message = await self.interaction.edit_original_response(view=layout, attachments=files)
            return message.id

        return await insisting(edit, once=bool(files))

    async def _follow_up(
        self, layout: discord.ui.LayoutView, files: Sequence[discord.File] = ()
    ) -> int:
        async def follow() -> int:
            message = await self.interaction.followup.send(
                view=layout, files=list(files), ephemeral=True, wait=True
            )
            return message.id

        return await insisting(follow, once=bool(files))

    async def _otherwise(self, error: BaseException, layout: discord.ui.LayoutView | None) -> None:
        """The answer was not delivered: reach the person in another way if there is one."""
        self._note(error)
        trouble = trouble_of(error)
        if trouble is Trouble.REFUSED:
            texts = Texts.for_locale(self.interaction.locale.value)
            layout = self._outgoing(notice(texts(REFUSED)))
        elif trouble is not Trouble.GONE or self.place != "here" or layout is None:
            return
        try:
            if self._deferred and self.place == "private" and not self.answered:
                await self._edit_original(layout, [])
            elif self._deferred or self.answered:
                await self._follow_up(layout)
            else:
                response = self.interaction.response
                await self._first(lambda: response.send_message(view=layout, ephemeral=True))
        except CALL_ERRORS as second:
            self._note(second)

    def _is_late(self) -> None:
        self._late = asyncio.create_task(self._defer())

    async def _defer(self) -> None:
        async with self._lock:
            if self.answered:
                return
            response = self.interaction.response
            private = self.place == "private"
            self._deferring = True
            try:
                if self.place == "here":
                    await self._first(response.defer)
                else:
                    await self._first(lambda: response.defer(ephemeral=private, thinking=True))
                self._deferred = True
            except CALL_ERRORS as error:
                self._note(error)

    def _outgoing(self, layout: discord.ui.LayoutView) -> discord.ui.LayoutView:
        return outgoing(layout, self.interaction.client)

    def _answered(self) -> None:
        self.answered = True
        if self.took is None:
            self.took = time.monotonic() - self._began

    def _note(self, error: BaseException) -> None:
        level = {
            Trouble.EXPIRED: logging.INFO,
            Trouble.GONE: logging.INFO,
            Trouble.REFUSED: logging.ERROR,  # what we sent breaks a limit of Discord's
        }.get(trouble_of(error), logging.WARNING)
        _log.log(level, "An answer was not delivered: %s", describe(error))
