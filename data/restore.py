"""A backup put in the place of the database, which stays beside it under another name."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from data import lock
from data.address import file_of, parse, shown
from data.backup import Progress, duplicate, examine
from data.errors import BadAddress, DatabaseUnreachable, reason_of


def restore(address: str, backup: Path, now: datetime, progress: Progress) -> Path | None:
    """Put ``backup`` in the place of the SQLite database of this ``DATABASE_URL``.

    Gives where the database of before is kept now, ``None`` if there was none.  At every moment
    there is a whole database in the place: the old one or the new.  Raises ``BadAddress`` for a
    database that is no file, ``DatabaseLocked`` while a bot runs on it, ``DatabaseBroken`` or
    ``DatabaseNewer`` for a backup that cannot be used, ``DatabaseUnreachable`` for files
    that cannot be read or written; the database is as before then.
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
        fresh.unlink(missing_ok=True)  # of a restoring that was cut short
        try:
            duplicate(backup, fresh, progress)
            examine(fresh)
            kept = _kept(file, now) if file.exists() else None
            fresh.replace(file)
        except OSError as error:
            raise DatabaseUnreachable(f"{file} cannot be replaced ({reason_of(error)}).") from None
        finally:
            fresh.unlink(missing_ok=True)
    return kept


def _kept(file: Path, now: datetime) -> Path:
    """Keep the database under a name of its own too, with nothing of it left in a log."""
    kept = _free(file, now)
    # Closing folds the log into the file.  A damaged database cannot do that; its log is moved.
    with contextlib.suppress(sqlite3.Error), closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    for end in ("-wal", "-shm"):
        beside = file.with_name(file.name + end)
        if beside.exists():
            beside.rename(kept.with_name(kept.name + end))
    try:
        os.link(file, kept)
    except OSError:  # not every file system has links
        shutil.copy2(file, kept)
    return kept


def _free(file: Path, now: datetime) -> Path:
    """A name beside the database that nothing has yet."""
    stamp = f"{file.name}.before-{now:%Y%m%d-%H%M%S}"
    number, kept = 1, file.with_name(stamp)
    while kept.exists():
        number += 1
        kept = file.with_name(f"{stamp}-{number}")
    return kept
