"""One index for all orders of a board, since every line costs an entry in each."""

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
    op.create_index(
        "ix_tallies_rating",
        "tallies",
        [*board, "ranked", "rating", "user_id"],
        sqlite_where=sa.text("period = 0 AND rating IS NOT NULL"),
        postgresql_where=sa.text("period = 0 AND rating IS NOT NULL"),
    )
