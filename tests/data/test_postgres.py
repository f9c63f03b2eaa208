"""PostgreSQL: migrations from every revision and by several at once, and its refusals in words."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any, Final

import asyncpg
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from data.address import parse
from data.connections import Connections
from data.database import Database
from data.errors import ActionConflict, DatabaseUnreachable
from data.records import Seat
from data.schema import metadata
from data.upgrading import configuration
from tests.cluster import Cluster
from tests.data.makers import ADA, BEN, new_game, step
from tests.data.test_migrations import revisions
from tests.storage import dsn, look

CONTENT: Final = Path(__file__).parent / "revisions"


async def at_revision(url: str, revision: str) -> None:
    def climb(connection: Connection) -> None:
        command.upgrade(configuration(connection), revision)

    connections = Connections(parse(url))
    async with connections.migrating() as connection:
        await connection.run_sync(climb)
    await connections.close()
    content = (CONTENT / f"{revision}.sql").read_text(encoding="utf-8")
    raw = await asyncpg.connect(dsn(url))
    await raw.execute(in_its_words(content))
    await raw.close()


def in_its_words(content: str) -> str:
    """The rows of a revision as PostgreSQL takes them: truth as a number, bytes, times in UTC."""
    numbers_are_truth = (
        "UPDATE pg_cast SET castcontext = 'a'"
        " WHERE castsource = 'int4'::regtype AND casttarget = 'bool'::regtype;"
    )
    return numbers_are_truth + "SET timezone TO 'UTC';" + re.sub(r"\bx'", r"'\\x", content)


@pytest.mark.parametrize("revision", revisions())
async def test_an_older_database_keeps_its_data(cluster: Cluster, revision: str) -> None:
    with cluster.no_tables() as url:
        await at_revision(url, revision)
        async with await Database.open(url) as db:
            game = await db.games.load(1)
            assert game is not None
            assert game.seats[0] == Seat(0, ADA, None, "Ada")


async def test_the_migrations_make_what_the_schema_says(cluster: Cluster) -> None:
    def differences(connection: Connection) -> list[Any]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    with cluster.no_tables() as url:
        await (await Database.open(url)).close()
        connections = Connections(parse(url))
        async with connections.read() as connection:
            assert await connection.run_sync(differences) == []
        await connections.close()


async def test_several_that_start_at_once_migrate_once(cluster: Cluster) -> None:
    with cluster.no_tables() as url:
        opened = await asyncio.gather(*(Database.open(url) for _ in range(4)))
        for db in opened:
            assert await db.games.load(1) is None
            await db.close()
        assert len(look(url, "SELECT version_num FROM alembic_version")) == 1


async def test_whoever_is_second_to_act_loads_anew(postgres_url: str) -> None:
    async with await Database.open(postgres_url) as one, await Database.open(postgres_url) as two:
        game_id = await one.games.create(new_game())
        outcomes = await asyncio.gather(
            *((one, two)[n % 2].games.act(game_id, step(0, n % 2)) for n in range(8)),
            return_exceptions=True,
        )
        assert sum(outcome is None for outcome in outcomes) == 1
        assert sum(isinstance(outcome, ActionConflict) for outcome in outcomes) == 7
        stored = await two.games.load(game_id)
        assert stored is not None
        assert len(stored.actions) == 1


async def test_a_server_that_went_away_is_told_in_words(cluster: Cluster) -> None:
    with cluster.no_tables() as url:
        db = await Database.open(url)
        assert await db.games.load(1) is None
    with pytest.raises(DatabaseUnreachable, match=r"no database|reached|answer|shut down"):
        await db.games.create(new_game(seats=(Seat(0, ADA), Seat(1, BEN))))
    await db.close()


async def test_no_such_database_and_no_such_server(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachable, match="create it first"):
        await Database.open(cluster.url("nowhere"))
    with pytest.raises(DatabaseUnreachable, match="cannot be reached"):
        await Database.open(f"postgresql://bot@/games?host={tmp_path}")
