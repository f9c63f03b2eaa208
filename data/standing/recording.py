"""The end of a game entered in the log and in everything derived from it, in one transaction."""

from __future__ import annotations

from collections import defaultdict
from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.absentees import Absentees
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
    servers,
    tallies,
)
from data.standing import declared, rows
from data.standing.ledger import (
    OVER_ALL,
    Entry,
    Finished,
    Ledger,
    PersonKey,
    Rated,
    Run,
    Tally,
    TallyKey,
    pairs_of,
    people_of,
)
from data.standing.periods import ALL_TIME, day_of
from data.standing.rating import Skill
from data.standing.records import MIXED, GameRatings, RatingChange

_FACTS = select(games.c.guild_id, games.c.kind, games.c.hinted)
_SEASON = select(seasons.c.id).where(
    seasons.c.guild_id == bindparam("guild"), seasons.c.ended_at.is_(None)
)
_CHANGES = insert(rating_changes)


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
            set_={"counts": contract.excluded.counts},
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
        guild_id, kind, hinted = (
            await connection.execute(_FACTS.where(games.c.id == game_id))
        ).one()
        # The row of the server is held from here on: its games end one after another, and neither
        # does a season end nor is anything made anew meanwhile.
        sequence = await connection.scalar(self._count, {"id": guild_id, "updated_at": at})
        season_id = await connection.scalar(_SEASON, {"guild": guild_id})
        level = end.level or (MIXED if any(each.user_id is None for each in end.results) else None)
        ids = [result.user_id for result in end.results if result.user_id is not None]
        former = await self._absentees.leave_game(connection, game_id, ids)
        game = Finished(
            game_id=game_id,
            kind=kind,
            at=at,
            day=day_of(at),
            season_id=season_id,
            reason=end.reason,
            hinted=hinted,
            level=level,
            private=bool(former) or any(user_id < 0 for user_id in ids),
            entries=tuple(
                Entry(
                    result.seat,
                    former.get(result.user_id or 0, result.user_id),
                    result.points,
                    result.won,
                    result.place,
                    result.deals,
                    declared.write(result.declared),
                )
                for result in end.results
            ),
        )
        people = [user_id for user_id, _ in people_of(game)]
        ledger = Ledger()
        if people:
            await self._load(connection, guild_id, game, people, ledger)
        unrated = ledger.enter(game)
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
                    "unrated": unrated,
                }
                for entry in game.entries
            ],
        )
        await self._store(connection, guild_id, game, ledger)
        return GameRatings(
            unrated,
            tuple(
                RatingChange(
                    change.seat,
                    change.user_id,
                    change.before,
                    change.after,
                    change.provisional_before,
                    change.provisional,
                    change.number == 1,
                )
                for change in ledger.changes
            ),
            former,
        )

    async def _load(
        self,
        connection: AsyncConnection,
        guild_id: int,
        game: Finished,
        people: list[int],
        ledger: Ledger,
    ) -> None:
        """Load what the next numbers follow from: runs, ratings, and today's rated games."""
        runs = await connection.execute(
            select(
                tallies.c.user_id,
                tallies.c.kind,
                tallies.c.against,
                tallies.c.streak,
                tallies.c.longest,
            ).where(
                tallies.c.guild_id == guild_id,
                tallies.c.user_id.in_(people),
                tallies.c.kind.in_((OVER_ALL, game.kind)),
                tallies.c.period == ALL_TIME.key,
            )
        )
        for user_id, kind, against, streak, longest in runs:
            ledger.runs[user_id, kind, against] = Run(streak, longest)
        if game.level is not None or game.hinted:
            return
        found = await connection.execute(
            select(ratings.c.user_id, ratings.c.mu, ratings.c.sigma, ratings.c.games).where(
                ratings.c.guild_id == guild_id,
                ratings.c.kind == game.kind,
                ratings.c.user_id.in_(people),
            )
        )
        for user_id, mu, sigma, count in found:
            skill = Skill(mu, sigma)
            ledger.ratings[game.kind, user_id] = Rated(skill, count, skill.shown, skill.provisional)
        start = game.at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        today = await connection.execute(
            select(results.c.game_id, results.c.user_id).where(
                results.c.user_id.in_(people),
                results.c.guild_id == guild_id,
                results.c.finished_at >= start,
                results.c.finished_at < start + timedelta(days=1),
                results.c.unrated.is_(None),
            )
        )
        together: defaultdict[int, set[int]] = defaultdict(set)
        for game_id, user_id in today:
            together[game_id].add(user_id)
        for pair in pairs_of(people_of(game)):
            ledger.days[game.day, pair] = sum([met.issuperset(pair) for met in together.values()])

    async def _store(
        self, connection: AsyncConnection, guild_id: int, game: Finished, ledger: Ledger
    ) -> None:
        lines = await self._lines(connection, guild_id, ledger)
        words = await self._words(connection, guild_id, ledger)
        for table, statement, made in (
            (tallies, self._tallies, rows.tally_rows(guild_id, lines.items(), ledger.runs)),
            (ratings, self._ratings, rows.rating_rows(guild_id, ledger.ratings.items())),
            (rating_changes, _CHANGES, rows.change_rows(guild_id, ledger.changes)),
            (contracts, self._contracts, rows.contract_rows(guild_id, words.items())),
            (meetings, self._meetings, rows.meeting_rows(guild_id, ledger.meetings.items())),
        ):
            if made:
                names = [column.name for column in table.c]
                await connection.execute(
                    statement, [dict(zip(names, row, strict=True)) for row in made]
                )

    async def _lines(
        self, connection: AsyncConnection, guild_id: int, ledger: Ledger
    ) -> dict[TallyKey, Tally]:
        """The lines that the game belongs to, those it was added to included."""
        added = ledger.tallies()
        if not added:
            return added
        found = await connection.execute(
            select(tallies).where(
                tallies.c.guild_id == guild_id,
                tallies.c.user_id.in_({key[0] for key in added}),
                tallies.c.kind.in_({key[1] for key in added}),
                tallies.c.period.in_({key[2] for key in added}),
                tallies.c.against.in_({key[3] for key in added}),
            )
        )
        lines: dict[TallyKey, Tally] = {}
        for row in found:
            lines[row.user_id, row.kind, row.period, row.against] = Tally(
                games=row.games,
                wins=row.wins,
                points=row.points,
                deals=row.deals,
                best=row.best or 0,
                best_game=row.best_game or 0,
                rated=row.rated,
                rating=row.rating,
                provisional=row.provisional,
            )
        for key, part in added.items():
            lines.setdefault(key, Tally()).add(part, key[1] != OVER_ALL)
        return lines

    async def _words(
        self, connection: AsyncConnection, guild_id: int, ledger: Ledger
    ) -> dict[PersonKey, dict[str, int]]:
        """The contracts of the people who declared some, these included."""
        words = dict(ledger.words)
        if not words:
            return words
        found = await connection.execute(
            select(contracts.c.user_id, contracts.c.kind, contracts.c.counts).where(
                contracts.c.guild_id == guild_id,
                contracts.c.user_id.in_({key[0] for key in words}),
                contracts.c.kind.in_({key[1] for key in words}),
            )
        )
        for user_id, kind, counts in found:
            counted = words[user_id, kind]
            for word, count in rows.read(counts).items():
                counted[word] = counted.get(word, 0) + count
        return words
