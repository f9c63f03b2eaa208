"""Games in which a hint was used are marked."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "games", sa.Column("hinted", sa.Boolean(), server_default=sa.false(), nullable=False)
    )
