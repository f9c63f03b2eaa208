"""Running the bot until it is told to stop, and what stands in the way of that, in words."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import gc
import http
import signal
from collections.abc import AsyncGenerator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from bot.config import Settings, point_discord
from bot.impossible import NotPossible
from bot.observation.server import PortTaken, observed
from bot.texts import Texts
from data import Database
from data.collecting import uncollected
from data.shares import EVERYTHING, Share

if TYPE_CHECKING:
    from bot.client import BotClient

HOW_TO: Final = (
    "Get a token at https://discord.com/developers/applications (your application -> Bot ->"
    " Reset Token) and set DISCORD_TOKEN to it, in the environment or in the file .env."
)

_REMEMBERED: Final = 200  # what the playground keeps of what it showed; only tests read it


class CannotRun(NotPossible):
    """The bot cannot start or go on; one line says why and what to do."""


async def run(settings: Settings) -> None:
    """Run the bot on Discord until it is cancelled.

    Raises ``CannotRun``, or a ``StorageUnavailable`` of the database.
    """
    if settings.token is None:
        raise CannotRun(f"DISCORD_TOKEN is not set. {HOW_TO}")
    point_discord(settings)
    async with _opened(settings.database_url, settings.share) as (database, client):
        await _stay(settings, settings.token, client(settings, database))


async def play(settings: Settings, announce: Callable[[str], None]) -> None:
    """Run the bot on a playground of its own until it is cancelled.

    ``announce`` is given the address of the page once the bot is there.  Raises as ``run`` does.
    """
    from playground import Playground, web  # noqa: PLC0415 - the bot itself need not wait for it

    async with _opened(settings.database_url, EVERYTHING) as (database, client):
        try:
            playground = await Playground.start(
                port=settings.port, journal_limit=_REMEMBERED, extend=web.mount
            )
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise
            raise CannotRun(
                f"Port {settings.port} is in use: choose another with PORT, as in"
                f" PORT={settings.port + 1} make play."
            ) from error
        async with playground:
            # Somebody must be able to try what managers of a server may do.
            manager = next(iter(playground.people.values()))
            playground.appoint(manager, playground.guild, ("MANAGE_GUILD",))
            there = replace(
                settings,
                token=playground.token,
                api=playground.api_url,
                gateway=playground.gateway_url,
            )
            point_discord(there)
            bot = client(there, database)
            await _stay(there, playground.token, bot, lambda: announce(f"{playground.url}/"))


@asynccontextmanager
async def _opened(address: str, share: Share) -> AsyncGenerator[tuple[Database, type[BotClient]]]:
    """The database, and the bot that is loaded while it is opened; each takes a while."""
    loading = asyncio.create_task(asyncio.to_thread(_bot))
    try:
        async with AsyncExitStack() as opened:
            with uncollected():  # as in ``bot.__main__``
                database = await opened.enter_async_context(await Database.open(address, share))
                bot = await loading
                gc.freeze()  # what is loaded stays: it need not be looked through for ever
            yield database, bot
    finally:
        await asyncio.wait((loading,))


def _bot() -> type[BotClient]:
    from bot.client import BotClient  # noqa: PLC0415 - that is the point

    # The library warns at every start that it cannot speak; card players need not know.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    Texts.for_locale(None).number(0)  # reads how numbers are written, which any first press needs
    return BotClient


async def _stay(
    settings: Settings, token: str, bot: BotClient, ready: Callable[[], None] | None = None
) -> None:
    """Log in and stay connected; call ``ready`` once.  Raises ``CannotRun``."""
    where = settings.api or "https://discord.com"
    try:
        async with bot as client, observed(client):
            telling = None if ready is None else asyncio.create_task(_tell(client, ready))
            try:
                await _log_in(client, token)
                await client.connect()
            finally:
                if telling is not None:
                    telling.cancel()
    except PortTaken as error:
        raise CannotRun(str(error)) from error
    except discord.LoginFailure as error:
        raise CannotRun(f"Discord refused the token. {HOW_TO}") from error
    except discord.PrivilegedIntentsRequired as error:
        raise CannotRun("Discord wants privileged intents, which this bot never uses.") from error
    except (discord.DiscordServerError, discord.GatewayNotFound, TimeoutError) as error:
        raise CannotRun(f"Discord does not answer at {where}: try again later.") from error
    except discord.ConnectionClosed as error:
        raise CannotRun(f"Discord closed the connection with code {error.code}.") from error
    except discord.HTTPException as error:
        if error.status == http.HTTPStatus.TOO_MANY_REQUESTS:
            raise CannotRun(
                "Discord has banned this machine's address for a while, as it does after many"
                " refused requests: stop what sends them, and try again in an hour or more."
            ) from error
        raise CannotRun(
            f"Discord at {where} refused to let the bot in, with status {error.status}:"
            " check DISCORD_API if you set it, or try again later."
        ) from error
    except _NotUnderstood as error:
        raise CannotRun(
            f"What answers at {where} is not Discord: check DISCORD_API if you set it, and what"
            " stands between this machine and Discord."
        ) from error
    except (OSError, aiohttp.ClientError) as error:
        raise CannotRun(
            f"Discord cannot be reached at {where}: check this machine's connection."
        ) from error


class _NotUnderstood(Exception):  # noqa: N818 - becomes an answer at once
    """What came in answer to the token says nothing about a bot."""


async def _log_in(client: BotClient, token: str) -> None:
    try:
        await client.login(token)
    except (KeyError, TypeError, ValueError) as error:
        if client.user is not None and client.application is not None:
            raise  # logged in: it is a mistake of what the bot did then
        raise _NotUnderstood from error


async def _tell(client: BotClient, ready: Callable[[], None]) -> None:
    await client.settled()
    ready()


def until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run ``work`` in an event loop; SIGINT and SIGTERM cancel it, and that is a good end."""

    async def watched() -> None:
        loop = asyncio.get_running_loop()
        task = loop.create_task(work)
        stopped = False

        def stop() -> None:
            nonlocal stopped
            # A second signal must not cut the first one's tidying short.
            if not stopped:
                stopped = True
                task.cancel()

        # Windows has no signal handlers in the loop; Ctrl-C cancels the work there all the same.
        with contextlib.suppress(NotImplementedError):
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(number, stop)
        try:
            await task
        except asyncio.CancelledError:
            if not stopped:
                raise

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(watched())
