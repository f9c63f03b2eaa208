"""Duties of docs/duties.md that no other test shows, and that the page names tests there are."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

from sqlalchemy import select

from bot.client import BotClient
from data.schema import results
from tests.harness import control_of, house, legal

ROOT = Path(__file__).parents[2]


def test_the_tests_that_are_named_there_are() -> None:
    page = (ROOT / "docs" / "duties.md").read_text(encoding="utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and "---" not in line]
    assert len(rows) > 40
    for row in rows[1:]:
        named = re.findall(r"`(tests/[\w/]+\.py)`((?:,? `\w+`)+)", row)
        assert named, f"no test is named: {row}"
        for file, names in named:
            text = (ROOT / file).read_text(encoding="utf-8")
            for name in re.findall(r"`(\w+)`", names):
                assert re.search(rf"^(async )?def {name}\(", text, re.MULTILINE), (file, name)


async def test_servers_are_all_it_asks_for(tmp_path: Path) -> None:
    """Intents, members and messages kept in memory, whom messages notify."""
    async with house(tmp_path) as home:
        client: BotClient = home.client
        assert [name for name, wanted in client.intents if wanted] == ["guilds"]
        assert client.allowed_mentions is not None
        assert not any(client.allowed_mentions.to_dict().get("parse", ()))
        table = await home.two()
        await (await table.at(0)).hand()
        assert client._connection._messages is None
        assert not client._connection._view_store._views


async def test_a_result_counts_once_however_often_it_is_pressed(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        ada, ben = table.people
        public = await table.public()
        asked = []
        for person in (ada, ada, ben):
            more = (await person.press_label(public, "More")).message
            assert more is not None
            ask = (await person.press(more, control_of(more, "resign"))).message
            assert ask is not None
            asked.append((person, ask, control_of(ask, "giveup")))
        handles = [person.press(ask, control, forge=True) for person, ask, control in asked * 4]
        answers = await asyncio.gather(*(handle.outcome() for handle in handles))
        assert all(answer.ok for answer in answers)
        await table.settled()
        async with home.database.games._connections.read() as connection:
            rows = await connection.execute(select(results.c.seat, results.c.won))
            assert sorted(won for _, won in rows) == [False, True]
        own = await table.bots_own()
        assert [text for _, text in own.game.actions].count("resign") == 1


async def test_who_leaves_the_server_blocks_nobody(tmp_path: Path) -> None:
    """His clock runs out, the other wins, and the leaderboard knows both by name."""
    async with house(tmp_path) as home:
        table = await home.two(pace="days")
        own = await table.bots_own()
        await table.play_on(random.Random(1), lambda own: len(own.game.to_act) == 1)
        (late,) = own.game.to_act
        gone, left = await table.at(late), await table.at(1 - late)
        home.playground.leave(gone.person, home.playground.guild)
        assert "Your hand" in (await left.hand()).text
        home.playground.advance(3 * 24 * 3600 + 60)
        await home.client.app.tables.clockwork.settled()
        await table.settled()
        assert own.game.outcome is not None
        assert own.game.outcome.winners == (left.person.id == own.seats[1].user_id,)
        board = (await left.person.command(home.channel, "leaderboard", game="bridgette")).message
        assert board is not None
        for person in table.people:
            assert person.display_name in board.text


async def test_a_bot_that_was_removed_and_invited_again_goes_on(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        own = await table.bots_own()
        guild = home.playground.guild
        home.playground.remove_bot(guild)
        own.renderer.forget()
        home.client.app.tables.changed(own)
        await table.settled()
        assert own.state == "paused"
        home.playground.invite_bot(guild)
        ada = (await table.at(0)).person
        panel = (await ada.command(home.channel, "game table")).message
        assert panel is not None
        await table.settled()
        seat = (await table.people_to_act())[0]
        count = len(own.game.actions)
        await (await table.at(seat)).act(legal(own, seat, random.Random(1)))
        assert (own.state, len(own.game.actions)) == ("running", count + 1)
