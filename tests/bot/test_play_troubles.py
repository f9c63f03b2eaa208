"""Discord refuses, forgets and fails: the table is shown in the end, or the game is paused."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Literal

import pytest

from bot import reply
from bot.tables import coalesce
from bot.tables.table import Table
from playground import Playground
from tests.harness import WAIT, House, TableOf, control_of, find_control, house, legal

EDIT = ("PATCH", "/channels/{channel_id}/messages/{message_id}")
POST = ("POST", "/channels/{channel_id}/messages")


def in_play(table: Table) -> bool:
    """Whether the cards of the deal are being played."""
    return table.game.view(None).phase == "play"


async def one_move(table: TableOf, seed: int = 1) -> None:
    """One legal action by a person whose turn it is."""
    own = await table.bots_own()
    seat = (await table.people_to_act())[0]
    await (await table.at(seat)).act(legal(own, seat, random.Random(seed)))


async def shows_now(table: TableOf) -> bool:
    """Whether the public message shows the position as the bot would draw it now."""
    own = await table.bots_own()
    layout = await own.renderer.layout(own.game.view(None))
    table.house.client.mentions.put(layout)
    wanted = [item.content for item in layout.walk_children() if hasattr(item, "content")]
    shown = (await table.public()).text
    return all(text in shown for text in wanted)


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between attempts that tests need not wait for."""
    monkeypatch.setattr(coalesce, "FIRST_PAUSE", 0.05)


async def test_the_table_message_is_deleted(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        before = await table.public()
        for person in table.people:
            await table.player(person.display_name).hand()
        home.playground.delete_message(before)
        await one_move(table)
        await table.play_on(random.Random(1), in_play)
        after = await table.public()
        assert after.id != before.id
        assert await shows_now(table)


@pytest.mark.parametrize("answer", [10008, 30046])
async def test_an_edit_that_is_refused_for_good_makes_a_new_message(
    tmp_path: Path, answer: int
) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(2), in_play)
        before = await table.public()
        # Discord answers 30046 like a rate limit, so the library tries it five times by itself.
        home.playground.faults.add(*EDIT, answer, times=5, retry_after=0.01)
        await one_move(table)
        await table.settled()
        assert (await table.public()).id != before.id
        assert await shows_now(table)


@pytest.mark.parametrize("answer", [429, 500, 503, 520])
async def test_a_passing_failure_is_tried_again(tmp_path: Path, answer: int) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(3), in_play)
        home.playground.faults.add(*EDIT, answer, times=2, retry_after=0.05)
        await one_move(table)
        await table.settled()
        assert await shows_now(table)


async def test_a_call_broken_off_while_the_whole_bot_is_rate_limited_holds_back_no_other(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        own, go_on = await table.bots_own(), home.client.http._global_over
        home.playground.faults.add(*EDIT, 429, everywhere=True, retry_after=0.3)
        own.renderer.forget()
        home.client.app.tables.changed(own)
        async with asyncio.timeout(WAIT):
            while go_on.is_set():  # noqa: ASYNC110 - nothing tells
                await asyncio.sleep(0.001)
        own.renderer.stop()
        await own.renderer.settled()
        await one_move(table)
        await table.settled()
        assert await shows_now(table)


async def test_a_table_moves_to_a_new_message_before_it_is_an_hour_old(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(4), in_play)
        before = await table.public()
        home.playground.advance(56 * 60)
        own = await table.bots_own()
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        panel = await sitting.hand()
        await sitting.person.press(
            panel, control_of(panel, "play", legal(own, seat, random.Random(1)))
        )
        await table.settled()
        after = await table.public()
        assert after.id != before.id
        assert before.id not in [seen.id for seen in sitting.person.messages()]
        assert await shows_now(table)


async def test_every_deal_keeps_its_message(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette", deals=2)
        first = await table.public()
        await table.play_on(random.Random(5), lambda own: own.game.view(None).number == 2)
        await table.settled()
        second = await table.public()
        assert second.id != first.id
        kept = home.person("Ada").message(first)
        own = await table.bots_own()
        assert str(own.game.view(None).deals[0].number) in kept.text
        await table.play_on(random.Random(6))
        await table.settled()
        end = await table.public()
        assert end.id not in (first.id, second.id)
        assert own.game.seed.hex() in end.text
        assert own.game.seed.hex() not in home.person("Ada").message(second).text


Loss = Literal["channel", "view", "send", "kicked"]


def lose(playground: Playground, loss: Loss) -> None:
    """Take the channel, or a right to it, away."""
    channel = playground.channel()
    if loss == "channel":
        playground.delete_channel(channel)
    elif loss == "view":
        playground.set_permissions(channel, deny=["VIEW_CHANNEL"])
    elif loss == "send":
        playground.set_permissions(channel, deny=["SEND_MESSAGES"])
    else:
        playground.remove_bot(playground.guild)


@pytest.mark.parametrize("loss", ["channel", "view"])
async def test_out_of_reach_pauses_and_goes_on_elsewhere(tmp_path: Path, loss: Loss) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(7), in_play)
        own = await table.bots_own()
        lose(home.playground, loss)
        own.renderer.forget()
        home.client.app.tables.changed(own)
        await table.settled()
        assert own.state == "paused"
        await home.restart()
        ada, lounge = home.person("Ada"), home.playground.channel("lounge")
        stored = await home.database.games.load(table.game_id)
        assert stored is not None
        assert stored.state == "paused"
        listed = await ada.command(lounge, "game list")
        assert listed.message is not None
        assert "paused" in listed.message.text
        answer = await ada.command(lounge, "game table")
        assert answer.message is not None
        assert str(lounge.id) in answer.message.text
        assert (await table.public()).channel_id == lounge.id
        await table.play_on(random.Random(8), lambda own: own.game.view(None).number == 2)


async def test_a_right_given_back_lets_the_game_go_on_where_it_stands(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(9), in_play)
        own = await table.bots_own()
        channel = home.channel
        public = await table.public()
        home.playground.delete_message(public)
        lose(home.playground, "send")
        await one_move(table)
        await table.settled()
        assert own.state == "paused"
        seat = (await table.people_to_act())[0]
        sitting = await table.at(seat)
        text = legal(own, seat, random.Random(2))
        panel = await sitting.panel()
        await sitting.person.press(panel, control_of(panel, "hand"))
        panel = await sitting.panel_or_any()
        assert "paused" in panel.text
        home.playground.set_permissions(channel)
        count = len(own.game.actions)
        number = own.game.view(None).decisions[seat]
        custom_id = f"1.play.{_base36(table.game_id)}.{seat}.{number}.{text}"
        await sitting.person.press(panel, custom_id, forge=True)
        assert len(own.game.actions) == count + 1
        await table.settled()
        assert await shows_now(table)


def _base36(number: int) -> str:
    assert number < 10
    return str(number)


async def test_a_thread_that_was_archived_is_reopened(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        thread = home.playground.add_thread(home.channel, "cards", ada)
        answer = await ada.command(thread, "bridgette start", opponent=ben)
        assert answer.message is not None
        await ben.press_label(answer.message, "Accept")
        (line,) = await home.database.games.running_of(ada.id)
        table = TableOf(home, line.id, (ada, ben))
        await table.public()
        home.playground.archive(thread)
        own = await table.bots_own()
        own.renderer.forget()
        home.client.app.tables.changed(own)
        await table.settled()
        assert not thread.archived
        assert own.state == "running"
        home.playground.archive(thread, locked=True)
        own.renderer.forget()
        home.client.app.tables.changed(own)
        await table.settled()
        assert own.state == "paused"


async def test_panels_are_only_a_courtesy(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        for person in table.people:
            await table.player(person.display_name).hand()
        for code in (10008, 50027, 10062, 10015):
            home.playground.faults.add(
                "PATCH", "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}", code
            )
            await one_move(table)
            await table.settled()
        await table.play_on(random.Random(10), in_play)
        home.playground.advance(16 * 60)
        await table.play_on(random.Random(11), lambda own: own.game.view(None).number == 2)


async def test_an_old_panel_after_fifteen_minutes_still_acts(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(12), in_play)
        own = await table.bots_own()
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        panel = await sitting.hand()
        home.playground.advance(20 * 60)
        await home.restart()
        own = await table.bots_own()
        count = len(own.game.actions)
        await sitting.person.press(
            panel, control_of(panel, "play", legal(own, seat, random.Random(1)))
        )
        assert len(own.game.actions) == count + 1


async def test_the_opponents_panel_turns_live(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(13), in_play)
        own = await table.bots_own()
        (seat,) = own.game.to_act
        waiting = await table.at(1 - seat)
        panel = await waiting.hand()
        mover = await table.at(seat)
        await mover.act(legal(own, seat, random.Random(1)))
        await table.settled()
        now = waiting.person.message(panel.id)
        assert control_of(now, "play")


async def test_slow_work_is_deferred_and_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(14), in_play)
        own = await table.bots_own()
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        panel = await sitting.hand()
        text = legal(own, seat, random.Random(1))
        monkeypatch.setattr(reply, "DEFER_AFTER", 0.5)  # only now: no answer before is late
        async with own.lock:
            handle = sitting.person.press(panel, control_of(panel, "play", text))
            answer = await handle.answered()
            assert answer.kind in ("nothing", "update")
            assert not any(text == done for _, done in own.game.actions)
        await sitting.person.wait_for(
            lambda seen: seen.id == panel.id and find_control(seen, "play", text) is None
        )
        await table.settled()
        assert own.game.actions[-1] == (seat, text)


async def test_restarts_in_every_phase(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette", deals=2)
        chance = random.Random(15)
        await restart_here(home, table)  # before any discard
        await one_move(table)
        await restart_here(home, table)  # between the two discards
        await table.play_on(chance, lambda own: own.game.view(None).phase == "auction")
        await restart_here(home, table)
        await table.play_on(chance, in_play)
        await one_move(table)
        await restart_here(home, table)  # in mid-trick
        await table.play_on(chance, lambda own: own.game.view(None).number == 2)
        await restart_here(home, table)  # between two deals
        await table.play_on(chance)
        await restart_here(home, table)
        own = await table.bots_own()
        assert own.over


async def restart_here(home: House, table: TableOf) -> None:
    """A new process finds the game as it was, by the old messages."""
    own = await table.bots_own()
    before = [own.game.view(seat) for seat in (None, *range(own.game.seats))]
    await home.restart()
    own = await table.bots_own()
    assert [own.game.view(seat) for seat in (None, *range(own.game.seats))] == before
    await table.settled()
    assert await shows_now(table)
