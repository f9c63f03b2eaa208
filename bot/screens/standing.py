"""What the screens of leaderboards, profiles and ratings need: plain data, names raw.

Ratings are whole numbers as people read them; a provisional one rests on few games.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Literal, get_args

from bot.screens.models import Games
from engine.auction import Strain
from engine.game import Kind

Order = Literal["rating", "wins", "points", "best"]
Opponents = Literal["people", "computers", "easy", "medium", "hard"]
Unrated = Literal["computers", "hints", "aborted", "daily", "private"]
"""Why a game is not rated: a computer played; a hint was used; an admin called it off; the pair
has had its rated games of the day; one of the players takes no part in ratings."""

ORDERS: Final[tuple[Order, ...]] = get_args(Order)
OPPONENTS: Final[tuple[Opponents, ...]] = get_args(Opponents)

_BOARD: Final = re.compile(
    r"(?P<kind>[a-z]+)-(?P<period>month|year|all|s[1-9][0-9]{0,8})-(?P<order>[a-z]+)"
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

        Ratings are of one game and of games between people; points of different games cannot be
        compared.
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

    ``rank`` is ``None`` for those who have not played enough ``rated`` games for a rank yet.
    """

    rank: int | None
    user_id: int
    name: str
    games: int
    wins: int
    points: int
    best: int | None = None
    rating: Rating | None = None
    rated: int = 0


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

    ``needed`` is how many rated games a rank takes.  ``people`` counts everybody on the board, also
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
    """What a game did to the rating of whoever sat there: ``before`` and ``after`` it."""

    seat: int
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class GameRatings:
    """What a finished game meant for ratings: changes by seat, or why there are none."""

    unrated: Unrated | None
    changes: tuple[RatingChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Contracts:
    """Contracts as declarer: so many ``played``, so many of them ``made``."""

    played: int
    made: int


@dataclass(frozen=True, slots=True)
class Record:
    """Games, and how many of them were won."""

    games: int = 0
    wins: int = 0


@dataclass(frozen=True, slots=True)
class Meeting:
    """Games of two people with each other; ``ahead``: in which the first one came out ahead.

    What is neither ahead nor ``behind`` was a shared place.
    """

    games: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Rated:
    """A person's rating at a game, how many games it rests on, and the place that it gives.

    ``rank`` is ``None`` while there are too few games for one; ``ranked`` counts all who have one.
    """

    kind: Kind
    rating: Rating
    games: int
    rank: int | None
    ranked: int


@dataclass(frozen=True, slots=True)
class Profile:
    """What is shown of a person on a server; ``kind`` ``None`` means all games together.

    ``record``, streaks, ``best`` and ``average`` (points a deal) are of games between people
    without hints; ``streak`` is the present row of wins (above 0) or of losses (below 0).
    ``by_level`` are contracts declared by their level (bids by tricks in a game without strains,
    ``strain`` ``None``).  ``meeting`` is with the reader, ``None`` when that is the same person.
    ``history`` is that of the rating at ``charted``, the oldest first.
    """

    user_id: int
    name: str
    games: Games
    kind: Kind | None
    record: Record
    computers: Mapping[str, Record]
    hinted: int = 0
    streak: int = 0
    longest: int = 0
    best: int | None = None
    average: float | None = None
    by_level: Mapping[int, Contracts] = field(default_factory=dict[int, Contracts])
    doubled: Contracts | None = None
    strain: Strain | None = None
    meeting: Meeting | None = None
    ratings: tuple[Rated, ...] = ()
    charted: Kind | None = None
    history: tuple[RatingPoint, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing is known of this person here."""
        return not (
            self.record.games or self.hinted or any(each.games for each in self.computers.values())
        )
