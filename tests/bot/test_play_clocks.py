"""Clocks at the table: deadlines, warnings, losses on time, seats taken over, outages, pauses."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.paces import PACES
from bot.tables.clockwork import GAME
from bot.tables.table import Table
from playground import Answer, Seen
from tests.harness import WAIT, House, Sitting, TableOf, control_of, house, legal

DAY = 24 * 3600.0
LIVE = PACES["live"]
WHOLE = (LIVE.each + LIVE.reserve).total_seconds()


async def eventually(condition: Callable[[], bool]) -> None:
    """Return once this is so."""
    async with asyncio.timeout(WAIT):
        while not condition():  # noqa: ASYNC110 - nothing tells when
            await asyncio.sleep(0.01)


async def advance(home: House, seconds: float) -> None:
    """Skip time while the bot is connected."""
    await home.client.app.tables.clockwork.connected.wait()
    home.playground.advance(seconds)


def in_play(own: Table) -> bool:
    return own.game.view(None).phase == "play"


def pings(table: TableOf) -> list[Seen]:
    """The pings that stand, as somebody at the table sees them."""
    return [
        seen
        for seen in table.people[0].messages()
        if not seen.ephemeral
        and any(part in seen.text for part in ("it is your turn in", "your time in"))
    ]


async def pressed(sitting: Sitting, panel: Seen, button: str) -> Answer:
    return await sitting.person.press(panel, button)


async def test_three_days_then_the_game_is_lost_and_warned_of_once(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", pace="days")
        own = await table.bots_own()
        (seat,) = own.game.to_act
        loser = (await table.at(seat)).person
        deadline = own.clock.deadline
        assert deadline is not None
        assert f"Time runs out <t:{int(deadline.timestamp())}:R>" in (await table.public()).text
        await advance(home, 2.5 * DAY)
        await eventually(lambda: any("runs out" in seen.text for seen in pings(table)))
        (warning,) = pings(table)
        assert f"<@{loser.id}>, your time in" in warning.text
        assert warning.id in [seen.id for seen in loser.pings()]
        await advance(home, 0.4 * DAY)
        await home.restart()
        own = await table.bots_own()
        await advance(home, 0.05 * DAY)
        assert not own.over
        assert [seen.id for seen in pings(table)] == [warning.id]
        await advance(home, 0.1 * DAY)
        await eventually(lambda: own.over)
        assert own.game.outcome is not None
        assert (own.game.outcome.reason, own.game.outcome.winners) == ("time", (1 - seat,))
        await table.settled()
        assert "ran out of time" in (await table.public()).text
        await eventually(lambda: not pings(table))
        stored = await home.database.games.load(table.game_id)
        assert stored is not None
        assert (stored.state, stored.reason, stored.deadline) == ("over", "time", None)


async def test_the_reserve_is_used_up_and_does_not_come_back(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", pace="live")
        own = await table.bots_own()
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        await advance(home, 180)
        await eventually(lambda: any("your time in" in seen.text for seen in pings(table)))
        await sitting.act(legal(own, seat, random.Random(1)))
        left = own.clock.seats[seat].reserve
        assert timedelta(minutes=3) < left < timedelta(minutes=4)
        await eventually(lambda: not pings(table))
        other = await table.at(1 - seat)
        assert own.clock.seats[1 - seat].reserve == LIVE.reserve
        panel = await other.hand()
        assert "Time runs out" in panel.text
        await advance(home, WHOLE + 1)
        await eventually(lambda: own.over)
        assert own.game.outcome is not None
        assert own.game.outcome.winners == (seat,)


async def test_both_too_late_to_discard(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette", pace="days")
        own = await table.bots_own()
        dealer = own.game.view(None).dealer
        assert [each.deadline is not None for each in own.clock.seats] == [True, True]
        assert own.clock.seats[0].deadline == own.clock.seats[1].deadline
        await advance(home, 3 * DAY + 1)
        await eventually(lambda: own.over)
        assert own.game.outcome is not None
        assert own.game.outcome.winners == (dealer,)


async def test_who_has_discarded_cannot_be_late(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette", pace="live")
        own = await table.bots_own()
        other = 1 - own.game.view(None).dealer
        await (await table.at(other)).act(legal(own, other, random.Random(2)))
        assert own.clock.seats[other].deadline is None
        await advance(home, WHOLE + 1)
        await eventually(lambda: own.over)
        assert own.game.outcome is not None
        assert own.game.outcome.winners == (other,)


async def test_in_call_bridge_the_computer_takes_the_seat_and_gives_it_back(
    tmp_path: Path,
) -> None:
    async with house(tmp_path) as home:
        table = await home.four(("Ada", "Ben"), target=60, pace="live")
        own = await table.bots_own()
        await table.settled()
        (seat,) = await table.people_to_act()
        person = (await table.at(seat)).person
        await advance(home, WHOLE + 1)
        await eventually(lambda: own.seats[seat].taken_over)
        await eventually(lambda: own.clock.seats[seat].deadline is None)
        await table.settled()
        assert not own.over
        public = await table.public()
        more = (await person.press_label(public, "More")).message
        assert more is not None
        await person.press(more, control_of(more, "back"))
        assert not own.seats[seat].taken_over
        await table.play_on(random.Random(3), lambda own: own.game.view(None).number == 2)
        assert (await home.database.games.load(table.game_id)) is not None


async def test_ten_timers_at_once_are_one_loss(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", pace="live")
        own = await table.bots_own()
        await home.client.app.tables.clockwork.connected.wait()
        home.playground.advance(WHOLE + 1)
        tables = home.client.app.tables
        await asyncio.gather(*(tables.run_out(own) for _ in range(10)))
        stored = await home.database.games.load(table.game_id)
        assert stored is not None
        assert [text for _, text in stored.actions] == ["time"]
        await home.restart()
        assert len((await table.bots_own()).game.actions) == 1


async def test_an_action_and_the_deadline_at_once(tmp_path: Path) -> None:
    async with house(tmp_path, answer_within=100_000.0) as home:
        for number in range(4):
            table = await home.two("drawbridge", pace="live")
            own = await table.bots_own()
            (seat,) = own.game.to_act
            sitting = await table.at(seat)
            panel = await sitting.hand()
            button = control_of(panel, "play", legal(own, seat, random.Random(number)))
            press = asyncio.create_task(pressed(sitting, panel, button))
            if number % 2:
                await asyncio.sleep(0.01 * number)
            await advance(home, WHOLE + 1)
            answer = await press
            assert answer.message is not None
            played = len([text for _, text in own.game.actions if text != "time"])
            await eventually(lambda own=own, played=played: own.over or played == 1)
            if played:  # what was stored before counts
                assert own.game.actions[0][0] == seat
            else:
                assert own.game.outcome is not None
                assert own.game.outcome.winners == (1 - seat,)


@pytest.mark.parametrize(("clean", "resumable"), [(True, True), (False, True), (False, False)])
async def test_the_time_of_an_outage_is_given_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, clean: bool, resumable: bool
) -> None:
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", pace="live")
        own = await table.bots_own()
        clockwork = home.client.app.tables.clockwork
        before = own.clock.deadline
        assert before is not None
        await advance(home, 60)
        if clean:
            await home.stop()
            home.playground.advance(DAY)
            await home.start()
            clockwork = home.client.app.tables.clockwork
        else:
            gate, give_back = asyncio.Event(), clockwork.reconnected

            async def reconnected() -> None:
                await gate.wait()
                await give_back()

            monkeypatch.setattr(clockwork, "reconnected", reconnected)
            await home.playground.drop_gateway(resumable=resumable)
            await eventually(lambda: not clockwork.connected.is_set())
            home.playground.advance(DAY)
            gate.set()
        await clockwork.connected.wait()
        own = await table.bots_own()
        assert not own.over
        after = own.clock.deadline
        assert after is not None
        assert after - before >= timedelta(days=1)
        assert after - before < timedelta(days=1, minutes=5)
        text = f"Time runs out <t:{int(after.timestamp())}:R>"
        # After a day the table moves to another message.
        await eventually(lambda: any(text in seen.text for seen in table.people[0].messages()))
        await advance(home, 2 * WHOLE)
        await eventually(lambda: own.over)


async def test_nothing_runs_out_while_the_bot_is_not_connected(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", pace="live")
        own = await table.bots_own()
        clockwork = home.client.app.tables.clockwork
        await clockwork.connected.wait()
        clockwork.disconnected()
        home.playground.advance(10 * WHOLE)
        await clockwork._due((GAME, table.game_id))
        assert not own.over
        await clockwork.reconnected()
        assert own.clock.deadline is not None
        assert own.clock.deadline > clockwork.time() + LIVE.each
        assert not own.over


async def test_tables_are_drawn_anew_after_a_long_outage_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        own = await (await home.two("drawbridge", pace="live")).bots_own()
        clockwork = home.client.app.tables.clockwork
        await clockwork.connected.wait()
        drawn: list[Table] = []
        monkeypatch.setattr(home.client.app.tables, "changed", drawn.append)
        for seconds, tables in ((20, []), (61, [own])):
            before = own.clock.deadline
            clockwork.disconnected()
            home.playground.advance(seconds)
            await clockwork.reconnected()
            await clockwork.settled()
            assert before is not None
            assert own.clock.deadline is not None
            assert own.clock.deadline - before >= timedelta(seconds=seconds)
            assert drawn == tables


async def test_the_clock_of_a_paused_game_stands_still(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", pace="live")
        own = await table.bots_own()
        before = own.clock.deadline
        assert before is not None
        await home.client.app.tables.pause(own)
        await advance(home, DAY)
        await home.restart()
        await home.client.app.tables.clockwork.connected.wait()
        own = await table.bots_own()
        assert own.state == "paused"
        assert not own.over
        sitting = await table.at(0)
        public = sitting.person.message(own.message_id or 0)
        await sitting.person.press(public, control_of(public, "hand"))
        assert own.state == "running"
        assert own.clock.deadline is not None
        assert timedelta(days=1) <= own.clock.deadline - before < timedelta(days=1, minutes=5)


async def test_a_server_has_a_pace_and_a_table_another(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        home.playground.appoint(ada, home.playground.guild, ("MANAGE_GUILD",))
        opened = (await ada.command(home.channel, "settings server")).message
        assert opened is not None
        await ada.select(opened, control_of(opened, "setserver", "pace"), ["days"])
        answer = await ada.command(home.channel, "bridgette start", opponent=ben)
        assert answer.message is not None
        assert "**Clock:** 3 days for each decision. Whoever" in answer.message.text
        await ben.press_label(answer.message, "Accept")
        first = await home._newest((ada, ben))
        assert (await first.bots_own()).clock.pace == "days"
        alone = await home.alone()
        assert (await alone.bots_own()).clock.deadline is None
        table = await home.two("bridgette", pace="none")
        assert (await table.bots_own()).clock.deadline is None
        await home.client.app.tables.resign(await table.bots_own(), ada.id)
        await table.settled()
        end = await table.public()
        again = (await ada.press_label(end, "Rematch")).message
        assert again is not None
        assert "**Clock:**" not in again.text


async def test_a_rematch_keeps_the_pace(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", pace="live")
        own = await table.bots_own()
        ada, ben = table.people
        scores = (await ada.press_label(await table.public(), "Scores")).message
        assert scores is not None
        words = "**Clock:** 2 minutes for each decision, and 5 minutes in reserve."
        assert words in scores.text
        await home.client.app.tables.resign(own, ada.id)
        await table.settled()
        again = (await ada.press_label(await table.public(), "Rematch")).message
        assert again is not None
        assert words in again.text
        await ben.press_label(again, "Accept")
        rematch = await home._newest((ada, ben))
        assert (await rematch.bots_own()).clock.pace == "live"
