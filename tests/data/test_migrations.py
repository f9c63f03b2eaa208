"""A database of any earlier revision is brought up to date with everything in it.

A new migration needs a file in ``revisions``: the same rows as that revision stores them, or
which earlier revision's they are.
"""

from __future__ import annotations

import re
import sqlite3
from pathlib import Path
from typing import Any, Final

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from data import migrate
from data.address import parse
from data.connections import Connections
from data.database import Database
from data.records import Seat
from data.schema import metadata
from data.upgrading import SCRIPTS, configuration
from tests.data.makers import ADA, BEN, GUILD

pytestmark = pytest.mark.sqlite

CONTENT: Final = Path(__file__).parent / "revisions"


def revisions() -> list[str]:
    """All revisions, the oldest first."""
    return [script.revision for script in ScriptDirectory(str(SCRIPTS)).walk_revisions()][::-1]


def content(revision: str) -> str:
    """The rows of a database of this revision, as SQLite takes them."""
    text = (CONTENT / f"{revision}.sql").read_text(encoding="utf-8")
    same = re.fullmatch(r"-- the rows of (\d{4})\n", text)
    return text if same is None else content(same[1])


async def at_revision(file: Path | str, revision: str) -> None:
    def climb(connection: Connection) -> None:
        command.upgrade(configuration(connection), revision)

    connections = Connections(parse(str(file)))
    async with connections.migrating() as connection:
        await connection.run_sync(climb)
    await connections.close()


def test_revisions_are_known_by_the_names_of_their_files() -> None:
    assert list(migrate.revisions()) == revisions()


def test_every_revision_has_content_to_be_upgraded() -> None:
    assert sorted(file.stem for file in CONTENT.iterdir()) == sorted(revisions())


@pytest.mark.parametrize("revision", revisions())
async def test_an_older_database_keeps_its_data(tmp_path: Path, revision: str) -> None:
    file = tmp_path / "old.db"
    await at_revision(file, revision)
    with sqlite3.connect(file) as connection:
        connection.executescript(content(revision))
    connection.close()
    async with await Database.open(str(file)) as db:
        game = await db.games.load(1)
        assert game is not None
        assert game.seats == (
            Seat(0, ADA, None, "Ada"),
            Seat(1, BEN, "easy", "Ben", taken_over=True),
        )
        assert (game.options, game.actions) == ({"deals": 4}, ((1, "discard 2C 7D"),))
        assert (game.to_act, game.seed) == ((1,), b"\x00\xff")
        hinted = await db.games.load(2)
        assert (game.hinted, hinted is not None and hinted.hinted) == (False, revision >= "0002")
        person, server = await db.people.settings(ADA), await db.servers.settings(GUILD)
        assert (person.language, person.four_colours, person.pings) == ("de", True, False)
        assert (server.language, server.pace, server.more) == ("fr", "slow", {"a": [1]})
        (lobby,) = await db.invitations.open_ones()
        assert (lobby.id, lobby.version, lobby.seats[0].user_id) == (1, 3, ADA)
        board = await db.boards.board(GUILD)
        # Games with hints are on no board.
        expected = [] if revision >= "0002" else [(ADA, 1, 500)]
        assert [(line.user_id, line.wins, line.points) for line in board.lines] == expected


@pytest.mark.parametrize("revision", revisions())
async def test_the_tables_are_those_of_the_schema(tmp_path: Path, revision: str) -> None:
    file = tmp_path / "old.db"
    await at_revision(file, revision)
    await (await Database.open(str(file))).close()

    def differences(connection: Connection) -> Any:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, metadata)

    connections = Connections(parse(str(file)))
    async with connections.read() as connection:
        assert await connection.run_sync(differences) == []
    await connections.close()


async def test_an_upgrade_that_fails_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "new.db"

    def fails(*_arguments: object) -> None:
        raise RuntimeError("a migration went wrong")

    with monkeypatch.context() as patched:
        patched.setattr("alembic.runtime.migration.HeadMaintainer.update_to_step", fails)
        with pytest.raises(RuntimeError):
            await Database.open(str(file))
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    connection.close()
    await (await Database.open(str(file))).close()


async def test_results_of_before_there_were_ratings_are_rated(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    await at_revision(file, "0002")
    at = "2026-02-03 04:05:06.00000"
    with sqlite3.connect(file) as connection:
        connection.execute(
            "INSERT INTO servers VALUES (?, NULL, NULL, '{}', ?)", (GUILD + 1, f"{at}1")
        )
        # Game 4 ended before game 3, games 5 and 6 in the same moment.
        for game_id, guild, when, other, hinted in (
            (3, GUILD, 2, BEN, 0),
            (4, GUILD, 1, BEN, 0),
            (5, GUILD, 3, None, 0),
            (6, GUILD, 3, BEN, 1),
            (7, GUILD + 1, 3, BEN, 0),
        ):
            ended = f"{at}{when}"
            connection.execute(
                "INSERT INTO games (id, kind, options, seed, commitment, rules, guild_id,"
                " channel_id, state, reason, moves, computer_due, to_act, created_at, updated_at,"
                " finished_at, hinted) VALUES (?, 'bridgette', '{}', x'00', 'cc', 1, ?, 7, 'over',"
                " 'played out', 0, 0, 0, ?, ?, ?, ?)",
                (game_id, guild, ended, ended, ended, hinted),
            )
            for seat, who in enumerate((ADA, other)):
                level = None if who else "hard"
                connection.execute(
                    "INSERT INTO seats VALUES (?, ?, ?, ?, 0)", (game_id, seat, who, level)
                )
                connection.execute(
                    "INSERT INTO results VALUES (?, ?, ?, 'bridgette', ?, ?, ?, 5, ?,"
                    " 'played out', 0, ?)",
                    (game_id, seat, guild, who, other is None, seat == 0, seat + 1, ended),
                )
    connection.close()
    async with await Database.open(str(file)) as db:
        history = await db.ratings.history(ADA, GUILD, "bridgette")
        assert [point.game_id for point in history] == [4, 3]
        assert [await _unrated(db, game_id) for game_id in (3, 4, 5, 6, 7)] == [
            None, None, "computers", "hints", None,
        ]  # fmt: skip
        profile = await db.profiles.profile(ADA, GUILD, viewer=BEN)
        assert (profile.record.games, profile.hinted.games) == (2, 1)
        assert profile.computers["hard"].wins == 1
    with sqlite3.connect(file) as connection:
        rows = connection.execute(
            "SELECT game_id, sequence FROM results WHERE seat = 0 ORDER BY game_id"
        ).fetchall()
        counted = connection.execute("SELECT finished FROM servers ORDER BY id").fetchall()
    connection.close()
    assert rows == [(3, 2), (4, 1), (5, 3), (6, 4), (7, 1)]
    assert counted == [(4,), (1,)]


async def _unrated(db: Database, game_id: int) -> str | None:
    ratings = await db.ratings.of_game(game_id)
    assert ratings is not None
    return ratings.unrated
