"""Past games as screens want them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, cast

from bot.request import Request
from bot.screens.history import Past, PastLine, PastQuery
from bot.screens.models import Level, Player
from data.standing.records import HistoryFilter, PastGame

PAGE_SIZE: Final = 8


async def past_games(request: Request, query: PastQuery) -> Past:
    """A page of the past games of this server.  A page beyond the last gives the last.

    Raises ``GuildOnly``.
    """
    app = request.app
    wanted = HistoryFilter(
        user_id=query.person,
        with_id=query.other,
        kind=query.kind,
        won=query.won,
        channel_id=query.channel,
    )
    found = await app.db.games.history(request.guild_id, wanted, page=query.page, size=PAGE_SIZE)
    return Past(
        guild_name=request.guild_name,
        games=app.games.screens,
        query=replace(query, page=found.page),
        lines=tuple(_line(game) for game in found.games if game.kind in app.games.screens),
        pages=found.pages,
        count=found.count,
        reader=request.user_id,
        person=await _name(request, query.person),
        other=await _name(request, query.other),
    )


async def _name(request: Request, user_id: int | None) -> str:
    """The last known name of this person, which is mostly in memory."""
    if user_id is None:
        return ""
    if user_id == request.user_id:
        return request.person.name
    return await request.app.db.people.name(user_id) or ""


def _line(game: PastGame) -> PastLine:
    return PastLine(
        game_id=game.id,
        kind=game.kind,
        finished_at=game.finished_at,
        reason=game.reason,
        hinted=game.hinted,
        players=tuple(
            Player(
                name=seat.name or "", user_id=seat.user_id, level=cast("Level | None", seat.level)
            )
            for seat in game.seats
        ),
        points=tuple(seat.points for seat in game.seats),
        winners=tuple(seat.number for seat in game.seats if seat.won),
        gave_up=tuple(seat.number for seat in game.seats if seat.given_up),
    )
