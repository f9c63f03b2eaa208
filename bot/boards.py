"""Leaderboards as screens want them."""

from __future__ import annotations

from typing import Final

from bot.request import Request
from bot.screens.standing import Board, BoardLine, BoardQuery
from data.standing.records import BoardLine as StoredLine

PAGE_SIZE: Final = 10


async def board_of(request: Request, query: BoardQuery) -> Board:
    """A page of this server's leaderboard, with the reader's own line.

    A page beyond the last gives the last.  Raises ``GuildOnly``.
    """
    found = await request.app.db.boards.board(
        request.guild_id,
        query.kind,
        against="people" if query.opponents == "people" else "computers",
        page=query.page,
        size=PAGE_SIZE,
        reader=request.user_id,
    )
    guild = request.interaction.guild
    return Board(
        guild_name="" if guild is None else guild.name,
        games=request.app.games.screens,
        query=query,
        lines=tuple(_line(line) for line in found.lines),
        own=None if found.own is None else _line(found.own),
        pages=found.pages,
        people=found.people,
        needed=1,
    )


def _line(line: StoredLine) -> BoardLine:
    return BoardLine(
        rank=line.rank,
        user_id=line.user_id,
        name=line.name or "",
        games=line.wins + line.losses,
        wins=line.wins,
        points=line.points,
    )
