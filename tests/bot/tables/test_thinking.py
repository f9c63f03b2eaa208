"""Who plays when the search does not answer, and what the log says of it."""

from __future__ import annotations

import logging
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.games import Seater
from bot.tables import thinking as thinkings
from bot.tables.choosing import any_legal
from bot.tables.thinking import Thinking, limit_for
from bot.workers.pool import Pool, Priority
from engine import new_game
from engine.game import View
from engine.players import player
from engine.players.advice import Advice
from tests.bot.tables import thinkers

BUDGET = 0.02
Make = Callable[[Seater], Thinking]


@pytest_asyncio.fixture
async def thinking() -> AsyncIterator[Make]:
    pool = Pool(1)
    yield lambda seat: Thinking(pool, seat, lambda: 5, BUDGET)
    await pool.close()


def position() -> View:
    """A card to play in Call Bridge, with a choice."""
    game = new_game("callbridge", seed=bytes(32))
    while game.view(None).phase == "bid":
        game.apply(game.to_act[0], "3")
    return game.view(game.to_act[0])


def by(level: str) -> str:
    """What this level plays there."""
    return str(player(level, random.Random(5), BUDGET).choose(position()))


@pytest.mark.parametrize("level", ["random", "easy", "medium", "hard"])
async def test_each_level_is_asked(thinking: Make, level: str) -> None:
    assert await thinking(player).choose(level, position(), 12) == by(level)


async def test_quick_levels_start_no_worker() -> None:
    pool = Pool(1)
    for level in ("random", "easy"):
        await Thinking(pool, player, lambda: 5, BUDGET).choose(level, position(), 12)
    assert pool.processes == ()


async def test_moves_and_hints_come_first(thinking: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Priority] = []
    usual = Pool.run

    async def run(self: Pool, *work: Any, priority: Priority, **limits: Any) -> Any:
        asked.append(priority)
        return await usual(self, *work, priority=priority, **limits)

    monkeypatch.setattr(Pool, "run", run)
    await thinking(player).choose("medium", position(), 12)
    await thinking(player).advise(position(), 12)
    assert asked == [Priority.MOVE] * 2


async def test_a_search_that_hangs_is_answered_by_easy(
    thinking: Make, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(thinkings, "limit_for", lambda _: 0.5)
    with caplog.at_level(logging.WARNING):
        assert await thinking(thinkers.hanging).choose("hard", position(), 12) == by("easy")
    said = [each for each in caplog.records if each.name == thinkings.__name__]
    assert [each.levelno for each in said] == [logging.WARNING]
    message = said[0].getMessage()
    assert message.startswith("game 12, seat ")
    assert "the hard computer did not answer, easy plays instead" in message


async def test_a_search_that_fails_is_an_error_without_cards(
    thinking: Make, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        assert await thinking(thinkers.failing).choose("medium", position(), 12) == by("easy")
    (record,) = [each for each in caplog.records if each.name == thinkings.__name__]
    assert record.levelno == logging.ERROR
    assert "the medium computer failed" in record.getMessage()
    assert "LookupError" in record.getMessage()
    assert str(position().hand[0]) not in record.getMessage().replace(".py", "")


async def test_the_last_resort_is_something_legal(
    thinking: Make, caplog: pytest.LogCaptureFixture
) -> None:
    assert await thinking(thinkers.hopeless).choose("hard", position(), 12) == any_legal(position())
    assert "the hard computer failed" in caplog.text
    assert "the easy computer failed" in caplog.text


async def test_a_worker_that_died_is_asked_again(
    thinking: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(thinkers.DYING, str(tmp_path / "died"))
    assert await thinking(thinkers.dying_once).choose("hard", position(), 12) == by("hard")
    assert (tmp_path / "died").exists()


async def test_a_closed_pool_leaves_it_to_easy(caplog: pytest.LogCaptureFixture) -> None:
    pool = Pool(1)
    await pool.close()
    choice = await Thinking(pool, player, lambda: 5, BUDGET).choose("hard", position(), 12)
    assert choice == by("easy")
    assert "easy plays instead" in caplog.text


async def test_advice_comes_from_hard(thinking: Make) -> None:
    advice = await thinking(player).advise(position(), 12)
    assert advice is not None
    assert str(advice.action) == by("hard")
    assert advice.worlds > 0


async def test_a_player_that_cannot_say_why(thinking: Make) -> None:
    silent = await thinking(_silent).advise(position(), 12)
    assert silent == Advice(position().decision.choices[0])  # type: ignore[union-attr]


async def test_no_advice_from_a_player_that_fails(
    thinking: Make, caplog: pytest.LogCaptureFixture
) -> None:
    assert await thinking(thinkers.failing).advise(position(), 12) is None
    assert "no hint" in caplog.text


def test_the_limit_is_generous() -> None:
    assert limit_for(0.05) >= 10
    assert limit_for(5) >= 5 * 5


class _First:
    def choose(self, view: View) -> object:
        assert view.decision is not None
        return view.decision.choices[0]


def _silent(level: str, rng: random.Random, budget: float) -> _First:
    return _First()
