"""The one place where a finished game becomes ratings, lines of boards, contracts, meetings.

A ``Ledger`` is of one server.  Games are entered in the order of their ``sequence``; the same
games in the same order give the same numbers to the last bit, whether they were entered one by
one as they ended or all at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import combinations, product
from typing import Final, NamedTuple

from data.standing import declared
from data.standing.rating import NEWCOMER, RANKED_FROM, Skill, rate
from data.standing.records import (
    COMPUTERS,
    HINTS,
    MIXED,
    PEOPLE,
    GameRatings,
    RatingChange,
    Unrated,
)

DAILY: Final = 10
"""So many rated games a day (UTC) count for the same two people on a server."""
ABORTED: Final = "aborted"
OVER_ALL: Final = ""
"""The kind of a tally over all games."""

TallyKey = tuple[int, str, int, str]  # user id, kind, period, against
RatingKey = tuple[str, int]  # kind, user id
ContractKey = tuple[int, str, int, str, int]  # user id, kind, level, strain, doubled
MeetingKey = tuple[int, int, str]  # user id, the other's, kind
Pair = tuple[int, int]  # two people, the lower id first


class Entry(NamedTuple):
    """What a game came to for one seat; ``user_id`` ``None`` for a computer."""

    seat: int
    user_id: int | None
    points: int
    won: bool
    place: int
    deals: int
    declared: str


People = list[tuple[int, Entry]]


class Finished(NamedTuple):
    """A finished game as the ledger takes it.

    ``level`` is that of the computers in it (``None``: people only).  ``private`` says that
    somebody in it was taken out when it ended.
    """

    game_id: int
    kind: str
    at: datetime
    season_id: int | None
    reason: str
    hinted: bool
    level: str | None
    private: bool
    entries: tuple[Entry, ...]


@dataclass(slots=True)
class Tally:
    """One person's line on one board, and what a profile tells besides."""

    games: int = 0
    wins: int = 0
    points: int = 0
    deals: int = 0
    best: int = 0
    best_game: int = 0
    streak: int = 0
    longest: int = 0
    rated: int = 0
    rating: int | None = None
    provisional: bool | None = None

    @property
    def share(self) -> int:
        """The share of games won, in millionths."""
        return self.wins * 1_000_000 // self.games

    @property
    def ranked(self) -> bool | None:
        """Whether a board by rating ranks this person; ``None`` if it does not list the person."""
        return None if self.rating is None else self.rated >= RANKED_FROM

    def add(self, game_id: int, entry: Entry) -> None:
        """Count a game."""
        if not self.games or entry.points > self.best:
            self.best, self.best_game = entry.points, game_id
        self.games += 1
        self.points += entry.points
        self.deals += entry.deals
        if entry.won:
            self.wins += 1
            self.streak = self.streak + 1 if self.streak > 0 else 1
            self.longest = max(self.longest, self.streak)
        else:
            self.streak = self.streak - 1 if self.streak < 0 else -1


@dataclass(slots=True)
class Rated:
    """A person's skill at one game, and after how many rated games."""

    skill: Skill = NEWCOMER
    games: int = 0


class Change(NamedTuple):
    """What a rated game did to one person; ``number`` counts the person's rated games."""

    game_id: int
    seat: int
    kind: str
    user_id: int
    number: int
    before: int
    after: int
    skill: Skill
    provisional_before: bool
    provisional: bool
    at: datetime


class Ledger:
    """The standing of a server's people, as far as it is loaded or was entered.

    ``tallies`` and ``ratings`` hold the present state, which whoever enters single games loads
    first; ``contracts`` and ``meetings`` what was added; ``days`` the rated games of each pair
    and day.  Former players (negative ids) have ratings here, since those of others rest on
    theirs, and nothing else.
    """

    def __init__(self) -> None:
        self.tallies: dict[TallyKey, Tally] = {}
        self.ratings: dict[RatingKey, Rated] = {}
        self.contracts: dict[ContractKey, list[int]] = {}
        self.meetings: dict[MeetingKey, list[int]] = {}
        self.days: defaultdict[tuple[date, Pair], int] = defaultdict(int)
        self.changes: list[Change] = []

    def enter(self, game: Finished) -> GameRatings:
        """Count a finished game, and say what it meant for ratings."""
        people = people_of(game)
        unrated = self._unrated(game, people)
        changes = () if unrated else self._rate(game, people)
        if game.reason != ABORTED:
            against = against_of(game.level, game.hinted)
            periods = periods_of(game.at, game.season_id)
            for user_id, entry in people:
                if user_id > 0:
                    self._tally(game, user_id, entry, against, periods)
            if PEOPLE in against:
                self._meet(game.kind, people)
        return GameRatings(unrated, changes)

    def _unrated(self, game: Finished, people: People) -> Unrated | None:
        if game.reason == ABORTED:
            return "aborted"
        if len(people) < 2 or len(people) < len(game.entries):
            return "computers"
        if game.hinted:
            return "hints"
        if game.private:
            return "private"
        day = game.at.astimezone(UTC).date()
        pairs = [(day, pair) for pair in pairs_of(people)]
        if any(self.days[pair] >= DAILY for pair in pairs):
            return "daily"
        for pair in pairs:
            self.days[pair] += 1
        return None

    def _rate(self, game: Finished, people: People) -> tuple[RatingChange, ...]:
        known = [self._rated(game.kind, user_id) for user_id, _ in people]
        skills = rate([each.skill for each in known], [entry.place for _, entry in people])
        made: list[RatingChange] = []
        for (user_id, entry), each, after in zip(people, known, skills, strict=True):
            each.games += 1
            change = Change(
                game.game_id,
                entry.seat,
                game.kind,
                user_id,
                each.games,
                each.skill.shown,
                after.shown,
                after,
                each.skill.provisional,
                after.provisional,
                game.at,
            )
            each.skill = after
            self.changes.append(change)
            made.append(
                RatingChange(
                    change.seat,
                    user_id,
                    change.before,
                    change.after,
                    change.provisional_before,
                    change.provisional,
                    change.number == 1,
                )
            )
        return tuple(made)

    def _rated(self, kind: str, user_id: int) -> Rated:
        key = kind, user_id
        rated = self.ratings.get(key)
        if rated is None:
            rated = self.ratings[key] = Rated()
        return rated

    def _tally(
        self,
        game: Finished,
        user_id: int,
        entry: Entry,
        against: tuple[str, ...],
        periods: tuple[int, ...],
    ) -> None:
        rated = self.ratings.get((game.kind, user_id)) if PEOPLE in against else None
        for period, whom in product(periods, against):
            self._line((user_id, OVER_ALL, period, whom)).add(game.game_id, entry)
            line = self._line((user_id, game.kind, period, whom))
            line.add(game.game_id, entry)
            if rated is not None:
                line.rated = rated.games
                line.rating = rated.skill.shown
                line.provisional = rated.skill.provisional
        if entry.declared and not game.hinted:
            for each in declared.read(entry.declared):
                key = user_id, game.kind, each.level, each.strain, each.doubled
                counts = self.contracts.setdefault(key, [0, 0])
                counts[0] += 1
                counts[1] += each.made

    def _line(self, key: TallyKey) -> Tally:
        line = self.tallies.get(key)
        if line is None:
            line = self.tallies[key] = Tally()
        return line

    def _meet(self, kind: str, people: People) -> None:
        places = {user_id: entry.place for user_id, entry in people}
        for one, other in pairs_of(people):
            if one > 0:
                counts = self.meetings.setdefault((one, other, kind), [0, 0, 0])
                counts[0] += 1
                counts[1] += places[one] < places[other]
                counts[2] += places[one] > places[other]


def people_of(game: Finished) -> People:
    """The people of a game, with what it came to for each."""
    return [(entry.user_id, entry) for entry in game.entries if entry.user_id is not None]


def against_of(level: str | None, hinted: bool) -> tuple[str, ...]:
    """Among which games one counts: between people, against computers, or with hints."""
    if hinted:
        return (HINTS,)
    return (PEOPLE,) if level is None else (COMPUTERS, level)


def level_of(levels: Iterable[str | None]) -> str | None:
    """The level of a game with computers of these levels; ``None`` without computers."""
    known = {level for level in levels if level is not None}
    if not known:
        return None
    return known.pop() if len(known) == 1 else MIXED


def periods_of(at: datetime, season_id: int | None) -> tuple[int, ...]:
    """The keys of the periods in which a game counts that ended then."""
    at = at.astimezone(UTC)
    calendar = (0, at.year, at.year * 100 + at.month)
    return calendar if season_id is None else (*calendar, -season_id)


def pairs_of(people: People) -> list[Pair]:
    """All pairs of these people, the lower id first."""
    return list(combinations(sorted([user_id for user_id, _ in people]), 2))
