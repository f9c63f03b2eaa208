"""Ratings: what a game did to them, how they went, and all of them made anew."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Integer, Select, bindparam, case, func, or_, select

from data import plain
from data.connections import Connections
from data.schema import rating_changes, results
from data.standing.rebuild import Progress, nothing_told, rebuild
from data.standing.records import GameRatings, RatingChange, RatingPoint
from data.types import time_of

POINTS: Final = 200
"""So many points a chart gets at most."""


class Ratings:
    """The ratings of people, by server and game."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._unrated = plain.Statement(
            select(results.c.unrated).where(results.c.game_id == bindparam("game")).limit(1)
        )
        self._changes = plain.Statement(
            select(
                rating_changes.c.seat,
                rating_changes.c.user_id,
                rating_changes.c.before,
                rating_changes.c.after,
                rating_changes.c.provisional_before,
                rating_changes.c.provisional,
                rating_changes.c.number,
            )
            .where(rating_changes.c.game_id == bindparam("game"))
            .order_by(rating_changes.c.seat)
        )
        self._history = plain.Statement(_history())

    async def of_game(self, game_id: int) -> GameRatings | None:
        """What a finished game meant for ratings; ``None`` for a game that is not over."""

        def ask(asking: plain.Asking) -> GameRatings | None:
            unrated = asking.rows(self._unrated, game=game_id)
            if not unrated:
                return None
            changes = asking.rows(self._changes, game=game_id)
            return GameRatings(unrated[0][0], tuple([_change(*row) for row in changes]))

        return await self._connections.read_at_once(ask)

    async def history(
        self, user_id: int, guild_id: int, kind: str, *, limit: int = POINTS
    ) -> tuple[RatingPoint, ...]:
        """The rating after each rated game, the oldest first, thinned to ``limit`` points.

        The first and the last game are always among them, and those after which the rating was
        highest and lowest, the earliest each; the others stand at even distances.  ``ValueError``
        for a limit below 4.
        """
        if limit < 4:
            raise ValueError("a history has a first, a last, a highest and a lowest point")
        asked = {"person": user_id, "guild": guild_id, "of_kind": kind, "limit": limit}

        def ask(asking: plain.Asking) -> tuple[RatingPoint, ...]:
            return tuple(
                RatingPoint(number, after, time_of(at), bool(provisional), game_id)
                for number, after, at, provisional, game_id in asking.rows(self._history, **asked)
            )

        return await self._connections.read_at_once(ask)

    async def rebuild(
        self, guilds: Iterable[int] | None = None, progress: Progress = nothing_told
    ) -> int:
        """Make ratings, boards and profiles anew from the log of results; gives their number.

        Of these servers or of all.  Each server is one transaction or part of one, and ends up with
        the same numbers as if its games had ended one after another under the present rules.
        """
        return await rebuild(self._connections, guilds, progress)


def _change(
    seat: int,
    user_id: int,
    before: int,
    after: int,
    was_provisional: bool,
    provisional: bool,
    number: int,
) -> RatingChange:
    """Of a row of the driver's, whose truths may be numbers."""
    return RatingChange(
        seat, user_id, before, after, bool(was_provisional), bool(provisional), number == 1
    )


def _history() -> Select[*tuple[Any, ...]]:
    mine = (
        rating_changes.c.user_id == bindparam("person"),
        rating_changes.c.guild_id == bindparam("guild"),
        rating_changes.c.kind == bindparam("of_kind"),
    )
    number, after = rating_changes.c.number, rating_changes.c.after
    limit = bindparam("limit", type_=Integer)
    last = select(func.max(number)).where(*mine).scalar_subquery()
    highest, lowest = (
        select(number).where(*mine).order_by(order, number).limit(1).scalar_subquery()
        for order in (after.desc(), after)
    )
    # Every n-th game from the first, but all if there are no more than the limit.
    step = case((last <= limit, 1), else_=(last + limit - 4) // (limit - 3))
    return (
        select(
            number,
            after,
            rating_changes.c.at,
            rating_changes.c.provisional,
            rating_changes.c.game_id,
        )
        .where(*mine, or_((number - 1) % step == 0, number.in_((last, highest, lowest))))
        .order_by(number)
    )
