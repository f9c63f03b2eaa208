"""``python -m bot run`` in several processes, each with a shard of its own, on one database."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from playground import Playground
from playground.state import Guild
from tests.kills.bot_process import until

ROOT: Final = Path(__file__).parents[2]
SHARDS: Final = 2
_OWN: Final = ("DISCORD_", "DATABASE_URL", "LOG_", "COMPUTER_", "WORKERS", "SHARD", "METRICS_")


class Part:
    """The process of one shard."""

    def __init__(self, playground: Playground, folder: Path, url: str, shard: int) -> None:
        self.playground = playground
        self.shard = shard
        self.log = folder / f"bot-{shard}.log"
        self._folder = folder
        self._url = url
        self._launched_at = 0
        self._process: subprocess.Popen[bytes] | None = None

    def launch(self) -> None:
        """Start it, and do not wait."""
        self._launched_at = self.log.stat().st_size if self.log.exists() else 0
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(_OWN)}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "bot", "run"],
                cwd=self._folder,
                env={
                    **inherited,
                    "PYTHONPATH": str(ROOT),
                    "DISCORD_TOKEN": self.playground.token,
                    "DISCORD_API": self.playground.api_url,
                    "DISCORD_GATEWAY": self.playground.gateway_url,
                    "DATABASE_URL": self._url,
                    "SHARDS": str(SHARDS),
                    "SHARD_IDS": str(self.shard),
                    "COMPUTER_PAUSE": "0",
                    "LOG_FORMAT": "text",
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    async def there(self) -> None:
        """Return when it is ready."""
        await until(
            lambda: "ready as " in self._said_since_launch() or self._ended,
            f"shard {self.shard} is ready",
            seconds=180.0,
        )
        assert not self._ended, self.said()

    async def kill(self) -> None:
        """SIGKILL: it gets no chance to finish anything."""
        assert self._process is not None
        assert not self._ended, self.said()
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        await until(lambda: not self.online, f"shard {self.shard} goes offline")

    @property
    def online(self) -> bool:
        """Whether this shard has a connection."""
        return any(
            session.shard == (self.shard, SHARDS) and session.connection is not None
            for session in self.playground.gateway.sessions.values()
        )

    def said(self) -> str:
        """All that its processes have logged."""
        return self.log.read_text(encoding="utf-8")

    def stop(self) -> None:
        """End what still runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.kill()
            self._process.wait()

    @property
    def _ended(self) -> bool:
        return self._process is None or self._process.poll() is not None

    def _said_since_launch(self) -> str:
        return self.log.read_bytes()[self._launched_at :].decode(errors="replace")


@asynccontextmanager
async def parts(folder: Path, url: str) -> AsyncIterator[tuple[Playground, list[Part]]]:
    """A playground and its bot in two processes, neither started yet.

    Afterwards neither may have logged an error.
    """
    async with await Playground.start(rate_limits=0, shards=SHARDS, answer_within=60) as playground:
        both = [Part(playground, folder, url, shard) for shard in range(SHARDS)]
        try:
            yield playground, both
        finally:
            for part in both:
                part.stop()
        for part in both:
            assert " ERROR " not in part.said(), part.said()
        assert not playground.journal.crashes, playground.journal.crashes


def server_of(playground: Playground, shard: int) -> Guild:
    """A new server that this shard serves."""
    number = 1_300_000_000_000 + 2 * shard + 7
    while number % SHARDS != shard:
        number += 1
    return playground.add_guild(f"Shard {shard}", guild_id=number << 22)
