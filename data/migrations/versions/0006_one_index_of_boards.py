"""One index for all orders of a board, since a line costs an entry in each; more of all time."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for order in ("wins", "points", "best", "rating"):
        op.drop_index(f"ix_tallies_{order}", "tallies")
    board = ["guild_id", "kind", "period", "against"]
    op.create_index(
        "ix_tallies_board",
        "tallies",
        [*board, "wins", "share", "points", "user_id", "best", "ranked", "rating"],
    )
    for order, columns, which in (
        ("points", ["points", "user_id"], "period = 0"),
        ("best", ["best", "user_id"], "period = 0"),
        ("rating", ["ranked", "rating", "user_id"], "period = 0 AND rating IS NOT NULL"),
    ):
        op.create_index(
            f"ix_tallies_{order}",
            "tallies",
            [*board, *columns],
            sqlite_where=sa.text(which),
            postgresql_where=sa.text(which),
        )
