"""The one place where a finished game becomes ratings, lines of boards, contracts, meetings.

A ``Ledger`` is of one server.  Games are entered in the order of their ``sequence``; the same
games in the same order give the same numbers to the last bit, whether they were entered one by
one as they ended or all at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, NamedTuple

from data.standing.rating import NEWCOMER, RANKED_FROM, Skill, rate
from data.standing.records import (
    COMPUTERS,
    HINTS,
    MIXED,
    PEOPLE,
    Unrated,
)

DAILY: Final = 10
"""So many rated games a day (UTC) count for the same two people on a server."""
ABORTED: Final = "aborted"
OVER_ALL: Final = ""
"""The kind of a tally over all games."""

TallyKey = tuple[int, str, int, str]  # user id, kind, period, against
RatingKey = tuple[str, int]  # kind, user id
PersonKey = tuple[int, str]  # user id, kind
MeetingKey = tuple[int, int, str]  # user id, the other's, kind
RunKey = tuple[int, str, str]  # user id, kind, against
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

    ``at`` is when it ended, as it is to be stored, and ``day`` that day in UTC as a number
    (20261130).  ``level`` is that of the computers in it (``None``: people only).  ``private``
    says that somebody in it was taken out when it ended.
    """

    game_id: int
    kind: str
    at: Any
    day: int
    season_id: int | None
    reason: str
    hinted: bool
    level: str | None
    private: bool
    entries: tuple[Entry, ...]


@dataclass(slots=True)
class Tally:
    """Games of one person, added up: a line of a board, or a part of one.

    ``last`` is the place in the ledger of the last of them, which decides about the rating.
    """

    games: int = 0
    wins: int = 0
    points: int = 0
    deals: int = 0
    best: int = 0
    best_game: int = 0
    last: int = 0
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

    def add(self, other: Tally, rated: bool) -> None:
        """Count these games as well; the rating only where all are of one kind (``rated``).

        Of several best games the one with the lowest number is kept.
        """
        if (
            not self.games
            or other.best > self.best
            or (other.best == self.best and other.best_game < self.best_game)
        ):
            self.best, self.best_game = other.best, other.best_game
        self.games += other.games
        self.wins += other.wins
        self.points += other.points
        self.deals += other.deals
        if rated and other.last >= self.last:
            self.last = other.last
            self.rated = other.rated
            self.rating = other.rating
            self.provisional = other.provisional


@dataclass(slots=True)
class Run:
    """A run of wins (above 0) or of other results (below), and the longest run of wins."""

    streak: int = 0
    longest: int = 0

    def add(self, won: bool) -> None:
        """Count one more game."""
        if not won:
            self.streak = self.streak - 1 if self.streak < 0 else -1
            return
        self.streak = self.streak + 1 if self.streak > 0 else 1
        self.longest = max(self.longest, self.streak)


@dataclass(slots=True)
class Rated:
    """A person's skill at one game, after how many rated games, and what people see of it."""

    skill: Skill = NEWCOMER
    games: int = 0
    shown: int = NEWCOMER.shown
    provisional: bool = True


class Change(NamedTuple):
    """What a rated game did to one person; ``number`` counts the person's rated games."""

    user_id: int
    kind: str
    number: int
    game_id: int
    seat: int
    before: int
    after: int
    provisional_before: bool
    provisional: bool
    at: Any


class Ledger:
    """The standing of a server's people, as far as it is loaded or was entered.

    ``ratings``, ``runs`` and ``days`` hold the present state, which whoever enters single games
    loads first; the rest is what was added.  ``cells`` are tallies by month or season, ``days``
    the rated games of each pair and day, ``words`` contracts and how often they were declared.
    Former players (negative ids) have ratings here, since those of others rest on theirs, and
    nothing else.
    """

    def __init__(self) -> None:
        self.cells: dict[TallyKey, Tally] = {}
        self.runs: dict[RunKey, Run] = {}
        self.ratings: dict[RatingKey, Rated] = {}
        self.words: defaultdict[PersonKey, dict[str, int]] = defaultdict(dict)
        self.meetings: dict[MeetingKey, list[int]] = {}
        self.days: dict[tuple[int, Pair], int] = {}
        self.changes: list[Change] = []
        self._entered = 0

    def enter(self, game: Finished) -> Unrated | None:
        """Count a finished game, and say why it is not rated; what a rated one did is a change."""
        self._entered += 1
        people = people_of(game)
        pairs = pairs_of(people)
        unrated = self._unrated(game, people, pairs)
        if unrated is None:
            self._rate(game, people)
        if game.reason != ABORTED:
            whom = HINTS if game.hinted else game.level or PEOPLE
            for user_id, entry in people:
                if user_id > 0:
                    self._tally(game, user_id, entry, whom)
            if whom == PEOPLE:
                self._meet(game.kind, people, pairs)
        return unrated

    def tallies(self) -> dict[TallyKey, Tally]:
        """All lines of boards that the cells add up to, by the person."""
        return added_up(self.cells)

    def _unrated(self, game: Finished, people: People, pairs: list[Pair]) -> Unrated | None:
        if game.reason == ABORTED:
            return "aborted"
        if not pairs or len(people) < len(game.entries):
            return "computers"
        if game.hinted:
            return "hints"
        if game.private:
            return "private"
        days, day = self.days, game.day
        counts = [days.get((day, pair), 0) for pair in pairs]
        if max(counts) >= DAILY:
            return "daily"
        for pair, count in zip(pairs, counts, strict=True):
            days[day, pair] = count + 1
        return None

    def _rate(self, game: Finished, people: People) -> None:
        known = [self._rated(game.kind, user_id) for user_id, _ in people]
        skills = rate([each.skill for each in known], [entry.place for _, entry in people])
        for (user_id, entry), each, after in zip(people, known, skills, strict=True):
            before, before_provisional = each.shown, each.provisional
            each.skill = after
            each.games += 1
            each.shown = shown = after.shown
            each.provisional = provisional = after.provisional
            self.changes.append(
                Change(
                    user_id,
                    game.kind,
                    each.games,
                    game.game_id,
                    entry.seat,
                    before,
                    shown,
                    before_provisional,
                    provisional,
                    game.at,
                )
            )

    def _rated(self, kind: str, user_id: int) -> Rated:
        key = kind, user_id
        rated = self.ratings.get(key)
        if rated is None:
            rated = self.ratings[key] = Rated()
        return rated

    def _tally(self, game: Finished, user_id: int, entry: Entry, whom: str) -> None:
        kind = game.kind
        rated = self.ratings.get((kind, user_id)) if whom == PEOPLE else None
        self._count((user_id, kind, game.day // 100, whom), game.game_id, entry, rated)
        if game.season_id is not None:
            self._count((user_id, kind, -game.season_id, whom), game.game_id, entry, rated)
        runs, won = self.runs, entry.won
        for each in buckets(whom):
            for key in ((user_id, kind, each), (user_id, OVER_ALL, each)):
                run = runs.get(key)
                if run is None:
                    run = runs[key] = Run()
                run.add(won)
        if entry.declared and whom != HINTS:
            words = self.words[user_id, kind]
            for word in entry.declared.split(" "):
                words[word] = words.get(word, 0) + 1

    def _count(self, key: TallyKey, game_id: int, entry: Entry, rated: Rated | None) -> None:
        """Count one game; as ``Tally.add``, but there are very many of these."""
        cell = self.cells.get(key)
        points = entry.points
        if cell is None:
            cell = self.cells[key] = Tally(best=points, best_game=game_id)
        elif points > cell.best or (points == cell.best and game_id < cell.best_game):
            cell.best, cell.best_game = points, game_id
        cell.games += 1
        cell.points += points
        cell.deals += entry.deals
        cell.last = self._entered
        if entry.won:
            cell.wins += 1
        if rated is not None:
            cell.rated = rated.games
            cell.rating = rated.shown
            cell.provisional = rated.provisional

    def _meet(self, kind: str, people: People, pairs: list[Pair]) -> None:
        places = {user_id: entry.place for user_id, entry in people}
        for one, other in pairs:
            if one > 0:
                counts = self.meetings.get((one, other, kind))
                if counts is None:
                    counts = self.meetings[one, other, kind] = [0, 0, 0]
                counts[0] += 1
                counts[1] += places[one] < places[other]
                counts[2] += places[one] > places[other]


def added_up(cells: dict[TallyKey, Tally]) -> dict[TallyKey, Tally]:
    """Months and seasons of one kind, then years, then all time; each over all games too."""
    lines: dict[TallyKey, Tally] = {}
    years: dict[TallyKey, Tally] = {}
    for (user_id, kind, period, whom), cell in cells.items():
        for each in buckets(whom):
            _into(lines, (user_id, kind, period, each), cell, True)
            _into(lines, (user_id, OVER_ALL, period, each), cell, False)
            if period > 0:
                _into(years, (user_id, kind, period // 100, each), cell, True)
    for (user_id, kind, year, each), line in years.items():
        lines[user_id, kind, year, each] = line
        _into(lines, (user_id, OVER_ALL, year, each), line, False)
        _into(lines, (user_id, kind, 0, each), line, True)
        _into(lines, (user_id, OVER_ALL, 0, each), line, False)
    return lines


def _into(lines: dict[TallyKey, Tally], key: TallyKey, part: Tally, rated: bool) -> None:
    line = lines.get(key)
    if line is None:
        line = lines[key] = Tally()
    line.add(part, rated)


def buckets(whom: str) -> tuple[str, ...]:
    """The boards among which games against ``whom`` count: levels also among all computers."""
    return (whom,) if whom in (PEOPLE, HINTS) else (COMPUTERS, whom)


def people_of(game: Finished) -> People:
    """The people of a game, with what it came to for each."""
    return [(entry.user_id, entry) for entry in game.entries if entry.user_id is not None]


def level_of(levels: Iterable[str | None]) -> str | None:
    """The level of a game with computers of these levels; ``None`` without computers."""
    known = {level for level in levels if level is not None}
    if not known:
        return None
    return known.pop() if len(known) == 1 else MIXED


def pairs_of(people: People) -> list[Pair]:
    """All pairs of these people, the lower id first."""
    return list(combinations(sorted([user_id for user_id, _ in people]), 2))
