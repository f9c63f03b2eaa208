"""Boards of years and seasons have indexes of their orders too; those over all games need none."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    board = ["guild_id", "kind", "period", "against"]
    long = "period NOT BETWEEN 10000 AND 999999 AND kind <> ''"
    for order, columns, which in (
        ("points", ["points", "user_id"], long),
        ("best", ["best", "user_id"], long),
        ("rating", ["ranked", "rating", "user_id"], f"{long} AND rating IS NOT NULL"),
    ):
        op.drop_index(f"ix_tallies_{order}", "tallies", if_exists=True)
        op.create_index(
            f"ix_tallies_{order}",
            "tallies",
            [*board, *columns],
            sqlite_where=sa.text(which),
            postgresql_where=sa.text(which),
        )
