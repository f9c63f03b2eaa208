"""The first tables: games, seats, actions, results, invitations, people, servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from data.types import Number, UtcDateTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", Number, autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("rules", sa.SmallInteger(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("message_at", UtcDateTime(), nullable=True),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("reason", sa.String(length=16), nullable=True),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("computer_due", sa.Boolean(), nullable=False),
        sa.Column("to_act", sa.SmallInteger(), nullable=False),
        sa.Column("deadline", UtcDateTime(), nullable=True),
        sa.Column("previous", Number, nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(["previous"], ["games.id"], name=op.f("fk_games_previous_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("previous", name=op.f("uq_games_previous")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_games_guild_id_state"), "games", ["guild_id", "state"])
    op.create_index(op.f("ix_games_state_computer_due"), "games", ["state", "computer_due"])
    op.create_index(op.f("ix_games_updated_at"), "games", ["updated_at"])

    op.create_table(
        "people",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=100), nullable=True),
        sa.Column("language", sa.String(length=16), nullable=True),
        sa.Column("four_colours", sa.Boolean(), nullable=False),
        sa.Column("pings", sa.Boolean(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
    )
    op.create_table(
        "servers",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("language", sa.String(length=16), nullable=True),
        sa.Column("pace", sa.String(length=16), nullable=True),
        sa.Column("more", sa.JSON(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_servers")),
    )
    op.create_table(
        "actions",
        sa.Column("game_id", Number, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("text", sa.String(length=100), nullable=False),
        sa.Column("at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_actions_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "number", name=op.f("pk_actions")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "invitations",
        sa.Column("id", Number, autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("channel_id", sa.BigInteger(), nullable=False),
        sa.Column("message_id", sa.BigInteger(), nullable=True),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("host_name", sa.String(length=100), nullable=False),
        sa.Column("opponent_id", sa.BigInteger(), nullable=True),
        sa.Column("opponent_name", sa.String(length=100), nullable=True),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("size", sa.SmallInteger(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("expires_at", UtcDateTime(), nullable=False),
        sa.Column("starts_at", UtcDateTime(), nullable=True),
        sa.Column("previous", Number, nullable=True),
        sa.Column("game_id", Number, nullable=True),
        sa.ForeignKeyConstraint(
            ["game_id"], ["games.id"], name=op.f("fk_invitations_game_id_games")
        ),
        sa.ForeignKeyConstraint(
            ["previous"], ["games.id"], name=op.f("fk_invitations_previous_games")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_invitations_state_expires_at"), "invitations", ["state", "expires_at"])
    op.create_index(
        "uq_invitations_open_rematch",
        "invitations",
        ["previous"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )

    op.create_table(
        "results",
        sa.Column("game_id", Number, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("against_computers", sa.Boolean(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("place", sa.SmallInteger(), nullable=False),
        sa.Column("reason", sa.String(length=16), nullable=False),
        sa.Column("given_up", sa.Boolean(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_results_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_results")),
    )
    op.create_index(
        "ix_results_board",
        "results",
        ["guild_id", "against_computers", "kind", "user_id", "won", "points"],
    )
    op.create_index(
        op.f("ix_results_user_id_guild_id_finished_at"),
        "results",
        ["user_id", "guild_id", "finished_at"],
    )

    op.create_table(
        "seats",
        sa.Column("game_id", Number, nullable=False),
        sa.Column("seat", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("level", sa.String(length=16), nullable=True),
        sa.Column("taken_over", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id_games")),
        sa.PrimaryKeyConstraint("game_id", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_user_id_game_id"), "seats", ["user_id", "game_id"])
