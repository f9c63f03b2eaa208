"""What keeps people from acting is counted against nobody: storage, silence, a standing process."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from bot import heartbeats
from bot.clock import SystemClock
from bot.tables import outages
from bot.tables.table import Table
from data.clocks import Clocks
from data.errors import DatabaseReadOnly
from tests.bot.test_play_clocks import LIVE, WHOLE, advance, eventually
from tests.bot.test_storage_faults import pragma
from tests.harness import House, control_of, house, legal

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks that tests need not wait for."""
    monkeypatch.setattr(outages, "PULSE", timedelta(milliseconds=50))


def end_of(own: Table) -> datetime:
    deadline = own.clock.deadline
    assert deadline is not None
    return deadline


async def credited(home: House, patch: pytest.MonkeyPatch) -> list[timedelta]:
    """Every time that is given back from now on."""
    given: list[timedelta] = []
    await home.client.app.tables.clockwork.connected.wait()
    kept = home.database.clocks.credit

    async def credit(since: datetime, now: datetime, soon: timedelta) -> Any:
        moved = await kept(since, now, soon)
        given.append(now - since)
        return moved

    patch.setattr(home.database.clocks, "credit", credit)
    return given


@asynccontextmanager
async def live(
    folder: Path, patch: pytest.MonkeyPatch
) -> AsyncGenerator[tuple[House, Table, list[timedelta]]]:
    """A game of two in which a decision has minutes, and what time is given back in it."""
    async with house(folder) as home:
        own = await (await home.two("drawbridge", pace="live")).bots_own()
        yield home, own, await credited(home, patch)


@pytest.mark.sqlite
@pytest.mark.parametrize("pressing", [True, False])
async def test_a_database_that_may_only_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pressing: bool
) -> None:
    """Ten minutes, in which the player's moves are refused, or only the bot notices."""
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", pace="live")
        own = await table.bots_own()
        outage = home.client.app.tables.clockwork.outages
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        panel = await sitting.hand()
        await table.settled()
        button = control_of(panel, "play", legal(own, seat, random.Random(1)))
        given = await credited(home, monkeypatch)
        before = end_of(own)
        await pragma(home, "query_only=ON")
        for _ in range(10):
            await advance_anyhow(home, 60)
            if pressing:
                answer = await sitting.person.press(panel, button, forge=True)
                assert answer.message is not None
                assert "not saved" in answer.message.text
            await eventually(lambda: not outage.calm.is_set())
        await pragma(home, "query_only=OFF")
        await advance_anyhow(home, 31)
        await outage.calm.wait()
        await home.client.app.tables.clockwork.settled()
        assert not own.over
        assert len(given) == 1
        assert end_of(own) - before == given[0]
        assert given[0] > 9 * MINUTE
        await sitting.person.press(panel, button, forge=True)
        assert len(own.game.actions) == 1
        await advance(home, WHOLE + 1)
        await eventually(lambda: own.over)


async def advance_anyhow(home: House, seconds: float) -> None:
    """Skip time while nothing is calm, and let everything that waits for it look."""
    home.playground.advance(seconds)
    await asyncio.sleep(0.1)


async def test_time_runs_out_only_after_a_refusal_was_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with live(tmp_path, monkeypatch) as (home, own, given):
        clockwork = home.client.app.tables.clockwork
        refusing = True
        kept = home.database.clocks.alive

        async def alive(now: datetime) -> None:
            if refusing:
                raise DatabaseReadOnly("made up by a test")
            await kept(now)

        monkeypatch.setattr(home.database.clocks, "alive", alive)
        before = end_of(own)
        clockwork.outages.refused()
        for _ in range(20):  # all writes but the one that asks would go through
            await advance_anyhow(home, 60)
        assert not own.over
        assert given == []
        refusing = False
        await advance_anyhow(home, 31)
        await clockwork.connected.wait()
        assert len(given) == 1
        assert end_of(own) - before == given[0]
        assert given[0] >= 20 * MINUTE


async def test_two_causes_at_once_are_given_back_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with live(tmp_path, monkeypatch) as (home, own, given):
        clockwork = home.client.app.tables.clockwork
        before = end_of(own)
        clockwork.outages.refused()
        home.playground.advance(60)
        clockwork.disconnected()
        home.playground.advance(60)
        clockwork.outages.refused()
        await asyncio.sleep(0.2)
        assert given == []  # the database is there again, the connection is not
        home.playground.advance(60)
        await asyncio.gather(*(clockwork.reconnected() for _ in range(3)))
        await clockwork.connected.wait()
        assert len(given) == 1
        assert timedelta() <= given[0] - 3 * MINUTE < MINUTE / 2
        assert end_of(own) - before == given[0]


async def test_lost_again_while_time_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with live(tmp_path, monkeypatch) as (home, own, given):
        clockwork = home.client.app.tables.clockwork
        before = end_of(own)
        clockwork.disconnected()
        home.playground.advance(60)
        async with own.lock:  # which giving back waits for
            back = asyncio.create_task(clockwork.reconnected())
            await asyncio.sleep(0.1)
            clockwork.disconnected()
            home.playground.advance(60)
        await back
        assert not clockwork.connected.is_set()
        home.playground.advance(WHOLE)
        await asyncio.sleep(0.1)
        assert not own.over
        await clockwork.reconnected()
        assert clockwork.connected.is_set()
        assert end_of(own) - before == sum(given, timedelta())
        assert (
            timedelta() <= sum(given, timedelta()) - 2 * MINUTE - LIVE.each - LIVE.reserve < MINUTE
        )


async def test_time_is_given_back_once_though_reading_fails_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with live(tmp_path, monkeypatch) as (home, own, given):
        clockwork = home.client.app.tables.clockwork
        kept, failed = home.database.clocks.alarms, []

        async def alarms() -> Any:
            if not failed:
                failed.append(True)
                raise DatabaseReadOnly("made up by a test")
            return await kept()

        monkeypatch.setattr(home.database.clocks, "alarms", alarms)
        clockwork.disconnected()
        home.playground.advance(60)
        await clockwork.reconnected()
        assert failed
        assert not clockwork.connected.is_set()
        await advance_anyhow(home, 31)
        await clockwork.connected.wait()
        assert len(given) == 1
        await advance(home, 2 * WHOLE)
        await eventually(lambda: own.over)


async def test_what_is_due_is_read_once_after_a_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, read = Clocks.alarms, []

    async def alarms(clocks: Clocks) -> Any:
        read.append(clocks)
        return await kept(clocks)

    monkeypatch.setattr(Clocks, "alarms", alarms)
    async with house(tmp_path) as home:
        await home.client.app.tables.clockwork.connected.wait()
        assert len(read) == 1


class Watch(SystemClock):
    """The machine's time, of which some is skipped."""

    skipped = timedelta()

    def now(self) -> datetime:
        return super().now() + self.skipped


@pytest.mark.parametrize("lost", [False, True])
async def test_a_process_that_stood_still(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lost: bool
) -> None:
    """Longer than a decision has: nobody could be heard meanwhile."""
    watch = Watch()
    monkeypatch.setattr(outages, "SystemClock", lambda: watch)
    async with live(tmp_path, monkeypatch) as (home, own, given):
        clockwork = home.client.app.tables.clockwork
        before = end_of(own)
        home.playground.advance(WHOLE + 60)
        watch.skipped = timedelta(seconds=WHOLE + 60)
        if lost:  # the connection did not outlive it
            clockwork.disconnected()
            await asyncio.sleep(0.2)
            assert given == []
            await clockwork.reconnected()
        await eventually(lambda: end_of(own) != before)
        await clockwork.connected.wait()
        await clockwork.settled()
        assert not own.over
        assert len(given) == 1
        assert end_of(own) - before == given[0]
        assert timedelta() <= given[0] - watch.skipped < MINUTE / 2
        await advance(home, WHOLE + 1)  # this is no standing still: the process sees it pass
        await eventually(lambda: own.over)


async def test_nobody_is_out_of_time_before_discord_was_heard_again(tmp_path: Path) -> None:
    """The connection falls silent without being closed; whoever acts then is not heard."""
    async with house(tmp_path) as home:
        own = await (await home.two("drawbridge", pace="live")).bots_own()
        clockwork, clock = home.client.app.tables.clockwork, home.client.app.clock
        await clockwork.connected.wait()
        since, before = clock.now(), end_of(own)

        def silence() -> timedelta:
            return clock.now() - since

        with mock.patch.object(heartbeats, "silence", silence):
            await advance(home, WHOLE + 60)
            await clockwork.settled()
            assert not own.over
            known = clockwork.outages
            await eventually(lambda: known._watch.now() - known._heard > MINUTE)
            clockwork.disconnected()  # at last it is noticed
        assert clockwork.time() - since < MINUTE / 2
        home.playground.advance(5)
        await clockwork.reconnected()
        assert not own.over
        assert end_of(own) - before >= timedelta(seconds=WHOLE + 60)
