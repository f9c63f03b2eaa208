"""Hints: asked for once, marked before they are shown, true to the decision they were asked for."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from bot.tables.table import Table
from bot.workers.errors import TooSlow
from bot.workers.pool import Pool
from data.errors import StorageUnavailable
from playground import Seen
from tests.harness import Sitting, TableOf, control_of, find_control, house, legal, made_up


async def press_hint(sitting: Sitting, panel: Seen) -> Seen:
    """Press Hint, agree if asked, and give the panel with the hint in it."""
    await sitting.person.press(panel, control_of(panel, "hint", ""))
    panel = sitting.person.message(panel.id)
    if find_control(panel, "hint", "yes") is not None:
        await sitting.person.press(panel, control_of(panel, "hint", "yes"))
    return await hinted(sitting, panel)


async def hinted(sitting: Sitting, panel: Seen) -> Seen:
    """The panel once the hint that is being looked for has come."""
    async with asyncio.timeout(120):
        await sitting.table.house.client.app.hints.settled()
    await sitting.table.settled()
    return sitting.person.message(panel.id)


async def until_ada_acts(table: TableOf, kind: str, phase: str | None = None) -> Table:
    """Play on until Ada has a decision of this kind with a choice in it."""
    own = await table.bots_own()

    def there(own: Table) -> bool:
        seat = own.seat_of(table.house.person("Ada").id)
        assert seat is not None
        decision = own.game.decision(seat.number)
        return (
            decision is not None
            and decision.kind == kind
            and phase in (None, own.game.view(None).phase)
            and len(decision.choices) != 1
        )

    await table.play_on(random.Random(7), there)
    assert there(own)
    return own


def hint_in(panel: Seen) -> str:
    (line,) = [line for line in panel.text.splitlines() if line.startswith("**Hint:**")]
    return line


@pytest.mark.parametrize(
    ("game", "kind", "phase", "said"),
    [
        ("bridgette", "discard", None, "I would put away"),
        ("bridgette", "call", None, "I would "),
        ("bridgette", "play", None, "I would play"),
        ("drawbridge", "play", "draw", "left the best hands"),
        ("drawbridge", "call", None, "I would "),
        ("drawbridge", "play", "play", "I would play"),
        ("callbridge", "bid", None, "I would bid"),
        ("callbridge", "play", None, "I would play"),
    ],
)
async def test_a_hint_on_each_kind_of_decision(
    tmp_path: Path, game: str, kind: str, phase: str | None, said: str
) -> None:
    async with house(tmp_path, seed=f"hint {game}") as home:
        table = await (home.four(("Ada",)) if game == "callbridge" else home.alone(game))
        own = await until_ada_acts(table, kind, phase)
        ada = table.player("Ada")
        panel = await press_hint(ada, await ada.hand())
        line = hint_in(panel)
        assert said in line
        assert line.endswith(".")
        assert find_control(panel, "hint", "") is None
        assert own.hinted
        stored = await home.database.games.load(table.game_id)
        assert stored is not None
        assert stored.hinted
        assert "A hint was used" in (await table.public()).text
        if kind == "discard":
            # It is preselected, and confirmed by the person alone.
            assert "You discard" in panel.text
            assert not own.game.actions or own.game.actions[-1][0] != 0
            await ada.person.press(panel, control_of(panel, "discard"))
            assert "You discarded" in ada.person.message(panel.id).text


async def test_the_first_hint_is_asked_about_and_the_next_is_not(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.alone("bridgette")
        own = await until_ada_acts(table, "play")
        ada = table.player("Ada")
        panel = await ada.hand()
        await ada.person.press(panel, control_of(panel, "hint", ""))
        asked = ada.person.message(panel.id)
        assert "A hint makes this game unrated" in asked.text
        assert find_control(asked, "play") is None
        assert not own.hinted
        await ada.person.press(asked, control_of(asked, "hint", "no"))
        panel = ada.person.message(panel.id)
        assert find_control(panel, "play") is not None
        stored = await home.database.games.load(table.game_id)
        assert stored is not None
        assert not stored.hinted
        assert "hint was used" not in (await table.public()).text
        panel = await press_hint(ada, panel)
        assert hint_in(panel)
        seat = own.seat_of(ada.person.id)
        assert seat is not None
        await ada.act(legal(own, seat.number, random.Random(1)))
        await until_ada_acts(table, "play")
        panel = await ada.hand()
        await ada.person.press(panel, control_of(panel, "hint", ""))
        panel = await hinted(ada, panel)
        assert hint_in(panel)
        await home.restart()
        assert "hint was used" in (await table.public()).text


async def test_a_hint_belongs_to_its_decision(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.alone("bridgette")
        own = await until_ada_acts(table, "play")
        ada = table.player("Ada")
        old = await press_hint(ada, await ada.hand())
        again = await ada.hand()
        assert hint_in(again) == hint_in(old)
        seat = own.seat_of(ada.person.id)
        assert seat is not None
        number = own.game.view(None).decisions[seat.number]
        await ada.act(legal(own, seat.number, random.Random(2)))
        await table.settled()
        panel = await ada.hand()
        assert "**Hint:**" not in panel.text
        stale = made_up("hint", table.game_id, seat=seat.number, number=number)
        answer = await ada.person.press(panel, stale, forge=True)
        assert answer.message is not None
        assert "**Hint:**" not in answer.message.text


async def test_pressed_twice_it_is_looked_for_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = asyncio.Event()
    searches: list[object] = []
    usual = Pool.run

    async def run(self: Pool, *work: Any, **limits: Any) -> Any:
        searches.append(work)
        await go_on.wait()
        return await usual(self, *work, **limits)

    monkeypatch.setattr(Pool, "run", run)
    async with house(tmp_path) as home:
        table = await home.alone("bridgette")
        own = await until_ada_acts(table, "play")
        ada = table.player("Ada")
        panel = await ada.hand()
        seat = own.seat_of(ada.person.id)
        assert seat is not None
        number = own.game.view(None).decisions[seat.number]
        yes = made_up("hint", table.game_id, seat=seat.number, number=number, arg="yes")
        await asyncio.gather(*(ada.person.press(panel, yes, forge=True) for _ in range(3)))
        waiting = ada.person.message(panel.id)
        assert hint_in(waiting) == "**Hint:** thinking…"
        assert find_control(waiting, "hint") is None
        assert find_control(waiting, "play") is not None
        go_on.set()
        panel = await hinted(ada, panel)
        assert "I would play" in hint_in(panel)
        assert len(searches) == 1


async def test_a_hint_that_comes_too_late_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run(*_work: Any, **_limits: Any) -> Any:
        raise TooSlow("no result in 1 second")

    async with house(tmp_path) as home:
        table = await home.alone("bridgette")
        await until_ada_acts(table, "play")
        ada = table.player("Ada")
        with monkeypatch.context() as patched:
            patched.setattr(Pool, "run", run)
            panel = await press_hint(ada, await ada.hand())
        assert "no answer came in time" in hint_in(panel)
        panel = await press_hint(ada, panel)
        assert "I would play" in hint_in(panel)


async def test_a_hint_whose_search_fails_is_noted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = "AS"

    async def run(*_work: Any, **_limits: Any) -> Any:
        raise LookupError(f"nobody holds the {card}")

    async with house(tmp_path) as home:
        table = await home.alone("bridgette")
        await until_ada_acts(table, "play")
        ada = table.player("Ada")
        with monkeypatch.context() as patched:
            patched.setattr(Pool, "run", run)
            panel = await press_hint(ada, await ada.hand())
        assert "no answer came in time" in hint_in(panel)
        record = home.errors.take("no hint")
        assert card not in record.getMessage()


async def test_no_hints_between_people(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette")
        own = await table.bots_own()
        ada = table.player("Ada")
        panel = await ada.hand()
        assert find_control(panel, "hint") is None
        seat = own.seat_of(ada.person.id)
        assert seat is not None
        for arg in ("", "yes"):
            forged = made_up("hint", table.game_id, seat=seat.number, number=0, arg=arg)
            answer = await ada.person.press(panel, forged, forge=True)
            assert answer.message is not None
            assert "Hints are for games" in answer.message.text
        assert not own.hinted


async def test_nobody_else_gets_a_hint(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.alone("bridgette")
        own = await until_ada_acts(table, "play")
        ada, ben = table.player("Ada"), home.person("Ben")
        seat = own.seat_of(ada.person.id)
        assert seat is not None
        number = own.game.view(None).decisions[seat.number]
        forged = made_up("hint", table.game_id, seat=seat.number, number=number, arg="yes")
        answer = await ben.press(await table.public(), forged, forge=True)
        assert answer.message is not None
        assert "not seated" in answer.message.text
        assert not own.hinted


async def test_no_hint_when_its_mark_is_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(_game_id: int) -> None:
        raise StorageUnavailable("the disk is full")

    async with house(tmp_path) as home:
        table = await home.alone("bridgette")
        own = await until_ada_acts(table, "play")
        ada = table.player("Ada")
        panel = await ada.hand()
        await ada.person.press(panel, control_of(panel, "hint", ""))
        panel = ada.person.message(panel.id)
        with monkeypatch.context() as patched:
            patched.setattr(home.database.games, "mark_hinted", fails)
            await ada.person.press(panel, control_of(panel, "hint", "yes"))
        assert "not saved" in ada.person.message(panel.id).text
        assert not own.hinted
        assert [shown.hint for shown in own.hints.values()] == ["question"]
