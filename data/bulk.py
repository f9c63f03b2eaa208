"""Very many rows at a time, as the driver has them: without the types of SQLAlchemy.

What is read so may be written back so: a time is a text in SQLite and a ``datetime`` elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Executable, Table, insert
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql import ClauseElement

_CHUNK: Final = 20_000


async def fetch(connection: AsyncConnection, statement: ClauseElement) -> Sequence[Any]:
    """The rows of a SELECT."""
    compiled = statement.compile(dialect=connection.dialect)
    names: list[str] = getattr(compiled, "positiontup", None) or []
    given: dict[str, Any] = dict(compiled.params or {})
    values = tuple([given[name] for name in names])
    return (await connection.exec_driver_sql(str(compiled), values)).all()


async def store(connection: AsyncConnection, table: Table, rows: Sequence[Any]) -> None:
    """Insert rows, each a tuple in the order of the table's columns."""
    statement: Executable = insert(table)
    text = str(statement.compile(dialect=connection.dialect))
    for start in range(0, len(rows), _CHUNK):
        await connection.exec_driver_sql(text, list(rows[start : start + _CHUNK]))
