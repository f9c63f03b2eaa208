"""Exports and imports, one line in memory at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from datetime import datetime

from data.absentees import Absentees
from data.connections import Connections
from data.people import People
from data.standing import rebuild
from data.transfer import leaving
from data.transfer.admission import Known
from data.transfer.arriving import CHUNK, Arrived, Arriving
from data.transfer.lines import VERSION, EndLine, GameLine, HeadLine, SeasonLine, write
from data.transfer.whole import read_all


class Transfer:
    """Finished games as JSON lines (``transfer.lines`` says what they hold)."""

    def __init__(self, connections: Connections, people: People, absentees: Absentees) -> None:
        self._connections = connections.unhurried
        self._people = people
        self._absentees = absentees

    async def servers(self) -> dict[int, int]:
        """The servers that have finished games, and how many."""
        return await leaving.servers(self._connections)

    async def export(self, guild_ids: Iterable[int]) -> AsyncGenerator[str]:
        """The lines of an export of these servers: their seasons and games between head and end.

        A game that ends meanwhile may be left out.
        """
        games = 0
        yield write(HeadLine(VERSION))
        for guild_id in guild_ids:
            async for line in leaving.lines(self._connections, guild_id):
                games += isinstance(line, GameLine)
                yield write(line)
        yield write(EndLine(games))

    async def check(
        self,
        lines: Iterable[str],
        known: Known | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> int:
        """Read all lines and give how many games they hold; raises ``BadLine`` at the first fault.

        For a look through the file before anything is taken from it; ``known`` says what can be
        (``None``: anything that can be read), ``progress`` counts lines.
        """
        games = 0
        for number, line in read_all(lines):
            if known is not None:
                known.admit(line, number)
            games += isinstance(line, GameLine)
            if progress is not None:
                progress(number)
            await asyncio.sleep(0)  # it takes long: whoever wants to stop it can
        return games

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
        for _, line in read_all(lines):
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
