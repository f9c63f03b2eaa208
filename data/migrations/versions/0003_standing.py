"""Standing: ratings, boards by the period, contracts, meetings, seasons; who was taken out.

Results of earlier games get all that the database can say of them; ratings and boards are then
made of them when the database is opened (``data.standing.rebuild``).
"""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

from data.types import Number, Real, UtcDateTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("ix_games_commitment"), "games", ["commitment"])
    with op.batch_alter_table("servers") as servers:
        servers.add_column(sa.Column("finished", sa.Integer(), server_default="0", nullable=False))
        servers.add_column(sa.Column("left_at", UtcDateTime(), nullable=True))
    _seasons()
    _results()
    _derived()
    op.create_table(
        "absentees",
        sa.Column("fingerprint", sa.LargeBinary(length=32), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", name=op.f("pk_absentees")),
    )
    op.create_table(
        "facts",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_facts")),
    )
    _fill()


def _seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", Number, autoincrement=True, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seasons")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_seasons_guild_id_id"), "seasons", ["guild_id", "id"])
    op.create_index(
        "uq_seasons_running",
        "seasons",
        ["guild_id"],
        unique=True,
        sqlite_where=sa.text("ended_at IS NULL"),
        postgresql_where=sa.text("ended_at IS NULL"),
    )


def _results() -> None:
    op.drop_index("ix_results_board", "results")
    with op.batch_alter_table("results") as results:
        for column in (
            sa.Column("sequence", sa.Integer(), server_default="0", nullable=False),
            sa.Column("season_id", Number, nullable=True),
            sa.Column("hinted", sa.Boolean(), server_default=sa.false(), nullable=False),
            sa.Column("level", sa.String(length=16), nullable=True),
            sa.Column("deals", sa.Integer(), server_default="0", nullable=False),
            sa.Column("declared", sa.Text(), server_default="", nullable=False),
            sa.Column("unrated", sa.String(length=16), nullable=True),
        ):
            results.add_column(column)
        results.create_foreign_key(
            op.f("fk_results_season_id_seasons"), "seasons", ["season_id"], ["id"]
        )
    op.create_index(
        op.f("ix_results_guild_id_sequence_seat"), "results", ["guild_id", "sequence", "seat"]
    )


def _derived() -> None:
    op.create_table(
        "ratings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("mu", Real, nullable=False),
        sa.Column("sigma", Real, nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "kind", "user_id", name=op.f("pk_ratings")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "rating_changes",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game_id", Number, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("before", sa.Integer(), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("provisional_before", sa.Boolean(), nullable=False),
        sa.Column("provisional", sa.Boolean(), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_rating_changes_game_id_games")
        ),
        sa.PrimaryKeyConstraint(
            "guild_id", "user_id", "kind", "number", name=op.f("pk_rating_changes")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_rating_changes_game_id"), "rating_changes", ["game_id"])
    _tallies()
    op.create_table(
        "contracts",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("counts", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("guild_id", "user_id", "kind", name=op.f("pk_contracts")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "meetings",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("other_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("ahead", sa.Integer(), nullable=False),
        sa.Column("behind", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint(
            "guild_id", "user_id", "other_id", "kind", name=op.f("pk_meetings")
        ),
        sqlite_with_rowid=False,
    )


def _tallies() -> None:
    op.create_table(
        "tallies",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("period", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("against", sa.String(length=16), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("share", sa.Integer(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=True),
        sa.Column("best_game", Number, nullable=True),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("longest", sa.Integer(), nullable=False),
        sa.Column("rated", sa.Integer(), nullable=False),
        sa.Column("ranked", sa.Boolean(), nullable=True),
        sa.Column("rating", sa.Integer(), nullable=True),
        sa.Column("provisional", sa.Boolean(), nullable=True),
        sa.PrimaryKeyConstraint(
            "guild_id", "user_id", "kind", "period", "against", name=op.f("pk_tallies")
        ),
        sqlite_with_rowid=False,
    )
    board = ["guild_id", "kind", "period", "against"]
    op.create_index("ix_tallies_wins", "tallies", [*board, "wins", "share", "points", "user_id"])
    for order, columns in (
        ("points", ["points", "user_id", "best"]),
        ("best", ["best", "user_id"]),
    ):
        op.create_index(
            f"ix_tallies_{order}",
            "tallies",
            [*board, *columns],
            sqlite_where=sa.text("best IS NOT NULL"),
            postgresql_where=sa.text("best IS NOT NULL"),
        )
    op.create_index(
        "ix_tallies_rating",
        "tallies",
        [*board, "ranked", "rating", "user_id"],
        sqlite_where=sa.text("rating IS NOT NULL"),
        postgresql_where=sa.text("rating IS NOT NULL"),
    )


def _fill() -> None:
    """What games and seats say of the results there are; their order is that of their ends."""
    op.execute(
        """
        UPDATE results SET
            hinted = (SELECT games.hinted FROM games WHERE games.id = results.game_id),
            level = (
                SELECT CASE WHEN min(seats.level) = max(seats.level)
                            THEN min(seats.level) ELSE 'mixed' END
                FROM seats
                WHERE seats.game_id = results.game_id
                AND seats.user_id IS NULL AND seats.level IS NOT NULL
                GROUP BY seats.game_id
            )
        """
    )
    op.execute(
        """
        UPDATE results SET sequence = numbered.sequence
        FROM (
            SELECT game_id, seat, dense_rank() OVER (
                PARTITION BY guild_id ORDER BY finished_at, game_id
            ) AS sequence
            FROM results
        ) AS numbered
        WHERE numbered.game_id = results.game_id AND numbered.seat = results.seat
        """
    )
    connection = op.get_bind()
    connection.execute(
        sa.text("INSERT INTO facts (name, value) VALUES ('fingerprints', :key)"),
        {"key": secrets.token_hex(32)},
    )
    rows = connection.execute(
        sa.text(
            "SELECT guild_id, max(sequence) AS finished, max(finished_at) AS at FROM results"
            " GROUP BY guild_id"
        )
    ).all()
    for row in rows:
        counted = connection.execute(
            sa.text("UPDATE servers SET finished = :finished WHERE id = :id"),
            {"id": row.guild_id, "finished": row.finished},
        )
        if not counted.rowcount:
            connection.execute(
                sa.text(
                    "INSERT INTO servers (id, more, updated_at, finished)"
                    " VALUES (:id, '{}', :at, :finished)"
                ),
                {"id": row.guild_id, "finished": row.finished, "at": row.at},
            )
