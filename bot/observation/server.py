"""``/metrics`` and ``/healthz`` on a port of this machine's own."""

from __future__ import annotations

import errno
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry
from prometheus_client.exposition import generate_latest

from bot.observation.state import StateCollector, state_of

if TYPE_CHECKING:
    from aiohttp import web

    from bot.client import BotClient

TYPE = "text/plain; version=0.0.4; charset=utf-8"


class PortTaken(Exception):  # noqa: N818 - an answer to the person at the command line
    """The port cannot be listened on; the text says what to do."""


@asynccontextmanager
async def observed(client: BotClient) -> AsyncGenerator[int | None]:
    """Serve the figures of this bot within the block, if its settings name a port for them.

    Gives the port, which is one that was free if the settings say 0.  Raises ``PortTaken``.
    """
    settings = client.app.settings
    if settings.metrics_port is None:
        yield None
        return
    from aiohttp import web  # noqa: PLC0415 - most bots serve nothing

    runner = web.AppRunner(_application(client), access_log=None, shutdown_timeout=1.0)
    await runner.setup()
    try:
        site = web.TCPSite(runner, settings.metrics_host, settings.metrics_port)
        try:
            await site.start()
        except OSError as error:
            where = f"{settings.metrics_host}:{settings.metrics_port}"
            if error.errno == errno.EADDRINUSE:
                raise PortTaken(
                    f"Port {settings.metrics_port} is in use: choose another with METRICS_PORT."
                ) from error
            raise PortTaken(
                f"{where} cannot be listened on: check METRICS_HOST and METRICS_PORT."
            ) from error
        yield int(runner.addresses[0][1])
    finally:
        await runner.cleanup()


def _application(client: BotClient) -> web.Application:
    from aiohttp import web  # noqa: PLC0415 - see above

    async def metrics(_request: web.Request) -> web.Response:
        now = CollectorRegistry()
        now.register(StateCollector(await state_of(client)))
        body = generate_latest(client.app.metrics.registry) + generate_latest(now)
        return web.Response(body=body, headers={"Content-Type": TYPE})

    async def health(_request: web.Request) -> web.Response:
        state = await state_of(client)
        told = {
            "well": state.well,
            "database": state.games is not None,
            "shards": {
                str(number): "connected" if connected else "closed"
                for number, connected in state.shards.items()
            },
            "games": state.games,
        }
        # A database that fails is no reason to be restarted: the bot goes on when it is back.
        return web.json_response(told, status=200 if state.well else 503)

    application = web.Application()
    application.router.add_get("/metrics", metrics)
    application.router.add_get("/healthz", health)
    return application
