"""A playground, a sample bot on it, and raw calls."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import aiohttp
import discord
import pytest
import yarl

from bot import heartbeats
from playground import Playground
from tests.playground.page_stage import ANSWER_WITHIN
from tests.playground.sample import SampleBot


@pytest.fixture(autouse=True)
def no_errors_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """An ERROR of discord.py or of the stand-in fails the test."""
    caplog.set_level(logging.WARNING)
    yield
    wrong = [
        record
        for when in ("setup", "call")
        for record in caplog.get_records(when)
        if record.levelno >= logging.ERROR
        and record.name.startswith(("discord", "playground"))
        # discord.py tells of every lost connection as an error; some tests cut it.
        and not record.getMessage().startswith("Attempting a reconnect")
    ]
    assert not wrong, [record.getMessage() for record in wrong]


@pytest.fixture
async def playground() -> AsyncIterator[Playground]:
    async with await Playground.start(rate_limits=0, answer_within=ANSWER_WITHIN) as found:
        yield found
        assert not found.journal.crashes


Connect = Callable[..., Awaitable[SampleBot]]


def point_at(monkeypatch: pytest.MonkeyPatch, playground: Playground) -> None:
    """The two places in discord.py that say where Discord is."""
    monkeypatch.setattr(discord.http.Route, "BASE", playground.api_url)
    gateway = yarl.URL(playground.gateway_url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)


@asynccontextmanager
async def running(client: discord.Client, token: str) -> AsyncIterator[None]:
    """A client that is logged in and ready."""
    async with client:
        task = asyncio.create_task(client.start(token))
        ready = asyncio.create_task(eventually(client.is_ready))
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            ready.cancel()
            await task
        try:
            yield
        finally:
            await client.close()
            await task
            await heartbeats.ended()


async def eventually(check: Callable[[], object]) -> None:
    """Look again and again until it holds, for what discord.py has no event for."""
    while not check():  # noqa: ASYNC110
        await asyncio.sleep(0.01)


@pytest.fixture
async def bot(playground: Playground, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SampleBot]:
    point_at(monkeypatch, playground)
    client = SampleBot()
    async with running(client, playground.token):
        yield client


@dataclass(frozen=True, slots=True)
class Answered:
    status: int
    body: Any
    headers: Any

    @property
    def code(self) -> int:
        return int(self.body["code"])


class Api:
    """Calls as a bot's own HTTP client would make them."""

    def __init__(self, session: aiohttp.ClientSession, playground: Playground) -> None:
        self._session = session
        self._playground = playground
        self.token = f"Bot {playground.token}"

    async def __call__(self, method: str, path: str, body: Any = None, **options: Any) -> Answered:
        options.setdefault("headers", {"Authorization": self.token})
        if body is not None:
            options["json"] = body
        url = self._playground.api_url + path
        async with self._session.request(method, url, **options) as response:
            raw = await response.read()
            found = await response.json() if raw else None
            return Answered(response.status, found, response.headers)

    async def send(self, body: Any) -> Answered:
        """A message to #card-table."""
        channel = self._playground.channel()
        return await self("POST", f"/channels/{channel.id}/messages", body)


@pytest.fixture
async def api(playground: Playground) -> AsyncIterator[Api]:
    async with aiohttp.ClientSession() as session:
        yield Api(session, playground)
