"""The end of a game entered in the log and in everything derived from it, in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, bindparam, insert, literal, null, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from data import bulk
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
    ABORTED,
    OVER_ALL,
    Entry,
    Finished,
    Ledger,
    PersonKey,
    Rated,
    Run,
    Tally,
    TallyKey,
    buckets,
    pairs_of,
    people_of,
)
from data.standing.periods import ALL_TIME, day_of
from data.standing.rating import Skill
from data.standing.records import HINTS, MIXED, PEOPLE, GameRatings, RatingChange

# All are made once: to put one together takes SQLAlchemy longer than the database to answer it.
_FACTS: Final = select(games.c.guild_id, games.c.kind, games.c.hinted).where(
    games.c.id == bindparam("game")
)
_SEASON: Final = select(seasons.c.id).where(
    seasons.c.guild_id == bindparam("guild"), seasons.c.ended_at.is_(None)
)
_LINES: Final = select(tallies).where(
    tallies.c.guild_id == bindparam("guild"),
    tallies.c.user_id.in_(bindparam("people", expanding=True)),
    tallies.c.kind.in_(bindparam("kinds", expanding=True)),
    tallies.c.period.in_(bindparam("periods", expanding=True)),
    tallies.c.against.in_(bindparam("whom", expanding=True)),
)
# What else the next numbers follow from, and which of these a row is.
_RATING, _WORDS, _TODAY = 0, 1, 2
_KNOWN: Final = union_all(
    select(
        literal(_RATING).label("part"),
        ratings.c.user_id,
        ratings.c.games.label("number"),
        ratings.c.mu,
        ratings.c.sigma,
        null().label("counts"),
    ).where(
        ratings.c.guild_id == bindparam("guild"),
        ratings.c.kind == bindparam("of_kind"),
        ratings.c.user_id.in_(bindparam("people", expanding=True)),
    ),
    select(literal(_WORDS), contracts.c.user_id, null(), null(), null(), contracts.c.counts).where(
        contracts.c.guild_id == bindparam("guild"),
        contracts.c.kind == bindparam("of_kind"),
        contracts.c.user_id.in_(bindparam("people", expanding=True)),
    ),
    select(literal(_TODAY), results.c.user_id, results.c.game_id, null(), null(), null()).where(
        results.c.user_id.in_(bindparam("people", expanding=True)),
        results.c.guild_id == bindparam("guild"),
        results.c.finished_at >= bindparam("midnight"),
        results.c.finished_at < bindparam("next_midnight"),
        results.c.unrated.is_(None),
    ),
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
        self._results = bulk.Many(insert(results))
        self._changes = bulk.Many(insert(rating_changes))
        self._tallies, self._ratings, self._contracts = (
            bulk.Many(connections.replace(table)) for table in (tallies, ratings, contracts)
        )
        meeting = insertion(meetings)
        self._meetings = bulk.Many(
            meeting.on_conflict_do_update(
                index_elements=[column.name for column in meetings.primary_key],
                set_={
                    name: meetings.c[name] + meeting.excluded[name]
                    for name in ("games", "ahead", "behind")
                },
            )
        )

    async def record(
        self, connection: AsyncConnection, game_id: int, end: End, at: datetime
    ) -> GameRatings:
        """Enter the result of a game that has just ended, and say what it meant for ratings."""
        guild_id, kind, hinted = (await connection.execute(_FACTS, {"game": game_id})).one()
        # The row of the server is held from here on: its games end one after another, and neither
        # does a season end nor is anything made anew meanwhile.
        counted = await connection.execute(self._count, {"id": guild_id, "updated_at": at})
        sequence: int = counted.scalar_one()
        season_id = await connection.scalar(_SEASON, {"guild": guild_id})
        level = end.level or (MIXED if any(each.user_id is None for each in end.results) else None)
        ids = [result.user_id for result in end.results if result.user_id is not None]
        former = await self._absentees.leave_game(connection, game_id, ids)
        game = Finished(
            game_id=game_id,
            kind=kind,
            at=bulk.moment(connection, at),
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
        ledger = Ledger()
        held, words = await self._load(connection, guild_id, game, at, ledger)
        unrated = ledger.enter(game)
        for part, made in (
            (
                self._results,
                rows.result_rows(
                    guild_id, game, sequence, unrated, {x.seat for x in end.results if x.given_up}
                ),
            ),
            (
                self._tallies,
                rows.tally_rows(guild_id, _added(held, ledger).items(), ledger.runs),
            ),
            (self._ratings, rows.rating_rows(guild_id, ledger.ratings.items())),
            (self._changes, rows.change_rows(guild_id, ledger.changes)),
            (self._contracts, rows.contract_rows(guild_id, _more(words, ledger).items())),
            (self._meetings, rows.meeting_rows(guild_id, ledger.meetings.items())),
        ):
            await part.store(connection, made)
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
        at: datetime,
        ledger: Ledger,
    ) -> tuple[dict[TallyKey, Tally], dict[int, str]]:
        """Load what the next numbers follow from: runs, ratings, and today's rated games.

        Gives the lines of boards and the contracts that there are.
        """
        people = [user_id for user_id, _ in people_of(game)]
        if not people or game.reason == ABORTED:
            return {}, {}
        whom = HINTS if game.hinted else game.level or PEOPLE
        month = game.day // 100
        periods = [ALL_TIME.key, month // 100, month]
        if game.season_id is not None:
            periods.append(-game.season_id)
        asked = {"guild": guild_id, "people": people}
        found = await connection.execute(
            _LINES,
            asked
            | {"kinds": [OVER_ALL, game.kind], "periods": periods, "whom": list(buckets(whom))},
        )
        held: dict[TallyKey, Tally] = {}
        for row in found:
            key = row.user_id, row.kind, row.period, row.against
            held[key] = _tally(row)
            if row.period == ALL_TIME.key:
                ledger.runs[row.user_id, row.kind, row.against] = Run(row.streak, row.longest)
        if game.hinted:
            return held, {}
        midnight = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        known = (
            await connection.execute(
                _KNOWN,
                asked
                | {
                    "of_kind": game.kind,
                    "midnight": midnight,
                    "next_midnight": midnight + timedelta(days=1),
                },
            )
        ).all()
        if whom == PEOPLE:
            _know(game, known, ledger)
        return held, {row.user_id: row.counts for row in known if row.part == _WORDS}


def _know(game: Finished, known: Iterable[Any], ledger: Ledger) -> None:
    """Put ratings and the rated games of the day into the ledger."""
    together: defaultdict[int, set[int]] = defaultdict(set)
    for row in known:
        if row.part == _RATING:
            skill = Skill(row.mu, row.sigma)
            ledger.ratings[game.kind, row.user_id] = Rated(
                skill, row.number, skill.shown, skill.provisional
            )
        elif row.part == _TODAY:
            together[row.number].add(row.user_id)
    for pair in pairs_of(people_of(game)):
        ledger.days[game.day, pair] = sum([met.issuperset(pair) for met in together.values()])


def _tally(row: Row[Any]) -> Tally:
    return Tally(
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


def _added(held: dict[TallyKey, Tally], ledger: Ledger) -> dict[TallyKey, Tally]:
    """The lines that the game belongs to, those it was added to included."""
    lines: dict[TallyKey, Tally] = {}
    for key, part in ledger.tallies().items():
        lines[key] = line = held.get(key) or Tally()
        line.add(part, key[1] != OVER_ALL)
    return lines


def _more(words: dict[int, str], ledger: Ledger) -> dict[PersonKey, dict[str, int]]:
    """The contracts of the people who declared some, these included."""
    for (user_id, _), counted in ledger.words.items():
        for word, count in rows.read(words.get(user_id, "")).items():
            counted[word] = counted.get(word, 0) + count
    return ledger.words
