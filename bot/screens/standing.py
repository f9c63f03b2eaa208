"""What the screens of leaderboards, profiles and ratings need: plain data, names raw.

Ratings are whole numbers as people read them; a provisional one rests on few games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal, get_args

from bot.screens.models import Games, Level
from engine.auction import Strain
from engine.game import Kind

Order = Literal["rating", "wins", "points", "best"]
Opponents = Literal["people", "easy", "medium", "hard"]

ORDERS: Final[tuple[Order, ...]] = get_args(Order)
OPPONENTS: Final[tuple[Opponents, ...]] = get_args(Opponents)

_BOARD: Final = re.compile(
    r"(?P<kind>[a-z]+)-(?P<period>month|year|all|s[0-9]{1,9})-(?P<order>[a-z]+)"
    r"-(?P<opponents>[a-z]+)-(?P<page>[0-9]{1,6})"
)


@dataclass(frozen=True, slots=True)
class BoardQuery:
    """Which board: of which game (``None``: all), over which time, ranked by what, which page.

    ``period`` is ``month``, ``year``, ``all``, or ``s`` with the number of a season; a month and
    a year are the present ones whenever they are asked for.  Pages count from 0.
    """

    kind: Kind | None = None
    period: str = "all"
    order: Order = "wins"
    opponents: Opponents = "people"
    page: int = 0

    @property
    def season(self) -> int | None:
        """The season that is asked for, if it is one."""
        return int(self.period[1:]) if self.period.startswith("s") else None

    def __str__(self) -> str:
        """The query as the argument of a control."""
        kind = self.kind or "all"
        return f"{kind}-{self.period}-{self.order}-{self.opponents}-{self.page}"

    def sound(self) -> BoardQuery:
        """The nearest query that there is an answer to.

        Ratings are of one game, and of games between people; so is no rating kept by the month.
        Points and best games of different games cannot be compared.
        """
        order = self.order
        if order not in self.orders:
            order = "wins"
        return replace(self, order=order)

    @property
    def orders(self) -> tuple[Order, ...]:
        """What a board of this game, time and these opponents can be ranked by."""
        if self.kind is None:
            return ("wins",)
        if self.opponents != "people":
            return ("wins", "points", "best")
        return ORDERS


def read_query(text: str, games: Games) -> BoardQuery | None:
    """The query that ``str`` wrote; ``None`` for anything else, an unknown game among it."""
    match = _BOARD.fullmatch(text)
    if match is None:
        return None
    kind, order, opponents = match["kind"], match["order"], match["opponents"]
    if (kind != "all" and kind not in games) or order not in ORDERS or opponents not in OPPONENTS:
        return None
    query = BoardQuery(
        kind=None if kind == "all" else kind,
        period=match["period"],
        order=order,
        opponents=opponents,
        page=int(match["page"]),
    )
    return query.sound()


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating as it is shown."""

    value: int
    provisional: bool


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One person on a board.  People who tie share a ``rank``.

    ``rank`` is ``None`` for those who have not played enough games for a rank yet.
    """

    rank: int | None
    user_id: int
    name: str
    games: int
    wins: int
    points: int
    best: int | None = None
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server; it runs while ``ended`` is ``None``."""

    number: int
    name: str
    started: datetime
    ended: datetime | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """A page of a leaderboard; ``own`` is the reader's line, wherever it stands.

    ``needed`` is how many games a rank takes.  ``people`` counts everybody on the board, also
    those without a rank.  ``games`` are all those there are, ``seasons`` the server's.
    """

    guild_name: str
    games: Games
    query: BoardQuery
    lines: tuple[BoardLine, ...]
    own: BoardLine | None
    pages: int
    people: int
    needed: int
    seasons: tuple[Season, ...] = ()


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """The rating after so many rated games."""

    number: int
    rating: int
    at: datetime
    provisional: bool


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game did to somebody's rating: ``before`` and ``after`` it."""

    user_id: int
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class Contracts:
    """Contracts as declarer: so many ``played``, so many of them ``made``."""

    played: int
    made: int


@dataclass(frozen=True, slots=True)
class Record:
    """Games won and lost; what is neither was shared."""

    games: int
    wins: int
    losses: int


@dataclass(frozen=True, slots=True)
class Rated:
    """A person's rating at a game, and how many games it rests on."""

    kind: Kind
    rating: Rating
    games: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What is shown of a person on a server; ``kind`` ``None`` means all games together.

    ``streak`` is the present row of wins (above 0) or of other results (below 0).  Averages and
    contracts are ``None`` or empty where there are none, as over all games.  ``against`` is the
    person's record in games with the reader, ``None`` when the reader is that person.
    ``history`` is that of the rating at ``charted``, the oldest first.
    """

    user_id: int
    name: str
    games: Games
    kind: Kind | None
    record: Record
    computers: Mapping[Level, Record]
    streak: int = 0
    longest: int = 0
    best: int | None = None
    deals: int = 0
    average: float | None = None
    by_level: Mapping[int, Contracts] | None = None
    doubled: Contracts | None = None
    strain: Strain | None = None
    against: Record | None = None
    ratings: tuple[Rated, ...] = ()
    charted: Kind | None = None
    history: tuple[RatingPoint, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing is known of this person here."""
        return not self.record.games and not any(x.games for x in self.computers.values())


def rated_at(profile: Profile, kind: Kind) -> Rated | None:
    """The person's rating at this game, if there is one."""
    return next((each for each in profile.ratings if each.kind == kind), None)
