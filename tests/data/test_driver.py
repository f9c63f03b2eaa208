"""The connection's thread and the event loop that it serves."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from data import driver

pytestmark = pytest.mark.sqlite


class SlowLog:
    """Makes the thread late with all it does."""

    def debug(self, *_: object) -> None:
        time.sleep(0.02)


def test_a_file_that_cannot_be_opened_leaves_no_thread_at_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aiosqlite.core.LOG", SlowLog())
    connection = driver.connect(make_url(f"sqlite+aiosqlite:///{tmp_path}"))

    async def opened() -> None:
        await connection

    with pytest.raises(sqlite3.OperationalError):
        asyncio.run(opened())
    # Whatever it says now, it says to a loop that is closed: that would be an error here.
    connection._thread.join()
