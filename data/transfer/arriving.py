"""Into a database: lines of an export, each game once however often it is read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.absentees import Absentees, pseudonym
from data.connections import Connections
from data.holding import hold
from data.people import People
from data.rows import new_number
from data.schema import actions, games, results, seasons, seats, servers
from data.transfer.lines import GameLine, SeasonLine

CHUNK: Final = 100  # games stored in one transaction


@dataclass(slots=True)
class Arrived:
    """What was taken in: games, those that were there already, and the servers that changed."""

    games: int = 0
    known: int = 0
    guilds: set[int] = field(default_factory=set[int])


class Arriving:
    """Takes in lines.

    Games follow those that the server has, in the order of the lines; ratings and boards are not
    touched: they are to be made anew afterwards.  A person who was taken out here is replaced.
    """

    def __init__(self, connections: Connections, people: People, absentees: Absentees) -> None:
        self._connections = connections
        self._people = people
        self._absentees = absentees
        self._seasons: dict[tuple[int, int], int] = {}
        self.arrived = Arrived()

    async def take(self, lines: Sequence[SeasonLine | GameLine], now: datetime) -> None:
        """Take in some lines, in one transaction."""
        names: dict[int, str] = {}
        async with self._connections.write() as connection:
            await hold(connection, {line.guild_id for line in lines})
            known = await _known(connection, lines)
            for line in lines:
                if isinstance(line, SeasonLine):
                    await self._season(connection, line, now)
                elif (line.guild_id, line.commitment) in known:
                    self.arrived.known += 1
                else:
                    await self._game(connection, line, now, names)
                    known.add((line.guild_id, line.commitment))
            await self._people.add(connection, names)

    async def _season(self, connection: AsyncConnection, line: SeasonLine, now: datetime) -> None:
        found = await connection.scalar(
            select(seasons.c.id).where(
                seasons.c.guild_id == line.guild_id,
                seasons.c.name == line.name,
                seasons.c.started_at == line.started_at,
            )
        )
        if found is None:
            made = await connection.execute(
                insert(seasons).values(
                    guild_id=line.guild_id,
                    name=line.name,
                    started_at=line.started_at,
                    # What runs there does not go on here.
                    ended_at=line.ended_at or now,
                )
            )
            found = new_number(made)
        self._seasons[line.guild_id, line.key] = found

    async def _game(
        self, connection: AsyncConnection, line: GameLine, now: datetime, names: dict[int, str]
    ) -> None:
        counted = self._connections.insert(servers).values(
            id=line.guild_id, more={}, updated_at=now, finished=1
        )
        sequence = await connection.scalar(
            counted.on_conflict_do_update(
                index_elements=[servers.c.id], set_={"finished": servers.c.finished + 1}
            ).returning(servers.c.finished)
        )
        out = await self._absentees.among(
            connection, [each.user_id for each in line.seats if each.user_id is not None]
        )
        stand_ins = {user_id: pseudonym() for user_id in out}
        users = {each.seat: stand_ins.get(each.user_id or 0, each.user_id) for each in line.seats}
        game_id = await _insert_game(connection, line)
        await connection.execute(
            insert(seats),
            [
                {
                    "game_id": game_id,
                    "seat": each.seat,
                    "user_id": users[each.seat],
                    "level": each.level,
                    "taken_over": each.taken_over,
                }
                for each in line.seats
            ],
        )
        if line.actions:
            await connection.execute(
                insert(actions),
                [
                    {"game_id": game_id, "number": number, "seat": seat, "text": text, "at": at}
                    for number, (seat, text, at) in enumerate(line.actions)
                ],
            )
        private = line.private or bool(out)
        await connection.execute(
            insert(results),
            [
                {
                    "game_id": game_id,
                    "seat": each.seat,
                    "guild_id": line.guild_id,
                    "kind": line.kind,
                    "user_id": users[each.seat],
                    "against_computers": line.level is not None,
                    "won": each.won,
                    "points": each.points,
                    "place": each.place,
                    "reason": line.reason,
                    "given_up": each.given_up,
                    "finished_at": line.finished_at,
                    "sequence": sequence,
                    "season_id": self._season_of(line),
                    "hinted": line.hinted,
                    "level": line.level,
                    "deals": each.deals,
                    "declared": each.declared,
                    "unrated": "private" if private else None,
                }
                for each in line.seats
            ],
        )
        names.update(
            {
                each.user_id: each.name
                for each in line.seats
                if each.user_id is not None and each.user_id > 0 and each.name
            }
        )
        self.arrived.games += 1
        self.arrived.guilds.add(line.guild_id)

    def _season_of(self, line: GameLine) -> int | None:
        if line.season is None:
            return None
        return self._seasons.get((line.guild_id, line.season))


async def _known(
    connection: AsyncConnection, lines: Iterable[SeasonLine | GameLine]
) -> set[tuple[int, str]]:
    """Those of these games that are there already."""
    wanted = [line.commitment for line in lines if isinstance(line, GameLine)]
    found = await connection.execute(
        select(games.c.guild_id, games.c.commitment).where(games.c.commitment.in_(wanted))
    )
    return {(guild_id, commitment) for guild_id, commitment in found}


async def _insert_game(connection: AsyncConnection, line: GameLine) -> int:
    previous = None
    if line.previous is not None:
        rematch = games.alias("rematch")
        previous = await connection.scalar(
            select(games.c.id)
            .outerjoin(rematch, rematch.c.previous == games.c.id)
            .where(
                games.c.guild_id == line.guild_id,
                games.c.commitment == line.previous,
                rematch.c.id.is_(None),
            )
        )
    made = await connection.execute(
        insert(games).values(
            kind=line.kind,
            options=dict(line.options),
            seed=line.seed,
            commitment=line.commitment,
            rules=line.rules,
            guild_id=line.guild_id,
            channel_id=line.channel_id,
            state="over",
            reason=line.reason,
            moves=len(line.actions),
            computer_due=False,
            to_act=0,
            previous=previous,
            hinted=line.hinted,
            created_at=line.created_at,
            updated_at=line.finished_at,
            finished_at=line.finished_at,
        )
    )
    return new_number(made)
