"""Leaderboards: who won how often on a server, in one query."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Row, Select, and_, case, func, literal, or_, select

from data.connections import Connections
from data.records import Against, BoardLine, BoardPage
from data.schema import people, results

PAGE_SIZE: Final = 10


class Boards:
    """Leaderboards, computed from the results when they are asked for."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def board(
        self,
        guild_id: int,
        kind: str | None = None,
        *,
        against: Against = "people",
        page: int = 0,
        size: int = PAGE_SIZE,
        reader: int | None = None,
    ) -> BoardPage:
        """A page of a server's leaderboard, and the reader's own line wherever it stands.

        Ranked by wins, then by the share of games won; who ties in both shares a rank (1, 2, 2,
        4) and is listed by points, then by id.  ``kind`` ``None`` counts all games.  ``against``
        ``people`` counts games without computers, ``computers`` those with at least one.  A page
        beyond the last gives the last; without any game the page is empty.
        """
        if page < 0 or size < 1:
            raise ValueError("pages count from 0 and hold at least one line")
        async with self._connections.read() as connection:
            rows = (
                await connection.execute(_query(guild_id, kind, against, page, size, reader))
            ).all()
        if not rows:
            return BoardPage((), None, 0, 0, 0)
        people_count = rows[0].people
        pages = -(-people_count // size)
        shown = min(page, pages - 1)
        listed = range(shown * size + 1, (shown + 1) * size + 1)
        return BoardPage(
            lines=tuple(_line(row) for row in rows if row.position in listed),
            own=next((_line(row) for row in rows if row.user_id == reader), None),
            page=shown,
            pages=pages,
            people=people_count,
        )


def _query(
    guild_id: int, kind: str | None, against: Against, page: int, size: int, reader: int | None
) -> Select[Any]:
    asked = [
        results.c.guild_id == guild_id,
        results.c.against_computers == (against == "computers"),
        results.c.user_id.is_not(None),
    ]
    if kind is not None:
        asked.append(results.c.kind == kind)
    wins = func.sum(case((results.c.won, 1), else_=0))
    tally = (
        select(
            results.c.user_id,
            wins.label("wins"),
            func.count().label("games"),
            func.sum(results.c.points).label("points"),
        )
        .where(and_(*asked))
        .group_by(results.c.user_id)
        .subquery("tally")
    )
    # The same two whole numbers always divide to the same share, so comparing it is safe.
    order = (tally.c.wins.desc(), (tally.c.wins * 1.0 / tally.c.games).desc())
    ranked = select(
        tally,
        func.rank().over(order_by=order).label("rank"),
        func.row_number()
        .over(order_by=(*order, tally.c.points.desc(), tally.c.user_id))
        .label("position"),
        func.count().over().label("people"),
    ).subquery("ranked")
    last_page = (ranked.c.people - 1) // size
    first = case((last_page < page, last_page), else_=literal(page)) * size
    return (
        select(ranked, people.c.name)
        .select_from(ranked.outerjoin(people, people.c.id == ranked.c.user_id))
        .where(
            or_(
                and_(ranked.c.position > first, ranked.c.position <= first + size),
                ranked.c.user_id == reader,
            )
        )
        .order_by(ranked.c.position)
    )


def _line(row: Row[Any]) -> BoardLine:
    return BoardLine(
        rank=row.rank,
        user_id=row.user_id,
        name=row.name,
        wins=row.wins,
        losses=row.games - row.wins,
        points=row.points,
    )
