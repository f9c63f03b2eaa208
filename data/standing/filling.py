"""What was made of the log of a server, put into the tables that are derived from it."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Table, insert

from data import plain
from data.schema import contracts, meetings, rating_changes, ratings, tallies
from data.standing.digest import Made
from data.standing.lines import Adding

DERIVED: Final[tuple[Table, ...]] = (rating_changes, ratings, tallies, contracts, meetings)


class Filling:
    """Statements that store what was made of a server, where nothing of it is there."""

    def __init__(self) -> None:
        self._inserts = [plain.Statement(insert(table)) for table in DERIVED]
        self._add = Adding()

    def __call__(self, asked: plain.Asking, guild_id: int, made: Made) -> None:
        """Store it within a transaction, with the lines that others add up to."""
        stored = made.changes, made.ratings, made.lines, made.contracts, made.meetings
        for statement, rows in zip(self._inserts, stored, strict=True):
            asked.store(statement, rows)
        self._add(asked, guild_id, made.runs)
