"""The tables.  A change here needs a migration in ``data/migrations/versions``.

Migrations alone make them.  Which rows an index holds is said here for SQLite, and in them for
PostgreSQL as well: its dialect would be loaded at every start to read it here.
"""

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
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

from data.types import Number, Real, UtcDateTime

_BOARD = ("guild_id", "period", "kind", "against")
_LONG = "period NOT BETWEEN 10000 AND 999999"
_OF_KIND = f"{_LONG} AND kind <> ''"

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
    Column("pace", String(16)),  # NULL: no clock
    Column("alarm", UtcDateTime),  # when the next thing is due: a ping, a warning, the deadline
    Column("paused_at", UtcDateTime),
    Column("pinged", SmallInteger, nullable=False, server_default="0"),  # bit n: seat n
    Column("ping_channel_id", BigInteger),  # the ping that stands, as the next
    Column("ping_message_id", BigInteger),
    UniqueConstraint("previous"),
    Index(None, "guild_id", "state"),
    Index(None, "state", "computer_due"),
    Index(None, "updated_at"),
    Index(None, "commitment"),  # it names a game in every database
    Index(None, "alarm"),
    Index(None, "ping_message_id"),
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
    Column("deadline", UtcDateTime),  # the end of the time for the decision that is asked now
    Column("reserve", Integer, nullable=False, server_default="0"),  # in milliseconds
    Column("warn_at", UtcDateTime),  # NULL: warned already, as the next
    Column("remind_at", UtcDateTime),
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

# The log of which ratings, boards and profiles are made (data/standing).
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
    # The how manieth game of its server to end: the order in which ratings follow each other.
    Column("sequence", Integer, nullable=False, server_default="0"),
    Column("season_id", Number, ForeignKey("seasons.id")),
    Column("hinted", Boolean, nullable=False, server_default=false()),
    Column("level", String(16)),  # of the computers in the game; "mixed"
    Column("deals", Integer, nullable=False, server_default="0"),
    Column("declared", Text, nullable=False, server_default=""),  # data/standing/declared.py
    Column("unrated", String(16)),  # why it is not rated; NULL: it is
    Index(None, "guild_id", "sequence", "seat"),
    Index(None, "user_id", "guild_id", "finished_at"),
)

seasons = Table(
    "seasons",
    metadata,
    Column("id", Number, primary_key=True, autoincrement=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("name", String(100), nullable=False),
    Column("started_at", UtcDateTime, nullable=False),
    Column("ended_at", UtcDateTime),
    Index(None, "guild_id", "id"),
    # One at a time.
    Index(
        "uq_seasons_running",
        "guild_id",
        unique=True,
        sqlite_where=text("ended_at IS NULL"),
    ),
    sqlite_autoincrement=True,
)

# From here on to "meetings": derived from the results, and made anew from them at will.
ratings = Table(
    "ratings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("mu", Real, nullable=False),
    Column("sigma", Real, nullable=False),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)

rating_changes = Table(
    "rating_changes",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    # The how manieth rated game of this person.
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game_id", Number, ForeignKey("games.id"), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("before", Integer, nullable=False),
    Column("after", Integer, nullable=False),
    Column("provisional_before", Boolean, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "game_id"),
    sqlite_with_rowid=False,
)

# A line of each board; "kind" is empty over all games, "period" as in data/standing/periods.py.
# The lines of a month are together and few enough to be sorted when they are asked for.
tallies = Table(
    "tallies",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("period", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("against", String(16), primary_key=True),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("share", Integer, nullable=False),  # of the games won, in millionths
    Column("points", BigInteger, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("best", Integer),  # NULL over all games, as the next
    Column("best_game", Number),
    Column("streak", Integer, nullable=False),  # of all time only, as the next
    Column("longest", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("ranked", Boolean),  # NULL without a rated game, as the next two
    Column("rating", Integer),
    Column("provisional", Boolean),
    # The orders of all time, years and seasons, whose boards are the longest.
    Index(
        "ix_tallies_board",
        *_BOARD,
        *("wins", "share", "points", "user_id"),
        sqlite_where=text(_LONG),
    ),
    Index(
        "ix_tallies_points",
        *_BOARD,
        *("points", "user_id"),
        sqlite_where=text(_OF_KIND),
    ),
    Index(
        "ix_tallies_best",
        *_BOARD,
        *("best", "user_id"),
        sqlite_where=text(_OF_KIND),
    ),
    Index(
        "ix_tallies_rating",
        *_BOARD,
        *("ranked", "rating", "user_id"),
        sqlite_where=text(f"{_OF_KIND} AND rating IS NOT NULL"),
    ),
    sqlite_with_rowid=False,
)

# What a person declared in all games, and how often: "4S+ 12 3NTx- 1" (data/standing/declared.py).
contracts = Table(
    "contracts",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    Column("counts", Text, nullable=False),
    sqlite_with_rowid=False,
)

# Two people who played together, the one with the lower id first.
meetings = Table(
    "meetings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("other_id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), primary_key=True),
    Column("games", Integer, nullable=False),
    Column("ahead", Integer, nullable=False),  # the first came out ahead
    Column("behind", Integer, nullable=False),
    sqlite_with_rowid=False,
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
    Column("pace", String(16)),
    Index(None, "state", "expires_at"),
    # One open challenge for a rematch, however many press.
    Index(
        "uq_invitations_open_rematch",
        "previous",
        unique=True,
        sqlite_where=text("state = 'open'"),
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
    Column("turn_pings", Boolean, nullable=False, server_default=true()),
    Column("in_words", Boolean, nullable=False, server_default=false()),  # cards, for reading aloud
)

servers = Table(
    "servers",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("language", String(16)),
    Column("pace", String(16)),
    Column("more", JSON, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("finished", Integer, nullable=False, server_default="0"),  # games that have ended
    Column("left_at", UtcDateTime),  # since when the bot is not on this server
)

# People who were taken out, by a fingerprint that is not their id (data/privacy.py).
absentees = Table(
    "absentees",
    metadata,
    Column("fingerprint", LargeBinary(32), primary_key=True),
    Column("at", UtcDateTime, nullable=False),
)

# What the database knows of itself.
facts = Table(
    "facts",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
