"""Ratings: what a game did to them, how they went, and all of them made anew."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlalchemy import case, func, or_, select

from data.connections import Connections
from data.schema import rating_changes, results
from data.standing.rebuild import Progress, nothing_told, rebuild
from data.standing.records import GameRatings, RatingChange, RatingPoint

POINTS: Final = 200
"""So many points a chart gets at most."""


class Ratings:
    """The ratings of people, by server and game."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def of_game(self, game_id: int) -> GameRatings | None:
        """What a finished game meant for ratings; ``None`` for a game that is not over."""
        async with self._connections.read() as connection:
            unrated = (
                await connection.execute(
                    select(results.c.unrated).where(results.c.game_id == game_id).limit(1)
                )
            ).one_or_none()
            if unrated is None:
                return None
            changes = await connection.execute(
                select(
                    rating_changes.c.seat,
                    rating_changes.c.user_id,
                    rating_changes.c.before,
                    rating_changes.c.after,
                    rating_changes.c.provisional_before,
                    rating_changes.c.provisional,
                    rating_changes.c.number == 1,
                )
                .where(rating_changes.c.game_id == game_id)
                .order_by(rating_changes.c.seat)
            )
            return GameRatings(unrated[0], tuple(RatingChange(*row) for row in changes))

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
        mine = (
            rating_changes.c.user_id == user_id,
            rating_changes.c.guild_id == guild_id,
            rating_changes.c.kind == kind,
        )
        number, after = rating_changes.c.number, rating_changes.c.after
        last = select(func.max(number)).where(*mine).scalar_subquery()
        highest, lowest = (
            select(number).where(*mine).order_by(order, number).limit(1).scalar_subquery()
            for order in (after.desc(), after)
        )
        # Every n-th game from the first, but all if there are no more than the limit.
        step = case((last <= limit, 1), else_=(last + limit - 4) // (limit - 3))
        query = (
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
        async with self._connections.read() as connection:
            return tuple(RatingPoint(*row) for row in await connection.execute(query))

    async def rebuild(
        self, guilds: Iterable[int] | None = None, progress: Progress = nothing_told
    ) -> int:
        """Make ratings, boards and profiles anew from the log of results; gives their number.

        Of these servers or of all.  Each server is one transaction, and ends up with the same
        numbers as if its games had ended one after another under the present rules.
        """
        return await rebuild(self._connections, guilds, progress)
