"""The pool of workers: results, errors, hangs, deaths, and no process left behind."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.workers import pool as pools
from bot.workers.errors import Crowded, PoolClosed, TooSlow, WorkerDied, WorkFailed
from bot.workers.pool import Pool, Priority
from bot.workers.worker import NICE
from tests.bot.workers import work

LONG = 120.0  # a limit that is not what the test is about
WAIT = 60.0


@pytest_asyncio.fixture
async def pool() -> AsyncIterator[Pool]:
    pool = Pool(1)
    yield pool
    await pool.close()
    assert pool.processes == ()


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT):
        while not true():  # noqa: ASYNC110 - another process tells nothing
            await asyncio.sleep(0.01)


def running(pid: int) -> bool:
    """Whether this process runs; one that has ended and is not yet reaped does not."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


async def test_nothing_is_started_before_there_is_work(pool: Pool) -> None:
    assert pool.processes == ()
    assert await pool.run(work.add, 2, 3, limit=LONG) == 5
    (pid,) = pool.processes
    assert await pool.run(work.who, limit=LONG) == pid != os.getpid()


async def test_garbage_is_collected_between_pieces_of_work_not_within(pool: Pool) -> None:
    assert not await pool.run(work.litter, 50_000, limit=LONG)
    assert await pool.run(work.uncollected, limit=LONG) < 10_000


async def test_a_pool_has_a_worker() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Pool(0)


async def test_the_usual_pool_leaves_a_core_to_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, workers in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, n=cores: set(range(n)))
        assert pools.usual_size() == Pool().size == workers
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert pools.usual_size() == 1


async def test_a_worker_goes_behind_the_bot_and_knows_no_token(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    monkeypatch.setenv("DATABASE_URL", "postgresql://ada:secret@there/games")
    assert await pool.run(work.niceness, limit=LONG) == NICE
    names = await pool.run(work.environment, limit=LONG)
    assert names.isdisjoint({"DISCORD_TOKEN", "DATABASE_URL"})
    (pid,) = pool.processes
    # In one session they share the processor by priority; in two the system may share it evenly.
    assert os.getsid(pid) == os.getsid(0)
    assert os.getpgid(pid) != os.getpgid(0)


async def test_an_error_comes_back_as_its_trace_alone(pool: Pool) -> None:
    with pytest.raises(WorkFailed) as caught:
        await pool.run(work.fails, "AS", limit=LONG)
    text = str(caught.value)
    assert "LookupError" in text
    assert "work.py" in text
    assert "AS" not in text
    with pytest.raises(WorkFailed):
        await pool.run(work.unpicklable, limit=LONG)
    (pid,) = pool.processes
    assert await pool.run(work.who, limit=LONG) == pid


async def test_what_work_prints_is_no_result(pool: Pool) -> None:
    assert await pool.run(work.prints, limit=LONG) == "result"
    assert await pool.run(work.add, 1, 1, limit=LONG) == 2


async def test_what_cannot_be_sent_is_told_at_once(pool: Pool) -> None:
    with pytest.raises(Exception, match="pickle"):
        await pool.run(lambda: 1, limit=LONG)
    assert await pool.run(work.add, 1, 1, limit=LONG) == 2


@pytest.mark.parametrize("end", [work.dies, work.leaves])
async def test_a_worker_that_dies_is_replaced(pool: Pool, end: Callable[[], None]) -> None:
    first = await pool.run(work.who, limit=LONG)
    with pytest.raises(WorkerDied, match="exit code"):
        await pool.run(end, limit=LONG)
    second = await pool.run(work.who, limit=LONG)
    assert second != first


async def test_a_worker_killed_while_it_searches(pool: Pool, tmp_path: Path) -> None:
    search = asyncio.create_task(pool.run(work.hangs, tmp_path / "begun", limit=LONG))
    next_one = asyncio.create_task(pool.run(work.add, 1, 2, limit=LONG))
    await until((tmp_path / "begun").exists)
    (pid,) = pool.processes
    os.kill(pid, signal.SIGKILL)
    with pytest.raises(WorkerDied, match="-9"):
        await search
    assert await next_one == 3


async def test_a_worker_killed_while_it_is_idle_is_replaced(pool: Pool) -> None:
    pid = await pool.run(work.who, limit=LONG)
    os.kill(pid, signal.SIGKILL)
    await until(lambda: pool.processes == ())
    assert await pool.run(work.add, 1, 2, limit=LONG) == 3


async def test_a_hang_is_ended_and_the_worker_replaced(
    pool: Pool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pid = await pool.run(work.who, limit=LONG)
    with caplog.at_level(logging.WARNING), pytest.raises(TooSlow):
        await pool.run(work.hangs, tmp_path / "begun", limit=0.5)
    assert "no result" in caplog.text
    assert not running(pid)
    assert await pool.run(work.add, 1, 2, limit=LONG) == 3


async def test_work_waits_its_turn_and_not_for_ever(pool: Pool, tmp_path: Path) -> None:
    go_on = tmp_path / "go on"
    first = asyncio.create_task(pool.run(work.waits, tmp_path / "begun", go_on, limit=LONG))
    later = [asyncio.create_task(pool.run(work.add, n, 0, limit=LONG)) for n in range(5)]
    await until((tmp_path / "begun").exists)
    with pytest.raises(Crowded):
        await pool.run(work.add, 1, 2, limit=LONG, patience=0.05)
    assert len(pool.processes) == 1
    go_on.touch()
    assert await asyncio.gather(*later) == [0, 1, 2, 3, 4]
    assert await first == await pool.run(work.who, limit=LONG, patience=LONG)


async def test_as_many_at_a_time_as_there_are_workers(tmp_path: Path) -> None:
    pool = Pool(2)
    go_on = tmp_path / "go on"
    runs = [
        asyncio.create_task(pool.run(work.waits, tmp_path / str(n), go_on, limit=LONG))
        for n in range(3)
    ]
    await until(lambda: all((tmp_path / str(n)).exists() for n in range(2)))
    assert len(pool.processes) == 2
    assert not (tmp_path / "2").exists()
    go_on.touch()
    assert len(set(await asyncio.gather(*runs))) == 2
    await pool.close()


async def test_who_is_cancelled_gives_the_work_up(pool: Pool, tmp_path: Path) -> None:
    search = asyncio.create_task(pool.run(work.hangs, tmp_path / "begun", limit=LONG))
    queued = asyncio.create_task(pool.run(work.hangs, tmp_path / "never", limit=LONG))
    await until((tmp_path / "begun").exists)
    queued.cancel()
    search.cancel()
    await asyncio.wait((search, queued))
    assert search.cancelled()
    assert queued.cancelled()
    assert await pool.run(work.add, 1, 2, limit=LONG) == 3
    assert not (tmp_path / "never").exists()


async def test_a_pool_closed_while_a_search_is_given_up(tmp_path: Path) -> None:
    pool = Pool(1)
    search = asyncio.create_task(pool.run(work.hangs, tmp_path / "begun", limit=LONG))
    await until((tmp_path / "begun").exists)
    (pid,) = pool.processes
    search.cancel()
    await asyncio.sleep(0)
    await pool.close()
    assert not running(pid)
    assert search.cancelled()


async def test_a_closed_pool(tmp_path: Path) -> None:
    pool = Pool(1)
    search = asyncio.create_task(pool.run(work.hangs, tmp_path / "begun", limit=LONG))
    queued = asyncio.create_task(pool.run(work.add, 1, 2, limit=LONG))
    await until((tmp_path / "begun").exists)
    (pid,) = pool.processes
    await pool.close()
    for task in (search, queued):
        with pytest.raises(PoolClosed):
            await task
    with pytest.raises(PoolClosed):
        await pool.run(work.add, 1, 2, limit=LONG)
    assert not running(pid)
    await pool.close()


async def test_a_worker_that_does_not_start(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(sys, "executable", "/nowhere/python")
        with pytest.raises(WorkerDied, match="did not start: FileNotFoundError"):
            await pool.run(work.add, 1, 2, limit=LONG)
        patched.setattr(sys, "executable", "/bin/false")
        with pytest.raises(WorkerDied, match="exit code 1"):
            await pool.run(work.add, 1, 2, limit=LONG)
    assert await pool.run(work.add, 1, 2, limit=LONG) == 3


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
async def test_no_worker_outlives_the_bot(tmp_path: Path, number: signal.Signals) -> None:
    begun = tmp_path / "begun"
    bot = subprocess.Popen(  # noqa: ASYNC220 - it returns at once
        [sys.executable, "-m", "tests.bot.workers.bot_with_a_pool", str(begun)],
        stderr=subprocess.DEVNULL,
    )
    await until(lambda: begun.exists() and begun.read_text() != "")
    worker = int(begun.read_text())
    # As Ctrl-C in a terminal may: the worker is told too, and leaves its end to the bot.
    if number is signal.SIGINT:
        os.kill(worker, signal.SIGINT)
        os.kill(worker, signal.SIGTERM)
        assert running(worker)
    bot.send_signal(number)
    bot.wait()
    await until(lambda: not running(worker))


async def test_moves_come_before_answers_and_these_before_remarks(
    pool: Pool, tmp_path: Path
) -> None:
    begun, go_on, noted = tmp_path / "begun", tmp_path / "go on", tmp_path / "noted"
    first = asyncio.create_task(
        pool.run(work.waits, begun, go_on, limit=LONG, priority=Priority.REMARK)
    )
    await until(begun.exists)

    async def asked(word: str, priority: Priority, patience: float | None = None) -> None:
        await pool.run(work.notes, noted, word, limit=LONG, patience=patience, priority=priority)

    gone = asyncio.create_task(asked("gone", Priority.REMARK, 0.0))
    others = [
        asyncio.create_task(asked(f"{priority.name}{number}", priority))
        for number, priority in enumerate((*[Priority.REMARK] * 5, Priority.ANSWER, Priority.MOVE))
    ]
    with pytest.raises(Crowded):
        await gone
    others.append(asyncio.create_task(asked("MOVE7", Priority.MOVE)))
    await until(lambda: pool.waiting == 8)
    go_on.touch()
    await asyncio.gather(first, *others)
    assert noted.read_text().split() == [
        "MOVE6", "MOVE7", "ANSWER5", *(f"REMARK{number}" for number in range(5)),
    ]  # fmt: skip
