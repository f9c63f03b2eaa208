"""Lines of boards that others add up to, made by the database for a whole server at once.

A ``Ledger`` counts months and seasons of each kind.  Years, all time, and every time over all
games are sums of these, as ``ledger.added_up`` makes them where it is about one game.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import BigInteger, Column, Integer, MetaData, String, Table, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.schema import CreateTable, DropTable
from sqlalchemy.sql import TextClause

from data import bulk
from data.standing.ledger import OVER_ALL
from data.standing.rating import RANKED_FROM
from data.standing.rows import Rows

_RUNS: Final = Table(
    "runs_made_anew",
    MetaData(),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    Column("against", String(16), primary_key=True),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
    prefixes=["TEMPORARY"],
    sqlite_with_rowid=False,
)

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


def _of_kind(period: str, parts: str, runs: str) -> TextClause:
    """Lines of one kind from shorter ones."""
    return text(
        f"""
        INSERT INTO tallies ({_COUNTED}, best, best_game, rated, ranked, rating, provisional,
            streak, longest)
        SELECT guild_id, user_id, kind, period, against, {_SUMMED},
            best >> 31, {_LOW} - (best & {_LOW}),
            coalesce(rating >> 31, 0), rating >> 31 >= {RANKED_FROM},
            ((rating & {_LOW}) >> 1) - {2**28}, (rating & 1) = 1, {runs}
        FROM (
            SELECT guild_id, user_id, kind, {period} AS period, against,
                {_SUMS}, {_BEST} AS best, {_RATING} AS rating
            FROM tallies
            WHERE guild_id = :guild AND {parts}
            GROUP BY guild_id, user_id, kind, against{"" if period == "0" else f", {period}"}
        ) AS summed
        """  # noqa: S608 - made of constants
    )


def _over_all(parts: str, runs: str) -> TextClause:
    """Lines over all games from those of each kind, of the same times."""
    return text(
        f"""
        INSERT INTO tallies ({_COUNTED}, rated, streak, longest)
        SELECT guild_id, user_id, kind, period, against, {_SUMMED}, 0, {runs}
        FROM (
            SELECT guild_id, user_id, '{OVER_ALL}' AS kind, period, against, {_SUMS}
            FROM tallies
            WHERE guild_id = :guild AND kind <> '{OVER_ALL}' AND {parts}
            GROUP BY guild_id, user_id, period, against
        ) AS summed
        """  # noqa: S608 - made of constants
    )


def _run(column: str) -> str:
    return (
        f"(SELECT {column} FROM {_RUNS.name} AS run WHERE run.user_id = summed.user_id"  # noqa: S608
        " AND run.kind = summed.kind AND run.against = summed.against)"
    )


_OF_ALL_TIME: Final = f"{_run('streak')}, {_run('longest')}"
_STATEMENTS: Final = (
    _of_kind("period / 100", "period > 9999", "0, 0"),
    _of_kind("0", "period BETWEEN 1 AND 9999", _OF_ALL_TIME),
    _over_all("period <> 0", "0, 0"),
    _over_all("period = 0", _OF_ALL_TIME),
)


async def add_up(connection: AsyncConnection, guild_id: int, runs: Rows) -> None:
    """Make all other lines of a server from those of its months and seasons by kind.

    ``runs`` are of ``rows.run_rows``.
    """
    await connection.execute(CreateTable(_RUNS))
    await bulk.store(connection, _RUNS, runs)
    for statement in _STATEMENTS:
        await connection.execute(statement, {"guild": guild_id})
    await connection.execute(DropTable(_RUNS))
