"""Leaderboards as screens want them."""

from __future__ import annotations

from typing import Final

from bot.request import Request
from bot.screens.models import Board, BoardLine
from data.records import BoardLine as StoredLine
from engine.game import Kind

PAGE_SIZE: Final = 10


async def board_of(request: Request, kind: Kind | None, page: int) -> Board:
    """A page (from 0) of this server's leaderboard, with the reader's own line.

    A page beyond the last gives the last.  Raises ``GuildOnly``.
    """
    found = await request.app.db.boards.board(
        request.guild_id, kind, page=page, size=PAGE_SIZE, reader=request.user_id
    )
    guild = request.interaction.guild
    return Board(
        guild_name="" if guild is None else guild.name,
        games=request.app.games.screens,
        kind=kind,
        lines=tuple(_line(line) for line in found.lines),
        own=None if found.own is None else _line(found.own),
        page=found.page,
        pages=found.pages,
        people=found.people,
    )


def _line(line: StoredLine) -> BoardLine:
    return BoardLine(
        rank=line.rank,
        user_id=line.user_id,
        name=line.name or "",
        wins=line.wins,
        losses=line.losses,
        points=line.points,
    )
