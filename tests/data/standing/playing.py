"""Games played to an end in tests of standing, and everything derived from them as it is stored."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from data.database import Database
from data.records import End, Seat, SeatResult
from data.standing.declared import Declared
from data.standing.records import GameRatings
from tests.data.makers import GUILD, NOW, new_game, step
from tests.storage import look

DERIVED = ("ratings", "rating_changes", "tallies", "contracts", "meetings")


@dataclass(frozen=True)
class Result:
    """Somebody's (``None``: a computer's) points and place."""

    who: int | None
    points: int = 0
    place: int = 1
    won: bool = False
    declared: tuple[Declared, ...] = ()
    deals: int = 6


def won_by(*people: int | None) -> tuple[Result, ...]:
    """Results of these in the order of their places."""
    return tuple(
        Result(who, 100 * (len(people) - place), place, place == 1)
        for place, who in enumerate(people, 1)
    )


async def finish(
    db: Database,
    *results: Result,
    at: datetime = NOW,
    reason: str = "played out",
    level: str | None = None,
    hinted: bool = False,
    seed: bytes | None = None,
    **changes: Any,
) -> tuple[int, GameRatings]:
    """Play a game of one action; gives its number and what it meant for ratings."""
    fields: dict[str, Any] = {"created_at": at - timedelta(minutes=5), **changes}
    if seed is not None:
        fields["seed"] = seed
    computer = level or "easy"
    game_id = await db.games.create(
        new_game(
            seats=tuple(
                Seat(n, each.who, computer if each.who is None else None, _name(each.who))
                for n, each in enumerate(results)
            ),
            **fields,
        )
    )
    if hinted:
        await db.games.mark_hinted(game_id)
    end = End(
        reason,
        tuple(
            SeatResult(
                n,
                each.who,
                each.points,
                each.won,
                each.place,
                deals=each.deals,
                declared=each.declared,
            )
            for n, each in enumerate(results)
        ),
        level=computer if any(each.who is None for each in results) else None,
    )
    ratings = await db.games.act(game_id, replace(step(0, end=end), at=at))
    assert ratings is not None
    return game_id, ratings


def _name(who: int | None) -> str | None:
    return None if who is None else f"Player {who}"


async def at_random(db: Database, rng: random.Random, games: int, guild_id: int = GUILD) -> None:
    """Games of all sorts: two and four seats, shared places, computers, hints, called off."""
    at = NOW
    for _ in range(games):
        at += timedelta(seconds=rng.choice((0, 0, 60, 7200, 40 * 86400)))
        kind = rng.choice(("bridgette", "drawbridge", "callbridge"))
        people: list[int | None] = [*rng.sample(range(101, 107), 4 if kind == "callbridge" else 2)]
        if rng.random() < 0.2:
            people[1] = None
        places = [rng.randint(1, len(people)) for _ in people]
        best = min(places)
        await finish(
            db,
            *(
                Result(
                    who,
                    rng.choice((-5, 0, 100, 100, 250)),
                    place,
                    place == best,
                    tuple(
                        Declared(rng.randint(1, 7), rng.choice(("S", "NT")), 1, rng.random() < 0.5)
                        for _ in range(rng.randrange(3))
                    ),
                    rng.randrange(7),
                )
                for who, place in zip(people, places, strict=True)
            ),
            at=at,
            kind=kind,
            reason=rng.choice(("played out", "played out", "time", "resigned", "aborted")),
            level=rng.choice(("easy", "hard")),
            hinted=rng.random() < 0.1,
            guild_id=guild_id,
        )


def stored(file: Path | str) -> dict[str, list[Any]]:
    """Every row of the derived tables and what the log says about being rated, in order."""
    found = {table: sorted(look(file, f"SELECT * FROM {table}"), key=repr) for table in DERIVED}
    found["unrated"] = look(
        file, "SELECT game_id, seat, unrated FROM results ORDER BY game_id, seat"
    )
    return found
