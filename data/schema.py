"""The tables.  A change here needs a migration in ``data/migrations/versions``."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    UniqueConstraint,
    false,
    text,
)

from data.types import Number, UtcDateTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

games = Table(
    "games",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("kind", String(16), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("rules", SmallInteger, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("message_at", UtcDateTime),
    Column("state", String(8), nullable=False),
    Column("reason", String(16)),
    Column("moves", Integer, nullable=False),  # how many actions are stored
    Column("computer_due", Boolean, nullable=False),
    Column("to_act", SmallInteger, nullable=False),  # bit n: seat n may act
    Column("deadline", UtcDateTime),
    Column("previous", Number, ForeignKey("games.id")),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("finished_at", UtcDateTime),
    Column("hinted", Boolean, nullable=False, server_default=false()),  # a person took a hint
    UniqueConstraint("previous"),
    Index(None, "guild_id", "state"),
    Index(None, "state", "computer_due"),
    Index(None, "updated_at"),
    sqlite_autoincrement=True,
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", Number, ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger),
    Column("level", String(16)),
    Column("taken_over", Boolean, nullable=False),
    Index(None, "user_id", "game_id"),
)

actions = Table(
    "actions",
    metadata,
    Column("game_id", Number, ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    Column("text", String(100), nullable=False),
    Column("at", UtcDateTime, nullable=False),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    Column("game_id", Number, ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("user_id", BigInteger),
    Column("against_computers", Boolean, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Column("place", SmallInteger, nullable=False),
    Column("reason", String(16), nullable=False),
    Column("given_up", Boolean, nullable=False),
    Column("finished_at", UtcDateTime, nullable=False),
    # Holds all that a leaderboard reads, so that it never touches the table.
    Index("ix_results_board", "guild_id", "against_computers", "kind", "user_id", "won", "points"),
    Index(None, "user_id", "guild_id", "finished_at"),
)

invitations = Table(
    "invitations",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("kind", String(16), nullable=False),
    Column("options", JSON, nullable=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("message_id", BigInteger),
    Column("host_id", BigInteger, nullable=False),
    Column("host_name", String(100), nullable=False),
    Column("opponent_id", BigInteger),
    Column("opponent_name", String(100)),
    Column("seats", JSON, nullable=False),
    Column("size", SmallInteger, nullable=False),
    Column("state", String(10), nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("expires_at", UtcDateTime, nullable=False),
    Column("starts_at", UtcDateTime),
    Column("previous", Number, ForeignKey("games.id")),
    Column("game_id", Number, ForeignKey("games.id")),
    Index(None, "state", "expires_at"),
    # One open challenge for a rematch, however many press.
    Index(
        "uq_invitations_open_rematch",
        "previous",
        unique=True,
        sqlite_where=text("state = 'open'"),
        postgresql_where=text("state = 'open'"),
    ),
    sqlite_autoincrement=True,
)

people = Table(
    "people",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String(100)),
    Column("language", String(16)),
    Column("four_colours", Boolean, nullable=False),
    Column("pings", Boolean, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String(16)),
    Column("pace", String(16)),
    Column("more", JSON, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)
