"""Errors of the database driver, told apart and put into words."""

from __future__ import annotations

import sqlite3
from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError

from data.errors import (
    DatabaseBroken,
    DatabaseFull,
    DatabaseLocked,
    DatabaseReadOnly,
    DatabaseUnreachable,
    StorageUnavailable,
)

_KINDS: Final[dict[int, tuple[type[StorageUnavailable], str]]] = {
    sqlite3.SQLITE_BUSY: (DatabaseLocked, "The database {0} is in use by another program."),
    sqlite3.SQLITE_LOCKED: (DatabaseLocked, "The database {0} is in use by another program."),
    sqlite3.SQLITE_READONLY: (DatabaseReadOnly, "The database {0} may not be written to."),
    sqlite3.SQLITE_PERM: (DatabaseReadOnly, "The database {0} may not be written to."),
    sqlite3.SQLITE_FULL: (DatabaseFull, "There is no room left on the disk for {0}."),
    sqlite3.SQLITE_CANTOPEN: (
        DatabaseUnreachable,
        "The database {0} cannot be opened: check that its folder exists and may be written to.",
    ),
    sqlite3.SQLITE_NOTADB: (DatabaseBroken, "The file {0} is not a database."),
    sqlite3.SQLITE_CORRUPT: (DatabaseBroken, "The database {0} is damaged."),
    sqlite3.SQLITE_IOERR: (DatabaseUnreachable, "The disk failed under the database {0}."),
}


# Classes and codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html
_STATES: Final[dict[str, tuple[type[StorageUnavailable], str]]] = {
    "25006": (DatabaseReadOnly, "The database {0} may not be written to."),
    "53100": (DatabaseFull, "There is no room left on the disk for {0}."),
    "08": (DatabaseUnreachable, "The database {0} cannot be reached."),
    "28": (DatabaseUnreachable, "The database {0} refused the name or the password."),
    "3D": (DatabaseUnreachable, "There is no database {0}: create it first."),
    "53": (DatabaseUnreachable, "The database {0} is overloaded."),
    "57P": (DatabaseUnreachable, "The database {0} is being shut down or started."),
}


def primary(error: object) -> int:
    """The kind of an error of SQLite: the low byte of its code; 0 for one that is not SQLite's.

    https://sqlite.org/rescode.html
    """
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else 0


def translated(error: DBAPIError, place: str) -> StorageUnavailable | None:
    """What this driver's error means; ``None`` for one that is a mistake in our own statements."""
    if isinstance(error, IntegrityError):
        return None
    original = error.orig
    code = primary(original)
    if code:
        kind = _KINDS.get(code)
        return None if kind is None else kind[0](kind[1].format(place))
    state = getattr(original, "sqlstate", None)
    if isinstance(state, str):
        for prefix, (kind_of_state, text) in _STATES.items():
            if state.startswith(prefix):
                return kind_of_state(text.format(place))
    if error.connection_invalidated or isinstance(original, OSError):
        return DatabaseUnreachable(f"The database {place} does not answer.")
    return None
