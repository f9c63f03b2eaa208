"""The files of an SQLite database: the one that is named, and what SQLite keeps beside it."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

# What SQLite adds to the name of a file for what it keeps beside it.
_LOGS: Final = ("-wal", "-journal")
_INDEX: Final = "-shm"  # of a log, made anew when it is missing


def logs(file: Path) -> list[Path]:
    """The logs that there are beside the file now, whether that is there or not.

    SQLite plays a log that it finds into whatever file has the name, even if they do not belong
    together.
    """
    return _there(file, _LOGS)


def beside(file: Path) -> list[Path]:
    """All that there is beside the file now, whether that is there or not."""
    return _there(file, (*_LOGS, _INDEX))


def create(file: Path) -> None:
    """Make an empty file that nobody else may read: the seeds of running games will be in it.

    Raises ``OSError``, ``FileExistsError`` among them.
    """
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))


def discard(file: Path) -> None:
    """Remove the file and all beside it, as far as they are there."""
    for each in _there(file, ("", *_LOGS, _INDEX)):  # a disk may refuse to remove even nothing
        each.unlink()


def sync(file: Path) -> None:
    """Wait until what was written to the file is on the disk."""
    with file.open("rb+") as stream:
        os.fsync(stream.fileno())


def sync_folder(file: Path) -> None:
    """Wait until the names in the file's folder are on the disk as they are now."""
    with contextlib.suppress(PermissionError):  # not every system opens folders
        folder = os.open(file.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _there(file: Path, ends: tuple[str, ...]) -> list[Path]:
    return [other for end in ends if (other := file.with_name(file.name + end)).exists()]
