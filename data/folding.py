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
from typing import Final, NamedTuple

OFTEN: Final = 8
"""After so many commits the log is folded back at first, and at the soonest."""
SELDOM: Final = 256
"""After so many commits it is folded back at the latest."""
LONGEST: Final = 16_000
"""Pages of a log that a commit folds back itself, of which few are left to be."""
_PAGES: Final = 8_000  # folded back at once, if commits are as large as they were before

_HEADER: Final = 32  # bytes at the start of a log, which are others each time it is begun anew

_log: Final = logging.getLogger(__name__)


class _Log(NamedTuple):
    """A log as it was folded back; below 0 pages if somebody else was just doing so."""

    name: bytes
    pages: int


class Folding:
    """Counts commits to a file, and folds its log back now and then, in a thread of its own."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._commits = 0
        self._every = OFTEN
        self._seen = _Log(b"", 0)
        self._under_way: asyncio.Task[None] | None = None
        self._finished = False

    def committed(self) -> None:
        """Something was committed; this does not wait."""
        if self._under_way is None:
            self._commits += 1
            if self._commits >= self._every:
                self._begin()

    def full(self) -> None:
        """There was no room for a commit: a log that is begun anew has some, on a full disk too."""
        if self._under_way is None:
            self._begin()

    async def finish(self) -> None:
        """Wait until nothing is under way, and begin nothing any more."""
        self._finished = True
        if self._under_way is not None:
            await asyncio.wait((self._under_way,))

    def _begin(self) -> None:
        if not self._finished:
            self._under_way = asyncio.create_task(self._fold(), name="folding the log")

    async def _fold(self) -> None:
        try:
            self._learn(self._commits, await asyncio.to_thread(_fold, self._file))
        except (sqlite3.Error, OSError) as error:
            # Nothing is lost: what is in the log is read from there, and it is tried again.
            _log.warning("the log of %s could not be folded back: %s", self._file, error)
        finally:
            self._commits = 0
            self._under_way = None

    def _learn(self, commits: int, log: _Log) -> None:
        """Choose after how many commits it is next, from how many made the log so long."""
        if log.pages < 0 or not commits:
            return  # somebody else was at it, or it was for want of room
        more = log.pages - self._seen.pages if log.name == self._seen.name else log.pages
        self._every = min(SELDOM, max(OFTEN, _PAGES * commits // max(1, more)))
        self._seen = log


def _fold(file: Path) -> _Log:
    """Copy what is committed in the log to the file, without holding up anybody.

    A log of which everything was copied is written again from its start.  Under a load without
    any pause something is always left, and it grows until a commit copies that (``LONGEST``).
    """
    where = f"{file.absolute().as_uri()}?mode=rw"
    with closing(sqlite3.connect(where, uri=True)) as connection:
        with Path(f"{file}-wal").open("rb") as log:
            name = log.read(_HEADER)
        _, pages, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        return _Log(name, pages)
