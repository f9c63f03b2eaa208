"""What a process does that helps to make standing anew: some servers, as a database of their own.

It reads the log itself, from an SQLite file that another process holds, and gives back all that
is derived from it as a small database that is only to be copied: so nearly all of the work is
done by as many processors as there are, though a file has one writer.
"""

from __future__ import annotations

import gc
import os
import signal
import sqlite3
import threading
from collections.abc import Iterable
from contextlib import closing
from multiprocessing import parent_process
from pathlib import Path
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, bindparam
from sqlalchemy.dialects import sqlite
from sqlalchemy.schema import CreateTable

from data import plain
from data.standing import digest, log
from data.standing.filling import DERIVED, Filling
from data.standing.ledger import Ledger

POSSIBLE: Final = hasattr(sqlite3.Connection, "serialize")
"""Whether this SQLite can give a database back as bytes; nearly all can."""

_DIALECT: Final = sqlite.dialect()
_PRAGMAS: Final = ("journal_mode=OFF", "foreign_keys=OFF", "temp_store=MEMORY", "secure_delete=OFF")


class Share(NamedTuple):
    """What came of some servers: how many results they have, of which games the log says another
    thing about being rated, and the derived tables as an SQLite database."""

    results: int
    differing: list[dict[str, Any]]
    database: bytes


def prepare() -> None:
    """Begin a process that helps, and ends with the one that began it, however that ends.

    Whoever interrupts or stops the program speaks to that one alone.  Rings of garbage are not
    searched for, as in ``uncollected``.
    """
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    gc.disable()
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def share_of(file: str, guild_ids: Iterable[int]) -> Share:
    """Make these servers anew from the log in this file, as it was committed last.

    ``sqlite3.Error`` if it cannot be read.
    """
    count = 0
    differing: list[dict[str, Any]] = []
    where = f"{Path(file).absolute().as_uri()}?mode=ro"
    with (
        closing(sqlite3.connect(where, uri=True)) as books,
        closing(sqlite3.connect(":memory:", isolation_level=None)) as made,
    ):
        for pragma in _PRAGMAS:
            made.execute(f"PRAGMA {pragma}")
        made.execute("BEGIN")
        for table in DERIVED:
            made.execute(str(CreateTable(table).compile(dialect=_DIALECT)))
        asked, fill = plain.Direct(made, _DIALECT), Filling()
        reading = plain.Direct(books, _DIALECT)
        whole_log = plain.Statement(log.of_server(bindparam("guild", type_=BigInteger)))
        for guild_id in guild_ids:
            rows = reading.rows(whole_log, guild=guild_id)
            count += len(rows)
            ledger = Ledger()
            differing += digest.enter(ledger, rows)
            fill(asked, guild_id, digest.summed(guild_id, ledger))
        made.execute("COMMIT")
        return Share(count, differing, made.serialize())
