"""Games that end while standing is made anew, or while their season ends, in another process."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from data.database import Database
from data.people import People
from data.standing.records import EndedSeason, GameRatings
from tests.data.makers import ADA, BEN, CLEO, GUILD, NOW, end, later, new_game, step
from tests.data.standing.playing import finish, stored, won_by

pytestmark = pytest.mark.both_databases
GUILDS = (GUILD, GUILD + 1, GUILD + 2)
DAY = 86400


async def play(db: Database, days: Iterable[int]) -> list[tuple[int, GameRatings]]:
    """A game on each server each day; what each of them was told of ratings."""
    told: list[tuple[int, GameRatings]] = []
    for day in days:
        for guild_id in GUILDS:
            winner, loser = (ADA, BEN) if day % 3 else (BEN, CLEO)
            at = later(day * DAY)
            _, ratings = await finish(db, *won_by(winner, loser), at=at, guild_id=guild_id)
            told.append((guild_id, ratings))
    return told


def assert_follow(told: list[tuple[int, GameRatings]]) -> None:
    """Every change of a rating begins where the one before it ended."""
    now: dict[tuple[int, int], int] = {}
    for guild_id, ratings in told:
        for change in ratings.changes:
            key = guild_id, change.user_id
            assert change.before == now.get(key, 1000)
            now[key] = change.after


async def test_games_end_while_everything_is_made_anew(
    db: Database, other: Database, file: Path | str
) -> None:
    told = await play(other, range(4))
    _, more = await asyncio.gather(db.ratings.rebuild(), play(other, range(4, 8)))
    found = stored(file)
    assert len(found["unrated"]) == len(GUILDS) * 8 * 2
    await db.ratings.rebuild()
    assert stored(file) == found
    if db.place.startswith("postgresql"):  # an SQLite file has one process, which does one of both
        assert_follow([*told, *more])


async def test_a_game_that_ends_with_its_season_is_there_or_does_not_count(
    db: Database, other: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    entered, go_on = asyncio.Event(), asyncio.Event()
    usual = People.write

    async def held(self: People, connection: AsyncConnection, *names: Any) -> None:
        await usual(self, connection, *names)
        entered.set()
        await go_on.wait()  # with the end of the game stored, and before the transaction's

    async def ends() -> EndedSeason:
        return await db.seasons.podium(await db.seasons.end(GUILD, later(3)))

    await db.seasons.start(GUILD, "Winter", NOW)
    await finish(db, *won_by(ADA, BEN), at=later(1))
    game_id = await other.games.create(new_game())
    last = step(0, at=later(2), end=end((BEN, 5, True), (ADA, 3, False)))
    monkeypatch.setattr(People, "write", held)
    game = asyncio.create_task(other.games.act(game_id, replace(last, names={BEN: "Benno"})))
    await entered.wait()
    ending = asyncio.create_task(ends())
    await asyncio.wait((ending,), timeout=0.2)  # it waits for the game; if not, that shows below
    go_on.set()
    await game
    ended = await ending
    assert [line.wins for line in ended.podium] == [1, 1]
    assert await db.seasons.podium(ended.season) == ended
    await finish(db, *won_by(BEN, ADA), at=later(4))
    assert await db.seasons.podium(ended.season) == ended
