"""``python -m bot run`` as whoever hosts it runs it, against a playground, to be killed."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playground import Playground
from tests.kills.forked import forked
from tests.kills.stored import Stored

ROOT: Final = Path(__file__).parents[2]
WAIT: Final = 120.0  # seconds after which a test gives up on a process
_OWN: Final = (
    *("DISCORD_", "DATABASE_URL", "LOG_", "COMPUTER_", "CARD_"),
    *("WORKERS", "HEALTH_FILE", "PORT", "SHARD", "METRICS_"),
)


async def until(true: Callable[[], bool], what: str, seconds: float = WAIT) -> None:
    """Return when it is so; ``AssertionError`` when it is not so for too long."""
    try:
        async with asyncio.timeout(seconds):
            pause = 0.01
            while not true():  # another process tells nothing
                await asyncio.sleep(pause)
                pause = min(0.2, 1.3 * pause)  # it needs the processor more than we do
    except TimeoutError:
        raise AssertionError(f"not in {seconds:.0f} seconds: {what}") from None


class _Fresh:
    """A process of its own interpreter."""

    def __init__(self, folder: Path, environment: dict[str, str], log: Path) -> None:
        with log.open("ab") as stream:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bot", "run"],
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=stream,
                stderr=stream,
            )
        self.pid = self._process.pid

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class _Forked:
    """A process that begins where everything is loaded."""

    def __init__(self, folder: Path, environment: dict[str, str], log: Path) -> None:
        self._process = forked(folder, environment, log)
        self.pid = self._process.pid or 0

    @property
    def ended(self) -> bool:
        return not self._process.is_alive()

    def kill(self) -> None:
        self._process.kill()
        self._process.join()


class BotProcess:
    """One database, and the processes that one after the other run the bot on it."""

    def __init__(self, playground: Playground, folder: Path, budget: float = 1.0) -> None:
        self.playground = playground
        self.budget = budget  # seconds that a computer may think
        self.folder = folder
        self.file = folder / "kills.db"
        self.stored = Stored(self.file)
        self.log = folder / "bot.log"
        self.starts = 0
        self._process: _Fresh | _Forked | None = None

    async def launch(self, pause: float = 0.0, *, fresh: bool = False) -> None:
        """Start it, with computers that wait so long before they act; do not wait for it.

        ``fresh``: with an interpreter of its own, as a host does.
        """
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(_OWN)}
        environment = {
            **inherited,
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": self.playground.token,
            "DISCORD_API": self.playground.api_url,
            "DISCORD_GATEWAY": self.playground.gateway_url,
            "DATABASE_URL": f"sqlite:///{self.file}",
            "COMPUTER_PAUSE": str(pause),
            "COMPUTER_BUDGET": str(self.budget),
            "CARD_FACES": "no",
            "LOG_LEVEL": "WARNING",
            "LOG_FORMAT": "text",
        }
        self.stored.close()  # it is to find a file that nobody has open
        kind = _Fresh if fresh else _Forked
        self._process = await asyncio.to_thread(kind, self.folder, environment, self.log)
        self.starts += 1

    async def there(self) -> None:
        """Return when it is connected, and its commands are known."""
        await until(
            lambda: (self.playground.bot_online and self.playground.commands_known) or self._ended,
            "the bot comes online",
        )
        assert not self._ended, self.said()

    async def start(self, pause: float = 0.0, *, fresh: bool = False) -> None:
        """Start it and return when it is there."""
        await self.launch(pause, fresh=fresh)
        await self.there()

    @property
    def _ended(self) -> bool:
        return self._process is None or self._process.ended

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
        assert not process.ended, self.said()
        process.kill()
        await until(lambda: not self.playground.bot_online, "the bot goes offline")
        # What it sent as its last is still being read: it may even have come online by that.
        await asyncio.sleep(0.01)
        await until(lambda: not self.playground.bot_online, "the bot stays offline")

    def said(self) -> str:
        """All that its processes have logged."""
        return self.log.read_text(encoding="utf-8") if self.log.exists() else ""

    def stop(self) -> None:
        """End what still runs."""
        if self._process is not None:
            self._process.kill()
        self.stored.close()


@asynccontextmanager
async def bot_process(
    folder: Path, members: Iterable[str], budget: float = 1.0
) -> AsyncIterator[BotProcess]:
    """A playground without rate limits, and a bot that is not started yet.

    Afterwards nothing may have been logged as an error, and the playground may not have crashed.
    """
    async with await Playground.start(
        members=tuple(members), rate_limits=0, answer_within=2 * WAIT, journal_limit=200
    ) as playground:
        bot = BotProcess(playground, folder, budget)
        try:
            yield bot
        finally:
            bot.stop()
        assert " ERROR " not in bot.said(), bot.said()
        assert not playground.journal.crashes, playground.journal.crashes
