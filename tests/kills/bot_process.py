"""``python -m bot run`` as whoever hosts it runs it, against a playground, to be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playground import Playground

ROOT: Final = Path(__file__).parents[2]
WAIT: Final = 60.0  # seconds after which a test gives up on a process
_OWN: Final = ("DISCORD_", "DATABASE_URL", "LOG_", "COMPUTER_", "WORKERS", "HEALTH_FILE", "PORT")


async def until(true: Callable[[], bool], what: str, seconds: float = WAIT) -> None:
    """Return when it is so; ``AssertionError`` when it is not so for too long."""
    try:
        async with asyncio.timeout(seconds):
            while not true():  # noqa: ASYNC110 - another process tells nothing
                await asyncio.sleep(0.01)
    except TimeoutError:
        raise AssertionError(f"not in {seconds:.0f} seconds: {what}") from None


class BotProcess:
    """One database, and the processes that one after the other run the bot on it."""

    def __init__(self, playground: Playground, folder: Path) -> None:
        self.playground = playground
        self.folder = folder
        self.file = folder / "kills.db"
        self.log = folder / "bot.log"
        self.starts = 0
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self, pause: float = 0.0) -> None:
        """Start it, with computers that wait so long before they act; return when it is there."""
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(_OWN)}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: ASYNC220 - it returns at once
                [sys.executable, "-m", "bot", "run"],
                cwd=self.folder,
                env={
                    **inherited,
                    "PYTHONPATH": str(ROOT),
                    "DISCORD_TOKEN": self.playground.token,
                    "DISCORD_API": self.playground.api_url,
                    "DISCORD_GATEWAY": self.playground.gateway_url,
                    "DATABASE_URL": f"sqlite:///{self.file}",
                    "COMPUTER_PAUSE": str(pause),
                    "LOG_LEVEL": "WARNING",
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        self.starts += 1
        await until(lambda: self.playground.bot_online or self._ended, "the bot comes online")
        assert not self._ended, self.said()

    @property
    def _ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def workers(self) -> list[int]:
        """The numbers of the processes that it has started."""
        if self._process is None or self._ended:
            return []
        pid = self._process.pid
        return [
            int(child)
            for task in Path(f"/proc/{pid}/task").iterdir()
            for child in (task / "children").read_text().split()
        ]

    async def kill(self) -> None:
        """SIGKILL: it gets no chance to finish anything."""
        process = self._process
        assert process is not None
        assert not self._ended, self.said()
        process.send_signal(signal.SIGKILL)
        process.wait()
        await until(lambda: not self.playground.bot_online, "the bot goes offline")

    def said(self) -> str:
        """All that its processes have logged."""
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def stop(self) -> None:
        """End what still runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()


@asynccontextmanager
async def bot_process(folder: Path, members: Iterable[str]) -> AsyncIterator[BotProcess]:
    """A playground without rate limits, and a bot that is not started yet.

    Afterwards nothing may have been logged as an error, and the playground may not have crashed.
    """
    async with await Playground.start(members=tuple(members), rate_limits=0) as playground:
        bot = BotProcess(playground, folder)
        try:
            yield bot
        finally:
            bot.stop()
        assert " ERROR " not in bot.said(), bot.said()
        assert not playground.journal.crashes, playground.journal.crashes
