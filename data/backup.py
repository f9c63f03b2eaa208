"""A copy of the database that is whole, made while the bot runs or not, and looked through."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

from data.address import file_of, parse, shown
from data.errors import (
    BadAddress,
    DatabaseBroken,
    DatabaseNewer,
    DatabaseUnreachable,
    reason_of,
)
from data.migrate import revisions

Progress = Callable[[int, int], None]
"""Is told how much is done, of how much."""

_PAGES: Final = 1024  # copied in one step
_OURS: Final = frozenset({"games", "seats", "actions", "alembic_version"})


def copy(address: str, target: Path, progress: Progress | None = None) -> None:
    """Copy the SQLite database of this ``DATABASE_URL`` to a new file, and look the copy through.

    ``progress`` counts pages.  Raises ``BadAddress`` for a database that is no file,
    ``DatabaseUnreachable`` when there is nothing to copy or no way to write, and
    ``DatabaseBroken``; ``target`` is there only if the copy is whole.
    """
    url = parse(address)
    source = file_of(url)
    if source is None:
        raise BadAddress(f"{shown(url)} is no file: back it up with pg_dump.")
    if not source.is_file():
        raise DatabaseUnreachable(f"There is no database {source}.")
    if target.exists():
        raise DatabaseUnreachable(f"{target} exists already: name another file.")
    half = target.with_name(f"{target.name}.part")
    try:
        half.unlink(missing_ok=True)  # of a copy that was cut short
        duplicate(source, half, progress)
        examine(half)
        half.rename(target)
    except OSError as error:
        raise DatabaseUnreachable(f"{target} cannot be written ({reason_of(error)}).") from None
    finally:
        half.unlink(missing_ok=True)


def duplicate(source: Path, target: Path, progress: Progress | None = None) -> None:
    """Write what is committed in ``source`` now to ``target``, a file without a log beside it.

    Whoever writes to ``source`` meanwhile need not wait, and what they write is not in the copy.
    Raises ``OSError`` and ``DatabaseBroken``.
    """

    def told(_status: int, left: int, total: int) -> None:
        if progress is not None:
            progress(total - left, total)

    with target.open("xb"):
        pass
    try:
        with (
            closing(sqlite3.connect(_read_only(source), uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.isolation_level = None
            # SQLite begins a copy anew whenever another process has written, which a busy bot
            # does all the time; a snapshot that is held stays as it is.
            old.execute("BEGIN")
            old.execute("SELECT count(*) FROM sqlite_master").fetchone()
            old.backup(new, pages=_PAGES, progress=told)
            old.execute("ROLLBACK")
            new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise DatabaseBroken(f"{source} could not be copied: {error}.") from error
    _synced(target)


def examine(file: Path) -> None:
    """Raise ``DatabaseBroken`` or ``DatabaseNewer`` unless this is a whole database of the bot's.

    Every page, index and reference is looked at.
    """
    try:
        with closing(sqlite3.connect(_read_only(file), uri=True)) as connection:
            found = connection.execute("PRAGMA integrity_check(1)").fetchone()[0]
            astray = connection.execute("PRAGMA foreign_key_check").fetchone()
            names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            tables = {name for (name,) in names}
            revision = None
            if tables >= _OURS:
                revision = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise DatabaseBroken(f"{file} cannot be read: {error}.") from error
    if found != "ok":
        raise DatabaseBroken(f"{file} is damaged: {found}.")
    if astray is not None:
        raise DatabaseBroken(f"{file} is damaged: a row of {astray[0]} is astray.")
    if revision is None:
        raise DatabaseBroken(f"{file} is not a database of this bot.")
    if revision[0] not in revisions():
        raise DatabaseNewer(
            f"{file} was written by a newer version of the bot (revision {revision[0]}):"
            " update the bot first."
        )


def _read_only(file: Path) -> str:
    return f"{file.resolve().as_uri()}?mode=ro"


def _synced(file: Path) -> None:
    with file.open("rb+") as stream:
        os.fsync(stream.fileno())
