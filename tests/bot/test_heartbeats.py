"""No heartbeat outlives the bot."""

import asyncio
import gc
import threading
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest
from aiohttp.connector import Connection
from discord.gateway import DiscordWebSocket, KeepAliveHandler

from bot import heartbeats
from tests.harness import house


class Socket:
    """As much of a connection as a heartbeat needs."""

    HEARTBEAT = 1
    closed = False
    sequence = None
    _max_heartbeat_timeout = 60.0

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread_id = threading.get_ident()
        self.sending = asyncio.Event()
        self.socket = self

    async def close(self) -> None:
        self.closed = True

    async def send_heartbeat(self, payload: object) -> None:
        self.sending.set()
        await asyncio.sleep(0.01)


async def test_they_end_even_while_one_is_sent() -> None:
    socket = Socket()
    beats = KeepAliveHandler(ws=cast("DiscordWebSocket", socket), interval=0.001)
    beats.start()
    await socket.sending.wait()
    await heartbeats.ended()
    assert not beats.is_alive()
    assert socket.closed


async def test_silence_begins_with_the_last_word_on_the_connection_silent_longest() -> None:
    assert heartbeats.silence() == timedelta()
    minute = timedelta(minutes=1)
    socket = Socket()
    first, second = (
        KeepAliveHandler(ws=cast("DiscordWebSocket", socket), interval=60) for _ in range(2)
    )
    for beats in (first, second):
        beats.start()
    try:
        first._last_recv -= 60
        assert minute <= heartbeats.silence() < 2 * minute
        first.tick()  # as discord.py does for every frame
        assert heartbeats.silence() < minute
        second._last_recv -= 60
        assert minute <= heartbeats.silence() < 2 * minute
    finally:
        await heartbeats.ended()


async def test_those_of_another_loop_go_on() -> None:
    socket = Socket()
    beats = KeepAliveHandler(ws=cast("DiscordWebSocket", socket), interval=60)
    socket.loop = asyncio.new_event_loop()
    beats.start()
    try:
        await heartbeats.ended()
        assert beats.is_alive()
        assert not socket.closed
    finally:
        beats.stop()
        await asyncio.to_thread(beats.join)
        socket.loop.close()


def unclosed() -> list[Connection]:
    gc.collect()
    return [
        found
        for found in gc.get_objects()
        if isinstance(found, Connection) and found._protocol is not None
    ]


async def test_a_connection_that_breaks_while_it_is_made_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = asyncio.Event()
    before = len(unclosed())  # whatever other tests have left

    async def breaks(_: DiscordWebSocket) -> None:
        broken.set()
        raise ConnectionResetError

    async with house(tmp_path) as home:
        monkeypatch.setattr(DiscordWebSocket, "resume", breaks)
        await home.playground.drop_gateway()
        await broken.wait()
        assert len(unclosed()) > before
        await home.stop()
        assert len(unclosed()) <= before
        home.errors.records.clear()  # that it is tried again
        monkeypatch.undo()
        await home.start()
