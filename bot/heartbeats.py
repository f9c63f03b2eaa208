"""The threads in which discord.py sends its heartbeats end with the bot, and so do connections."""

from __future__ import annotations

import asyncio
import threading
from typing import Final

from discord.gateway import KeepAliveHandler

PATIENCE: Final = 5.0  # seconds to wait for a heartbeat that is being sent


async def ended() -> None:
    """Return when no heartbeat of this event loop is under way, nor will be again.

    discord.py stops these threads without waiting for them, so one that has just woken would
    speak to a loop that is closed by then.  Of a connection that broke while it was made it
    forgets the thread and the socket: both are ended here.
    """
    loop = asyncio.get_running_loop()
    threads = [
        thread
        for thread in threading.enumerate()
        if isinstance(thread, KeepAliveHandler) and thread.ws.loop is loop
    ]
    for thread in threads:
        thread.stop()
    for thread in threads:
        await asyncio.to_thread(thread.join, PATIENCE)
        await thread.ws.socket.close()
