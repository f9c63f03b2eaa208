"""Clocks: paces, deadlines and reserves of seats, pings, and whether a person wants them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from data.types import UtcDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("pace", sa.String(length=16), nullable=True))
        games.add_column(sa.Column("alarm", UtcDateTime(), nullable=True))
        games.add_column(sa.Column("paused_at", UtcDateTime(), nullable=True))
        games.add_column(sa.Column("pinged", sa.SmallInteger(), server_default="0", nullable=False))
        games.add_column(sa.Column("ping_channel_id", sa.BigInteger(), nullable=True))
        games.add_column(sa.Column("ping_message_id", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_games_alarm"), "games", ["alarm"])
    op.create_index(op.f("ix_games_ping_message_id"), "games", ["ping_message_id"])
    with op.batch_alter_table("seats") as seats:
        seats.add_column(sa.Column("deadline", UtcDateTime(), nullable=True))
        seats.add_column(sa.Column("reserve", sa.Integer(), server_default="0", nullable=False))
        seats.add_column(sa.Column("warn_at", UtcDateTime(), nullable=True))
        seats.add_column(sa.Column("remind_at", UtcDateTime(), nullable=True))
    op.add_column("invitations", sa.Column("pace", sa.String(length=16), nullable=True))
    op.add_column(
        "people",
        sa.Column("turn_pings", sa.Boolean(), server_default=sa.true(), nullable=False),
    )
    # No game had a clock before.
    op.execute("UPDATE games SET deadline = NULL")
