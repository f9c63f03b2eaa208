"""Seasons of a server, one at a time."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError

from data.boards import SEASONS, Boards
from data.connections import Connections
from data.errors import NoSeason, SeasonRunning
from data.rows import SEASON, SEASONS_OF, new_number, season_of
from data.schema import seasons, servers, tallies
from data.standing.ledger import OVER_ALL
from data.standing.records import PEOPLE, BoardLine, EndedSeason, Season

LONGEST_NAME: Final = 100
_PODIUM: Final = 3
_AT_ONCE: Final = 100  # lines of a board that are read at once


class Seasons:
    """Seasons: a game counts for the one that runs on its server when it ends."""

    def __init__(self, connections: Connections, boards: Boards) -> None:
        self._connections = connections
        self._boards = boards
        # The row of a server, held until the end of the transaction; it is made if need be.
        row = connections.insert(servers).values(more={}, finished=0)
        self._hold = row.on_conflict_do_update(
            index_elements=[servers.c.id], set_={"finished": servers.c.finished}
        )

    async def start(self, guild_id: int, name: str, at: datetime) -> Season:
        """Begin a season.

        Raises ``SeasonRunning``, which names the one that runs; ``ValueError`` for a name that is
        empty or longer than ``LONGEST_NAME``.
        """
        name = name.strip()
        if not name or len(name) > LONGEST_NAME:
            raise ValueError(f"the name of a season has 1 to {LONGEST_NAME} characters")
        try:
            async with self._connections.write() as connection:
                made = await connection.execute(
                    insert(seasons).values(guild_id=guild_id, name=name, started_at=at)
                )
                number = new_number(made)
        except IntegrityError:
            running = await self.running(guild_id)
            if running is None:
                raise
            raise SeasonRunning(running.name) from None
        return Season(number, guild_id, name, at)

    async def end(self, guild_id: int, at: datetime) -> Season:
        """End the season that runs, and give it.  Raises ``NoSeason`` when none runs.

        A game that ends at the same time counts for it and is there, or does not count for it.
        """
        async with self._connections.write() as connection:
            await connection.execute(self._hold, {"id": guild_id, "updated_at": at})
            row = (
                await connection.execute(
                    SEASON.where(seasons.c.guild_id == guild_id, seasons.c.ended_at.is_(None))
                )
            ).one_or_none()
            if row is None:
                raise NoSeason
            ended = await connection.execute(
                update(seasons)
                .where(seasons.c.id == row.id, seasons.c.ended_at.is_(None))
                .values(ended_at=at)
            )
            if ended.rowcount != 1:
                raise NoSeason
        return Season(row.id, guild_id, row.name, row.started_at, at)

    async def running(self, guild_id: int) -> Season | None:
        """The season that runs on a server."""
        async with self._connections.read() as connection:
            row = (
                await connection.execute(
                    SEASON.where(seasons.c.guild_id == guild_id, seasons.c.ended_at.is_(None))
                )
            ).one_or_none()
            return None if row is None else Season(*row)

    async def of_server(self, guild_id: int, *, limit: int = SEASONS) -> tuple[Season, ...]:
        """The last seasons of a server, the newest first."""
        async with self._connections.read() as connection:
            found = await connection.execute(SEASONS_OF, {"guild": guild_id, "limit": limit})
            return tuple(season_of(row) for row in found)

    async def get(self, guild_id: int, number: int) -> Season | None:
        """The season of this number, if it is one of this server."""
        async with self._connections.read() as connection:
            row = (
                await connection.execute(
                    SEASON.where(seasons.c.guild_id == guild_id, seasons.c.id == number)
                )
            ).one_or_none()
            return None if row is None else Season(*row)

    async def podium(self, season: Season) -> EndedSeason:
        """Who came first in a season, as it stands now."""
        async with self._connections.read() as connection:
            found = await connection.execute(
                select(tallies.c.kind)
                .where(
                    tallies.c.guild_id == season.guild_id,
                    tallies.c.period == season.period.key,
                    tallies.c.against == PEOPLE,
                    tallies.c.kind != OVER_ALL,
                )
                .distinct()
                .order_by(tallies.c.kind)
            )
            kinds = [kind for (kind,) in found]
        return EndedSeason(
            season,
            await self._first(season, None),
            {kind: await self._first(season, kind) for kind in kinds},
        )

    async def _first(self, season: Season, kind: str | None) -> tuple[BoardLine, ...]:
        """Everybody on the podium; however many share a place, all of them."""
        found: list[BoardLine] = []
        page, pages = 0, 1
        while page < pages:
            board = await self._boards.board(
                season.guild_id, kind, period=season.period, page=page, size=_AT_ONCE
            )
            # Nobody stands on a podium without having won.
            lines = [
                line
                for line in board.lines
                if line.rank is not None and line.rank <= _PODIUM and line.wins
            ]
            found += lines
            if len(lines) < len(board.lines):
                break
            page, pages = page + 1, board.pages
        return tuple(found)
