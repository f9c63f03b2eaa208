"""A copy of the database that is whole, made while the bot runs or not."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from data.address import file_of, parse, shown
from data.errors import BadAddress, DatabaseBroken, DatabaseUnreachable


def copy(address: str, target: Path) -> None:
    """Copy the SQLite database of this ``DATABASE_URL`` to a new file.

    Raises ``BadAddress`` for a database that is no file, ``DatabaseUnreachable`` when there is
    nothing to copy or no way to write, and ``DatabaseBroken``.
    """
    url = parse(address)
    source = file_of(url)
    if source is None:
        raise BadAddress(f"{shown(url)} is no file: back it up with pg_dump.")
    if not source.is_file():
        raise DatabaseUnreachable(f"There is no database {source}.")
    try:
        target.touch(exist_ok=False)
    except FileExistsError:
        raise DatabaseUnreachable(f"{target} exists already: name another file.") from None
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise DatabaseUnreachable(f"{target} cannot be written ({reason}).") from None
    try:
        with (
            closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            # In steps, so that a running bot gets its turn in between.
            old.backup(new, pages=256, sleep=0.005)
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise DatabaseBroken(f"{source} could not be copied: {error}.") from error
