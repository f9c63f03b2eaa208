"""discord.py's heartbeats: how long ago Discord was heard, and the end of their threads."""

from __future__ import annotations

import asyncio
import threading
import time
from datetime import timedelta
from typing import Final

from discord.gateway import KeepAliveHandler

PATIENCE: Final = 5.0  # seconds to wait for a heartbeat that is being sent


def silence() -> timedelta:
    """How long ago the last word of Discord came, on the connection that was silent longest.

    Of this event loop's; zero without any.  Discord answers each heartbeat, so on a connection
    that lives it is not much longer than a heartbeat's interval.
    """
    loop = asyncio.get_running_loop()
    heard = [thread._last_recv for thread in _threads(loop)]  # pyright: ignore[reportPrivateUsage]
    now = time.perf_counter()
    return timedelta(seconds=now - min(heard, default=now))


def _threads(loop: asyncio.AbstractEventLoop) -> list[KeepAliveHandler]:
    return [
        thread
        for thread in threading.enumerate()
        if isinstance(thread, KeepAliveHandler) and thread.ws.loop is loop
    ]


async def ended() -> None:
    """Return when no heartbeat of this event loop is under way, nor will be again.

    discord.py stops these threads without waiting for them, so one that has just woken would
    speak to a loop that is closed by then.  Of a connection that broke while it was made it
    forgets the thread and the socket: both are ended here.
    """
    threads = _threads(asyncio.get_running_loop())
    for thread in threads:
        thread.stop()
    for thread in threads:
        await asyncio.to_thread(thread.join, PATIENCE)
        await thread.ws.socket.close()
