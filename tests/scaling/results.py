"""What games came to in the database, and what was made of it."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from data.database import Database
from tests.storage import look

DERIVED: Final = ("ratings", "rating_changes", "tallies", "contracts", "meetings", "results")


async def counted_once(url: str, db: Database) -> int:
    """How many games are over: each with one result a seat, and counted once in all standing."""
    over = dict(look(url, "SELECT g.id, count(*) FROM games g JOIN seats s ON s.game_id = g.id"
                          " WHERE g.state = 'over' GROUP BY g.id"))  # fmt: skip
    results = Counter(row[0] for row in look(url, "SELECT game_id FROM results"))
    assert results == over
    order = look(url, "SELECT DISTINCT guild_id, sequence, game_id FROM results")
    for guild, count in Counter(guild for guild, *_ in order).items():
        assert sorted(s for g, s, _ in order if g == guild) == list(range(1, count + 1))
        assert look(url, "SELECT finished FROM servers WHERE id = ?", guild) == [(count,)]
    before = _derived(url)
    await db.ratings.rebuild()
    after = _derived(url)
    for table in DERIVED:
        assert after[table] == before[table], f"{table} differs when it is made anew"
    return len(over)


def _derived(url: str) -> dict[str, list[tuple[Any, ...]]]:
    return {table: sorted(look(url, f"SELECT * FROM {table}"), key=repr) for table in DERIVED}
