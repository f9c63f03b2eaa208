"""The process ends before the table shows what the database holds."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.tables import waking
from bot.tables.computers import Computers
from bot.tables.table import Table
from data.errors import DatabaseLocked
from data.games import Games
from data.records import StoredGame
from playground import Handle
from playground.faults import Fault
from tests.harness import WAIT, House, TableOf, house, legal


def cards_left(table: Table, count: int) -> bool:
    """Whether the cards are played and this many are still to come from both."""
    view = table.game.view(None)
    return view.phase == "play" and sum(view.hand_sizes) == count


def cut_off(home: House) -> list[Fault]:
    """From now on no public message can be posted or edited."""
    faults = home.playground.faults
    edit = "/channels/{channel_id}/messages/{message_id}"
    return [
        faults.add("PATCH", edit, "hang", times=None),
        faults.add("POST", "/channels/{channel_id}/messages", "hang", times=None),
    ]


async def play_unseen(home: House, table: TableOf, count: int) -> None:
    """The next actions reach the database, but not the table message; then the process ends."""
    own = await table.bots_own()
    await table.settled()
    faults = cut_off(home)
    chance = random.Random(1)
    for _ in range(count):
        (seat,) = own.game.to_act
        for panel in list(own.panels.values()):  # to open a new one, the table would have to stand
            await panel.settled()
        await (await table.at(seat)).act(legal(own, seat, chance))
    await home.stop()
    for fault in faults:
        home.playground.faults.remove(fault)
    await home.start()
    await table.settled()


async def test_the_end_of_a_deal_is_made_up_for(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette", deals=2)
        first = await table.public()
        await table.play_on(random.Random(2), lambda own: cards_left(own, 2))
        for person in table.people:
            await table.player(person.display_name).hand()
        await play_unseen(home, table, 2)
        own = await table.bots_own()
        assert own.game.view(None).number == 2
        second = await table.public()
        assert second.id != first.id
        kept = home.person("Ada").message(first)
        assert "deal 1" in kept.text
        assert "deal 2" in second.text


async def test_the_end_of_a_game_is_made_up_for(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette", deals=2)
        await table.play_on(
            random.Random(3),
            lambda own: own.game.view(None).number == 2 and cards_left(own, 2),
        )
        last = await table.public()
        for person in table.people:
            await table.player(person.display_name).hand()
        await play_unseen(home, table, 2)
        own = await table.bots_own()
        if own.over:  # a tie would have made another deal
            end = await table.public()
            assert end.id != last.id
            assert "Rematch" in [button["label"] for button in end.buttons()]
            stored = await home.database.games.load(table.game_id)
            assert stored is not None
            assert stored.message_id == end.id


@pytest.mark.both_databases
async def test_a_move_in_the_middle_is_made_up_for_on_the_same_message(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette", deals=2)
        await table.play_on(random.Random(4), lambda own: cards_left(own, 20))
        before = await table.public()
        for person in table.people:
            await table.player(person.display_name).hand()
        await play_unseen(home, table, 1)
        after = await table.public()
        assert after.id == before.id
        assert after.text != before.text


async def test_discord_py_keeps_nothing_and_logs_hold_no_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("bot", "data"):
        caplog.set_level(logging.DEBUG, logger=name)
    async with house(tmp_path) as home:
        table = await home.alone("bridgette", deals=2)
        await table.play_on(random.Random(5))
        await table.settled()
        store = home.client._connection._view_store
        assert not store._views
        assert not store._synced_message_views
        assert not store._dynamic_items
        own = await table.bots_own()
        assert own.game.seed.hex() not in caplog.text
        assert repr(own.game.seed) not in caplog.text
        assert home.playground.token not in caplog.text
        assert not any(f" {text} " in f" {caplog.text} " for _, text in own.game.actions[:2])


async def test_call_bridge_again(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.four(("Ada", "Ben"), target=5)
        await table.play_on(random.Random(6))
        await table.settled()
        ada, ben = home.person("Ada"), home.person("Ben")
        lobby = (await ada.press_label(await table.public(), "Rematch")).message
        assert lobby is not None
        again = (await ben.press_label(await table.public(), "Rematch")).message
        assert again is not None
        assert again.ephemeral
        assert str(lobby.id) in again.text
        await ben.press_label(lobby.id, "Join")
        await ada.press_label(lobby.id, "Start")
        (line,) = await home.database.games.running_of(ada.id)
        assert await home.database.games.rematch_of(table.game_id) == line.id
        assert {seat.user_id for seat in line.seats} == {ada.id, ben.id, None}


async def stored_and_not_shown(home: House, press: Callable[[], Handle]) -> None:
    """What is pressed reaches the database, but not the message; then the process ends."""
    callback = "/interactions/{interaction_id}/{interaction_token}/callback"
    fault = home.playground.faults.add("POST", callback, 10062, times=None)
    press()
    async with asyncio.timeout(WAIT):
        while not fault.hits:  # noqa: ASYNC110 - polled
            await asyncio.sleep(0.01)
    await home.stop()
    home.playground.faults.remove(fault)
    await home.start()


async def test_a_lobby_shows_who_joined_it(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        answer = await ada.command(home.channel, "callbridge start")
        assert answer.message is not None
        lobby = answer.message.id
        await stored_and_not_shown(home, lambda: ben.press_label(lobby, "Join"))
        await ada.wait_for(lambda seen: seen.id == lobby and "2. Ben" in seen.text, seconds=WAIT)


async def test_a_challenge_shows_that_its_game_has_begun(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        answer = await ada.command(home.channel, "bridgette start", opponent=ben)
        assert answer.message is not None
        challenge = answer.message.id
        await stored_and_not_shown(home, lambda: ben.press_label(challenge, "Accept"))
        told = await ben.press_label(challenge, "Accept")
        assert told.message is not None
        assert "the game has begun" in told.message.text
        begun = await ada.wait_for(
            lambda seen: seen.id == challenge and "The game has begun: #" in seen.text, seconds=WAIT
        )
        assert not begun.buttons()


async def computer_left_due(home: House, monkeypatch: pytest.MonkeyPatch) -> TableOf:
    """A game in which the computer is to act, and has not been told so."""
    monkeypatch.setattr(Computers, "wake", lambda *_: None)
    table = await home.alone("bridgette", deals=2)
    own = await table.bots_own()
    (seat,) = await table.people_to_act()
    await (await table.at(seat)).act(legal(own, seat, random.Random(1)))
    assert own.computers_due()
    assert len(own.game.actions) == 1
    return table


async def test_a_computer_goes_on_though_its_game_could_not_be_loaded_at_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(waking, "RETRY_AFTER", 0.01)
    load, tries = Games.load, 0

    async def locked_at_first(games: Games, game_id: int) -> StoredGame | None:
        nonlocal tries
        tries += 1
        if tries <= 2:
            raise DatabaseLocked("in use by another program")
        return await load(games, game_id)

    async with house(tmp_path) as home:
        with monkeypatch.context() as patch:
            table = await computer_left_due(home, patch)
            await home.stop()
        monkeypatch.setattr(Games, "load", locked_at_first)
        await home.start()
        assert tries == 3
        await table.settled()
        assert len((await table.bots_own()).game.actions) > 1
        later = [record for record in caplog.records if "is woken later" in record.getMessage()]
        assert [record.levelno for record in later] == 2 * [logging.WARNING]


async def test_my_hand_wakes_a_computer_that_nothing_has_woken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        with monkeypatch.context() as patch:
            table = await computer_left_due(home, patch)
            await home.restart()
        await table.settled()
        own = await table.bots_own()
        assert len(own.game.actions) == 1
        await table.player("Ada").hand()
        await table.settled()
        assert len(own.game.actions) > 1
