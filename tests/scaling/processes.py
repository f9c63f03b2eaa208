"""``python -m bot run`` in several processes, each with a shard of its own, on one database."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

from playground import Playground
from playground.state import Guild
from tests.kills.bot_process import WAIT, until
from tests.kills.forked import forked

ROOT: Final = Path(__file__).parents[2]
SHARDS: Final = 2
_OWN: Final = ("DISCORD_", "DATABASE_URL", "LOG_", "COMPUTER_", "WORKERS", "SHARD", "METRICS_")


class Part:
    """The process of one shard; ``name`` tells it from another of the same shard."""

    def __init__(
        self, playground: Playground, folder: Path, url: str, shard: int, name: str = ""
    ) -> None:
        self.playground = playground
        self.shard = shard
        self.log = folder / f"bot-{shard}{name}.log"
        self._folder = folder
        self._url = url
        self._launched_at = 0
        self._process: ForkServerProcess | None = None

    async def launch(self) -> None:
        """Start it, and do not wait until it is there."""
        self.log.touch()
        self._launched_at = self.log.stat().st_size
        inherited = {k: v for k, v in os.environ.items() if not k.startswith(_OWN)}
        environment = {
            **inherited,
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": self.playground.token,
            "DISCORD_API": self.playground.api_url,
            "DISCORD_GATEWAY": self.playground.gateway_url,
            "DATABASE_URL": self._url,
            "SHARDS": str(SHARDS),
            "SHARD_IDS": str(self.shard),
            "COMPUTER_PAUSE": "0",
            "CARD_FACES": "no",
            "LOG_FORMAT": "text",
        }
        self._process = await asyncio.to_thread(forked, self._folder, environment, self.log)

    async def there(self) -> None:
        """Return when it is ready, and the commands are known."""
        await until(
            lambda: (
                ("ready as " in self._said_since_launch() and self.playground.commands_known)
                or self._ended
            ),
            f"shard {self.shard} is ready",
            seconds=180.0,
        )
        assert not self._ended, self.said()

    async def kill(self) -> None:
        """SIGKILL: it gets no chance to finish anything."""
        assert self._process is not None
        assert not self._ended, self.said()
        sessions = self._connected()
        self._process.kill()
        self._process.join()
        await until(lambda: self._connected() < sessions, f"shard {self.shard} goes offline")

    def _connected(self) -> int:
        """How many connections this shard has."""
        return sum(
            session.shard == (self.shard, SHARDS) and session.connection is not None
            for session in self.playground.gateway.sessions.values()
        )

    def said(self) -> str:
        """All that its processes have logged."""
        return self.log.read_text(encoding="utf-8")

    def stop(self) -> None:
        """End what still runs."""
        if self._process is not None:
            self._process.kill()
            self._process.join()

    @property
    def _ended(self) -> bool:
        return self._process is None or not self._process.is_alive()

    def _said_since_launch(self) -> str:
        return self.log.read_bytes()[self._launched_at :].decode(errors="replace")


@asynccontextmanager
async def parts(
    folder: Path, url: str, shards: Sequence[int] = (0, 1)
) -> AsyncIterator[tuple[Playground, list[Part]]]:
    """A playground and its bot in processes with these shards, none of them started yet.

    Afterwards none may have logged an error.
    """
    async with await Playground.start(
        rate_limits=0, shards=SHARDS, answer_within=4 * WAIT, journal_limit=200
    ) as playground:
        all_of_them = [
            Part(playground, folder, url, shard, "again" * shards[:at].count(shard))
            for at, shard in enumerate(shards)
        ]
        try:
            yield playground, all_of_them
        finally:
            for part in all_of_them:
                part.stop()
        for part in all_of_them:
            assert " ERROR " not in part.said(), part.said()
        assert not playground.journal.crashes, playground.journal.crashes


def server_of(playground: Playground, shard: int) -> Guild:
    """A new server that this shard serves."""
    number = 1_300_000_000_000 + 2 * shard + 7
    while number % SHARDS != shard:
        number += 1
    return playground.add_guild(f"Shard {shard}", guild_id=number << 22)
