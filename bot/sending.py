"""Calls to Discord that may fail: posting, editing and deleting messages, with error codes by name.

Nothing here asks for a message's or channel's object first: a number is enough, so that a table
can be drawn right after a start and in a channel that the cache has never seen.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from enum import Enum, IntEnum
from typing import Any, Final, TypeVar

import aiohttp
import discord
from discord.http import MultipartParameters, Route, handle_message_parameters
from discord.webhook.async_ import async_context, interaction_message_response_params

from bot.mentions import Knowing
from bot.observation.metrics import Metrics

CALL_SECONDS: Final = 45.0  # a call that hangs longer has failed
AT_ONCE: Final = 40  # calls under way
PAUSES: Final = (0.0, 1.0, 3.0)  # seconds before a call whose connection broke is made again

Result = TypeVar("Result")


class Code(IntEnum):
    """Discord's JSON error codes that the bot has an answer to."""

    UNKNOWN_CHANNEL = 10003
    UNKNOWN_GUILD = 10004
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    EDIT_CAPPED = 30046
    ALREADY_ANSWERED = 40060
    MISSING_ACCESS = 50001
    MISSING_PERMISSIONS = 50013
    INVALID_TOKEN = 50027
    THREAD_ARCHIVED = 50083


class Trouble(Enum):
    """What a failed call means for the one who made it."""

    GONE = "the message is gone"
    CAPPED = "the message is too old to be edited further"
    ARCHIVED = "the thread is archived"
    UNREACHABLE = "the channel is gone, or the bot may not use it"
    EXPIRED = "the interaction can no longer be answered"
    LATER = "Discord or the network does not answer; try again later"
    REFUSED = "Discord refuses what was sent"


_MEANING: Final = {
    Code.UNKNOWN_CHANNEL: Trouble.UNREACHABLE,
    Code.UNKNOWN_GUILD: Trouble.UNREACHABLE,
    Code.UNKNOWN_MESSAGE: Trouble.GONE,
    Code.UNKNOWN_WEBHOOK: Trouble.EXPIRED,
    Code.UNKNOWN_INTERACTION: Trouble.EXPIRED,
    Code.EDIT_CAPPED: Trouble.CAPPED,
    Code.ALREADY_ANSWERED: Trouble.EXPIRED,
    Code.MISSING_ACCESS: Trouble.UNREACHABLE,
    Code.MISSING_PERMISSIONS: Trouble.UNREACHABLE,
    Code.INVALID_TOKEN: Trouble.EXPIRED,
    Code.THREAD_ARCHIVED: Trouble.ARCHIVED,
}

#: What a call to Discord can raise that is not a mistake of ours.
CALL_ERRORS: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
#: The connection broke, and whether the call was carried out is not known.
BROKEN: Final = (aiohttp.ClientConnectionError, aiohttp.ClientPayloadError, ConnectionError)


class Undeliverable(Exception):  # noqa: N818 - a state of the message
    """A message could not be sent, edited or deleted; ``trouble`` says what that means."""

    def __init__(self, trouble: Trouble, cause: BaseException) -> None:
        super().__init__(f"{trouble.value} ({describe(cause)})")
        self.trouble = trouble


def trouble_of(error: BaseException) -> Trouble:
    """What this error of a call means."""
    if isinstance(error, discord.HTTPException):
        if error.code in _MEANING:
            return _MEANING[Code(error.code)]
        if error.status == 429 or error.status >= 500:
            return Trouble.LATER
        return Trouble.REFUSED
    return Trouble.LATER


def describe(error: BaseException) -> str:
    """The error in a few words that hold nothing of what was sent."""
    if isinstance(error, discord.HTTPException):
        return f"HTTP {error.status}, code {error.code}"
    return type(error).__name__


async def insisting(
    call: Callable[[], Awaitable[Result]], limit: float | None = None, *, once: bool = False
) -> Result:
    """Make a call, and make it again when its connection breaks; for calls that may come twice.

    ``once`` is for others: a file can be sent a single time.  discord.py tries again by itself what
    Discord answers with 429 or 5xx, but not this.  Raises
    one of ``CALL_ERRORS``, ``TimeoutError`` if an attempt takes longer than ``limit`` seconds
    (``None``: ``CALL_SECONDS``).
    """
    limit = CALL_SECONDS if limit is None else limit
    for pause in () if once else PAUSES:
        try:
            async with asyncio.timeout(limit):
                return await call()
        except BROKEN as error:
            if isinstance(error, TimeoutError):
                raise
            await asyncio.sleep(pause)
    async with asyncio.timeout(limit):
        return await call()


class Desk:
    """Posts, edits and deletes the bot's own public messages.

    Every method raises ``Undeliverable``.
    """

    def __init__(self, client: discord.Client, metrics: Metrics) -> None:
        self._client = client
        self._metrics = metrics
        # After a start many tables are drawn at once; that must not become a storm.
        self._free = asyncio.Semaphore(AT_ONCE)
        self._under_way: set[asyncio.Task[object]] = set()

    async def post(
        self,
        channel_id: int,
        layout: discord.ui.LayoutView,
        *,
        notify: Sequence[int] = (),
        nonce: str | None = None,
    ) -> int:
        """Post a message and return its number.

        Of the people that it mentions, Discord tells those of ``notify``.  It is one message if
        it is posted again with the same ``nonce`` (25 characters at most) within a few minutes.
        """
        channel = self._client.get_partial_messageable(channel_id)
        told = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(user_id) for user_id in notify]
        )
        self._metrics.wrote("post")
        outgoing(layout, self._client)
        nonce = nonce or secrets.token_hex(12)
        sent = await self._make(
            lambda: channel.send(view=layout, allowed_mentions=told, nonce=nonce)
        )
        return sent.id

    async def edit(self, channel_id: int, message_id: int, layout: discord.ui.LayoutView) -> None:
        """Put ``layout`` in place of what the message shows."""
        self._metrics.wrote("edit")
        http = self._client.http  # a message's own edit would make an object of the whole answer
        with handle_message_parameters(view=outgoing(layout, self._client)) as params:
            await self._make(lambda: http.edit_message(channel_id, message_id, params=params))

    async def delete(self, channel_id: int, message_id: int) -> None:
        """Delete one of our messages."""
        self._metrics.wrote("delete")
        await self._make(self._message(channel_id, message_id).delete)

    async def unarchive(self, thread_id: int) -> None:
        """Reopen an archived thread."""
        await self._make(lambda: self._client.http.edit_channel(thread_id, archived=False))

    async def carefully(self, call: Coroutine[Any, Any, Result]) -> Result:
        """The result of a call; when nobody waits for it any more, it is cancelled if that is safe.

        While the whole bot is rate limited discord.py holds back every call until one of them has
        slept; were that one cancelled, the others would wait for ever.
        """
        task = asyncio.ensure_future(call)
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if self._client.http._global_over.is_set():  # pyright: ignore[reportPrivateUsage]
                task.cancel()
            raise

    async def _make(self, call: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
        async with self._free:
            try:
                return await insisting(lambda: self.carefully(call()))
            except CALL_ERRORS as error:
                raise Undeliverable(trouble_of(error), error) from error

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._under_way.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, so that asyncio does not complain of it

    def _message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)


async def put_in_place(interaction: discord.Interaction, layout: discord.ui.LayoutView) -> bool:
    """Answer a press with ``layout`` in place of the message that was pressed; gives ``True``.

    The library's ``edit_message`` has Discord send that message back and makes objects of all of
    it, which costs as much again.  Raises ``discord.InteractionResponded`` and ``CALL_ERRORS``.
    """
    response = interaction.response
    if response.is_done():
        raise discord.InteractionResponded(interaction)
    kind = discord.InteractionResponseType.message_update
    allowed = interaction.client.allowed_mentions
    params = interaction_message_response_params(
        type=kind.value, view=layout, previous_allowed_mentions=allowed
    )
    path = "/interactions/{webhook_id}/{webhook_token}/callback"
    await _webhooks(interaction, "POST", path, interaction.id, params)
    response._response_type = kind  # pyright: ignore[reportPrivateUsage]
    return True


async def edit_answer(interaction: discord.Interaction, layout: discord.ui.LayoutView) -> None:
    """Put ``layout`` in place of the answer to this interaction, and make no object of it.

    Raises ``CALL_ERRORS``.
    """
    allowed = interaction.client.allowed_mentions
    params = handle_message_parameters(view=layout, previous_allowed_mentions=allowed)
    path = "/webhooks/{webhook_id}/{webhook_token}/messages/@original"
    await _webhooks(interaction, "PATCH", path, interaction.application_id, params)


async def _webhooks(
    interaction: discord.Interaction,
    method: str,
    path: str,
    ident: int,
    params: MultipartParameters,
) -> None:
    route = Route(method, path, webhook_id=ident, webhook_token=interaction.token)
    http = interaction.client.http
    await async_context.get().request(
        route,
        session=interaction._session,  # pyright: ignore[reportPrivateUsage]
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        payload=params.payload,
    )


def outgoing(layout: discord.ui.LayoutView, client: object) -> discord.ui.LayoutView:
    """The same layout made ready to be sent by this client; every layout goes through here.

    Commands in its texts become mentions, if the client knows them.  And discord.py will keep
    nothing about it once it is sent.
    A view that is still listening is stored with each message, an ephemeral one with a task of
    15 minutes.  Our controls are found by their pattern alone, so that would only fill
    memory.  This view was never stored, hence stopping it takes no pattern away.
    """
    if isinstance(client, Knowing):
        client.mentions.put(layout)
    layout.stop()
    return layout
