"""Finished games in lists, the newest first."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import Integer, Select, bindparam, func, select

from data import plain
from data.connections import Connections
from data.schema import games, people, results, seats
from data.standing.records import HistoryFilter, HistoryPage, PastGame, PastSeat
from data.types import time_of

PAGE_SIZE: Final = 10
EVERY_GAME: Final = HistoryFilter()
_FILTERS: Final = ("user_id", "with_id", "kind", "won", "channel_id")

SEATED: Final = results.join(
    seats, (seats.c.game_id == results.c.game_id) & (seats.c.seat == results.c.seat)
).outerjoin(people, people.c.id == results.c.user_id)
"""What a finished game came to for each seat, with who sat there."""

_SEATS: Final = (
    results.c.seat,
    results.c.user_id,
    seats.c.level,
    people.c.name,
    results.c.points,
    results.c.place,
    results.c.won,
    results.c.given_up,
)
_GAMES: Final = (
    games.c.id,
    games.c.kind,
    games.c.channel_id,
    games.c.message_id,
    games.c.reason,
    games.c.hinted,
    games.c.finished_at,
)


class History:
    """Lists of finished games; what is asked for is put into words once for each sort of filter."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._statements: dict[tuple[bool, ...], tuple[plain.Statement, plain.Statement]] = {}

    async def page(self, guild_id: int, asked: HistoryFilter, page: int, size: int) -> HistoryPage:
        """A page of a server's finished games; one beyond the last gives the last.

        ``ValueError`` for a page below 0 or an empty one.
        """
        if page < 0 or size < 1:
            raise ValueError("pages count from 0 and hold at least one game")
        given = {name: getattr(asked, name) for name in _FILTERS}
        sort = tuple([value is not None for value in given.values()])
        if sort not in self._statements:
            found = _found(*sort)
            counting = select(func.count()).select_from(found.subquery())
            self._statements[sort] = plain.Statement(counting), plain.Statement(_listed(found))
        counting, listing = self._statements[sort]
        values = {f"of_{name}": value for name, value in given.items()}

        def ask(asking: plain.Asking) -> HistoryPage:
            ((count,),) = asking.rows(counting, guild=guild_id, **values)
            pages = -(-count // size)
            shown = max(0, min(page, pages - 1))
            rows = asking.rows(listing, guild=guild_id, size=size, first=shown * size, **values)
            return HistoryPage(games=_games(rows), page=shown, pages=pages, count=count)

        return await self._connections.read_at_once(ask)


def _listed(found: Select[Any]) -> Select[*tuple[Any, ...]]:
    """The games of a page with their seats: the newest first, a row for each seat."""
    newest = (
        found.order_by(results.c.finished_at.desc(), results.c.game_id.desc())
        .limit(bindparam("size", type_=Integer))
        .offset(bindparam("first", type_=Integer))
        .subquery()
    )
    return (
        select(*_GAMES, *_SEATS)
        .select_from(
            newest.join(games, games.c.id == newest.c.game_id).join(
                SEATED, results.c.game_id == newest.c.game_id
            )
        )
        .order_by(games.c.finished_at.desc(), games.c.id.desc(), results.c.seat)
    )


def _found(of_person: bool, with_other: bool, of_kind: bool, won: bool, there: bool) -> Select[Any]:
    """One result of each game: that of the person, or of the first seat."""
    query = select(results.c.game_id).where(results.c.guild_id == bindparam("guild"))
    if of_person:
        query = query.where(results.c.user_id == bindparam("of_user_id"))
    else:
        query = query.where(results.c.seat == 0)
    if of_kind:
        query = query.where(results.c.kind == bindparam("of_kind"))
    if won:
        query = query.where(results.c.won == bindparam("of_won"))
    if with_other:
        other = results.alias("other")
        query = query.join(
            other,
            (other.c.game_id == results.c.game_id) & (other.c.user_id == bindparam("of_with_id")),
        )
    if there:
        query = query.join(games, games.c.id == results.c.game_id).where(
            games.c.channel_id == bindparam("of_channel_id")
        )
    return query


def _games(rows: Sequence[Any]) -> tuple[PastGame, ...]:
    """Games of the rows of ``_listed``."""
    made: list[PastGame] = []
    for _, group in groupby(rows, key=itemgetter(0)):
        sitting = list(group)
        game_id, kind, channel_id, message_id, reason, hinted, finished_at = sitting[0][
            : len(_GAMES)
        ]
        made.append(
            PastGame(
                id=game_id,
                kind=kind,
                channel_id=channel_id,
                message_id=message_id,
                reason=reason,
                hinted=bool(hinted),
                finished_at=time_of(finished_at),
                seats=tuple([_seat(*row[len(_GAMES) :]) for row in sitting]),
            )
        )
    return tuple(made)


def _seat(
    number: int,
    user_id: int | None,
    level: str | None,
    name: str | None,
    points: int,
    place: int,
    won: bool,
    given_up: bool,
) -> PastSeat:
    return PastSeat(number, user_id, level, name, points, place, bool(won), bool(given_up))
