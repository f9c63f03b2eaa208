"""What must hold of the whole database after a storm, whoever was told what."""

from __future__ import annotations

import hashlib
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from data.database import Database
from engine import new_game
from engine.game import Game
from engine.record import verify, write
from tests.kills.stored import Stored
from tests.storm.hall import Hall
from tests.storm.place import Place

#: What is derived from the results, and what of the results is.
DERIVED: Final = ("ratings", "rating_changes", "tallies", "contracts", "meetings", "results")


@dataclass(frozen=True, slots=True)
class Sums:
    """What was found."""

    games: int
    over: int
    actions: int
    told: int  # actions of which somebody was told, every one of them found
    records: int  # records that verified


async def audited(hall: Hall) -> Sums:
    """Everything, held against everything.  ``AssertionError`` for what does not fit.

    The bot is not running.
    """
    stored = hall.stored
    games = [row[0] for row in stored.rows("SELECT id FROM games ORDER BY id")]
    replayed = {number: _replayed(stored, number) for number in games}
    over = {number: game for number, game in replayed.items() if game.outcome is not None}
    _results(stored, over)
    records = 0
    for place in hall.places:
        records += _promises(stored, place, replayed)
    await _standing(hall.bot.file, hall.bot.folder / "again.db")
    return Sums(
        games=len(games),
        over=len(over),
        actions=sum(len(game.actions) for game in replayed.values()),
        told=sum(place.counts.actions for place in hall.places),
        records=records,
    )


def _replayed(stored: Stored, number: int) -> Game:
    """The game replayed from its actions, which has to be what is stored of it."""
    row = stored.game(number)
    ((commitment, to_act, reason, finished),) = stored.rows(
        "SELECT commitment, to_act, reason, finished_at FROM games WHERE id = ?", number
    )
    actions = stored.actions(number)
    game = new_game(row.kind, seed=row.seed, options=row.options)
    for seat, text in actions:
        game.apply(seat, text)
    assert not game.status(), game.status()
    assert row.moves == len(actions)
    assert commitment == hashlib.sha256(row.seed).hexdigest()
    assert (row.state == "over") == (game.outcome is not None) == (finished is not None)
    assert to_act == sum(1 << seat for seat in game.to_act)
    assert reason == (None if game.outcome is None else game.outcome.reason)
    if game.outcome is not None:
        verified = verify(write(game, row.names))
        assert verified.outcome == game.outcome
        assert verified.totals == game.totals
    return game


def _results(stored: Stored, over: dict[int, Game]) -> None:
    """One result for each seat of each game that is over, and none of any other."""
    found = Counter(row[0] for row in stored.rows("SELECT game_id FROM results"))
    assert found == {number: len(game.totals) for number, game in over.items()}
    for number, game in over.items():
        row, outcome = stored.game(number), game.outcome
        assert outcome is not None
        assert stored.results(number) == [
            (seat, user, seat in outcome.winners and not left, game.totals[seat])
            for seat, (user, left) in enumerate(zip(row.users, row.taken_over, strict=True))
        ]
    sequence = stored.rows("SELECT DISTINCT guild_id, sequence, game_id FROM results")
    per_server = Counter(guild for guild, *_ in sequence)
    for guild, count in per_server.items():
        assert sorted(s for g, s, _ in sequence if g == guild) == list(range(1, count + 1))
        assert stored.rows("SELECT finished FROM servers WHERE id = ?", guild) == [(count,)]


def _promises(stored: Stored, place: Place, replayed: dict[int, Game]) -> int:
    """What the people of a place were told; how many records they were given."""
    games = place.ended if place.game is None else [*place.ended, place.game]
    records = 0
    for game in games:
        game.nothing_lost_or_doubled()
        assert game.replay.game.actions == replayed[game.game_id].actions
        if game.record is not None:
            assert verify(game.record).actions == len(replayed[game.game_id].actions)
            records += 1
    for ident in place.started:
        rows = stored.rows("SELECT state, game_id FROM invitations WHERE id = ?", ident)
        assert rows[0][0] == "started"
        assert rows[0][1] in replayed
    for ident in place.closed:
        rows = stored.rows("SELECT state, game_id FROM invitations WHERE id = ?", ident)
        assert rows[0][0] in {"declined", "withdrawn"}
        assert rows[0][1] is None
    begun = stored.games_of(place.host.id)
    assert len(begun) <= place.counts.asked, "a game that nobody asked for"
    invited = stored.rows("SELECT game_id FROM invitations WHERE host_id = ?", place.host.id)
    once = Counter(number for (number,) in invited if number is not None)
    assert not once or max(once.values()) == 1
    return records


async def _standing(file: Path, copy: Path) -> None:
    """Ratings, boards and profiles made anew from the results are those that there are."""
    with closing(sqlite3.connect(file, timeout=10)) as source, closing(sqlite3.connect(copy)) as to:
        source.backup(to)
    before = _derived(copy)
    async with await Database.open(f"sqlite:///{copy}") as database:
        await database.ratings.rebuild()
    after = _derived(copy)
    for table in DERIVED:
        assert after[table] == before[table], f"{table} differs when it is made anew"


def _derived(file: Path) -> dict[str, list[tuple[Any, ...]]]:
    with closing(sqlite3.connect(file)) as connection:
        return {
            table: sorted(connection.execute(f"SELECT * FROM {table}").fetchall(), key=repr)
            for table in DERIVED
        }
