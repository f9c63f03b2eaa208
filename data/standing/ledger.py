"""The one place where a finished game becomes ratings, lines of boards, contracts, meetings.

A ``Ledger`` is of one server.  Games are entered in the order of their ``sequence``; the same
games in the same order give the same numbers to the last bit, whether they were entered one by
one as they ended or all at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
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

TallyKey = tuple[int, str, int, str]  # period, kind, user id, against
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
    says that somebody in it was taken out when it ended: it counts for nobody.
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

    ``rated`` counts the rated games of the person up to the last of these, and ``rating`` is what
    people saw after it.
    """

    games: int = 0
    wins: int = 0
    points: int = 0
    deals: int = 0
    best: int = 0
    best_game: int = 0
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
        # After as many rated games the rating is the same.
        if rated and other.rated >= self.rated:
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
        streak = self.streak
        if not won:
            self.streak = streak - 1 if streak < 0 else -1
            return
        self.streak = streak = streak + 1 if streak > 0 else 1
        if streak > self.longest:
            self.longest = streak


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


@dataclass(slots=True)
class _Account:
    """Where games of one person and kind against one sort of opponents count: found once, kept.

    ``cells`` are those of the month and season ``time``.
    """

    runs: list[Run]
    rated: Rated | None = None
    declared: list[str] | None = None
    time: tuple[int, int | None] | None = None
    cells: list[Tally] = field(default_factory=list[Tally])


class Ledger:
    """The standing of a server's people, as far as it is loaded or was entered.

    ``ratings``, ``runs`` and ``days`` hold the present state, which whoever enters single games
    loads first; the rest is what was added.  ``cells`` are tallies by month or season, ``days``
    the rated games of each pair and day, ``declared`` what each game says of contracts.
    Former players (negative ids) have ratings here, since those of others rest on theirs, and
    nothing else.
    """

    def __init__(self) -> None:
        self.cells: dict[TallyKey, Tally] = {}
        self.runs: dict[RunKey, Run] = {}
        self.ratings: dict[RatingKey, Rated] = {}
        self.declared: dict[PersonKey, list[str]] = {}
        self.meetings: dict[MeetingKey, list[int]] = {}
        self.days: dict[tuple[int, Pair], int] = {}
        self.changes: list[Change] = []
        self._accounts: dict[RunKey, _Account] = {}

    def enter(self, game: Finished) -> Unrated | None:
        """Count a finished game, and say why it is not rated; what a rated one did is a change."""
        people = people_of(game)
        pairs = pairs_of(people)
        unrated = self._unrated(game, people, pairs)
        if unrated is None:
            self._rate(game, people)
        if game.reason != ABORTED and not game.private:
            whom = HINTS if game.hinted else game.level or PEOPLE
            time = game.day // 100, game.season_id
            for user_id, entry in people:
                if user_id > 0:
                    self._tally(game, time, user_id, entry, whom)
            if whom == PEOPLE:
                self._meet(game.kind, people, pairs)
        return unrated

    def tallies(self) -> dict[TallyKey, Tally]:
        """All lines of boards that the cells add up to."""
        return added_up(self.cells)

    def words(self) -> dict[PersonKey, dict[str, int]]:
        """The contracts that people declared, and how often."""
        return {key: Counter(" ".join(texts).split(" ")) for key, texts in self.declared.items()}

    def _unrated(self, game: Finished, people: People, pairs: list[Pair]) -> Unrated | None:
        if game.reason == ABORTED:
            return "aborted"
        if game.private:
            return "private"
        if not pairs or len(people) < len(game.entries):
            return "computers"
        if game.hinted:
            return "hints"
        days, day = self.days, game.day
        for pair in pairs:
            if days.get((day, pair), 0) >= DAILY:
                return "daily"
        for pair in pairs:
            key = day, pair
            days[key] = days.get(key, 0) + 1
        return None

    def _rate(self, game: Finished, people: People) -> None:
        kind, ratings = game.kind, self.ratings
        known: list[Rated] = []
        for user_id, _ in people:
            rated = ratings.get((kind, user_id))
            if rated is None:
                rated = ratings[kind, user_id] = Rated()
            known.append(rated)
        skills = rate([each.skill for each in known], [entry.place for _, entry in people])
        for (user_id, entry), rated, skill in zip(people, known, skills, strict=True):
            before, before_provisional = rated.shown, rated.provisional
            rated.skill = skill
            rated.games = number = rated.games + 1
            rated.shown = after = skill.shown
            rated.provisional = provisional = skill.provisional
            self.changes.append(
                Change(
                    user_id,
                    kind,
                    number,
                    game.game_id,
                    entry.seat,
                    before,
                    after,
                    before_provisional,
                    provisional,
                    game.at,
                )
            )

    def _tally(
        self, game: Finished, time: tuple[int, int | None], user_id: int, entry: Entry, whom: str
    ) -> None:
        kind, game_id = game.kind, game.game_id
        _, _, points, won, _, deals, declared = entry
        account = self._accounts.get((user_id, kind, whom))
        if account is None:
            account = self._accounts[user_id, kind, whom] = self._open(user_id, kind, whom)
        if account.time != time:
            account.time = time
            account.cells = self._cells(user_id, kind, whom, *time)
        rated = account.rated
        if rated is None and whom == PEOPLE:
            rated = account.rated = self.ratings.get((kind, user_id))
        for cell in account.cells:
            if not cell.games or points > cell.best:
                cell.best, cell.best_game = points, game_id
            elif points == cell.best and game_id < cell.best_game:
                cell.best_game = game_id
            cell.games += 1
            cell.points += points
            cell.deals += deals
            if won:
                cell.wins += 1
            if rated is not None:
                cell.rated = rated.games
                cell.rating = rated.shown
                cell.provisional = rated.provisional
        for run in account.runs:
            run.add(won)
        if declared and whom != HINTS:
            texts = account.declared
            if texts is None:
                texts = account.declared = self.declared.setdefault((user_id, kind), [])
            texts.append(declared)

    def _open(self, user_id: int, kind: str, whom: str) -> _Account:
        runs: list[Run] = []
        for each in buckets(whom):
            for key in ((user_id, kind, each), (user_id, OVER_ALL, each)):
                run = self.runs.get(key)
                if run is None:
                    run = self.runs[key] = Run()
                runs.append(run)
        return _Account(runs)

    def _cells(
        self, user_id: int, kind: str, whom: str, month: int, season_id: int | None
    ) -> list[Tally]:
        cells: list[Tally] = []
        for period in (month,) if season_id is None else (month, -season_id):
            for each in buckets(whom):
                key = period, kind, user_id, each
                cell = self.cells.get(key)
                if cell is None:
                    cell = self.cells[key] = Tally()
                cells.append(cell)
        return cells

    def _meet(self, kind: str, people: People, pairs: list[Pair]) -> None:
        places = {user_id: entry.place for user_id, entry in people}
        for one, other in pairs:
            if one > 0:
                counts = self.meetings.get((one, other, kind))
                if counts is None:
                    counts = self.meetings[one, other, kind] = [0, 0, 0]
                counts[0] += 1
                place, met = places[one], places[other]
                if place < met:
                    counts[1] += 1
                elif place > met:
                    counts[2] += 1


def added_up(cells: dict[TallyKey, Tally]) -> dict[TallyKey, Tally]:
    """Months and seasons of one kind, then years, then all time; each over all games too."""
    lines = dict(cells)
    years: dict[TallyKey, Tally] = {}
    for (period, kind, user_id, against), cell in cells.items():
        _into(lines, (period, OVER_ALL, user_id, against), cell, False)
        if period > 0:
            _into(years, (period // 100, kind, user_id, against), cell, True)
    for (year, kind, user_id, against), line in years.items():
        lines[year, kind, user_id, against] = line
        _into(lines, (year, OVER_ALL, user_id, against), line, False)
        _into(lines, (0, kind, user_id, against), line, True)
        _into(lines, (0, OVER_ALL, user_id, against), line, False)
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
    if len(people) == 2:
        one, other = people[0][0], people[1][0]
        return [(one, other) if one < other else (other, one)]
    return list(combinations(sorted([user_id for user_id, _ in people]), 2))
