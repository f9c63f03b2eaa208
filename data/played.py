"""The games in a file, for looking a backup through: as any revision of the database has them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from data.errors import DatabaseBroken


@dataclass(frozen=True, slots=True)
class Played:
    """What a replay needs, and what it is to agree with."""

    id: int
    kind: str
    options: dict[str, int | str | bool]
    seed: bytes
    commitment: str
    state: str
    reason: str | None
    actions: tuple[tuple[int, str], ...]


def count(file: Path) -> int:
    """How many games the file holds."""
    with _reading(file) as connection:
        number: int = connection.execute("SELECT count(*) FROM games").fetchone()[0]
        return number


def games(file: Path) -> Iterator[Played]:
    """Every game of the file, by number.  Raises ``DatabaseBroken`` for rows that make no game."""
    with _reading(file) as connection:
        rows = connection.execute(
            "SELECT id, kind, options, seed, commitment, state, reason, moves FROM games"
            " ORDER BY id"
        )
        for number, kind, options, seed, commitment, state, reason, moves in rows:
            actions = connection.execute(
                "SELECT seat, text FROM actions WHERE game_id = ? ORDER BY number", (number,)
            ).fetchall()
            if len(actions) != moves:
                raise DatabaseBroken(
                    f"Game {number} has {len(actions)} actions where {moves} are counted."
                )
            yield Played(
                number,
                kind,
                json.loads(options),
                seed,
                commitment,
                state,
                reason,
                tuple(actions),
            )


def _reading(file: Path) -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True))
