"""PostgreSQL for tests: a server of their own in a temporary folder, and databases in it.

``pytest --postgres`` runs the tests of storage and of the tables on it instead of SQLite; tests
that are about an SQLite file are left out then.  Tests that take ``cluster`` or ``postgres_url``
run on it in any case, and carry the marker ``postgres``.  ``POSTGRES_BIN`` names the folder of
its programs if it is neither Debian's nor on the path.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import pytest

from data.database import Database

_ROLE: Final = "tests"
_EMPTY: Final = "empty"
_OPTIONS: Final = (
    "-c listen_addresses=''",
    # Nothing of a test's database has to outlive the machine.
    "-c fsync=off -c synchronous_commit=off -c full_page_writes=off",
    "-c max_connections=200 -c shared_buffers=32MB -c autovacuum=off",
)


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
        if (folder / "initdb").exists() and (folder / "pg_ctl").exists():
            return folder
    raise NoPostgres(
        "no PostgreSQL found: install it (apt-get install postgresql), name the folder of its"
        " programs with POSTGRES_BIN, or leave its tests out with POSTGRES=no make test"
    )


class Cluster:
    """A running server.  It listens at a socket in its folder and nowhere else."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._programs = programs()
        self._numbers = count(1)
        # The server refuses to be run by root.
        self._user = "nobody" if os.geteuid() == 0 else None

    def start(self) -> None:
        """Make the cluster and start its server; return when it answers."""
        self._folder.chmod(0o755)
        if self._user is not None:
            shutil.chown(self._folder, self._user)
        data = self._folder / "data"
        self._run("initdb", "--pgdata", str(data), "--username", _ROLE, "--auth", "trust",
                  "--encoding", "UTF8", "--locale", "C", "--no-sync")  # fmt: skip
        self._control("start", "--wait", "--timeout", "120", "--silent", "--log",
                      str(self._folder / "log"), "--options",
                      " ".join((*_OPTIONS, f"-k {self._folder}")))  # fmt: skip
        self._sql(f"CREATE DATABASE {_EMPTY}")

        async def migrate() -> None:
            await (await Database.open(self.url(_EMPTY))).close()

        asyncio.run(migrate())

    def stop(self) -> None:
        """End the server, whoever is still connected."""
        self._control("stop", "--mode", "immediate", "--silent")

    def url(self, name: str) -> str:
        """The ``DATABASE_URL`` of a database in it."""
        return f"postgresql+asyncpg://{_ROLE}@/{name}?host={self._folder}"

    @contextmanager
    def database(self, *, empty: bool = False) -> Iterator[str]:
        """The address of a database with our tables (``empty``: without), gone afterwards."""
        name = f"test_{next(self._numbers)}"
        template = "template1" if empty else _EMPTY
        self._sql(f"CREATE DATABASE {name} TEMPLATE {template}")
        try:
            yield self.url(name)
        finally:
            self._sql(f"DROP DATABASE {name} WITH (FORCE)")

    def _control(self, *arguments: str) -> None:
        self._run("pg_ctl", *arguments, "--pgdata", str(self._folder / "data"))

    def _sql(self, statement: str) -> None:
        self._run("psql", "--quiet", "--no-psqlrc", "--host", str(self._folder), "--username",
                  _ROLE, "--dbname", "postgres", "--command", statement)  # fmt: skip

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments],
            user=self._user,
            extra_groups=None if self._user is None else (),
            cwd=self._folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,  # a pipe would be the server's too, and never end
            stderr=subprocess.PIPE if program != "pg_ctl" else subprocess.DEVNULL,
            text=True,
            check=False,
        )
        if done.returncode:
            log = self._folder / "log"
            said = log.read_text(errors="replace") if log.exists() else ""
            raise RuntimeError(f"{program} failed: {done.stderr or ''}{said}")


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """A server for as long as the block lasts.  Raises ``NoPostgres``."""
    # Not pytest's folder: nobody else may enter that, and a socket's path must be short.
    folder = Path(tempfile.mkdtemp(prefix="postgres-"))
    try:
        cluster = Cluster(folder)
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(folder)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """The server of this test run."""
    with running_cluster() as running:
        yield running


@pytest.fixture
def postgres_url(cluster: Cluster) -> Iterator[str]:
    """A database on it with our tables, for one test."""
    with cluster.database() as url:
        yield url


@pytest.fixture(autouse=True)
def storage_of_the_test(request: pytest.FixtureRequest) -> Iterator[None]:
    """With ``--postgres``: name this test's database to ``tests.storage``."""
    if not request.config.getoption("--postgres"):
        yield
        return
    from tests import storage

    running: Cluster = request.getfixturevalue("cluster")
    with running.database() as url, pytest.MonkeyPatch.context() as patch:
        patch.setenv(storage.VARIABLE, url)
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--postgres", action="store_true", help="run the tests on PostgreSQL instead of SQLite"
    )


@pytest.hookimpl(tryfirst=True)  # before -m is applied
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if {"cluster", "postgres_url"} & set(getattr(item, "fixturenames", ())):
            item.add_marker("postgres")
    if config.getoption("--postgres"):
        left_out = [item for item in items if item.get_closest_marker("sqlite")]
        if left_out:
            config.hook.pytest_deselected(items=left_out)
            items[:] = [item for item in items if not item.get_closest_marker("sqlite")]
