"""Standing as plain data: boards, profiles, ratings, seasons, past games.

A rating is a whole number as people read it (``standing.rating``); *provisional* while it is
still uncertain.  Computers have no standing, people who were taken out none either.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from data.standing.periods import Period

Order = Literal["rating", "wins", "points", "best"]
"""What a board is ranked by: the rating, games won, all points, or the most points in a game."""

Unrated = Literal["computers", "hints", "aborted", "daily", "private"]
"""Why a game is not rated: against computers; a hint was used; called off by an admin; the pair
has had its rated games of the day; one of the players has taken part in nothing of this."""

PEOPLE: Final = "people"
"""Games between people only, as the ``against`` of a board."""
COMPUTERS: Final = "computers"
"""Games with computers of any level; those of one level go by its name, as ``easy``."""
MIXED: Final = "mixed"
"""Games with computers of different levels."""
HINTS: Final = "hints"
"""Games in which somebody used a hint; there is no board of them."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """One line of a leaderboard; who ties shares the ``rank``.

    ``rank`` is ``None`` below the line: on a board by rating, for a person with fewer than
    ``standing.rating.RANKED_FROM`` rated games (``rated``) of this kind.  ``best`` is the most
    points in one game and ``best_game`` that game; ``rating`` ``None`` without rated games.
    """

    rank: int | None
    user_id: int
    name: str | None
    wins: int
    losses: int
    points: int
    best: int = 0
    best_game: int | None = None
    rating: int | None = None
    provisional: bool = False
    rated: int = 0


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A page of a leaderboard, counted from 0; ``own`` is the reader's line wherever it stands.

    ``seasons`` are the last ones of the server, the newest first, if they were asked for.
    """

    lines: tuple[BoardLine, ...]
    own: BoardLine | None
    page: int
    pages: int
    people: int
    seasons: tuple[Season, ...] = ()


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a rated game did to a person's rating; ``first`` if it was the first one."""

    seat: int
    user_id: int
    before: int
    after: int
    provisional_before: bool
    provisional: bool
    first: bool


@dataclass(frozen=True, slots=True)
class GameRatings:
    """What a finished game meant for ratings: changes by seat, or why there are none.

    ``former``, told at the end alone: people who were taken out, and the ids that stand for them.
    """

    unrated: Unrated | None
    changes: tuple[RatingChange, ...] = ()
    former: Mapping[int, int] = field(default_factory=dict[int, int], compare=False)


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after the ``number``-th rated game of a person, from 1."""

    number: int
    rating: int
    at: datetime
    provisional: bool
    game_id: int


@dataclass(frozen=True, slots=True)
class Rating:
    """A person's present rating at one game.

    ``rank`` is the place among the ``ranked`` people of the server, ``None`` below
    ``RANKED_FROM`` rated ``games``.
    """

    kind: str
    rating: int
    provisional: bool
    games: int
    rank: int | None
    ranked: int


@dataclass(frozen=True, slots=True)
class Record:
    """Games and how many of them were won."""

    games: int = 0
    wins: int = 0

    @property
    def losses(self) -> int:
        """Games not won."""
        return self.games - self.wins


@dataclass(frozen=True, slots=True)
class Contracts:
    """Contracts of one sort that a person declared (bids in Call Bridge), and how many were made.

    ``strain`` is as in calls (``C`` ... ``NT``), empty in Call Bridge; ``doubled`` 1, 2 or 4.
    """

    kind: str
    level: int
    strain: str
    doubled: int
    bid: int
    made: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """Games that two people played with each other; ``ahead``: in which the first came out ahead.

    Where neither is ahead (Call Bridge) they shared a place.
    """

    games: int = 0
    ahead: int = 0
    behind: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """What is known of a person on a server, of one game or (``kind`` ``None``) of all.

    ``record``, ``points``, ``deals``, ``best`` and streaks are of games between people without
    hints; ``streak`` is the present run, of wins above 0 and of losses below; ``longest`` the
    longest run of wins.  ``computers`` is the record against each level (and ``mixed``);
    ``hinted`` of games with hints.  ``contracts`` are of all these but those with hints.
    ``meeting`` is with the viewer, ``None`` without one.
    """

    user_id: int
    name: str | None
    kind: str | None
    record: Record = field(default_factory=Record)
    points: int = 0
    deals: int = 0
    best: int | None = None
    best_game: int | None = None
    streak: int = 0
    longest: int = 0
    computers: Mapping[str, Record] = field(default_factory=dict[str, Record])
    hinted: Record = field(default_factory=Record)
    contracts: tuple[Contracts, ...] = ()
    ratings: tuple[Rating, ...] = ()
    meeting: Meeting | None = None

    @property
    def points_a_deal(self) -> float | None:
        """Points a deal on average, ``None`` before the first deal."""
        return self.points / self.deals if self.deals else None

    @property
    def strain(self) -> str | None:
        """The strain declared most, the higher contracts made first on a tie."""
        strains: dict[str, tuple[int, int]] = {}
        for each in self.contracts:
            if each.strain:
                bid, made = strains.get(each.strain, (0, 0))
                strains[each.strain] = bid + each.bid, made + each.made
        return max(strains, key=lambda strain: (*strains[strain], strain), default=None)


@dataclass(frozen=True, slots=True)
class Season:
    """A season of a server; it runs while ``ended_at`` is ``None``."""

    id: int
    guild_id: int
    name: str
    started_at: datetime
    ended_at: datetime | None = None

    @property
    def period(self) -> Period:
        """The season as the time of a board."""
        return Period.season(self.id)


@dataclass(frozen=True, slots=True)
class EndedSeason:
    """A season that has just ended, and its podium: who shares the ranks 1 to 3 by wins.

    ``podium`` is over all games, ``by_kind`` the same of each game that was played.
    """

    season: Season
    podium: tuple[BoardLine, ...]
    by_kind: Mapping[str, tuple[BoardLine, ...]]


@dataclass(frozen=True, slots=True)
class PastSeat:
    """A seat of a finished game with what the game came to for it.

    A negative ``user_id`` is a former player, who was taken out; ``name`` is ``None`` then.
    """

    number: int
    user_id: int | None
    level: str | None
    name: str | None
    points: int
    place: int
    won: bool
    given_up: bool


@dataclass(frozen=True, slots=True)
class PastGame:
    """A finished game in a list."""

    id: int
    kind: str
    channel_id: int
    message_id: int | None
    reason: str
    hinted: bool
    finished_at: datetime
    seats: tuple[PastSeat, ...]


@dataclass(frozen=True, slots=True)
class HistoryFilter:
    """Which finished games: of a person, with another, of a kind, won or lost, in a channel.

    ``won`` is about ``user_id`` and needs it, as ``with_id`` does; ``ValueError`` otherwise.
    """

    user_id: int | None = None
    with_id: int | None = None
    kind: str | None = None
    won: bool | None = None
    channel_id: int | None = None

    def __post_init__(self) -> None:
        if self.user_id is None and (self.won is not None or self.with_id is not None):
            raise ValueError("whose games? won and with_id are about a person")


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A page of finished games, the newest first; pages count from 0, ``games`` counts all."""

    games: tuple[PastGame, ...]
    page: int
    pages: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What is kept about a person: how many rows of each kind, over all servers.

    ``taken_out`` says that the person asked for nothing to be kept; ``playing`` counts games that
    are not over and ``inviting`` open challenges, which stand in the way of being taken out.
    """

    servers: int
    games: int
    playing: int
    inviting: int
    actions: int
    results: int
    ratings: int
    boards: int
    contracts: int
    invitations: int
    name: str | None
    settings: bool
    taken_out: bool
