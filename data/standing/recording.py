"""The end of a game entered in the log and in everything derived from it, in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    String,
    bindparam,
    insert,
    literal_column,
    null,
    select,
    union_all,
    update,
)

from data import plain
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

# In the columns' order of a line's key, of ``Tally``, of ``Run``.
_LINE: Final = (
    *(tallies.c.period, tallies.c.kind, tallies.c.user_id, tallies.c.against),
    *(tallies.c.games, tallies.c.wins, tallies.c.points, tallies.c.deals),
    *(tallies.c.best, tallies.c.best_game),
    *(tallies.c.rated, tallies.c.rating, tallies.c.provisional),
    *(tallies.c.streak, tallies.c.longest),
)
# What else the next numbers follow from, and which of these a row is.
_RATING, _WORDS, _TODAY = 0, 1, 2
_NOTHING: Final[ColumnElement[Any]] = null()


class Recorder:
    """Enters the ends of games."""

    def __init__(self, connections: Connections, absentees: Absentees) -> None:
        self._connections = connections
        self._absentees = absentees
        insertion = connections.insert
        self._finish = plain.Statement(
            update(games)
            .where(games.c.id == bindparam("game"))
            .values(
                state="over",
                reason=bindparam("because"),
                finished_at=bindparam("at"),
                computer_due=False,
                to_act=0,
                deadline=null(),
                alarm=null(),
            )
            .returning(games.c.guild_id, games.c.kind, games.c.hinted)
        )
        counted = insertion(servers).values(
            id=bindparam("guild"),
            more=literal_column("'{}'"),
            finished=1,
            updated_at=bindparam("at"),
        )
        self._count = plain.Statement(
            counted.on_conflict_do_update(
                index_elements=[servers.c.id], set_={"finished": servers.c.finished + 1}
            ).returning(servers.c.finished)
        )
        self._season = plain.Statement(
            select(seasons.c.id).where(
                seasons.c.guild_id == bindparam("guild"), seasons.c.ended_at.is_(None)
            )
        )
        self._loading: dict[int, tuple[plain.Statement, plain.Statement]] = {}
        self._results = plain.Statement(insert(results))
        self._changes = plain.Statement(insert(rating_changes))
        self._tallies, self._ratings, self._contracts = (
            plain.Statement(connections.replace(table)) for table in (tallies, ratings, contracts)
        )
        meeting = insertion(meetings)
        self._meetings = plain.Statement(
            meeting.on_conflict_do_update(
                index_elements=[column.name for column in meetings.primary_key],
                set_={
                    name: meetings.c[name] + meeting.excluded[name]
                    for name in ("games", "ahead", "behind")
                },
            )
        )

    async def entering(
        self, game_id: int, end: End, at: datetime
    ) -> Callable[[plain.Asking], GameRatings]:
        """What ends a game, enters its result, and says what it meant for ratings.

        To be done in a transaction, in which the last action is stored.
        """
        ids = [result.user_id for result in end.results if result.user_id is not None]
        known = await self._absentees.recognised(ids)
        midnight = at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
        moment = self._connections.moment
        moments = Moments(
            day_of(at), moment(at), moment(midnight), moment(midnight + timedelta(days=1))
        )
        return lambda asking: self.record(asking, game_id, end, moments, known)

    def record(
        self,
        asking: plain.Asking,
        game_id: int,
        end: End,
        moments: Moments,
        known: Mapping[bytes, int],
    ) -> GameRatings:
        """Do what ``entering`` prepared; ``known`` are the players by their fingerprints."""
        ((guild_id, kind, hinted),) = asking.rows(
            self._finish, game=game_id, because=end.reason, at=moments.at
        )
        # The row of the server is held from here on: its games end one after another, and neither
        # does a season end nor is anything made anew meanwhile.
        ((sequence,),) = asking.rows(self._count, guild=guild_id, at=moments.at)
        season = asking.rows(self._season, guild=guild_id)
        level = end.level or (MIXED if any(each.user_id is None for each in end.results) else None)
        former = self._absentees.leave(asking, game_id, known)
        game = Finished(
            game_id=game_id,
            kind=kind,
            at=moments.at,
            day=moments.day,
            season_id=season[0][0] if season else None,
            reason=end.reason,
            hinted=bool(hinted),
            level=level,
            private=bool(former) or any(user_id < 0 for user_id in known.values()),
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
        held, words = self._load(asking, guild_id, game, moments, ledger)
        unrated = ledger.enter(game)
        given_up = {result.seat for result in end.results if result.given_up}
        for statement, made in (
            (self._results, rows.result_rows(guild_id, game, sequence, unrated, given_up)),
            (
                self._tallies,
                rows.tally_rows(guild_id, _added(held, ledger).items(), ledger.runs),
            ),
            (self._ratings, rows.rating_rows(guild_id, ledger.ratings.items())),
            (self._changes, rows.change_rows(guild_id, ledger.changes)),
            (self._contracts, rows.contract_rows(guild_id, _more(words, ledger).items())),
            (self._meetings, rows.meeting_rows(guild_id, ledger.meetings.items())),
        ):
            asking.store(statement, made)
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

    def _load(
        self,
        asking: plain.Asking,
        guild_id: int,
        game: Finished,
        moments: Moments,
        ledger: Ledger,
    ) -> tuple[dict[TallyKey, Tally], dict[int, str]]:
        """Load what the next numbers follow from: runs, ratings, and today's rated games.

        Gives the lines of boards and the contracts that there are.
        """
        people = [user_id for user_id, _ in people_of(game)]
        if not people or game.private or game.reason == ABORTED:
            return {}, {}
        whom = HINTS if game.hinted else game.level or PEOPLE
        month = game.day // 100
        season = ALL_TIME.key if game.season_id is None else -game.season_id
        boards = buckets(whom)
        asked: dict[str, Any] = {f"person{n}": user_id for n, user_id in enumerate(people)}
        asked |= {"guild": guild_id, "of_kind": game.kind}
        loading = self._loading.get(len(people))
        if loading is None:
            loading = self._loading[len(people)] = _loading(len(people))
        lines, known = loading
        held: dict[TallyKey, Tally] = {}
        for period, kind, user_id, against, *counts, streak, longest in asking.rows(
            lines,
            **asked,
            year=month // 100,
            month=month,
            season=season,
            whom=boards[0],
            or_whom=boards[-1],
        ):
            held[period, kind, user_id, against] = _tally(*counts)
            if period == ALL_TIME.key:
                ledger.runs[user_id, kind, against] = Run(streak, longest)
        if game.hinted:
            return held, {}
        found = asking.rows(known, **asked, midnight=moments.midnight, next_midnight=moments.next)
        if whom == PEOPLE:
            _know(game, found, ledger)
        return held, {row[1]: row[5] for row in found if row[0] == _WORDS}


class Moments(NamedTuple):
    """When a game ended, and that day (UTC), whose number is ``day``, as they are stored."""

    day: int
    at: Any
    midnight: Any
    next: Any


def _loading(count: int) -> tuple[plain.Statement, plain.Statement]:
    """Lines of so many people, and what else the next numbers follow from."""
    guild, kind = bindparam("guild", type_=BigInteger), bindparam("of_kind", type_=String)
    people = [bindparam(f"person{number}", type_=BigInteger) for number in range(count)]
    whom = [bindparam(name, type_=String) for name in ("whom", "or_whom")]
    periods = [bindparam(name, type_=Integer) for name in ("year", "month", "season")]
    lines = select(*_LINE).where(
        tallies.c.guild_id == guild,
        tallies.c.user_id.in_(people),
        tallies.c.kind.in_([literal_column(f"'{OVER_ALL}'"), kind]),
        tallies.c.period.in_([literal_column(str(ALL_TIME.key)), *periods]),
        tallies.c.against.in_(whom),
    )
    # A part, whose, a number, mu, sigma, counts.
    rated = select(
        _part(_RATING),
        ratings.c.user_id,
        ratings.c.games,
        ratings.c.mu,
        ratings.c.sigma,
        _NOTHING,
    ).where(ratings.c.guild_id == guild, ratings.c.kind == kind, ratings.c.user_id.in_(people))
    words = select(
        _part(_WORDS), contracts.c.user_id, _NOTHING, _NOTHING, _NOTHING, contracts.c.counts
    ).where(
        contracts.c.guild_id == guild, contracts.c.kind == kind, contracts.c.user_id.in_(people)
    )
    today = select(
        _part(_TODAY), results.c.user_id, results.c.game_id, _NOTHING, _NOTHING, _NOTHING
    ).where(
        results.c.user_id.in_(people),
        results.c.guild_id == guild,
        results.c.finished_at >= bindparam("midnight"),
        results.c.finished_at < bindparam("next_midnight"),
        results.c.unrated.is_(None),
    )
    return plain.Statement(lines), plain.Statement(union_all(rated, words, today))


def _part(number: int) -> ColumnElement[int]:
    return literal_column(str(number), Integer)


def _know(game: Finished, known: Iterable[Any], ledger: Ledger) -> None:
    """Put ratings and the rated games of the day into the ledger."""
    together: defaultdict[int, set[int]] = defaultdict(set)
    for part, user_id, number, mu, sigma, _ in known:
        if part == _RATING:
            skill = Skill(mu, sigma)
            ledger.ratings[game.kind, user_id] = Rated(
                skill, number, skill.shown, skill.provisional
            )
        elif part == _TODAY:
            together[number].add(user_id)
    for pair in pairs_of(people_of(game)):
        ledger.days[game.day, pair] = sum([met.issuperset(pair) for met in together.values()])


def _tally(
    games: int,
    wins: int,
    points: int,
    deals: int,
    best: int | None,
    best_game: int | None,
    *rating: Any,
) -> Tally:
    return Tally(games, wins, points, deals, best or 0, best_game or 0, *rating)


def _added(held: dict[TallyKey, Tally], ledger: Ledger) -> dict[TallyKey, Tally]:
    """The lines that the game belongs to, those it was added to included."""
    lines: dict[TallyKey, Tally] = {}
    for key, part in ledger.tallies().items():
        lines[key] = line = held.get(key) or Tally()
        line.add(part, key[1] != OVER_ALL)
    return lines


def _more(words: dict[int, str], ledger: Ledger) -> dict[PersonKey, dict[str, int]]:
    """The contracts of the people who declared some, these included."""
    more = ledger.words()
    for (user_id, _), counted in more.items():
        for word, count in rows.read(words.get(user_id, "")).items():
            counted[word] = counted.get(word, 0) + count
    return more
