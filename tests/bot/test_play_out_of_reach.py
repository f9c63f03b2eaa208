"""The place of a table is taken away, and nothing but time passes: the game is paused, not lost."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.tables.table import Table
from playground.state import Channel
from tests.bot.test_play_clocks import DAY, advance, eventually, pings
from tests.bot.test_play_troubles import Loss, lose
from tests.harness import House, TableOf, house


async def waited(home: House, own: Table, days: float) -> None:
    """So much time passes, and whatever was due is done."""
    for _ in range(round(days / 0.2)):
        await advance(home, 0.2 * DAY)
        await home.client.app.tables.clockwork.settled()
        await own.renderer.settled()


def untold(home: House, patch: pytest.MonkeyPatch) -> None:
    """The bot does not hear of what is taken away, as while its connection is made anew."""

    async def nothing(*_: int) -> None:
        pass

    for name in ("left", "closed"):
        patch.setattr(home.client._residence, name, nothing)


async def stored_as(home: House, table: TableOf) -> str:
    game = await home.database.games.load(table.game_id)
    assert game is not None
    return game.state


async def in_thread(home: House) -> tuple[Channel, TableOf]:
    """A game of two with clocks, in a thread."""
    ada, ben = home.person("Ada"), home.person("Ben")
    thread = home.playground.add_thread(home.channel, "cards", ada)
    answer = await ada.command(thread, "drawbridge start", opponent=ben, pace="days")
    assert answer.message is not None
    await ben.press_label(answer.message, "Accept")
    (line,) = await home.database.games.running_of(ada.id)
    return thread, TableOf(home, line.id, (ada, ben))


@pytest.mark.parametrize("loss", ["channel", "view", "send", "kicked"])
@pytest.mark.parametrize("warned", [False, True])
async def test_nobody_loses_on_time_where_nobody_can_act(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loss: Loss, warned: bool
) -> None:
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", pace="days")
        own = await table.bots_own()
        await table.settled()
        untold(home, monkeypatch)
        if warned:
            await waited(home, own, 2.6)
            assert len(pings(table)) == 1
        lose(home.playground, loss)
        await waited(home, own, 4)
        assert (own.state, own.over) == ("paused", False)
        assert await stored_as(home, table) == "paused"


@pytest.mark.parametrize("loss", ["channel", "kicked"])
async def test_what_is_told_to_be_gone_pauses_at_once(tmp_path: Path, loss: Loss) -> None:
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", pace="days")
        own = await table.bots_own()
        await table.settled()
        lose(home.playground, loss)
        await eventually(lambda: own.state == "paused")
        await waited(home, own, 4)
        assert not own.over


async def test_a_channel_that_is_gone_pauses_nothing_elsewhere(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        gone = await (await home.two("drawbridge", pace="days")).bots_own()
        ada, lounge = home.person("Ada"), home.playground.channel("lounge")
        other = await home.table((await home.two("drawbridge", "Cleo", "Dev")).game_id)
        await home.person("Cleo").command(lounge, "game table")
        lose(home.playground, "channel")
        await eventually(lambda: gone.state == "paused")
        assert other.state == "running"
        assert (await ada.command(lounge, "game table")).message is not None
        assert gone.state == "running"


@pytest.mark.parametrize("locked", [False, True])
async def test_a_thread_that_was_archived_meanwhile(tmp_path: Path, locked: bool) -> None:
    async with house(tmp_path) as home:
        thread, table = await in_thread(home)
        await table.public()
        own = await table.bots_own()
        home.playground.archive(thread, locked=locked)
        await waited(home, own, 2.6)
        assert own.state == ("paused" if locked else "running")
        assert thread.archived == locked
        assert len(pings(table)) == (not locked)


async def test_a_thread_that_is_deleted_with_its_channel(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        _, table = await in_thread(home)
        own = await table.bots_own()
        await own.renderer.settled()
        lose(home.playground, "channel")
        await eventually(lambda: own.state == "paused")
