"""A fresh database for each test, and a second way into the same one."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from data.address import parse
from data.connections import Connections
from data.database import Database
from tests import storage


@pytest.fixture
def file(tmp_path: Path) -> Path | str:
    """The file of this test's database; with ``--postgres`` its address."""
    made = tmp_path / "games.db"
    url = storage.address(made)
    return url if storage.VARIABLE in os.environ else made


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
