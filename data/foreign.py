"""Whether a file is the database of another program, seen before anything is done to it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from data.errors import DatabaseBroken

_OURS: Final = frozenset({"alembic_version", "games"})
_TABLES: Final = """
    SELECT name FROM sqlite_master
    WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
"""


def refuse(file: Path) -> None:
    """Raise ``DatabaseBroken`` for an SQLite file with tables, if they are not this bot's.

    A file that is missing, empty or cannot be read is left to whoever opens it.
    """
    if not file.is_file():
        return
    # SQLite would leave files beside one that has a log in principle and none at the moment.
    quiet = "" if file.with_name(f"{file.name}-wal").exists() else "&immutable=1"
    where = f"{file.absolute().as_uri()}?mode=ro{quiet}"
    try:
        with closing(sqlite3.connect(where, uri=True)) as connection:
            tables = [name for (name,) in connection.execute(_TABLES)]
    except sqlite3.Error:
        return
    if tables and not _OURS.issubset(tables):
        raise DatabaseBroken(
            f"The database {file} is not this bot's: it has a table {tables[0]}. Name another with"
            " DATABASE_URL."
        )
