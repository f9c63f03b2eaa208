"""The log beside an SQLite file, folded back into the file while nobody waits for it.

SQLite would do so by itself at the end of whichever commit finds the log long, and whoever waited
for that one would wait several times as long as for others.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

EVERY: Final = 64
"""After so many commits the log is folded back."""
LONGEST: Final = 8_000
"""Pages of a log that a commit folds back itself, as under a load without any pause."""

_log: Final = logging.getLogger(__name__)


class Folding:
    """Counts commits to a file, and folds its log back now and then, in a thread of its own."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._commits = 0
        self._under_way: asyncio.Task[None] | None = None

    def committed(self) -> None:
        """Something was committed; this does not wait."""
        self._commits += 1
        if self._commits >= EVERY and self._under_way is None:
            self._commits = 0
            self._under_way = asyncio.create_task(self._fold(), name="folding the log")

    async def finish(self) -> None:
        """Wait until nothing is under way."""
        if self._under_way is not None:
            await asyncio.wait((self._under_way,))

    async def _fold(self) -> None:
        try:
            await asyncio.to_thread(_fold, self._file)
        except sqlite3.Error as error:
            # Nothing is lost: what is in the log is read from there, and it is tried again.
            _log.warning("the log of %s could not be folded back: %s", self._file, error)
        finally:
            self._under_way = None


def _fold(file: Path) -> None:
    """Copy what is committed in the log to the file, without holding up anybody.

    A whole log that was copied is written again from its start.
    """
    where = f"{file.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(where, uri=True)) as connection:
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
