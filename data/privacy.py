"""What is kept about a person, and taking the person out of it.

A person who is taken out leaves the games to the others: in seats and results an id drawn by lot
stands for the person, another one on every server, so that the ratings of the others stay
provable.  Name, settings, ratings, lines of boards, contracts and challenges are deleted.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import ColumnElement, Text, cast, delete, func, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.absentees import Absentees, pseudonym
from data.connections import Connections
from data.errors import StillPlaying
from data.holding import hold
from data.people import People
from data.schema import (
    actions,
    contracts,
    games,
    invitations,
    meetings,
    people,
    rating_changes,
    ratings,
    results,
    seats,
    tallies,
)
from data.standing.records import Kept
from data.stretches import differing

REDRAWN: Final = 20  # messages that are drawn anew at once, so that no channel is flooded


class Privacy:
    """What is kept about people."""

    def __init__(self, connections: Connections, absentees: Absentees, known: People) -> None:
        self._connections = connections
        self._absentees = absentees
        self._people = known

    async def kept(self, user_id: int) -> Kept:
        """What is kept about this person, over all servers."""
        async with self._connections.read() as connection:
            guilds = await _guilds(connection, user_id)
            playing = await _playing(connection, user_id)
            challenges = await _challenges(connection, user_id)
            row = (
                await connection.execute(select(people).where(people.c.id == user_id))
            ).one_or_none()

            async def count(table: Any, *which: ColumnElement[bool]) -> int:
                found = await connection.scalar(
                    select(func.count()).select_from(table).where(*which)
                )
                return found or 0

            mine = seats.c.user_id == user_id
            return Kept(
                servers=len(guilds),
                games=await count(seats, mine),
                playing=playing,
                inviting=sum(is_open for is_open in challenges.values()),
                actions=await count(
                    actions.join(
                        seats,
                        (seats.c.game_id == actions.c.game_id) & (seats.c.seat == actions.c.seat),
                    ),
                    mine,
                ),
                results=await count(results, results.c.user_id == user_id),
                ratings=await count(
                    ratings, ratings.c.guild_id.in_(guilds), ratings.c.user_id == user_id
                ),
                boards=sum([await count(tallies, *_lines_of(guild, user_id)) for guild in guilds]),
                contracts=await count(
                    contracts, contracts.c.guild_id.in_(guilds), contracts.c.user_id == user_id
                ),
                invitations=len(challenges),
                name=None if row is None else row.name,
                settings=row is not None
                and (row.language, row.four_colours, row.pings, row.turn_pings, row.in_words)
                != (None, False, True, True, False),
                taken_out=bool(await self._absentees.among(connection, (user_id,))),
            )

    async def taken_out(self, user_id: int) -> bool:
        """Whether this person was taken out and has not come back."""
        return await self._absentees.out(user_id)

    async def take_out(
        self, user_id: int, at: datetime, shown_since: datetime | None = None
    ) -> tuple[int, ...]:
        """Take a person out of everything that is kept, on all servers, for good.

        Gives the last games of the person whose message was posted after ``shown_since``, at most
        ``REDRAWN`` of them: it names the person until it is drawn anew.

        From then on the person's name is not stored, and a game that the person plays counts for
        nobody once it is over, until ``come_back``.  Raises ``StillPlaying`` while games of the
        person are not over or challenges open; nothing has changed then.
        """
        async with self._connections.write() as connection:
            guilds = await _guilds(connection, user_id)
            await hold(connection, guilds)
            playing = await _playing(connection, user_id)
            challenges = await _challenges(connection, user_id)
            inviting = sum(is_open for is_open in challenges.values())
            if playing or inviting:
                raise StillPlaying(playing, inviting)
            shown = () if shown_since is None else await _shown(connection, user_id, shown_since)
            for guild_id in guilds:
                await _replace(connection, guild_id, user_id)
            await connection.execute(
                delete(invitations).where(invitations.c.id.in_(list(challenges)))
            )
            await connection.execute(delete(people).where(people.c.id == user_id))
            await self._absentees.add(connection, user_id, at)
        self._people.forget(user_id)
        return shown

    async def come_back(self, user_id: int) -> bool:
        """Let future games of this person count again; whether the person was taken out.

        What was taken out stays so: the person begins anew.
        """
        async with self._connections.write() as connection:
            was_out = await self._absentees.remove(connection, user_id)
        self._people.forget(user_id)
        return was_out


async def _guilds(connection: AsyncConnection, user_id: int) -> list[int]:
    """The servers on which the person has a seat or a result, in order."""
    sat = (
        select(games.c.guild_id)
        .join(seats, seats.c.game_id == games.c.id)
        .where(seats.c.user_id == user_id)
    )
    counted = select(results.c.guild_id).where(results.c.user_id == user_id)
    found = await connection.execute(sat.union(counted))
    return sorted(guild_id for (guild_id,) in found)


async def _playing(connection: AsyncConnection, user_id: int) -> int:
    found = await connection.scalar(
        select(func.count())
        .select_from(seats.join(games, games.c.id == seats.c.game_id))
        .where(seats.c.user_id == user_id, games.c.state != "over")
    )
    return found or 0


async def _shown(connection: AsyncConnection, user_id: int, since: datetime) -> tuple[int, ...]:
    """The last games of this person whose message was posted after ``since``."""
    found = await connection.scalars(
        select(games.c.id)
        .join(seats, seats.c.game_id == games.c.id)
        .where(
            seats.c.user_id == user_id, games.c.message_id.is_not(None), games.c.message_at > since
        )
        .order_by(games.c.message_at.desc())
        .limit(REDRAWN)
    )
    return tuple(found)


async def _challenges(connection: AsyncConnection, user_id: int) -> dict[int, bool]:
    """The challenges and lobbies that name this person, and whether each is open."""
    found = await connection.execute(
        select(
            invitations.c.id,
            invitations.c.state,
            invitations.c.host_id,
            invitations.c.opponent_id,
            invitations.c.seats,
        ).where(
            or_(
                invitations.c.host_id == user_id,
                invitations.c.opponent_id == user_id,
                cast(invitations.c.seats, Text).contains(str(user_id)),
            )
        )
    )
    return {
        row.id: row.state == "open"
        for row in found
        if user_id in (row.host_id, row.opponent_id)
        or any(seat["user_id"] == user_id for seat in row.seats)
    }


def _lines_of(guild_id: int, user_id: int) -> tuple[ColumnElement[bool], ...]:
    """Which lines of boards are this person's on a server.

    They are stored by time and kind first, without which all of the server would be read.
    """
    of_server = tallies.c.guild_id == guild_id
    key = tallies.c.period, tallies.c.kind
    return of_server, tuple_(*key).in_(differing(of_server, *key)), tallies.c.user_id == user_id


async def _replace(connection: AsyncConnection, guild_id: int, user_id: int) -> None:
    """Put an id drawn by lot in the person's place on this server, and delete the standing."""
    stand_in = pseudonym()
    of_server = select(games.c.id).where(games.c.guild_id == guild_id)
    await connection.execute(
        update(seats)
        .where(seats.c.user_id == user_id, seats.c.game_id.in_(of_server))
        .values(user_id=stand_in)
    )
    await connection.execute(
        update(results)
        .where(results.c.user_id == user_id, results.c.guild_id == guild_id)
        .values(user_id=stand_in)
    )
    await connection.execute(delete(tallies).where(*_lines_of(guild_id, user_id)))
    for table in (ratings, rating_changes, contracts):
        await connection.execute(
            delete(table).where(table.c.guild_id == guild_id, table.c.user_id == user_id)
        )
    await connection.execute(
        delete(meetings).where(
            meetings.c.guild_id == guild_id,
            or_(meetings.c.user_id == user_id, meetings.c.other_id == user_id),
        )
    )
