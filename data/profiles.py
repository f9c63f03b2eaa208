"""Profiles: what is known of a person on a server."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Integer,
    Select,
    and_,
    bindparam,
    func,
    literal_column,
    select,
)

from data import plain
from data.connections import Connections
from data.schema import contracts, meetings, people, ratings, tallies
from data.standing import declared, rows
from data.standing.ledger import OVER_ALL
from data.standing.periods import ALL_TIME, MONTHS
from data.standing.rating import RANKED_FROM, Skill
from data.standing.records import (
    COMPUTERS,
    HINTS,
    PEOPLE,
    Contracts,
    Meeting,
    Profile,
    Rating,
    Record,
)
from data.stretches import differing

_GUILD: Final = bindparam("guild", type_=BigInteger)
_USER: Final = bindparam("user", type_=BigInteger)
_OWN: Final = tallies.alias("line")


class _Statements:
    """What is asked about a person in one kind of game or in all.

    Made once: to put them together takes SQLAlchemy longer than the database to answer them.
    """

    def __init__(self, of_kind: bool) -> None:
        def asked(kind: Column[str]) -> tuple[ColumnElement[bool], ...]:
            return (kind == bindparam("of_kind"),) if of_kind else ()

        self.contracts = plain.Statement(
            select(contracts.c.kind, contracts.c.counts).where(
                contracts.c.guild_id == _GUILD,
                contracts.c.user_id == _USER,
                *asked(contracts.c.kind),
            )
        )
        meeting = select(
            func.coalesce(func.sum(meetings.c.games), 0),
            func.coalesce(func.sum(meetings.c.ahead), 0),
            func.coalesce(func.sum(meetings.c.behind), 0),
        ).where(
            meetings.c.guild_id == _GUILD,
            meetings.c.user_id == bindparam("first", type_=BigInteger),
            meetings.c.other_id == bindparam("second", type_=BigInteger),
            *asked(meetings.c.kind),
        )
        self.meetings = plain.Statement(meeting)
        self.ratings = plain.Statement(_ratings(*asked(_OWN.c.kind)))


def _ratings(*conditions: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    """The person's ratings with their ranks; each counts along the board by rating."""
    other = tallies.alias("other")
    first, last = (literal_column(str(key), Integer) for key in MONTHS)
    board = (
        other.c.guild_id == _OWN.c.guild_id,
        other.c.kind == _OWN.c.kind,
        other.c.period == ALL_TIME.key,
        # In the words of the index, which holds nothing else.
        ~other.c.period.between(first, last),
        other.c.kind != literal_column(f"'{OVER_ALL}'"),
        other.c.against == PEOPLE,
        other.c.rating.is_not(None),
        other.c.ranked,
    )
    counted = select(func.count()).where(*board)
    of_all_time = and_(tallies.c.guild_id == _GUILD, tallies.c.period == ALL_TIME.key)
    # The key has the kind before the person: of all games, those are asked for that there are.
    of_kinds = conditions or (_OWN.c.kind.in_(differing(of_all_time, tallies.c.kind)),)
    return (
        select(
            ratings.c.kind,
            ratings.c.mu,
            ratings.c.sigma,
            ratings.c.games,
            counted.where(other.c.rating > _OWN.c.rating).scalar_subquery().label("ahead"),
            counted.scalar_subquery().label("ranked"),
        )
        .select_from(_OWN)
        # An outer join, though each has its line: SQLite then begins with the lines of this person,
        # and does not go through the ratings of the whole server.
        .outerjoin(
            ratings,
            (ratings.c.guild_id == _OWN.c.guild_id)
            & (ratings.c.kind == _OWN.c.kind)
            & (ratings.c.user_id == _OWN.c.user_id),
        )
        .where(
            _OWN.c.guild_id == _GUILD,
            _OWN.c.period == ALL_TIME.key,
            *of_kinds,
            _OWN.c.user_id == _USER,
            _OWN.c.against == PEOPLE,
        )
        .order_by(_OWN.c.kind)
    )


# The person's name, with the lines of all time if there are any.
_ASKED: Final = select(_USER.label("id")).subquery("asked")
_LINES: Final = select(
    people.c.name,
    *[tallies.c[name] for name in ("against", "games", "wins", "points", "deals")],
    *[tallies.c[name] for name in ("best", "best_game", "streak", "longest")],
).select_from(
    _ASKED.outerjoin(people, people.c.id == _ASKED.c.id).outerjoin(
        tallies,
        (tallies.c.guild_id == _GUILD)
        & (tallies.c.user_id == _USER)
        & (tallies.c.kind == bindparam("of_kind"))
        & (tallies.c.period == ALL_TIME.key),
    )
)


class Profiles:
    """What is known of people, as it is kept from game to game."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._lines = plain.Statement(_LINES)
        self._asked: dict[bool, _Statements] = {}  # made when first asked for

    def _statements(self, of_kind: bool) -> _Statements:
        made = self._asked.get(of_kind)
        if made is None:
            made = self._asked[of_kind] = _Statements(of_kind)
        return made

    async def profile(
        self, user_id: int, guild_id: int, kind: str | None = None, *, viewer: int | None = None
    ) -> Profile:
        """The profile of a person on a server, of one game or of all.

        An empty one for a person who has finished no game there.  ``viewer`` is the person with
        whom the meetings are counted; the person alone has none.
        """
        asked: dict[str, int | str] = {"guild": guild_id, "user": user_id}
        statements = self._statements(kind is not None)

        def ask(asking: plain.Asking) -> Profile:
            lines = [
                _Line(*row) for row in asking.rows(self._lines, **asked, of_kind=kind or OVER_ALL)
            ]
            met = None
            if kind is not None:
                asked["of_kind"] = kind
            if viewer is not None and viewer != user_id:
                first, second = sorted((user_id, viewer))
                ((games, ahead, behind),) = asking.rows(
                    statements.meetings, **asked, first=first, second=second
                )
                # Sums, which PostgreSQL gives as decimals.
                places = (ahead, behind) if user_id == first else (behind, ahead)
                met = Meeting(int(games), *map(int, places))
            return _profile(
                user_id,
                kind,
                lines,
                _contracts(asking.rows(statements.contracts, **asked)),
                tuple(
                    _rating(*row)
                    for row in asking.rows(statements.ratings, **asked)
                    if row[0] is not None
                ),
                met,
            )

        return await self._connections.read_at_once(ask)


class _Line(NamedTuple):
    """A row of ``_LINES``; ``against`` ``None`` if there is no line of this person."""

    name: str | None
    against: str | None
    games: int
    wins: int
    points: int
    deals: int
    best: int | None
    best_game: int | None
    streak: int
    longest: int


def _profile(
    user_id: int,
    kind: str | None,
    found: Sequence[_Line],
    undertaken: tuple[Contracts, ...],
    rated: tuple[Rating, ...],
    met: Meeting | None,
) -> Profile:
    lines = {line.against: line for line in found if line.against is not None}
    main = lines.pop(PEOPLE, None)
    lines.pop(COMPUTERS, None)
    hints = lines.pop(HINTS, None)
    return Profile(
        user_id=user_id,
        name=found[0].name if found else None,
        kind=kind,
        record=_record(main),
        points=0 if main is None else main.points,
        deals=0 if main is None else main.deals,
        best=None if main is None else main.best,
        best_game=None if main is None else main.best_game,
        streak=0 if main is None else main.streak,
        longest=0 if main is None else main.longest,
        computers={level: _record(row) for level, row in sorted(lines.items())},
        hinted=_record(hints),
        contracts=undertaken,
        ratings=rated,
        meeting=met,
    )


def _record(row: _Line | None) -> Record:
    return Record() if row is None else Record(row.games, row.wins)


def _contracts(counted: Iterable[Any]) -> tuple[Contracts, ...]:
    made: dict[tuple[str, int, str, int], list[int]] = {}
    for of_kind, counts in counted:
        for word, count in rows.read(counts).items():
            each = declared.read_word(word)
            key = of_kind, each.level, each.strain, each.doubled
            bid_and_made = made.setdefault(key, [0, 0])
            bid_and_made[0] += count
            bid_and_made[1] += count if each.made else 0
    return tuple(Contracts(*key, *counts) for key, counts in sorted(made.items()))


def _rating(kind: str, mu: float, sigma: float, games: int, ahead: int, ranked: int) -> Rating:
    skill = Skill(mu, sigma)
    return Rating(
        kind=kind,
        rating=skill.shown,
        provisional=skill.provisional,
        games=games,
        rank=ahead + 1 if games >= RANKED_FROM else None,
        ranked=ranked,
    )
