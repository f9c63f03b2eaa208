"""A PostgreSQL server in a folder of its own, and databases in it."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
from collections.abc import AsyncIterator, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import asyncpg
from filelock import FileLock

from data.database import Database
from tests.storage import dsn

_ROLE: Final = "tests"
_EMPTY: Final = "empty"
_PATIENCE: Final = 300  # seconds; the server is only ever as slow as the machine is busy
_OPTIONS: Final = (
    "-c listen_addresses=''",
    # Nothing of a test's database has to outlive the machine.
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off",
    "-c wal_level=minimal -c max_wal_senders=0",
    "-c max_connections=400 -c shared_buffers=32MB -c autovacuum=off -c jit=off",
    # Which database a line is about: several test processes share the server.
    "-c log_line_prefix='%m[%p]<%d>'",
)
_TABLES: Final = """
    SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
# The rows with which the tables begin, put by.
_KEEP: Final = f"""
    CREATE SCHEMA beginning;
    DO $$ DECLARE name text; BEGIN
        FOR name IN {_TABLES} LOOP
            EXECUTE format('CREATE TABLE beginning.%1$I AS TABLE public.%1$I', name);
        END LOOP;
    END $$
"""
_EMPTY_TABLES: Final = f"""
    DO $$ DECLARE name text; BEGIN
        SET LOCAL session_replication_role = replica;  -- no foreign keys: any order will do
        FOR name IN {_TABLES} LOOP
            EXECUTE format('DELETE FROM public.%I', name);
            EXECUTE format('INSERT INTO public.%1$I TABLE beginning.%1$I', name);
        END LOOP;
        PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence;
    END $$
"""
_END_OTHERS: Final = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class NoPostgres(Exception):  # noqa: N818 - told to whoever runs the tests
    """There is no PostgreSQL; the text says what to install."""


def programs() -> Path:
    """The folder with ``initdb`` and ``postgres``.  Raises ``NoPostgres``."""
    named = os.environ.get("POSTGRES_BIN")
    debian = Path("/usr/lib/postgresql")
    found = [Path(named)] if named else []
    if debian.is_dir():
        found += sorted(debian.glob("*/bin"), key=lambda each: float(each.parent.name))[::-1]
    on_path = shutil.which("postgres")
    if on_path:
        found.append(Path(on_path).resolve().parent)
    for folder in found:
        if all((folder / name).exists() for name in ("initdb", "pg_ctl", "postgres")):
            return folder
    raise NoPostgres(
        "no PostgreSQL found: install it (apt-get install postgresql), name the folder of its"
        " programs with POSTGRES_BIN, or leave its tests out with POSTGRES=no make test"
    )


class Cluster:
    """A server that listens at a socket in its folder and nowhere else.

    ``name`` tells the databases of one test process from those of another.
    """

    def __init__(self, folder: Path, name: str = "test") -> None:
        self.folder = folder
        self._name = name
        self._numbers = count(1)
        self._idle: list[str] = []
        # The server refuses to be run by root.
        self._user = "nobody" if os.geteuid() == 0 else None

    def join(self) -> None:
        """Return when it answers; whoever is first starts it.  Raises ``NoPostgres``."""
        self.folder.mkdir(exist_ok=True)
        with FileLock(self.folder / "starting"):
            if self._ready.exists():
                return
            try:
                self._start()
            except BaseException:
                self.stop()
                raise
            self._ready.touch()

    def stop(self) -> None:
        """End the server if it was started, whoever is still connected."""
        if (self._data / "postmaster.pid").exists():
            self._control("stop", "--mode", "immediate", "--silent")
        elif self._ready.exists():
            raise RuntimeError(f"PostgreSQL ended before the tests did:\n{self.log()[-4000:]}")

    def url(self, name: str) -> str:
        """The ``DATABASE_URL`` of a database in it."""
        return f"postgresql+asyncpg://{_ROLE}@/{name}?host={self.folder}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """The address of a database with our tables as they are when they have just been made.

        It is emptied and given to the next test, whose tables this one must not change: that takes
        a tenth of the time of a new one.
        """
        name = self._idle.pop() if self._idle else None
        if name is None:
            name = self._next_name()
            _elsewhere(self._execute(f"CREATE DATABASE {name} TEMPLATE {_EMPTY}"))
        else:
            _elsewhere(self._empty(name))
        try:
            yield self.url(name)
        finally:
            self._idle.append(name)

    @contextmanager
    def no_tables(self) -> Iterator[str]:
        """The address of a new database without tables, which is gone afterwards."""
        name = self._next_name()
        _elsewhere(self._execute(f"CREATE DATABASE {name} TEMPLATE template0"))
        try:
            yield self.url(name)
        finally:
            _elsewhere(self._execute(f"DROP DATABASE {name} WITH (FORCE)"))

    def log(self, since: int = 0) -> str:
        """What the server has said, from this character on."""
        file = self.folder / "log"
        return file.read_text(errors="replace")[since:] if file.exists() else ""

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    @property
    def _ready(self) -> Path:
        return self.folder / "ready"

    def _start(self) -> None:
        self.folder.chmod(0o755)  # whoever runs the server has to enter it
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        if self._data.exists():  # another test process began and failed
            shutil.rmtree(self._data)
        self._run("initdb", "--pgdata", str(self._data), "--username", _ROLE, "--auth", "trust",
                  "--encoding", "UTF8", "--locale", "C", "--no-sync")  # fmt: skip
        self._control("start", "--wait", "--timeout", str(_PATIENCE), "--silent", "--log",
                      str(self.folder / "log"), "--options",
                      " ".join((*_OPTIONS, f"-k {self.folder}")))  # fmt: skip
        _elsewhere(self._make_template())

    async def _make_template(self) -> None:
        await self._execute(f"CREATE DATABASE {_EMPTY}")
        await (await Database.open(self.url(_EMPTY))).close()
        await self._execute(_KEEP, within=_EMPTY)
        # Nobody may be connected to what is copied.
        await self._execute(f"ALTER DATABASE {_EMPTY} ALLOW_CONNECTIONS false")

    def _next_name(self) -> str:
        return f"{self._name}_{next(self._numbers)}"

    async def _empty(self, name: str) -> None:
        async with self._connection(name) as connection:
            # What the last test has left open could hold a lock.
            while await connection.fetch(_END_OTHERS):  # noqa: ASYNC110 - nothing tells
                await asyncio.sleep(0.01)
            await connection.execute(_EMPTY_TABLES)

    async def _execute(self, statement: str, within: str = "postgres") -> None:
        async with self._connection(within) as connection:
            while True:
                try:
                    await connection.execute(statement)
                    return
                except asyncpg.ObjectInUseError:
                    # A connection that was closed has not left the server yet, which gives
                    # it five seconds: too few on a busy machine.
                    continue

    @asynccontextmanager
    async def _connection(self, name: str) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
        async with asyncio.timeout(_PATIENCE):
            connection = await asyncpg.connect(dsn(self.url(name)), timeout=_PATIENCE)
            try:
                yield connection
            finally:
                await connection.close()

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", *arguments, "--pgdata", str(self._data))

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [programs() / program, *arguments],
            user=self._user,
            extra_groups=None if self._user is None else (),
            cwd=self.folder,
            env={**os.environ, "TZ": "UTC"},  # or initdb compares all time zones with the machine's
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # a pipe would be the server's too, and never end
            stderr=subprocess.PIPE if program != "pg_ctl" else subprocess.DEVNULL,
            text=True,
            check=False,
        )
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr or ''}{self.log()[-4000:]}")


def _elsewhere(work: Coroutine[Any, Any, None]) -> None:
    """Run this in a loop of its own, whether or not one is running here."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work).result()
