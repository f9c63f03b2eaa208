"""Exports and imports, one line in memory at a time."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable
from datetime import datetime

from data.absentees import Absentees
from data.connections import Connections
from data.people import People
from data.standing import rebuild
from data.transfer import leaving
from data.transfer.arriving import CHUNK, Arrived, Arriving
from data.transfer.lines import GameLine, Known, SeasonLine, head, read, write


class Transfer:
    """Finished games as JSON lines (``transfer.lines`` says what they hold)."""

    def __init__(self, connections: Connections, people: People, absentees: Absentees) -> None:
        self._connections = connections
        self._people = people
        self._absentees = absentees

    async def servers(self) -> dict[int, int]:
        """The servers that have finished games, and how many."""
        return await leaving.servers(self._connections)

    async def export(self, guild_ids: Iterable[int]) -> AsyncGenerator[str]:
        """The lines of an export of these servers: the first one, their seasons, their games.

        A game that ends meanwhile may be left out.
        """
        yield head()
        for guild_id in guild_ids:
            async for line in leaving.lines(self._connections, guild_id):
                yield write(line)

    def check(self, lines: Iterable[str], known: Known | None = None) -> int:
        """Read all lines and give how many games they hold; raises ``BadLine`` at the first fault.

        For a look through the file before anything is taken from it; ``known`` as in
        ``transfer.lines.read``.
        """
        return sum(isinstance(line, GameLine) for line in _read(lines, known))

    async def take(
        self, lines: Iterable[str], now: datetime, progress: Callable[[int], None]
    ) -> Arrived:
        """Take in the games of these lines that are not there yet; ``progress`` counts games.

        Ratings and boards of the servers are out of date until ``settle``; when that never
        happens, they are made anew when the database is opened.  Raises ``BadLine``; what was
        read before stays.
        """
        arriving = Arriving(self._connections, self._people, self._absentees)
        await rebuild.mark_stale(self._connections)
        waiting: list[SeasonLine | GameLine] = []
        for line in _read(lines):
            waiting.append(line)
            if len(waiting) == CHUNK:
                await arriving.take(waiting, now)
                waiting.clear()
                progress(arriving.arrived.games + arriving.arrived.known)
        await arriving.take(waiting, now)
        progress(arriving.arrived.games + arriving.arrived.known)
        return arriving.arrived

    async def settle(self, arrived: Arrived, progress: rebuild.Progress) -> None:
        """Make the ratings and boards of servers anew that games were added to."""
        await rebuild.rebuild(self._connections, sorted(arrived.guilds), progress)
        await rebuild.mark_done(self._connections)


def _read(lines: Iterable[str], known: Known | None = None) -> Iterable[SeasonLine | GameLine]:
    number = 0
    for number, text in enumerate(lines, 1):
        line = read(text, number, known)
        if line is not None:
            yield line
    if not number:
        read("", 1)  # an empty file is no export
