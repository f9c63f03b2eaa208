"""Games as those see them who run a server or the bot, whoever plays in them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select, update

from data.absentees import Absentees
from data.connections import Connections
from data.errors import ActionConflict
from data.records import GameLine
from data.rows import LINE, lines
from data.schema import games, seats

PAGE_SIZE: Final = 10
ABORTED: Final = "aborted"
"""The reason of a game that was ended from outside: nobody won, and it counts for nothing."""


@dataclass(frozen=True, slots=True)
class GamesPage:
    """Some of a server's games that are not over; ``page`` counts from 0, ``pages`` from 1."""

    lines: tuple[GameLine, ...]
    page: int
    pages: int
    count: int


class Administration:
    """Running games, listed, counted and ended."""

    def __init__(self, connections: Connections, absentees: Absentees) -> None:
        self._connections = connections
        self._absentees = absentees

    async def counts(self) -> dict[str, int]:
        """How many games are running and how many are paused, in all servers."""
        found = select(games.c.state, func.count()).where(games.c.state.in_(("running", "paused")))
        async with self._connections.read() as connection:
            rows = await connection.execute(found.group_by(games.c.state))
            return {"running": 0, "paused": 0, **{row.state: row[1] for row in rows}}

    async def of_server(self, guild_id: int, page: int = 0, size: int = PAGE_SIZE) -> GamesPage:
        """A page of the games of a server that are not over, those first that wait the longest.

        A page beyond the last gives the last; ``ValueError`` for one below 0.
        """
        if page < 0:
            raise ValueError("pages count from 0")
        here = (games.c.guild_id == guild_id, games.c.state.in_(("running", "paused")))
        async with self._connections.read() as connection:
            counted = await connection.scalar(select(func.count()).select_from(games).where(*here))
            count = counted or 0
            pages = max(1, -(-count // size))
            page = min(page, pages - 1)
            query = select(*LINE).where(*here).order_by(games.c.updated_at, games.c.id)
            found = await lines(connection, query.limit(size).offset(page * size))
        return GamesPage(found, page, pages, count)

    async def abort(self, game_id: int, at: datetime) -> dict[int, int]:
        """End a game without a result: no winner, no rating, no line in any list of past games.

        Gives the ids that stand for players who were taken out, by their own.
        Raises ``ActionConflict`` if it is over; nothing has changed then.
        """
        async with self._connections.write() as connection:
            ended = await connection.execute(
                update(games)
                .where(games.c.id == game_id, games.c.state != "over")
                .values(
                    state="over",
                    reason=ABORTED,
                    finished_at=at,
                    updated_at=at,
                    computer_due=False,
                    to_act=0,
                    deadline=None,
                    alarm=None,
                )
            )
            if ended.rowcount != 1:
                raise ActionConflict("The game is over.")
            sat = await connection.scalars(
                select(seats.c.user_id).where(
                    seats.c.game_id == game_id, seats.c.user_id.is_not(None)
                )
            )
            return await self._absentees.leave_game(
                connection, game_id, [each for each in sat if each]
            )
