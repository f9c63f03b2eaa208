"""What the database file holds, read from outside while the bot runs or after it was killed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.game import OptionValue


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it is stored."""

    id: int
    kind: str
    options: dict[str, OptionValue]
    seed: bytes
    state: str
    message_id: int | None
    moves: int
    users: tuple[int | None, ...]
    names: tuple[str, ...]
    taken_over: tuple[bool, ...]


class Stored:
    """Reads one file, past the bot's own code; ``close`` it where nobody is to have it open."""

    def __init__(self, file: Path) -> None:
        self._address = f"file:{file}?mode=ro"
        self._connection: sqlite3.Connection | None = None

    def close(self) -> None:
        """Let go of the file until the next question."""
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        if self._connection is None:
            self._connection = sqlite3.connect(
                self._address, uri=True, timeout=10, isolation_level=None
            )
        yield self._connection

    def games_of(self, user_id: int) -> list[int]:
        """The games in which this person sits, by number."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT game_id FROM seats WHERE user_id = ? ORDER BY game_id", (user_id,)
            ).fetchall()
        return [row[0] for row in rows]

    def game(self, game_id: int) -> Game:
        """The game with this number."""
        with self._open() as connection:
            row = connection.execute(
                "SELECT kind, options, seed, state, message_id, moves FROM games WHERE id = ?",
                (game_id,),
            ).fetchone()
            seats = connection.execute(
                "SELECT s.user_id, p.name, s.taken_over FROM seats s"
                " LEFT JOIN people p ON p.id = s.user_id WHERE game_id = ? ORDER BY seat",
                (game_id,),
            ).fetchall()
        kind, options, seed, state, message_id, moves = row
        computers = sum(user is None for user, *_ in seats)
        number = iter(range(1, 5))
        names = tuple(
            name or ("Computer" if computers == 1 else f"Computer {next(number)}")
            for _, name, _ in seats
        )
        users = tuple(user for user, *_ in seats)
        left = tuple(bool(taken_over) for *_, taken_over in seats)
        return Game(
            game_id, kind, json.loads(options), seed, state, message_id, moves, users, names, left
        )

    def actions(self, game_id: int) -> list[tuple[int, str]]:
        """The actions of a game; ``AssertionError`` if their numbers have a gap."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT number, seat, text FROM actions WHERE game_id = ? ORDER BY number",
                (game_id,),
            ).fetchall()
        assert [row[0] for row in rows] == list(range(len(rows)))
        return [(seat, text) for _, seat, text in rows]

    def results(self, game_id: int) -> list[tuple[int, int | None, bool, int]]:
        """Seat, person, won and points of a finished game."""
        with self._open() as connection:
            rows = connection.execute(
                "SELECT seat, user_id, won, points FROM results WHERE game_id = ? ORDER BY seat",
                (game_id,),
            ).fetchall()
        return [(seat, user, bool(won), points) for seat, user, won, points in rows]

    def count(self, table: str, where: str = "1") -> int:
        """How many rows of a table fulfil a condition."""
        with self._open() as connection:
            row = connection.execute(f"SELECT count(*) FROM {table} WHERE {where}").fetchone()
        return int(row[0])

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """All that a query finds."""
        with self._open() as connection:
            return connection.execute(query, values).fetchall()
