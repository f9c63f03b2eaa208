"""No heartbeat outlives the bot."""

import asyncio
import threading
from typing import cast

from discord.gateway import DiscordWebSocket, KeepAliveHandler

from bot import heartbeats


class Socket:
    """As much of a connection as a heartbeat needs."""

    HEARTBEAT = 1
    sequence = None
    _max_heartbeat_timeout = 60.0

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.thread_id = threading.get_ident()
        self.sending = asyncio.Event()

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


async def test_those_of_another_loop_go_on() -> None:
    socket = Socket()
    beats = KeepAliveHandler(ws=cast("DiscordWebSocket", socket), interval=60)
    socket.loop = asyncio.new_event_loop()
    beats.start()
    try:
        await heartbeats.ended()
        assert beats.is_alive()
    finally:
        beats.stop()
        await asyncio.to_thread(beats.join)
        socket.loop.close()
