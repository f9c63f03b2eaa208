"""A fresh database for each test, and a second way into the same one."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from data.address import parse
from data.connections import Connections
from data.database import Database
from tests import storage


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database of the newest revision, made once and copied for each test."""
    import asyncio

    file = tmp_path_factory.mktemp("template") / "empty.db"

    async def make() -> None:
        await (await Database.open(str(file))).close()

    asyncio.run(make())
    return file


@pytest.fixture
def file(migrated: Path, tmp_path: Path) -> Path | str:
    """The file of this test's database; with ``--postgres`` its address."""
    if storage.VARIABLE in os.environ:
        return os.environ[storage.VARIABLE]
    return Path(shutil.copy(migrated, tmp_path / "games.db"))


@pytest.fixture
async def db(file: Path | str) -> AsyncGenerator[Database]:
    """An open, empty database."""
    async with await Database.open(str(file)) as database:
        yield database


@pytest.fixture
async def other(db: Database, file: Path | str) -> AsyncGenerator[Database]:
    """The same database as another process would have it: own connections, own memory."""
    async with Database(Connections(parse(str(file)))) as database:
        yield database
