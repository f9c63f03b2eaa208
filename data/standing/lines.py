"""Lines of boards that others add up to, made by the database for a whole server at once.

A ``Ledger`` counts months and seasons of each kind.  Years, all time, and every time over all
games are sums of these, as ``ledger.added_up`` makes them where it is about one game.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import TextClause, bindparam, literal_column, text, update

from data import plain
from data.schema import tallies
from data.standing.ledger import OVER_ALL
from data.standing.rating import RANKED_FROM
from data.standing.rows import Rows

# The best game and the latest rating are found as the greatest of two numbers in one: points,
# then the lowest number of a game; rated games, then what is known after as many.  The lower of
# the two has 31 bits; points have as many, ratings are far from 2^28.
_LOW: Final = 2**31 - 1
_BEST: Final = f"max(best * {_LOW + 1} + {_LOW} - best_game)"
_RATING: Final = (
    f"max(rated * {_LOW + 1} + (rating + {2**28}) * 2 + CASE WHEN provisional THEN 1 ELSE 0 END)"
)
_SUMS: Final = "sum(games) AS games, sum(wins) AS wins, sum(points) AS points, sum(deals) AS deals"
_SUMMED: Final = "games, wins, wins * 1000000 / games, points, deals"
_COUNTED: Final = "guild_id, user_id, kind, period, against, games, wins, share, points, deals"


def _of_kind(period: str, parts: str) -> TextClause:
    """Lines of one kind from shorter ones."""
    return text(
        f"""
        INSERT INTO tallies ({_COUNTED}, best, best_game, rated, ranked, rating, provisional,
            streak, longest)
        SELECT guild_id, user_id, kind, period, against, {_SUMMED},
            best >> 31, {_LOW} - (best & {_LOW}),
            coalesce(rating >> 31, 0), rating >> 31 >= {RANKED_FROM},
            ((rating & {_LOW}) >> 1) - {2**28}, (rating & 1) = 1, 0, 0
        FROM (
            SELECT guild_id, user_id, kind, {period} AS period, against,
                {_SUMS}, {_BEST} AS best, {_RATING} AS rating
            FROM tallies
            WHERE guild_id = :guild AND {parts}
            GROUP BY guild_id, user_id, kind, against{"" if period == "0" else f", {period}"}
        ) AS summed
        """  # noqa: S608 - made of constants
    )


# Lines over all games from those of each kind, of the same times.
_OVER_ALL: Final = text(
    f"""
    INSERT INTO tallies ({_COUNTED}, rated, streak, longest)
    SELECT guild_id, user_id, kind, period, against, {_SUMMED}, 0, 0, 0
    FROM (
        SELECT guild_id, user_id, '{OVER_ALL}' AS kind, period, against, {_SUMS}
        FROM tallies
        WHERE guild_id = :guild AND kind <> '{OVER_ALL}'
        GROUP BY guild_id, period, user_id, against
    ) AS summed
    """  # noqa: S608 - made of constants
)


_SUMS_OF: Final = (
    _of_kind("period / 100", "period > 9999"),
    _of_kind("0", "period BETWEEN 1 AND 9999"),
    _OVER_ALL,
)
# Places in the order of a row of runs.
_RUN: Final = (
    update(tallies)
    .values(streak=bindparam("streak_now"), longest=bindparam("longest_one"))
    .where(
        tallies.c.guild_id == bindparam("guild"),
        tallies.c.user_id == bindparam("user"),
        tallies.c.kind == bindparam("of"),
        tallies.c.period == literal_column("0"),
        tallies.c.against == bindparam("whom"),
    )
)


class Adding:
    """Makes all other lines of a server from its months and seasons by kind."""

    def __init__(self) -> None:
        self._sums = [plain.Statement(statement) for statement in _SUMS_OF]
        self._run = plain.Statement(_RUN)

    def __call__(self, asked: plain.Asking, guild_id: int, runs: Rows) -> None:
        """Make them within a transaction; ``runs`` are of ``rows.run_rows``."""
        for statement in self._sums:
            asked.rows(statement, guild=guild_id)
        asked.store(self._run, runs)
