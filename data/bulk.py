"""Many rows at a time, as the driver has them: without the types of SQLAlchemy.

What is read so may be written back so: a time is a text in SQLite and a ``datetime`` elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Table, insert
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql import ClauseElement

from data.types import UtcDateTime

_CHUNK: Final = 20_000


async def fetch(connection: AsyncConnection, statement: ClauseElement) -> Sequence[Any]:
    """The rows of a SELECT."""
    compiled = statement.compile(dialect=connection.dialect)
    names: list[str] = getattr(compiled, "positiontup", None) or []
    given: dict[str, Any] = dict(compiled.params or {})
    values = tuple([given[name] for name in names])
    found = await connection.exec_driver_sql(str(compiled), values)
    cursor: Any = (
        found.cursor
    )  # whose rows are plain: to wrap each would take longer than to read it
    return cursor.fetchall()


async def store(connection: AsyncConnection, table: Table, rows: Sequence[Any]) -> None:
    """Insert rows, each a tuple in the order of the table's columns."""
    await Many(insert(table)).store(connection, rows)


class Many:
    """An INSERT of whole rows into a table of one database, put into words once."""

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._text: str | None = None

    async def store(self, connection: AsyncConnection, rows: Sequence[Any]) -> None:
        """Insert rows, each a tuple in the order of the table's columns; there may be none."""
        if self._text is None:
            self._text = str(self._statement.compile(dialect=connection.dialect))
        for start in range(0, len(rows), _CHUNK):
            await connection.exec_driver_sql(self._text, list(rows[start : start + _CHUNK]))


def moment(connection: AsyncConnection, at: datetime) -> Any:
    """A time as the driver takes it."""
    made = UtcDateTime().dialect_impl(connection.dialect).bind_processor(connection.dialect)
    return at if made is None else made(at)
