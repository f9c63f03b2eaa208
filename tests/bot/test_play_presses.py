"""Presses that must change nothing, and what the presser is told."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from bot.tables.table import Table
from playground import Answer
from tests.harness import House, TableOf, control_of, house, legal, made_up


def in_play(table: Table) -> bool:
    """Whether the cards of the deal are being played."""
    return table.game.view(None).phase == "play"


def told(answer: Answer) -> str:
    """What the answer says; it is for the presser alone."""
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message.text


async def stored(home: House, table: TableOf) -> int:
    """How many actions the database holds of this game."""
    found = await home.database.games.load(table.game_id)
    assert found is not None
    return len(found.actions)


@pytest.mark.both_databases
async def test_a_press_that_was_answered_before_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(2), in_play)
        own = await table.bots_own()
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        panel = await sitting.hand()
        text = legal(own, seat, random.Random(3))
        custom_id = control_of(panel, "play", text)
        await sitting.person.press(panel, custom_id)
        count = await stored(home, table)
        again = await sitting.person.press(panel, custom_id, forge=True)
        assert "decided already" in told(again)
        assert "Your hand" in told(again)
        assert await stored(home, table) == count


@pytest.mark.both_databases
async def test_the_same_press_twice_at_once_counts_once(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(4), in_play)
        own = await table.bots_own()
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        panel = await sitting.hand()
        custom_id = control_of(panel, "play", legal(own, seat, random.Random(5)))
        count = await stored(home, table)
        first = sitting.person.press(panel, custom_id)
        second = sitting.person.press(panel, custom_id)
        answers = await asyncio.gather(first.answered(), second.answered())
        assert all(answer.ok for answer in answers)
        assert await stored(home, table) == count + 1


async def test_out_of_turn(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(6), in_play)
        own = await table.bots_own()
        (seat,) = own.game.to_act
        other = await table.at(1 - seat)
        panel = await other.hand()
        number = own.game.view(None).decisions[1 - seat]
        card = own.game.view(1 - seat).hand[0].text
        count = await stored(home, table)
        custom_id = made_up("play", table.game_id, seat=1 - seat, number=number, arg=card)
        answer = await other.person.press(panel, custom_id, forge=True)
        assert "not your turn" in told(answer)
        assert await stored(home, table) == count


async def test_a_stranger_sees_no_hand_and_moves_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(7), in_play)
        own = await table.bots_own()
        (seat,) = own.game.to_act
        view = own.game.view(seat)
        public = await table.public()
        cleo = home.person("Cleo")
        answer = await cleo.press(public, control_of(public, "hand"))
        assert "not seated" in told(answer)
        text = legal(own, seat, random.Random(8))
        custom_id = made_up("play", table.game_id, seat=seat, number=view.decisions[seat], arg=text)
        count = await stored(home, table)
        answer = await cleo.press(public, custom_id, forge=True)
        assert "not seated" in told(answer)
        opponent = await table.at(1 - seat)
        answer = await opponent.person.press(public, custom_id, forge=True)
        assert "another player's seat" in told(answer)
        assert await stored(home, table) == count
        for label in ("Scores", "Rules", "More"):
            assert (await cleo.press_label(public, label)).ok


@pytest.mark.parametrize(
    ("verb", "more"),
    [
        ("play", {"seat": 0, "number": 999, "arg": "AS"}),
        ("play", {"seat": 3, "number": 0, "arg": "AS"}),
        ("play", {"arg": "AS"}),
        ("play", {"seat": 0, "number": 0, "arg": "resign"}),
        ("call", {"seat": 0, "number": 0, "arg": "time"}),
        ("play", {"seat": 0, "number": 0, "arg": "no card at all"}),
        ("call", {"seat": 0, "number": 0, "arg": "9NT"}),
        ("discard", {"seat": 0, "number": 0, "arg": "2C-2C"}),
        ("discard", {"seat": 0, "number": 0, "arg": ""}),
        ("bidyes", {"seat": 0, "number": 0, "arg": "13"}),
        ("pick", {"seat": 0, "number": 0}),
        ("jump", {"seat": 2, "number": 0}),
        ("accept", {}),
        ("addbot", {}),
        ("page", {"arg": "rules-poker-1"}),
        ("page", {"arg": "board-all-99"}),
        ("page", {"arg": "help-9999"}),
        ("unheard", {}),
        ("record", {}),
        ("rematch", {}),
        ("back", {}),
    ],
)
async def test_made_up_presses_are_answered_and_change_nothing(
    tmp_path: Path, verb: str, more: dict[str, object]
) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        public = await table.public()
        ada = (await table.at(0)).person
        for game_id in (table.game_id, 4_000_000, None):
            answer = await ada.press(public, made_up(verb, game_id, **more), forge=True)
            assert told(answer)
        own = await table.bots_own()
        assert not own.game.actions
        assert await stored(home, table) == 0


@pytest.mark.parametrize(
    "custom_id", ["0.hand.1...", "accept", "1.hand.zz zz...", "2.play.1.0.0.AS"]
)
async def test_a_button_of_another_version_says_so(tmp_path: Path, custom_id: str) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        public = await table.public()
        answer = await home.person("Ada").press(public, custom_id, forge=True)
        assert "older version" in told(answer)


async def test_an_ended_game_takes_nothing_more(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(9), in_play)
        own = await table.bots_own()
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        panel = await sitting.hand()
        custom_id = control_of(panel, "play", legal(own, seat, random.Random(1)))
        public = await table.public()
        other = (await table.at(1 - seat)).person
        more = (await other.press_label(public, "More")).message
        assert more is not None
        ask = await other.press(more, control_of(more, "resign"))
        assert ask.message is not None
        giveup = control_of(ask.message, "giveup")
        assert "over" in told(await other.press(ask.message, giveup))
        count = await stored(home, table)
        again = await other.press(ask.message, giveup, forge=True)
        assert "over" in told(again)
        await table.settled()
        answer = await sitting.person.press(panel, custom_id, forge=True)
        assert "over" in told(answer)
        assert await stored(home, table) == count
        assert "Rematch" in (await table.public()).text or (await table.public()).buttons()


async def test_rules_refuse_in_words_and_leave_the_panel(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        own = await table.bots_own()
        seat = own.game.to_act[0]
        sitting = await table.at(seat)
        panel = await sitting.hand()
        decision = own.game.decision(seat)
        assert decision is not None
        one = decision.cards[0].text
        custom_id = made_up("discard", table.game_id, seat=seat, number=0, arg=one)
        answer = await sitting.person.press(panel, custom_id, forge=True)
        text = told(answer)
        assert str(decision.count) in text
        assert "Your hand" in text
        assert await stored(home, table) == 0
