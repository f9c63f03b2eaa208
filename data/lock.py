"""One bot for one file: a second process on the same SQLite database is refused."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

from data.errors import DatabaseLocked, DatabaseUnreachable, reason_of


def hold(file: Path) -> FileLock:
    """Hold the database until ``release`` or the death of this process.

    SQLite itself would let two bots write by turns, and each would play the other's computer
    seats and redraw its tables.  Raises ``DatabaseLocked`` or ``DatabaseUnreachable``.
    """
    if not file.parent.is_dir():
        raise DatabaseUnreachable(
            f"The database {file} cannot be opened: there is no folder {file.parent}."
        )
    own = Path(f"{file}-lock")
    lock = FileLock(own, timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        if not own.exists():  # as in /proc, where nothing can be made
            raise DatabaseUnreachable(
                f"The database {file} cannot be opened: nothing can be written to its folder."
            ) from None
        raise DatabaseLocked(
            f"Another bot is running on the database {file}: stop it first, or give this one"
            " a database of its own with DATABASE_URL."
        ) from None
    except OSError as error:
        raise DatabaseUnreachable(
            f"The database {file} cannot be opened ({reason_of(error)}): check that its folder"
            " exists and may be written to."
        ) from error
    return lock
