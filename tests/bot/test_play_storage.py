"""The database fails, or another process was first."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.tables.table import Table
from data.errors import DatabaseFull
from data.records import Step
from tests.harness import control_of, house, legal


def in_play(table: Table) -> bool:
    """Whether the cards of the deal are being played."""
    return table.game.view(None).phase == "play"


async def test_a_move_that_cannot_be_saved_is_not_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(1), in_play)
        own = await table.bots_own()
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        panel = await sitting.hand()
        count = len(own.game.actions)
        custom_id = control_of(panel, "play", legal(own, seat, random.Random(1)))

        async def full(game_id: int, step: Step) -> None:
            raise DatabaseFull("no room")

        with monkeypatch.context() as patch:
            patch.setattr(home.database.games, "act", full)
            answer = await sitting.person.press(panel, custom_id)
            assert answer.message is not None
            assert "not saved" in answer.message.text
        stored = await home.database.games.load(table.game_id)
        assert stored is not None
        assert len(stored.actions) == count
        await sitting.person.press(panel, custom_id, forge=True)
        own = await table.bots_own()
        assert len(own.game.actions) == count + 1


async def test_another_writer_was_first(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        own = await table.bots_own()
        first, second = own.game.to_act
        # Another process takes the other seat's discard, of which this one knows nothing.
        other = await home.database.games.load(table.game_id)
        assert other is not None
        foreign = Table(other)
        text = legal(foreign, first, random.Random(1))
        foreign.apply(first, text)
        step = Step(
            number=0,
            seat=first,
            text=foreign.game.actions[0][1],
            at=home.client.app.clock.now(),
            computer_due=False,
            to_act=foreign.game.to_act,
        )
        await home.database.games.act(table.game_id, step)
        sitting = await table.at(second)
        await sitting.act(legal(own, second, random.Random(2)))
        assert [seat for seat, _ in own.game.actions] == [first, second]
        stored = await home.database.games.load(table.game_id)
        assert stored is not None
        assert list(stored.actions) == own.game.actions


async def test_a_press_asks_the_database_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(3), in_play)
        own = await table.bots_own()
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        panel = await sitting.hand()
        await table.settled()
        asked: list[str] = []
        connections = home.database.games._connections
        for name in ("read", "write", "read_at_once", "write_at_once"):
            original = getattr(connections, name)

            def counted(*args: Any, name: str = name, original: Any = original) -> Any:
                asked.append(name)
                return original(*args)

            monkeypatch.setattr(connections, name, counted)
        await sitting.person.press(
            panel, control_of(panel, "play", legal(own, seat, random.Random(1)))
        )
        await table.settled()
        # With a server it is made of the other.
        once = ["write_at_once"] if connections.dialect == "sqlite" else ["write_at_once", "write"]
        assert asked == once
