"""Clocks as rows: stored with the action, moved by an outage, asked for after a start."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from data.database import Database
from data.errors import ActionConflict
from data.records import GameClock, Ping, SeatClock
from tests.data.makers import NOW, end, later, new_game, step

pytestmark = pytest.mark.both_databases

SOON = timedelta(minutes=1)


def running(first: float, second: float | None = None) -> GameClock:
    seats = (
        SeatClock(later(first), timedelta(seconds=5, milliseconds=250), later(first - 5)),
        SeatClock() if second is None else SeatClock(later(second), remind_at=later(1)),
    )
    return GameClock("live", seats)


async def clock_of(db: Database, game_id: int) -> GameClock:
    game = await db.games.load(game_id)
    assert game is not None
    assert game.deadline == game.clock.deadline
    return game.clock


async def test_clocks_come_back_as_they_were_stored(db: Database) -> None:
    game_id = await db.games.create(new_game(clock=running(60)))
    assert await clock_of(db, game_id) == running(60)
    assert await db.clocks.alarms() == ((game_id, later(55)),)
    after = replace(running(60, 90), ping=Ping(7, 8, (1,)))
    await db.games.act(game_id, step(0, clock=after, reclocked=(1,)))
    assert await clock_of(db, game_id) == after
    assert await db.clocks.alarms() == ((game_id, later(1)),)


async def test_an_end_stops_the_clocks_and_leaves_the_ping_to_be_deleted(db: Database) -> None:
    game_id = await db.games.create(new_game(clock=running(60)))
    stopped = GameClock("live", (SeatClock(), SeatClock()), Ping(7, 8, ()))
    await db.games.act(
        game_id,
        step(0, clock=stopped, reclocked=(0,), end=end((101, 0, True), (102, 0, False)), to_act=()),
    )
    assert await db.clocks.alarms() == ()
    assert await db.clocks.old_pings() == (game_id,)
    await db.clocks.drop_ping(game_id, 9)
    assert await db.clocks.old_pings() == (game_id,)
    await db.clocks.drop_ping(game_id, 8)
    assert await db.clocks.old_pings() == ()
    with pytest.raises(ActionConflict):
        await db.clocks.set(game_id, 1, running(60))


async def test_clocks_of_a_position_that_is_gone_are_not_stored(db: Database) -> None:
    game_id = await db.games.create(new_game(clock=running(60)))
    await db.games.act(game_id, step(0, clock=running(90), reclocked=(0, 1)))
    with pytest.raises(ActionConflict):
        await db.clocks.set(game_id, 0, running(10))
    assert await clock_of(db, game_id) == running(90)
    await db.clocks.set(game_id, 1, running(10, 20))
    assert await clock_of(db, game_id) == running(10, 20)


async def test_a_paused_game_has_no_alarm(db: Database) -> None:
    game_id = await db.games.create(new_game(clock=running(60)))
    paused = replace(running(60), paused_at=NOW)
    await db.games.pause(game_id, True, paused)
    assert await clock_of(db, game_id) == paused
    assert await db.clocks.alarms() == ()
    await db.games.pause(game_id, False, running(120))
    assert await clock_of(db, game_id) == running(120)
    assert await db.clocks.alarms() == ((game_id, later(115)),)


async def test_an_outage_is_given_back_once_to_those_who_need_it(db: Database) -> None:
    near = await db.games.create(new_game(clock=running(60, 2000)))
    far = await db.games.create(new_game(commitment="cd" * 32, clock=running(5000)))
    still = await db.games.create(new_game(commitment="ef" * 32, clock=running(60)))
    await db.games.pause(still, True)
    none = await db.games.create(new_game(commitment="01" * 32))
    assert await db.clocks.last_alive() is None
    await db.clocks.alive(NOW)
    assert await db.clocks.last_alive() == NOW
    moved = await db.clocks.credit(NOW, later(600), SOON)
    assert moved == (near,)
    first, second = (await clock_of(db, near)).seats
    assert (first.deadline, first.warn_at, first.reserve) == (
        later(660),
        later(655),
        timedelta(milliseconds=5250),
    )
    assert (second.deadline, second.remind_at) == (later(2600), later(1))
    assert await db.clocks.alarms() == ((near, later(1)), (far, later(4995)))
    assert (await clock_of(db, far)) == running(5000)
    assert (await clock_of(db, still)) == running(60)
    assert (await clock_of(db, none)).deadline is None
    assert await db.clocks.last_alive() == later(600)
