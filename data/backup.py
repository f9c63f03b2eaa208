"""A copy of the database that is whole, made while the bot runs or not, and looked through."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from data import files
from data.address import expect, file_of, parse, shown
from data.errors import (
    BadAddress,
    DatabaseBroken,
    DatabaseFull,
    DatabaseLocked,
    DatabaseNewer,
    DatabaseUnreachable,
    StorageUnavailable,
    reason_of,
)
from data.migrate import revisions
from data.trouble import primary

Progress = Callable[[int, int], None]
"""Is told how much is done, of how much."""

_PAGES: Final = 1024  # copied in one step
_OURS: Final = frozenset({"games", "seats", "actions", "alembic_version"})

# What SQLite says of a database with a log, or one that was cut short, in a folder where it can
# make no file: to read the one and to mend the other it has to.
_NEEDS_TO_WRITE: Final = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY})


def copy(address: str, target: Path, progress: Progress | None = None) -> None:
    """Copy the SQLite database of this ``DATABASE_URL`` to a new file, and look the copy through.

    ``progress`` counts pages.  Raises ``BadAddress`` for a database that is no file,
    ``DatabaseUnreachable`` when there is nothing to copy or no way to write, ``DatabaseFull`` and
    ``DatabaseBroken``; ``target`` is there only if the copy is whole.
    """
    url = parse(address)
    source = file_of(url)
    if source is None:
        raise BadAddress(f"{shown(url)} is no file: back it up with pg_dump.")
    expect(address)
    if target.exists():
        raise DatabaseUnreachable(f"{target} exists already: name another file.")
    for left in files.beside(target):
        raise DatabaseUnreachable(
            f"{left} exists already, and would be taken for a part of {target}:"
            " remove it, or name another file."
        )
    half = target.with_name(f"{target.name}.part")
    try:
        files.discard(half)  # of a copy that was cut short
        duplicate(source, half, progress)
        examine(half)
        half.rename(target)
        files.sync_folder(target)
    except OSError as error:
        raise DatabaseUnreachable(f"{target} cannot be written ({reason_of(error)}).") from None
    finally:
        files.discard(half)


def duplicate(source: Path, target: Path, progress: Progress | None = None) -> None:
    """Write what is committed in ``source`` now to ``target``, a file without a log beside it.

    Whoever writes to ``source`` meanwhile need not wait, and what they write is not in the copy.
    Nobody but this user may read ``target``.  Raises ``OSError``, ``DatabaseBroken``,
    ``DatabaseFull``, ``DatabaseUnreachable`` and ``DatabaseLocked``; then ``target`` may be there
    in part.
    """

    def told(_status: int, left: int, total: int) -> None:
        if progress is not None:
            progress(total - left, total)

    files.create(target)
    try:
        with (
            _snapshot(source, target) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            # There is nothing in it to go back to, and what is begun anew needs no journal.
            new.execute("PRAGMA journal_mode=OFF")
            old.backup(new, pages=_PAGES, progress=told)
            # A WAL database is copied as one; to change that opens a log.
            new.execute("PRAGMA journal_mode=OFF")
    except sqlite3.Error as error:
        if primary(error) == sqlite3.SQLITE_FULL:
            raise DatabaseFull(f"There is no room left on the disk for {target}.") from error
        raise DatabaseBroken(f"{source} could not be copied: {error}.") from error
    files.sync(target)


def examine(file: Path) -> None:
    """Raise ``DatabaseBroken`` or ``DatabaseNewer`` unless this is a whole database of the bot's.

    Every page, index and reference is looked at.  Raises ``DatabaseUnreachable`` for a file that
    cannot be read, or not where it is.
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
        raise _refused(file, error) from error
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


@contextmanager
def _snapshot(source: Path, target: Path) -> Generator[sqlite3.Connection]:
    """A connection that sees the database as it is now, whatever is written to it.

    SQLite begins a copy anew whenever another process has written, which a busy bot does all the
    time; a snapshot that is held stays as it is.  It may take files beside ``target``.
    """
    aside = target.with_name(f"{target.name}.source")
    files.discard(aside)  # of a copy that was cut short
    with ExitStack() as held:
        try:
            connection = held.enter_context(_reading(_read_only(source)))
        except sqlite3.Error as error:
            if primary(error) not in _NEEDS_TO_WRITE:
                raise
            # Nobody writes to it, or what SQLite misses would be there.
            held.callback(files.discard, aside)
            _taken(source, aside)
            connection = held.enter_context(_reading(aside.resolve().as_uri()))
        yield connection


@contextmanager
def _reading(uri: str) -> Generator[sqlite3.Connection]:
    with closing(sqlite3.connect(uri, uri=True, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        yield connection


def _taken(source: Path, aside: Path) -> None:
    """Copy a database that nobody writes to, and its log, as they are."""
    source = source.resolve()  # a log is beside what a link leads to
    before = _state(source)
    for part in before:
        copied = aside.with_name(aside.name + part.name.removeprefix(source.name))
        files.create(copied)
        try:
            stream = part.open("rb")
        except OSError as error:
            raise DatabaseUnreachable(f"{part} cannot be read ({reason_of(error)}).") from None
        with stream, copied.open("wb") as out:
            shutil.copyfileobj(stream, out)
    if _state(source) != before:
        raise DatabaseLocked(f"{source} is in use by another program, and cannot be copied.")


def _state(source: Path) -> dict[Path, tuple[int, int]]:
    there = {part: part.stat() for part in (source, *files.logs(source))}
    return {part: (stat.st_size, stat.st_mtime_ns) for part, stat in there.items()}


def _refused(file: Path, error: sqlite3.Error) -> StorageUnavailable:
    """Why a database cannot be looked through."""
    if primary(error) in _NEEDS_TO_WRITE:
        try:
            file.open("rb").close()
        except OSError as reason:
            return DatabaseUnreachable(f"{file} cannot be read ({reason_of(reason)}).")
        return DatabaseUnreachable(
            f"{file} cannot be read where it is: SQLite would have to write beside it."
            " Copy it, and the file with -wal to its name if there is one, to another folder."
        )
    return DatabaseBroken(f"{file} cannot be read: {error}.")


def _read_only(file: Path) -> str:
    return f"{file.resolve().as_uri()}?mode=ro"
