"""A backup put in the place of the database, which stays beside it under another name."""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from data import files, lock
from data.address import file_of, parse, shown
from data.backup import Progress, duplicate, examine
from data.errors import (
    BadAddress,
    DatabaseBroken,
    DatabaseLocked,
    DatabaseUnreachable,
    StorageUnavailable,
    reason_of,
)
from data.trouble import primary

_PATIENCE: Final = 1.0  # seconds for another program to finish with the database
_HALF: Final = ".keeping"  # ends the name of what is being copied
_DAMAGED: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_IN_USE: Final = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})


def restore(address: str, backup: Path, now: datetime, progress: Progress) -> Path | None:
    """Put ``backup`` in the place of the SQLite database of this ``DATABASE_URL``.

    Gives where the database of before is kept now, ``None`` if there was none; a log without a
    database is kept too.  At every moment there is a whole database in the place, the old one
    or the new; or the old one, if that is damaged, until the new one is.  Cut short, it can be
    begun again.

    Raises ``BadAddress`` for a database that is no file, ``DatabaseLocked`` while a bot runs on
    it or another program has it open, ``DatabaseBroken`` or ``DatabaseNewer`` for a backup that
    cannot be used, ``DatabaseFull`` or ``DatabaseUnreachable`` for files that cannot be read or
    written; the database is as before then, unless the text says that it was replaced.
    """
    url = parse(address)
    file = file_of(url)
    if file is None:
        raise BadAddress(f"{shown(url)} is no file: restore it with pg_restore or psql.")
    if not backup.is_file():
        raise DatabaseUnreachable(f"There is no file {backup}.")
    if file.exists() and backup.samefile(file):
        raise DatabaseUnreachable(f"{backup} is the database itself: name a backup of it.")
    with lock.hold(file):
        fresh = file.with_name(f"{file.name}.restoring")
        try:
            files.discard(fresh)  # of a restoring that was cut short
            duplicate(backup, fresh, progress)
            examine(fresh)
            kept = _replaced(file, fresh, now)
        except OSError as error:
            raise DatabaseUnreachable(f"{file} cannot be replaced ({reason_of(error)}).") from None
        finally:
            files.discard(fresh)
        try:
            examine(file)
        except StorageUnavailable as error:
            before = "" if kept is None else f"  The database of before is kept as {kept}."
            raise DatabaseBroken(f"{file} was replaced, but cannot be used: {error}{before}") from (
                error
            )
    return kept


def _replaced(file: Path, fresh: Path, now: datetime) -> Path | None:
    """Put ``fresh`` in the place of ``file``; gives under what name that is kept."""
    there = file.exists()
    _forget(file)
    if there:
        _fold(file)
        _like(file, fresh)
    # From here on a database that can be read has no log: it is whole without one.
    kept = _free(file, now)
    for part in ([file] if there else []) + files.logs(file):
        _keep(part, kept.with_name(kept.name + part.name.removeprefix(file.name)))
    files.sync_folder(file)
    # A log that is left would be played into the new file, and be gone.
    for part in files.beside(file):
        part.unlink()
    files.sync_folder(file)
    fresh.replace(file)
    files.sync_folder(file)
    return kept if there else None


def _fold(file: Path) -> None:
    """Make the file one that is whole without a log, as far as it is whole."""
    if not file.stat().st_size:
        return  # SQLite would throw its log away
    try:
        with closing(sqlite3.connect(file, timeout=_PATIENCE, isolation_level=None)) as connection:
            # Not to be had while anybody else has it open, and the log is removed then.
            (mode,) = connection.execute("PRAGMA journal_mode=DELETE").fetchone()
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        code = primary(error)
        if code in _DAMAGED:
            return  # there is nothing that could be made whole
        if code in _IN_USE:
            raise _in_use(file) from error
        raise DatabaseUnreachable(
            f"The log of {file} cannot be folded into it ({error}). If that is not to be mended,"
            " move the file away, and those with -wal, -shm or -journal to its name."
        ) from error
    if mode != "delete":
        raise _in_use(file)


def _in_use(file: Path) -> DatabaseLocked:
    return DatabaseLocked(f"The database {file} is in use by another program: end that first.")


def _like(file: Path, fresh: Path) -> None:
    """Let the new file belong to whom the old one does, and be read by whoever may read that."""
    was = file.stat()
    with contextlib.suppress(OSError, AttributeError):  # root may, and systems that have owners
        os.chown(fresh, was.st_uid, was.st_gid)
    shutil.copymode(file, fresh)


def _keep(part: Path, kept: Path) -> None:
    """Let it be there under another name too."""
    try:
        os.link(part, kept)
    except OSError:  # not every file system has links
        half = part.with_name(part.name + _HALF)
        try:
            files.create(half)
            shutil.copyfile(part, half)
            shutil.copystat(part, half)
            files.sync(half)
            half.rename(kept)
        finally:
            half.unlink(missing_ok=True)


def _forget(file: Path) -> None:
    """Remove what a restoring that was cut short left: halves, and names of what is in its place.

    A second name is no copy: what is played on would go there too, without its log.
    """
    here = [part for part in (file, *files.logs(file)) if part.exists()]
    own = glob.escape(file.name)
    for half in file.parent.glob(f"{own}*{_HALF}"):
        half.unlink()
    for other in file.parent.glob(f"{own}.before-*"):
        if any(part.samefile(other) for part in here):
            other.unlink()


def _free(file: Path, now: datetime) -> Path:
    """A name beside the database that nothing has yet, nor anything that would belong to it."""
    stamp = f"{file.name}.before-{now:%Y%m%d-%H%M%S}"
    number, kept = 1, file.with_name(stamp)
    while kept.exists() or files.beside(kept):
        number += 1
        kept = file.with_name(f"{stamp}-{number}")
    return kept
