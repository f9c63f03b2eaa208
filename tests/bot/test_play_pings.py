"""Turn pings: who is called when, by one message at most, and by none against his will."""

from __future__ import annotations

import random
from pathlib import Path

from tests.bot.test_play_clocks import advance, eventually, in_play, pings
from tests.harness import House, Sitting, TableOf, control_of, house, legal


async def at_a_turn(home: House, number: int = 1) -> tuple[TableOf, Sitting, Sitting]:
    """A game in the draw phase, just after a press: whose turn it is now, and the other."""
    table = await home.two("drawbridge")
    own = await table.bots_own()
    (seat,) = own.game.to_act
    await (await table.at(seat)).act(legal(own, seat, random.Random(number)))
    assert own.game.to_act == (1 - seat,)
    return table, await table.at(1 - seat), await table.at(seat)


async def waits(home: House) -> None:
    """What is due by now has been done."""
    await home.client.app.tables.clockwork.connected.wait()
    await home.client.app.tables.clockwork.settled()


async def test_a_turn_that_is_not_noticed_for_a_minute(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table, called, other = await at_a_turn(home)
        await advance(home, 50)
        await waits(home)
        assert pings(table) == []
        await advance(home, 11)
        await eventually(lambda: len(pings(table)) == 1)
        (ping,) = pings(table)
        assert f"<@{called.person.id}>, it is your turn in" in ping.text
        assert ping.id in [seen.id for seen in called.person.pings()]
        assert ping.id not in [seen.id for seen in other.person.pings()]
        await advance(home, 3600)
        await home.restart()
        await waits(home)
        assert [seen.id for seen in pings(table)] == [ping.id]
        panel = (await called.person.press(ping, control_of(ping, "hand"))).message
        assert panel is not None
        assert "Your hand" in panel.text
        own = await table.bots_own()
        (seat,) = own.game.to_act
        await called.act(legal(own, seat, random.Random(2)))
        await eventually(lambda: pings(table) == [])
        assert own.clock.ping is None or own.clock.ping.seats == ()


async def test_whoever_has_pressed_anything_is_not_called(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table, called, _ = await at_a_turn(home)
        await called.hand()
        await advance(home, 61)
        await waits(home)
        assert pings(table) == []
        await home.restart()
        await advance(home, 3600)
        await waits(home)
        assert pings(table) == []


async def test_a_new_ping_takes_the_place_of_the_one_before(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", pace="days")
        own = await table.bots_own()
        (seat,) = own.game.to_act
        await advance(home, 61)
        await eventually(lambda: len(pings(table)) == 1)
        (turn,) = pings(table)
        await eventually(lambda: own.clock.ping is not None)
        await advance(home, 2.6 * 24 * 3600)
        await eventually(lambda: [seen.id for seen in pings(table)] not in ([], [turn.id]))
        (warning,) = pings(table)
        assert "Then you lose the game." in warning.text
        await home.client.app.tables.resign(own, (await table.at(seat)).person.id)
        await eventually(lambda: pings(table) == [])


async def test_what_computers_do_calls_nobody(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.alone("drawbridge")
        await table.play_on(random.Random(4), lambda own: len(own.game.actions) > 4)
        await table.settled()
        await advance(home, 120)
        await waits(home)
        assert pings(table) == []


async def test_whoever_wants_no_calls_gets_none(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table, called, _ = await at_a_turn(home)
        opened = (await called.person.command(home.channel, "settings me")).message
        assert opened is not None
        await called.person.select(opened, control_of(opened, "setme", "turns"), ["off"])
        await advance(home, 61)
        await waits(home)
        assert pings(table) == []
        own = await table.bots_own()
        assert [clock.remind_at for clock in own.clock.seats] == [None, None]


async def test_a_missing_permission_pauses_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table, called, _ = await at_a_turn(home)
        home.playground.set_permissions(home.channel, deny=["SEND_MESSAGES"])
        await advance(home, 61)
        await waits(home)
        own = await table.bots_own()
        assert own.state == "running"
        assert [clock.remind_at for clock in own.clock.seats] == [None, None]
        home.playground.set_permissions(home.channel)
        (seat,) = own.game.to_act
        await called.act(legal(own, seat, random.Random(5)))
        assert pings(table) == []


async def test_a_kill_between_the_post_and_its_note_makes_no_second_ping(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table, _, _ = await at_a_turn(home)
        await home.client.app.tables.clockwork.connected.wait()
        own = await table.bots_own()
        before = await home.database.games.load(table.game_id)
        assert before is not None
        await advance(home, 61)
        await eventually(lambda: len(pings(table)) == 1)
        (ping,) = pings(table)
        await eventually(lambda: own.clock.ping is not None)
        # As if the note of it had never been stored.
        await home.database.clocks.set(table.game_id, len(own.game.actions), before.clock)
        await home.restart()
        await waits(home)
        assert [seen.id for seen in pings(table)] == [ping.id]
        stored = await home.database.games.load(table.game_id)
        assert stored is not None
        assert stored.clock.ping is not None
        assert stored.clock.ping.message_id == ping.id


async def test_a_ping_that_calls_nobody_is_deleted_after_a_start(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table, called, _ = await at_a_turn(home)
        await advance(home, 61)
        own = await table.bots_own()
        await eventually(lambda: own.clock.ping is not None)
        home.playground.faults.add(
            "DELETE", "/channels/{channel_id}/messages/{message_id}", "hang", times=1
        )
        (seat,) = own.game.to_act
        await called.act(legal(own, seat, random.Random(6)))
        await home.restart()
        await eventually(lambda: pings(table) == [])
        assert not in_play(own)
