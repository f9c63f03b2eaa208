"""Whether a person wants cards in words, to have them read aloud."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "people",
        sa.Column("in_words", sa.Boolean(), server_default=sa.false(), nullable=False),
    )
