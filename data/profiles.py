"""Profiles: what is known of a person on a server."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, func, literal_column, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.connections import Connections
from data.schema import contracts, meetings, people, ratings, tallies
from data.standing import declared, rows
from data.standing.ledger import OVER_ALL
from data.standing.periods import ALL_TIME
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


class Profiles:
    """What is known of people, as it is kept from game to game."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def profile(
        self, user_id: int, guild_id: int, kind: str | None = None, *, viewer: int | None = None
    ) -> Profile:
        """The profile of a person on a server, of one game or of all.

        An empty one for a person who has finished no game there.  ``viewer`` is the person with
        whom the meetings are counted; the person alone has none.
        """
        async with self._connections.read() as connection:
            name = await connection.scalar(select(people.c.name).where(people.c.id == user_id))
            found = await connection.execute(
                select(tallies).where(
                    tallies.c.guild_id == guild_id,
                    tallies.c.user_id == user_id,
                    tallies.c.kind == (OVER_ALL if kind is None else kind),
                    tallies.c.period == ALL_TIME.key,
                )
            )
            lines = {row.against: row for row in found}
            met = None
            if viewer is not None and viewer != user_id:
                met = await _meeting(connection, guild_id, kind, user_id, viewer)
            return _profile(
                user_id,
                name,
                kind,
                lines,
                await _contracts(connection, guild_id, kind, user_id),
                await _ratings(connection, guild_id, kind, user_id),
                met,
            )


def _profile(
    user_id: int,
    name: str | None,
    kind: str | None,
    lines: dict[str, Row[Any]],
    undertaken: tuple[Contracts, ...],
    rated: tuple[Rating, ...],
    met: Meeting | None,
) -> Profile:
    main = lines.pop(PEOPLE, None)
    lines.pop(COMPUTERS, None)
    hints = lines.pop(HINTS, None)
    return Profile(
        user_id=user_id,
        name=name,
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


def _record(row: Row[Any] | None) -> Record:
    return Record() if row is None else Record(row.games, row.wins)


async def _contracts(
    connection: AsyncConnection, guild_id: int, kind: str | None, user_id: int
) -> tuple[Contracts, ...]:
    query = select(contracts.c.kind, contracts.c.counts).where(
        contracts.c.guild_id == guild_id, contracts.c.user_id == user_id
    )
    if kind is not None:
        query = query.where(contracts.c.kind == kind)
    made: dict[tuple[str, int, str, int], list[int]] = {}
    for of_kind, counts in await connection.execute(query):
        for word, count in rows.read(counts).items():
            each = declared.read_word(word)
            key = of_kind, each.level, each.strain, each.doubled
            bid_and_made = made.setdefault(key, [0, 0])
            bid_and_made[0] += count
            bid_and_made[1] += count if each.made else 0
    return tuple(Contracts(*key, *counts) for key, counts in sorted(made.items()))


async def _ratings(
    connection: AsyncConnection, guild_id: int, kind: str | None, user_id: int
) -> tuple[Rating, ...]:
    """The person's ratings with their ranks; each counts along the board by rating."""
    line, other = tallies.alias("line"), tallies.alias("other")
    board = (
        other.c.guild_id == guild_id,
        other.c.kind == line.c.kind,
        other.c.period == literal_column("0"),  # in words, as in the index
        other.c.against == PEOPLE,
        other.c.rating.is_not(None),
        other.c.ranked,
    )
    counted = select(func.count()).where(*board)
    query = (
        select(
            ratings.c.kind,
            ratings.c.mu,
            ratings.c.sigma,
            ratings.c.games,
            counted.where(other.c.rating > line.c.rating).scalar_subquery().label("ahead"),
            counted.scalar_subquery().label("ranked"),
        )
        .select_from(line)
        # An outer join, though each has its line: SQLite then begins with the lines of this person,
        # and does not go through the ratings of the whole server.
        .outerjoin(
            ratings,
            (ratings.c.guild_id == line.c.guild_id)
            & (ratings.c.kind == line.c.kind)
            & (ratings.c.user_id == line.c.user_id),
        )
        .where(
            line.c.guild_id == guild_id,
            line.c.user_id == user_id,
            line.c.period == ALL_TIME.key,
            line.c.against == PEOPLE,
        )
        .order_by(line.c.kind)
    )
    if kind is not None:
        query = query.where(line.c.kind == kind)
    found = await connection.execute(query)
    return tuple(_rating(row) for row in found if row.kind is not None)


def _rating(row: Any) -> Rating:
    skill = Skill(row.mu, row.sigma)
    return Rating(
        kind=row.kind,
        rating=skill.shown,
        provisional=skill.provisional,
        games=row.games,
        rank=row.ahead + 1 if row.games >= RANKED_FROM else None,
        ranked=row.ranked,
    )


async def _meeting(
    connection: AsyncConnection, guild_id: int, kind: str | None, user_id: int, viewer: int
) -> Meeting:
    query = select(
        func.coalesce(func.sum(meetings.c.games), 0),
        func.coalesce(func.sum(meetings.c.ahead), 0),
        func.coalesce(func.sum(meetings.c.behind), 0),
    ).where(
        meetings.c.guild_id == guild_id,
        meetings.c.user_id == min(user_id, viewer),
        meetings.c.other_id == max(user_id, viewer),
    )
    if kind is not None:
        query = query.where(meetings.c.kind == kind)
    games, ahead, behind = (await connection.execute(query)).one()
    return Meeting(games, ahead, behind) if user_id < viewer else Meeting(games, behind, ahead)
