"""PostgreSQL: migrations from every revision and by several at once, and its refusals in words."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, text

from data import server
from data.address import parse
from data.connections import Connections
from data.database import Database
from data.errors import ActionConflict, BadAddress, DatabaseUnreachable
from data.records import Seat
from data.schema import metadata
from tests.cluster import Cluster
from tests.data.makers import ADA, BEN, new_game, step
from tests.data.test_migrations import at_revision, content, revisions
from tests.storage import dsn, look


async def filled_at(url: str, revision: str) -> None:
    await at_revision(url, revision)
    raw = await asyncpg.connect(dsn(url))
    await raw.execute(in_its_words(content(revision)))
    await raw.close()


def in_its_words(rows: str) -> str:
    """The rows of a revision as PostgreSQL takes them: truth as a number, bytes, times in UTC."""
    numbers_are_truth = (
        "UPDATE pg_cast SET castcontext = 'a'"
        " WHERE castsource = 'int4'::regtype AND casttarget = 'bool'::regtype;"
    )
    return numbers_are_truth + "SET timezone TO 'UTC';" + re.sub(r"\bx'", r"'\\x", rows)


@pytest.mark.parametrize("revision", revisions())
async def test_an_older_database_keeps_its_data(cluster: Cluster, revision: str) -> None:
    with cluster.no_tables() as url:
        await filled_at(url, revision)
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


class Line:
    """A way to a server over which, once it is dead, nothing comes: nobody hangs up either."""

    def __init__(self, cluster: Cluster, url: str) -> None:
        self._socket = next(cluster.folder.glob(".s.PGSQL.*[0-9]"))
        self._name = parse(url).database
        self._alive = asyncio.Event()
        self._alive.set()
        self._relays: set[asyncio.Task[None]] = set()
        self.url = ""

    async def __aenter__(self) -> Line:
        self._server = await asyncio.start_server(self._relay, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self.url = f"postgresql://tests@127.0.0.1:{port}/{self._name}?sslmode=disable"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for relay in self._relays:
            relay.cancel()
        await asyncio.gather(*self._relays, return_exceptions=True)

    def go_dead(self) -> None:
        self._alive.clear()

    def come_back(self) -> None:
        self._alive.set()

    def _relay(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        relay = asyncio.create_task(self._carry_both(reader, writer))
        self._relays.add(relay)

    async def _carry_both(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._alive.wait()
        there, back = await asyncio.open_unix_connection(self._socket)
        try:
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer))
        finally:
            back.close()
            writer.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            await self._alive.wait()
            writer.write(data)
        writer.close()


@pytest.fixture
async def line(cluster: Cluster, postgres_url: str) -> AsyncIterator[Line]:
    async with Line(cluster, postgres_url) as line:
        yield line


async def test_a_line_that_goes_dead_and_comes_back(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("_CONNECT", "_PING", "_GOOD_BYE"):
        monkeypatch.setattr(server, limit, 0.2)
    async with await Database.open(line.url) as db:
        game_id = await db.games.create(new_game())
        line.go_dead()
        for _ in range(3):
            with pytest.raises(DatabaseUnreachable, match="cannot be reached"):
                await db.games.act(game_id, step(0))
        assert db.troubles == {"DatabaseUnreachable": 3}
        line.come_back()
        await db.games.act(game_id, step(0))
        line.go_dead()  # and it is closed


async def test_a_line_that_goes_dead_within_a_transaction(
    line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    for limit in ("_STATEMENT", "_GOOD_BYE"):
        monkeypatch.setattr(server, limit, 0.5)
    connections = Connections(parse(line.url))
    asked = text("SELECT 1")
    async with connections.read() as connection:
        await connection.execute(asked)

    async def cut_off(after: int) -> None:
        async with connections.write() as connection:
            for _ in range(after):
                await connection.execute(asked)
            line.go_dead()
            await connection.execute(asked)

    for after in (0, 1):  # while it begins, or later
        with pytest.raises(DatabaseUnreachable, match="cannot be reached"):
            await cut_off(after)
        line.come_back()
        async with connections.read() as connection:
            await connection.execute(asked)
    await connections.close()


async def test_what_may_take_long_is_not_cut_short(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "_STATEMENT", 0.3)
    connections = Connections(parse(postgres_url))
    long = text("SELECT pg_sleep(0.6)")
    with pytest.raises(DatabaseUnreachable):
        async with connections.read() as connection:
            await connection.execute(long)
    async with connections.unhurried.read() as connection:
        await connection.execute(long)
    async with connections.migrating() as connection:
        await connection.execute(long)
    async with connections.alone():  # others wait for whoever migrates
        other = Connections(parse(postgres_url))
        waiting = asyncio.create_task(_alone(other))
        await asyncio.sleep(0.6)
        assert not waiting.done()
    await waiting
    await other.close()
    await connections.close()


async def _alone(connections: Connections) -> None:
    async with connections.alone():
        pass


async def test_a_connection_is_used_again(postgres_url: str) -> None:
    connections = Connections(parse(postgres_url))

    async def process() -> int:
        async with connections.read() as connection:
            return int((await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one())

    assert len({await process() for _ in range(4)}) == 1
    await connections.close()


async def test_a_server_that_was_restarted_is_not_noticed(postgres_url: str) -> None:
    async with await Database.open(postgres_url) as db:
        game_id = await db.games.create(new_game())
        look(
            postgres_url,
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        await db.games.act(game_id, step(0))
        assert db.troubles == {}


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("sslmode=perhaps", "sslmode"),
        ("channel_binding=require", "unexpected keyword argument 'channel_binding'"),
        ("target_session_attrs=any-at-all", "target_session_attrs"),
    ],
)
async def test_options_that_cannot_be_used(postgres_url: str, option: str, said: str) -> None:
    with pytest.raises(BadAddress, match=f"DATABASE_URL has an option after its .*{said}"):
        await Database.open(f"{postgres_url}&{option}")


async def test_no_such_database_and_no_such_server(cluster: Cluster, tmp_path: Path) -> None:
    with pytest.raises(DatabaseUnreachable, match="create it first"):
        await Database.open(cluster.url("nowhere"))
    with pytest.raises(DatabaseUnreachable, match="cannot be reached"):
        await Database.open(f"postgresql://bot@/games?host={tmp_path}")
