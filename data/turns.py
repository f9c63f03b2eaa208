"""Turns that several processes take at something which bears only so much at a time."""

from __future__ import annotations

import time
from typing import Any, Final

from sqlalchemy import ColumnElement, Double, Text, case, cast, extract, func, literal

from data.connections import Connections
from data.schema import facts

_PREFIX: Final = "turn "


class Turns:
    """Turns by name, kept by the database's clock: those of several machines may differ."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def take(self, name: str, spacing: float) -> float:
        """Reserve the next free moment, ``spacing`` seconds after the one before.

        Gives how many seconds away it is.  A turn that nobody comes for is not given again: that
        costs the others ``spacing`` at most.  ``name`` has 27 characters at most.
        """
        now = self._now()
        last = cast(facts.c.value, Double)
        free = last + literal(spacing)
        statement = self._connections.insert(facts).values(
            name=_PREFIX + name, value=cast(now, Text)
        )
        taken = statement.on_conflict_do_update(
            index_elements=[facts.c.name],
            set_={"value": cast(case((free > now, free), else_=now), Text)},
        ).returning(cast(facts.c.value, Double) - now)
        async with self._connections.write() as connection:
            wait = await connection.scalar(taken)
        return max(0.0, float(wait or 0.0))

    def _now(self) -> ColumnElement[Any]:
        if self._connections.dialect == "sqlite":
            # SQLite writes 15 digits as text: all of it must come back as it was.
            return literal(round(time.time(), 3))
        return cast(extract("epoch", func.clock_timestamp()), Double)
