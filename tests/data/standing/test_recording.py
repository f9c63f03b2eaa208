"""Ends of games as they are entered: which are rated, and all the same when made anew."""

from __future__ import annotations

import asyncio
import errno
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import select, update

from data.database import Database
from data.errors import ActionConflict
from data.records import Seat
from data.schema import results
from data.standing import helper, rebuild, shared
from data.standing.records import GameRatings
from tests.data.makers import ADA, BEN, CLEO, DEV, GUILD, NOW, end, later, new_game, step
from tests.data.standing.playing import Result, at_random, finish, stored, won_by
from tests.storage import look

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("seed", range(4))
async def test_made_anew_to_the_last_bit(
    db: Database, file: Path | str, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    rng = random.Random(seed)
    await db.seasons.start(GUILD, "First", NOW)
    await at_random(db, rng, 40)
    await db.seasons.end(GUILD, NOW)
    await at_random(db, rng, 20)
    await at_random(db, rng, 5, guild_id=GUILD + 1)
    as_they_ended = stored(file)
    assert all(as_they_ended.values())
    monkeypatch.setattr(rebuild, "_BATCH", 7)  # games are cut in two by the batches
    monkeypatch.setattr(rebuild, "_HELD", 9)
    told: list[tuple[int, int]] = []
    count = await db.ratings.rebuild(progress=lambda done, total: told.append((done, total)))
    assert stored(file) == as_they_ended
    assert told[-1] == (count, count)
    await db.ratings.rebuild([GUILD])
    assert stored(file) == as_they_ended


def _no_more_processes(*_: object, **__: object) -> None:
    raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")


@pytest.mark.sqlite
async def test_several_processes_are_stopped_at_once(
    db: Database, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = random.Random(8)
    for guild_id in range(GUILD, GUILD + 6):
        await at_random(db, rng, 4, guild_id=guild_id)
    as_they_ended = stored(file)
    monkeypatch.setattr(rebuild, "_MANY", 0)
    monkeypatch.setattr(shared, "TOGETHER", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    usual, stored_so_far = shared._store, 0

    def slowly(*given: Any) -> None:
        nonlocal stored_so_far
        usual(*given)
        stored_so_far += 1
        loop.call_soon_threadsafe(task.cancel)
        time.sleep(0.2)  # the cancelling comes while the statement is under way

    monkeypatch.setattr(shared, "_store", slowly)
    loop = asyncio.get_running_loop()
    task = asyncio.create_task(db.ratings.rebuild())
    with pytest.raises(asyncio.CancelledError):
        await task
    assert stored_so_far == 1
    monkeypatch.setattr(shared, "_store", usual)
    await db.ratings.rebuild()
    assert stored(file) == as_they_ended


@pytest.mark.sqlite
async def test_several_processes_make_the_same(
    db: Database,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    rng = random.Random(6)
    for guild_id in range(GUILD, GUILD + 3):
        await at_random(db, rng, 12, guild_id=guild_id)
    await at_random(db, rng, 20, guild_id=GUILD + 3)  # too large for another process
    as_they_ended = stored(file)
    indexes = "SELECT name, sql FROM sqlite_master WHERE type = 'index' ORDER BY name"
    there = look(file, indexes)
    monkeypatch.setattr(rebuild, "_MANY", 0)
    monkeypatch.setattr(shared, "TOGETHER", 30)
    monkeypatch.setattr(shared, "LARGEST", 40)
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    async with db._connections.write() as connection:
        await connection.exec_driver_sql("UPDATE tallies SET wins = wins + 1")
        await connection.execute(update(results).values(unrated="hints"))
    told: list[tuple[int, int]] = []
    count = await db.ratings.rebuild(progress=lambda done, total: told.append((done, total)))
    assert stored(file) == as_they_ended
    assert look(file, indexes) == there
    assert told[-1] == (count, count)
    assert not caplog.records
    # Neither is one that dies missed, nor one that cannot read, nor all where there may be none.
    with monkeypatch.context() as changed:
        changed.setattr(helper, "prepare", sys.exit)
        await db.ratings.rebuild()
        assert stored(file) == as_they_ended
        assert [str(*record.args or ()) for record in caplog.records] == ["BrokenProcessPool"]
        caplog.clear()
    with monkeypatch.context() as changed:
        changed.setattr(db._connections, "file", file / "gone")
        await db.ratings.rebuild()
        assert stored(file) == as_they_ended
        assert [str(*record.args or ()) for record in caplog.records] == ["OperationalError"]
        caplog.clear()
    for part in ("__init__", "submit"):
        with monkeypatch.context() as changed:
            changed.setattr(ProcessPoolExecutor, part, _no_more_processes)
            await db.ratings.rebuild()
            assert stored(file) == as_they_ended
            assert [str(*record.args or ()) for record in caplog.records] == ["BlockingIOError"]
            caplog.clear()
    monkeypatch.setattr(helper, "POSSIBLE", False)
    await db.ratings.rebuild()
    assert stored(file) == as_they_ended
    assert not caplog.records


async def test_ratings_by_an_independent_computation_from_the_log(db: Database) -> None:
    await at_random(db, random.Random(5), 60)
    model = PlackettLuce()
    skills: dict[tuple[str, int], tuple[float, float]] = {}
    async with db._connections.read() as connection:
        rows = (
            await connection.execute(
                select(results)
                .where(results.c.unrated.is_(None))
                .order_by(results.c.sequence, results.c.seat)
            )
        ).all()
    games: dict[int, list[tuple[str, int, int]]] = {}
    for row in rows:
        games.setdefault(row.game_id, []).append((row.kind, row.user_id, row.place))
    assert len(games) > 20
    for seats in games.values():
        start = (model.mu, model.sigma)
        before = [skills.get((kind, user), start) for kind, user, _ in seats]
        after = model.rate(
            [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in before],
            ranks=[float(place) for *_, place in seats],
        )
        for (kind, user, _), (rating,) in zip(seats, after, strict=True):
            skills[kind, user] = (rating.mu, rating.sigma)
    for (kind, user), (mu, sigma) in skills.items():
        profile = await db.profiles.profile(user, GUILD, kind)
        assert profile.ratings[0].rating == round(1000 + 40 * (mu - 3 * sigma))


@pytest.mark.both_databases
async def test_an_end_pressed_ten_times_at_once_counts_once(
    db: Database, other: Database, file: Path | str
) -> None:
    game_id = await db.games.create(new_game())
    last = step(0, end=end((ADA, 500, True), (BEN, 300, False)))
    outcomes = await asyncio.gather(
        *((db, other)[n % 2].games.act(game_id, last) for n in range(10)), return_exceptions=True
    )
    assert sum(isinstance(outcome, GameRatings) for outcome in outcomes) == 1
    assert sum(isinstance(outcome, ActionConflict) for outcome in outcomes) == 9
    found = stored(file)
    assert len(found["unrated"]) == len(found["rating_changes"]) == 2
    assert [row[-1] for row in found["ratings"]] == [1, 1]


@pytest.mark.both_databases
async def test_a_result_survives_a_kill_right_after_the_commit(file: Path | str) -> None:
    # The process dies before anybody could have been told.
    script = (
        "import asyncio, os\n"
        "from data.database import Database\n"
        "from tests.data.makers import *\n"
        "async def main():\n"
        f"    db = await Database.open({str(file)!r})\n"
        "    game = await db.games.create(new_game())\n"
        "    await db.games.act(game, step(0, end=end((ADA, 5, True), (BEN, 3, False))))\n"
        "    os._exit(9)\n"
        "asyncio.run(main())\n"
    )
    ended = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    assert ended.returncode == 9
    async with await Database.open(str(file)) as db:
        with pytest.raises(ActionConflict):
            await db.games.act(1, step(0, end=end((ADA, 5, True), (BEN, 3, False))))
        board = await db.boards.board(GUILD, "bridgette", by="rating")
        assert [(line.user_id, line.rated) for line in board.lines] == [(ADA, 1), (BEN, 1)]
        as_stored = stored(file)
        await db.ratings.rebuild()
        assert stored(file) == as_stored


async def test_what_is_not_rated(db: Database) -> None:
    async def unrated(*who: int | None, **changes: object) -> str | None:
        return (await finish(db, *won_by(*who), **changes))[1].unrated  # type: ignore[arg-type]

    assert await unrated(ADA, BEN) is None
    assert await unrated(ADA, BEN, reason="resigned") is None
    assert await unrated(ADA, BEN, reason="time") is None
    assert await unrated(ADA, BEN, reason="aborted") == "aborted"
    assert await unrated(ADA, BEN, hinted=True) == "hints"
    assert await unrated(ADA, None) == "computers"
    assert await unrated(ADA, BEN, None, CLEO, kind="callbridge") == "computers"
    assert await unrated(ADA, BEN, CLEO, DEV, kind="callbridge") is None
    profile = await db.profiles.profile(ADA, GUILD)
    assert (profile.record.games, profile.hinted.games) == (4, 1)
    assert profile.computers["easy"].games == 2
    assert [rating.games for rating in profile.ratings] == [3, 1]


async def test_a_pair_has_ten_rated_games_a_day(db: Database, file: Path | str) -> None:
    midnight = NOW.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    evening = midnight - timedelta(hours=1)
    for number in range(10):
        kind = "drawbridge" if number % 2 else "bridgette"  # of whatever kind
        assert (await finish(db, *won_by(ADA, BEN), at=evening, kind=kind))[1].unrated is None
    eleventh, ratings = await finish(db, *won_by(BEN, ADA), at=midnight - timedelta(seconds=1))
    assert ratings == GameRatings("daily")
    assert await db.ratings.of_game(eleventh) == ratings
    # Others are not concerned, nor are other servers, nor the next day.
    assert (await finish(db, *won_by(ADA, CLEO), at=evening))[1].unrated is None
    assert (await finish(db, *won_by(ADA, BEN), at=evening, guild_id=GUILD + 1))[1].unrated is None
    assert (await finish(db, *won_by(ADA, BEN), at=midnight))[1].unrated is None
    # Four at a table: as soon as it is the eleventh for any two of them.
    four = won_by(CLEO, BEN, DEV, ADA)
    assert (await finish(db, *four, at=evening, kind="callbridge"))[1].unrated == "daily"
    assert (await finish(db, *four, at=midnight, kind="callbridge"))[1].unrated is None
    before = stored(file)
    await db.ratings.rebuild()
    assert stored(file) == before


async def test_ends_of_the_same_moment_follow_in_the_order_in_which_they_were_stored(
    db: Database, file: Path | str
) -> None:
    later_made = [await db.games.create(new_game()) for _ in range(3)][::-1]
    people = ((ADA, BEN), (BEN, ADA), (ADA, BEN))
    for game_id, (winner, loser) in zip(later_made, people, strict=True):
        await db.games.act(game_id, step(0, at=NOW, end=end((winner, 5, True), (loser, 3, False))))
    before = stored(file)
    history = await db.ratings.history(ADA, GUILD, "bridgette")
    assert [point.game_id for point in history] == later_made
    await db.ratings.rebuild()
    assert stored(file) == before


async def test_what_is_derived_is_put_right(db: Database, file: Path | str) -> None:
    await at_random(db, random.Random(9), 30)
    before = stored(file)
    async with db._connections.write() as connection:
        await connection.exec_driver_sql("UPDATE tallies SET wins = wins + 1")
        await connection.exec_driver_sql("DELETE FROM ratings")
        await connection.execute(update(results).values(unrated="hints"))
    await db.ratings.rebuild()
    assert stored(file) == before


@pytest.mark.both_databases
async def test_a_rebuild_cut_short_is_done_when_the_database_is_opened(
    file: Path | str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await Database.open(str(file)) as db:
        await at_random(db, random.Random(3), 20)
        await at_random(db, random.Random(4), 5, guild_id=GUILD + 1)
        before = stored(file)

        def stop(done: int, total: int) -> None:
            if done < total:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            await db.ratings.rebuild(progress=stop)
        # On PostgreSQL a server is as before until it is made anew as a whole.
        assert (stored(file) != before) == isinstance(file, Path)
    async with await Database.open(str(file)):
        assert stored(file) == before


async def test_the_history_is_thinned(db: Database) -> None:
    for number in range(30):
        await finish(db, *won_by(ADA, BEN), at=later(number * 86400))
    full = await db.ratings.history(ADA, GUILD, "bridgette")
    assert [point.number for point in full] == list(range(1, 31))
    assert [point.rating for point in full] == sorted(point.rating for point in full)
    for limit in (4, 5, 7, 29, 30, 31):
        thin = await db.ratings.history(ADA, GUILD, "bridgette", limit=limit)
        assert len(thin) <= limit
        assert (thin[0], thin[-1]) == (full[0], full[-1])
        assert set(thin) <= set(full)
    assert await db.ratings.history(CLEO, GUILD, "bridgette") == ()
    with pytest.raises(ValueError, match="lowest point"):
        await db.ratings.history(ADA, GUILD, "bridgette", limit=3)


async def test_the_highest_and_the_lowest_rating_are_never_thinned_out(db: Database) -> None:
    winners = [ADA] * 12 + [BEN] * 23 + [ADA] * 5
    for number, winner in enumerate(winners):
        loser = BEN if winner == ADA else ADA
        await finish(db, *won_by(winner, loser), at=later(number * 86400))
    full = [point.rating for point in await db.ratings.history(ADA, GUILD, "bridgette")]
    assert full.index(max(full)) == 11
    assert full.index(min(full)) == 34
    for limit in (4, 6, 9):
        thin = await db.ratings.history(ADA, GUILD, "bridgette", limit=limit)
        assert len(thin) <= limit
        assert {12, 35} <= {point.number for point in thin}


async def test_a_running_game_has_no_ratings(db: Database) -> None:
    game_id = await db.games.create(new_game(seats=(Seat(0, ADA), Seat(1, BEN))))
    assert await db.ratings.of_game(game_id) is None


async def test_a_seat_given_up_is_rated_as_last(db: Database) -> None:
    _, ratings = await finish(
        db,
        Result(ADA, 21, 4),  # ahead in points when the computer finished for her
        Result(BEN, 3, 1, True),
        Result(CLEO, 2, 2),
        Result(DEV, 1, 3),
        kind="callbridge",
    )
    gains = {change.user_id: change.after - change.before for change in ratings.changes}
    assert gains[BEN] > gains[CLEO] > gains[DEV] > gains[ADA]
    assert all(change.first and change.provisional for change in ratings.changes)
