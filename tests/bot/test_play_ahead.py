"""The panel that answers an action is drawn while the action is being stored."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from bot.presses import playing
from bot.tables.panels import Ahead, panel_layout
from bot.tables.table import Table
from bot.texts import Texts
from data.games import Games
from playground import Seen
from tests.harness import TableOf, control_of, house, legal


@pytest.fixture
def drawn_late(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The seats whose panel was drawn once the action was stored."""
    seats: list[int] = []

    def noted(table: Table, seat: int, *arguments: Any) -> Any:
        seats.append(seat)
        return panel_layout(table, seat, *arguments)

    monkeypatch.setattr(playing, "panel_layout", noted)
    return seats


async def test_the_answer_is_drawn_by_the_time_that_the_action_is_stored(
    tmp_path: Path, drawn_late: list[int]
) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        own, seat = await in_play(table)
        shown = await play(table, seat, drawn_late)
        assert drawn_late == []
        assert shown.text == (await (await table.at(seat)).hand()).text
        assert len(own.game.view(seat).hand) + len(own.game.view(1 - seat).hand) == 25


async def test_what_changed_meanwhile_is_shown(
    tmp_path: Path, drawn_late: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    storing = Games.act
    async with house(tmp_path) as home:
        table = await home.two()
        own, seat = await in_play(table)
        other = own.seats[1 - seat].user_id
        assert other is not None

        async def renamed(games: Games, *arguments: Any) -> Any:
            stored = await storing(games, *arguments)
            own.rename(other, "Somebody Else")
            return stored

        with monkeypatch.context() as patched:
            patched.setattr(Games, "act", renamed)
            shown = await play(table, seat, drawn_late)
        assert "Somebody Else" in shown.text
        assert drawn_late == [seat]


async def test_it_is_drawn_and_taken_once(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        own, seat = await in_play(await home.two())
        ahead = Ahead(own, seat, Texts.for_locale("en-GB"))
        assert ahead.take() is None
        ahead.draw()  # too late
        assert ahead.take() is None
        ahead = Ahead(own, seat, Texts.for_locale("en-GB"))
        ahead.draw()
        assert ahead.take() is not None
        assert ahead.take() is None


async def in_play(table: TableOf) -> tuple[Table, int]:
    """The bot's own table at the first card of a deal, and whose turn it is."""
    await table.play_on(random.Random(3), lambda own: own.game.view(None).phase == "play")
    own = await table.bots_own()
    (seat,) = own.game.to_act
    return own, seat


async def play(table: TableOf, seat: int, drawn_late: list[int]) -> Seen:
    """A legal card; what the panel shows then."""
    sitting = await table.at(seat)
    panel = await sitting.hand()
    drawn_late.clear()
    card = legal(await table.bots_own(), seat, random.Random(1))
    answer = await sitting.person.press(panel, control_of(panel, "play", card))
    assert answer.message is not None
    return answer.message
