"""Computer seats: whole games, seats taken over and given back, and players that fail."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest

from bot.games import GAMES
from bot.tables import thinking
from bot.tables.table import Table
from tests.bot.tables.thinkers import hanging
from tests.harness import TableOf, control_of, house


async def leave(table: TableOf, name: str) -> None:
    """Leave or resign by More and the question that follows."""
    person = table.house.person(name)
    more = (await person.press_label(await table.public(), "More")).message
    assert more is not None
    ask = (await person.press(more, control_of(more, "resign"))).message
    assert ask is not None
    await person.press(ask, control_of(ask, "giveup"))


@pytest.mark.parametrize(
    ("kind", "options"), [("bridgette", {"deals": 2}), ("drawbridge", {"target": 100})]
)
async def test_one_person_plays_the_computer(
    tmp_path: Path, kind: str, options: dict[str, int]
) -> None:
    async with house(tmp_path, seed=f"computer {kind}") as home:
        table = await home.alone(kind, **options)
        await table.play_on(random.Random(1))
        stored = await home.database.games.load(table.game_id)
        assert stored is not None
        assert stored.state == "over"
        assert not stored.computer_due


@pytest.mark.parametrize(
    ("kind", "level", "options"),
    [
        ("bridgette", "hard", {"deals": 2}),
        ("drawbridge", "hard", {"target": 50}),
        ("drawbridge", "medium", {"target": 50}),
        ("callbridge", "hard", {"target": 5}),
    ],
)
async def test_a_game_against_computers_that_search(
    tmp_path: Path, kind: str, level: str, options: dict[str, int]
) -> None:
    """Its beginning; ``tests/whole_games`` plays such games to their end."""
    async with house(tmp_path, seed=f"{kind} {level}") as home:
        table = await (
            home.four(("Ada",), level, **options)
            if kind == "callbridge"
            else home.alone(kind, level=level, **options)
        )
        assert f"({level})" in (await table.public()).text
        await table.play_on(random.Random(6), lambda own: len(own.game.actions) >= 20)
        own = await table.bots_own()
        assert {seat for seat, _ in own.game.actions} == set(range(len(own.seats)))
        assert {seat.level for seat in own.seats} == {None, level}
        assert home.client.app.pool.processes
        assert f"({level})" in (await table.public()).text
        await home.stop()
        assert home.client.app.pool.processes == ()
        await home.start()


async def test_a_search_that_hangs_does_not_hold_a_game_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "limit_for", lambda _: 0.3)
    async with house(tmp_path, games=replace(GAMES, seat_computer=hanging)) as home:
        table = await home.alone("bridgette", level="hard", deals=2)
        await table.play_on(random.Random(5), phase_is_play)
        assert (await table.bots_own()).game.actions


async def test_four_at_call_bridge(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.four(("Ada", "Ben"), target=5)
        await table.play_on(random.Random(2))
        own = await table.bots_own()
        assert own.over
        assert "Ada" in (await table.public()).text


async def test_who_leaves_call_bridge_may_come_back(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.four(("Ada", "Ben"), target=60)
        chance = random.Random(3)
        await table.play_on(chance, lambda own: own.game.view(None).phase == "play")
        await leave(table, "Ben")
        own = await table.bots_own()
        ben = home.person("Ben")
        seat = own.seat_of(ben.id)
        assert seat is not None
        assert seat.taken_over
        panel = (
            await ben.press(await table.public(), control_of(await table.public(), "hand"))
        ).message
        assert panel is not None
        await table.play_on(chance, lambda own: own.game.view(None).number == 2)
        await home.restart()
        more = (await ben.press_label(await table.public(), "More")).message
        assert more is not None
        await ben.press(more, control_of(more, "back"))
        own = await table.bots_own()
        seat = own.seat_of(ben.id)
        assert seat is not None
        assert not seat.taken_over
        again = await ben.press(more, control_of(more, "back"), forge=True)
        assert again.message is not None
        assert "already" in again.message.text
        await table.play_on(chance, lambda own: own.game.view(None).number == 3)


async def test_a_seat_that_was_left_counts_as_given_up(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.four(("Ada", "Ben"), target=5)
        await leave(table, "Ben")
        await table.play_on(random.Random(4))
        board = await home.database.boards.board(
            home.playground.guild.id, "callbridge", against="computers"
        )
        ben = next(line for line in board.lines if line.user_id == home.person("Ben").id)
        assert (ben.wins, ben.losses) == (0, 1)


async def test_computers_go_on_after_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path, computer_pause=3600) as home:
        table = await home.four(("Ada",), target=5)
        own = await table.bots_own()
        # Everybody before Ada is a computer that still waits.
        before = len(own.game.actions)
        object.__setattr__(home.settings, "computer_pause", 0.0)
        await home.restart()
        await table.settled()
        own = await table.bots_own()
        assert not own.computers_due()
        assert len(own.game.actions) > before or own.seats[own.game.to_act[0]].level is None


async def test_a_computer_that_fails_plays_something_legal(tmp_path: Path) -> None:
    class Broken:
        def choose(self, view: object) -> object:
            raise RuntimeError("no idea")

    def broken(level: str, rng: random.Random, budget: float) -> Broken:
        return Broken()

    async with house(tmp_path, games=replace(GAMES, seat_computer=broken)) as home:
        table = await home.alone("bridgette", deals=2)
        await table.play_on(random.Random(5), phase_is_play)
        own = await table.bots_own()
        assert own.game.actions
        assert home.errors.records
        while home.errors.records:
            record = home.errors.take("computer failed")
            assert str(table.game_id) in record.getMessage()


async def test_a_computer_that_cheats_plays_something_legal(tmp_path: Path) -> None:
    class Cheat:
        def choose(self, view: object) -> str:
            return "7NT of hearts"

    def cheat(level: str, rng: random.Random, budget: float) -> Cheat:
        return Cheat()

    async with house(tmp_path, games=replace(GAMES, seat_computer=cheat)) as home:
        table = await home.alone("bridgette", deals=2)
        await table.play_on(random.Random(5), phase_is_play)
        assert (await table.bots_own()).game.actions
        assert home.errors.records
        while home.errors.records:
            home.errors.take("broke a rule")


def phase_is_play(table: Table) -> bool:
    """Whether the cards of the deal are being played."""
    return table.game.view(None).phase == "play"
