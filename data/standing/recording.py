"""The end of a game entered in the log and in everything derived from it, in one transaction."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data.absentees import Absentees, pseudonym
from data.connections import Connections
from data.records import End
from data.schema import (
    contracts,
    games,
    meetings,
    rating_changes,
    ratings,
    results,
    seasons,
    seats,
    servers,
    tallies,
)
from data.standing import declared, rows
from data.standing.ledger import (
    OVER_ALL,
    Entry,
    Finished,
    Ledger,
    Rated,
    Tally,
    against_of,
    pairs_of,
    people_of,
    periods_of,
)
from data.standing.rating import Skill
from data.standing.records import MIXED, PEOPLE, GameRatings

_FACTS = select(
    games.c.guild_id,
    games.c.kind,
    games.c.hinted,
    select(seasons.c.id)
    .where(seasons.c.guild_id == games.c.guild_id, seasons.c.ended_at.is_(None))
    .scalar_subquery()
    .label("season_id"),
)


class Recorder:
    """Enters the ends of games."""

    def __init__(self, connections: Connections, absentees: Absentees) -> None:
        self._absentees = absentees
        insertion = connections.insert
        counted = insertion(servers).values(more={}, finished=1)
        self._count = counted.on_conflict_do_update(
            index_elements=[servers.c.id], set_={"finished": servers.c.finished + 1}
        ).returning(servers.c.finished)
        line = insertion(tallies)
        keys = [column.name for column in tallies.primary_key]
        self._tallies = line.on_conflict_do_update(
            index_elements=keys,
            set_={
                column.name: line.excluded[column.name]
                for column in tallies.c
                if column.name not in keys
            },
        )
        rating = insertion(ratings)
        self._ratings = rating.on_conflict_do_update(
            index_elements=[column.name for column in ratings.primary_key],
            set_={name: rating.excluded[name] for name in ("mu", "sigma", "games")},
        )
        contract = insertion(contracts)
        self._contracts = contract.on_conflict_do_update(
            index_elements=[column.name for column in contracts.primary_key],
            set_={name: contracts.c[name] + contract.excluded[name] for name in ("bid", "made")},
        )
        meeting = insertion(meetings)
        self._meetings = meeting.on_conflict_do_update(
            index_elements=[column.name for column in meetings.primary_key],
            set_={
                name: meetings.c[name] + meeting.excluded[name]
                for name in ("games", "ahead", "behind")
            },
        )

    async def record(
        self, connection: AsyncConnection, game_id: int, end: End, at: datetime
    ) -> GameRatings:
        """Enter the result of a game that has just ended, and say what it meant for ratings."""
        guild_id, kind, hinted, season_id = (
            await connection.execute(_FACTS.where(games.c.id == game_id))
        ).one()
        # The row of the server is held from here on: its games end one after another.
        sequence = await connection.scalar(self._count, {"id": guild_id, "updated_at": at})
        level = end.level or (MIXED if any(each.user_id is None for each in end.results) else None)
        names, private = await self._pseudonyms(connection, game_id, end)
        game = Finished(
            game_id=game_id,
            kind=kind,
            at=at,
            season_id=season_id,
            reason=end.reason,
            hinted=hinted,
            level=level,
            private=private,
            entries=tuple(
                Entry(
                    result.seat,
                    names.get(result.user_id, result.user_id),
                    result.points,
                    result.won,
                    result.place,
                    result.deals,
                    declared.write(result.declared),
                )
                for result in end.results
            ),
        )
        ledger = await self._loaded(connection, guild_id, game)
        outcome = ledger.enter(game)
        given_up = {result.seat: result.given_up for result in end.results}
        await connection.execute(
            insert(results),
            [
                {
                    "game_id": game_id,
                    "seat": entry.seat,
                    "guild_id": guild_id,
                    "kind": kind,
                    "user_id": entry.user_id,
                    "against_computers": level is not None,
                    "won": entry.won,
                    "points": entry.points,
                    "place": entry.place,
                    "reason": end.reason,
                    "given_up": given_up[entry.seat],
                    "finished_at": at,
                    "sequence": sequence,
                    "season_id": season_id,
                    "hinted": hinted,
                    "level": level,
                    "deals": entry.deals,
                    "declared": entry.declared,
                    "unrated": outcome.unrated,
                }
                for entry in game.entries
            ],
        )
        await self._store(connection, guild_id, ledger)
        return outcome

    async def _pseudonyms(
        self, connection: AsyncConnection, game_id: int, end: End
    ) -> tuple[dict[int | None, int], bool]:
        """New ids of those who were taken out and played all the same, put into their seats."""
        ids = [result.user_id for result in end.results if result.user_id is not None]
        out = await self._absentees.among(connection, ids)
        names: dict[int | None, int] = {user_id: pseudonym() for user_id in out}
        for user_id, name in names.items():
            await connection.execute(
                update(seats)
                .where(seats.c.game_id == game_id, seats.c.user_id == user_id)
                .values(user_id=name)
            )
        return names, bool(out) or any(user_id < 0 for user_id in ids)

    async def _loaded(self, connection: AsyncConnection, guild_id: int, game: Finished) -> Ledger:
        """A ledger that holds all of these people that the game may change."""
        ledger = Ledger()
        people = people_of(game)
        ids = [user_id for user_id, _ in people]
        if not ids:
            return ledger
        against = against_of(game.level, game.hinted)
        found = await connection.execute(
            select(tallies).where(
                tallies.c.guild_id == guild_id,
                tallies.c.user_id.in_(ids),
                tallies.c.kind.in_((OVER_ALL, game.kind)),
                tallies.c.period.in_(periods_of(game.at, game.season_id)),
                tallies.c.against.in_(against),
            )
        )
        for row in found:
            ledger.tallies[row.user_id, row.kind, row.period, row.against] = Tally(
                games=row.games,
                wins=row.wins,
                points=row.points,
                deals=row.deals,
                best=row.best,
                best_game=row.best_game,
                streak=row.streak,
                longest=row.longest,
                rated=row.rated,
                rating=row.rating,
                provisional=row.provisional,
            )
        if PEOPLE in against:
            await self._load_ratings(connection, guild_id, game, ids, ledger)
        return ledger

    async def _load_ratings(
        self,
        connection: AsyncConnection,
        guild_id: int,
        game: Finished,
        ids: list[int],
        ledger: Ledger,
    ) -> None:
        found = await connection.execute(
            select(ratings.c.user_id, ratings.c.mu, ratings.c.sigma, ratings.c.games).where(
                ratings.c.guild_id == guild_id,
                ratings.c.kind == game.kind,
                ratings.c.user_id.in_(ids),
            )
        )
        for user_id, mu, sigma, count in found:
            ledger.ratings[game.kind, user_id] = Rated(Skill(mu, sigma), count)
        start = game.at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        today = await connection.execute(
            select(results.c.game_id, results.c.user_id).where(
                results.c.user_id.in_(ids),
                results.c.guild_id == guild_id,
                results.c.finished_at >= start,
                results.c.finished_at < start + timedelta(days=1),
                results.c.unrated.is_(None),
            )
        )
        together: dict[int, set[int]] = {}
        for game_id, user_id in today:
            together.setdefault(game_id, set()).add(user_id)
        for pair in pairs_of(people_of(game)):
            ledger.days[start.date(), pair] = sum(
                [met.issuperset(pair) for met in together.values()]
            )

    async def _store(self, connection: AsyncConnection, guild_id: int, ledger: Ledger) -> None:
        for statement, made in (
            (self._tallies, rows.tally_rows(guild_id, ledger.tallies.items())),
            (self._ratings, rows.rating_rows(guild_id, ledger.ratings.items())),
            (insert(rating_changes), rows.change_rows(guild_id, ledger.changes)),
            (self._contracts, rows.contract_rows(guild_id, ledger.contracts.items())),
            (self._meetings, rows.meeting_rows(guild_id, ledger.meetings.items())),
        ):
            if made:
                await connection.execute(statement, made)
