"""Leaderboards of a server: each page one statement, read from an index or one stretch."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Integer,
    Select,
    Subquery,
    and_,
    bindparam,
    case,
    func,
    literal,
    literal_column,
    select,
    true,
    tuple_,
    union_all,
)

from data import plain
from data.connections import Connections
from data.rows import SEASONS_OF, season_of
from data.schema import people, tallies
from data.standing.ledger import OVER_ALL
from data.standing.periods import ALL_TIME, MONTHS, Period
from data.standing.records import PEOPLE, BoardLine, BoardPage, Order, Season

PAGE_SIZE: Final = 10
SEASONS: Final = 25  # of a server, that are listed

# By what people are ranked, and then in what order those who tie are listed.
_RANKED: Final[dict[Order, tuple[str, ...]]] = {
    "wins": ("wins", "share"),
    "points": ("points",),
    "best": ("best",),
    "rating": ("ranked", "rating"),
}
_LISTED: Final[dict[Order, tuple[str, ...]]] = {
    "wins": ("points", "user_id"),
    "points": ("user_id",),
    "best": ("user_id",),
    "rating": ("user_id",),
}
_LINE: Final = (
    "user_id",
    "games",
    "wins",
    "share",
    "points",
    "best",
    "best_game",
    "rated",
    "ranked",
    "rating",
    "provisional",
)
# What a row of the answer is: a line of the page, its first line once more, the reader's.
_LISTED_ROW, _TOP, _OWN = 0, 1, 2


class Boards:
    """Leaderboards, as they are kept from game to game."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        # Kept: to put one together takes SQLAlchemy longer than the database to answer it.
        self._statements: dict[tuple[Order, bool], plain.Statement] = {}
        self._seasons = plain.Statement(SEASONS_OF)

    async def board(
        self,
        guild_id: int,
        kind: str | None = None,
        *,
        by: Order = "wins",
        period: Period = ALL_TIME,
        against: str = PEOPLE,
        page: int = 0,
        size: int = PAGE_SIZE,
        reader: int | None = None,
        seasons: bool = False,
    ) -> BoardPage:
        """A page of a server's leaderboard, and the reader's own line wherever it stands.

        ``kind`` ``None`` is the board over all games, which is by wins only, since points and
        ratings of different games do not compare.  ``by`` is the order: ``wins`` (then the share
        of games won), ``points``, ``best`` (the most points in one game), ``rating`` (of games
        between people only; in a month or season gone by as it was after the last game in it, and
        people with too few rated games last, without a rank).  Who ties shares a rank (1, 2, 2,
        4).  ``against`` counts games between ``people``, with ``computers``, or with computers of
        one level by its name.  Games with hints and those that were called off do not count, and
        people who were taken out are not listed.

        ``seasons`` asks for the last seasons of the server as well, all in one go.

        A page beyond the last gives the last; without any game the page is empty.  ``ValueError``
        for an order that the board does not have, and for a page below 0 or an empty one.
        """
        if page < 0 or size < 1:
            raise ValueError("pages count from 0 and hold at least one line")
        if by != "wins" and kind is None:
            raise ValueError("over all games a board is ranked by wins")
        if by == "rating" and against != PEOPLE:
            raise ValueError("ratings are of games between people")
        asked: dict[str, Any] = {
            "guild": guild_id,
            "of_kind": OVER_ALL if kind is None else kind,
            "of_period": period.key,
            "of_against": against,
            "page": page,
            "size": size,
            "reader": reader,
        }
        sort = by, not MONTHS[0] <= period.key <= MONTHS[1]
        if sort not in self._statements:
            self._statements[sort] = plain.Statement(statement(*sort))
        wanted = self._statements[sort]

        def ask(asking: plain.Asking) -> tuple[list[_Found], tuple[Season, ...]]:
            found = [_Found(*row) for row in asking.rows(wanted, **asked)]
            last = asking.rows(self._seasons, guild=guild_id, limit=SEASONS) if seasons else ()
            return found, tuple(season_of(row) for row in last)

        rows, listed = await self._connections.read_at_once(ask)
        if not rows:
            return BoardPage((), None, 0, 0, 0, listed)
        count = rows[0].people
        own = next((row for row in rows if row.own == _OWN), None)
        pages = -(-count // size)
        return BoardPage(
            lines=_lines(rows, by, min(page, pages - 1) * size),
            own=None if own is None else _line(own, by, own.ahead + 1),
            page=min(page, pages - 1),
            pages=pages,
            people=count,
            seasons=listed,
        )


@cache
def statement(by: Order, long: bool) -> Select[Any]:
    """The lines of a page and, marked ``own``, the reader's; of a month or a time that is long.

    ``ahead`` counts the people ranked above, for the first line of the page and the reader's;
    the ranks of the others follow from these.  All time, years and seasons are long: they have an
    index for each order.
    """
    page, size = bindparam("page", type_=Integer), bindparam("size", type_=Integer)
    ranking, listing = _RANKED[by], (*_RANKED[by], *_LISTED[by])

    def asked(table: FromClause) -> ColumnElement[bool]:
        found = [
            table.c.guild_id == bindparam("guild"),
            table.c.period == bindparam("of_period"),
            table.c.kind == bindparam("of_kind"),
            table.c.against == bindparam("of_against"),
        ]
        if long:
            # In the words of the index, which holds nothing else.
            first, last = (literal_column(str(key), Integer) for key in MONTHS)
            found.append(~table.c.period.between(first, last))
            if by != "wins":
                found.append(table.c.kind != literal_column(f"'{OVER_ALL}'"))
        if by == "rating":
            found.append(table.c.rating.is_not(None))
        return and_(*found)

    # A month is read once and kept aside, since no index has its order.
    month = select(*[tallies.c[name] for name in listing]).where(asked(tallies)).cte("month")
    board = tallies if long else month

    def of_board(table: FromClause) -> ColumnElement[bool]:
        return asked(table) if long else true()

    total = (
        select(func.count().label("people")).select_from(board).where(of_board(board)).cte("total")
    )
    last = (select(total.c.people).scalar_subquery() - 1) // size
    first = case((last < 0, 0), (last < page, last), else_=page) * size
    # Whatever is skipped or counted is read from the index or the month; only then come the lines.
    listed = (
        select(*[board.c[name] for name in listing])
        .where(of_board(board))
        .order_by(*[board.c[name].desc() for name in listing])
        .limit(size)
        .offset(first)
        .cte("listed")
    )
    top = (
        select(listed)
        .order_by(*[listed.c[name].desc() for name in listing])
        .limit(1)
        .subquery("top")
    )
    own = (
        select(*[board.c[name] for name in listing])
        .where(of_board(board), board.c.user_id == bindparam("reader"))
        .subquery("own")
    )
    other = board.alias("other")

    def ahead(line: Subquery) -> ColumnElement[int]:
        def counted(*above: ColumnElement[bool]) -> ColumnElement[int]:
            counts = select(func.count()).select_from(other)
            return counts.where(of_board(other), *above).scalar_subquery()

        if not long:
            # All of the board is read, but once.
            theirs, mine = (tuple_(*[each.c[name] for name in ranking]) for each in (other, line))
            return counted(theirs > mine)
        # Each a stretch of the index: better in the first, equal in it and better in the next.
        found = counted(other.c[ranking[0]] > line.c[ranking[0]])
        for number, name in enumerate(ranking[1:], 1):
            equal = [other.c[each] == line.c[each] for each in ranking[:number]]
            found = found + counted(*equal, other.c[name] > line.c[name])
        return found

    parts = [
        select(listed.c.user_id, literal(0).label("ahead"), literal(_LISTED_ROW).label("own")),
        select(top.c.user_id, ahead(top), literal(_TOP)),
        select(own.c.user_id, ahead(own), literal(_OWN)),
    ]
    found = union_all(*parts).subquery("found")
    line = tallies.alias("line")
    return select(
        *[line.c[name] for name in _LINE],
        found.c.ahead,
        found.c.own,
        people.c.name,
        total.c.people,
    ).select_from(
        found.join(total, literal(True))
        # An outer join, though each has its line: SQLite then never begins with the lines.
        .outerjoin(line, and_(asked(line), line.c.user_id == found.c.user_id))
        .outerjoin(people, people.c.id == found.c.user_id)
    )


class _Found(NamedTuple):
    """A row of the answer, in the order of ``_LINE`` and of what follows it in ``statement``."""

    user_id: int
    games: int
    wins: int
    share: int
    points: int
    best: int | None
    best_game: int | None
    rated: int
    ranked: bool | None
    rating: int | None
    provisional: bool | None
    ahead: int
    own: int
    name: str | None
    people: int


def _lines(rows: Sequence[_Found], by: Order, first: int) -> tuple[BoardLine, ...]:
    """The lines of a page with their ranks; its first line stands at place ``first``, from 0."""
    top = next(row for row in rows if row.own == _TOP)
    listed = sorted(
        (row for row in rows if row.own == _LISTED_ROW),
        key=lambda row: [getattr(row, name) for name in (*_RANKED[by], *_LISTED[by])],
        reverse=True,
    )
    lines: list[BoardLine] = []
    rank, key = top.ahead + 1, None
    for place, row in enumerate(listed, first + 1):
        before, key = key, tuple([getattr(row, name) for name in _RANKED[by]])
        if before is not None and key != before:
            rank = place
        lines.append(_line(row, by, rank))
    return tuple(lines)


def _line(row: _Found, by: Order, rank: int) -> BoardLine:
    return BoardLine(
        rank=rank if by != "rating" or row.ranked else None,
        user_id=row.user_id,
        name=row.name,
        wins=row.wins,
        losses=row.games - row.wins,
        points=row.points,
        best=row.best or 0,
        best_game=row.best_game,
        rating=row.rating,
        provisional=bool(row.provisional),
        rated=row.rated,
    )
