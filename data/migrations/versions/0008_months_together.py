"""Lines of boards in the order of their times, of which months need no index.

All of them are made anew from the log when the database is opened, so the table begins empty.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from data.types import Number

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_table("tallies")
    op.create_table(
        "tallies",
        sa.Column("guild_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("period", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
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
            "guild_id", "period", "kind", "user_id", "against", name=op.f("pk_tallies")
        ),
        sqlite_with_rowid=False,
    )
    board = ["guild_id", "period", "kind", "against"]
    long = "period NOT BETWEEN 10000 AND 999999"
    of_kind = f"{long} AND kind <> ''"
    for order, columns, which in (
        ("board", ["wins", "share", "points", "user_id"], long),
        ("points", ["points", "user_id"], of_kind),
        ("best", ["best", "user_id"], of_kind),
        ("rating", ["ranked", "rating", "user_id"], f"{of_kind} AND rating IS NOT NULL"),
    ):
        op.create_index(
            f"ix_tallies_{order}",
            "tallies",
            [*board, *columns],
            sqlite_where=sa.text(which),
            postgresql_where=sa.text(which),
        )
