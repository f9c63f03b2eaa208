"""Finished games found, and their play looked at once however many ask."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, cast

import pytest

from bot.errors import GameRunning, NoSuchGame, NothingToLookAt, OtherServer
from bot.games import GAMES
from bot.replaying.lookbacks import Lookbacks
from bot.screens.replay_stages import FinishedGame
from bot.workers.errors import PoolClosed, TooSlow
from bot.workers.pool import Pool
from data.database import Database
from data.records import GameState, Seat, StoredGame
from engine import new_game
from engine.analysis import Analysis, analyse
from tests.engine.positions import play_on

NOW = datetime(2026, 1, 2, tzinfo=UTC)
HERE, ADA, BEN, CLEO = 7, 1, 2, 3


class Workers:
    """In place of the pool: counts, and waits until it is let go."""

    def __init__(self, error: Exception | None = None) -> None:
        self.asked = 0
        self.free = asyncio.Event()
        self.error = error

    async def run(self, function: Callable[..., Any], *arguments: Any, **_: float) -> Any:
        self.asked += 1
        await self.free.wait()
        if self.error is not None:
            raise self.error
        return function(*arguments)


class Shelf:
    """In place of the database: the one game there is."""

    def __init__(self, stored: StoredGame | None) -> None:
        self.stored = stored
        self.games = self

    async def load(self, game_id: int) -> StoredGame | None:
        return self.stored


def stored(
    kind: str = "drawbridge",
    *,
    seed: int = 5,
    actions: int = 1_000_000,
    state: GameState = "over",
    **options: Any,
) -> StoredGame:
    game = new_game(kind, seed=seed.to_bytes(32), options=options)
    play_on(game, random.Random(seed), actions)
    return StoredGame(
        id=12,
        kind=kind,
        options=dict(game.options),
        seed=game.seed,
        commitment=game.commitment,
        rules=1,
        guild_id=HERE,
        channel_id=8,
        message_id=9,
        message_at=NOW,
        seats=tuple(Seat(n, (ADA, BEN, 4, 5)[n], name="Ada") for n in range(game.seats)),
        state=state,
        reason="played out",
        actions=tuple(game.actions),
        computer_due=False,
        to_act=(),
        deadline=None,
        previous=None,
        created_at=NOW,
        updated_at=NOW,
        finished_at=NOW,
    )


def lookbacks(game: StoredGame | None, workers: Workers | None = None) -> Lookbacks:
    pool = cast("Pool", workers or Workers())
    return Lookbacks(cast("Database", Shelf(game)), GAMES, pool)


def with_contract(game: FinishedGame) -> int:
    return next(n for n, deal in enumerate(game.deals) if deal.contract is not None)


async def test_only_finished_games_of_this_server_are_found() -> None:
    game = stored()
    assert (await lookbacks(game).game(12, HERE, CLEO)).info.players[0].name == "Ada"
    with pytest.raises(NoSuchGame):
        await lookbacks(None).game(12, HERE, ADA)
    with pytest.raises(NoSuchGame):
        await lookbacks(game).game(12, HERE + 1, CLEO)
    with pytest.raises(OtherServer):
        await lookbacks(game).game(12, HERE + 1, ADA)
    for state in ("running", "paused"):
        for actions in (0, 20, 60):
            running = stored(actions=actions, state=cast("GameState", state))
            with pytest.raises(GameRunning):
                await lookbacks(running).game(12, HERE, ADA)
    with pytest.raises(NothingToLookAt):
        await lookbacks(stored(actions=20)).game(12, HERE, ADA)


async def test_names_are_those_of_now() -> None:
    shelf = Shelf(stored())
    found = Lookbacks(cast("Database", shelf), GAMES, cast("Pool", Workers()))
    assert (await found.game(12, HERE, ADA)).info.players[1].user_id == BEN
    assert shelf.stored is not None
    shelf.stored = stored()
    object.__setattr__(shelf.stored, "seats", (Seat(0, ADA, name="Ada"), Seat(1, -4)))
    again = await found.game(12, HERE, ADA)
    assert (again.info.players[1].user_id, again.info.players[1].name) == (-4, "")


async def test_a_deal_is_looked_at_once() -> None:
    workers = Workers()
    found = lookbacks(stored(), workers)
    game = await found.game(12, HERE, ADA)
    deal = with_contract(game)
    assert found.remarks(game, deal) == "pending"
    asking = [asyncio.create_task(found.looked_at(game, deal)) for _ in range(10)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    asking[0].cancel()
    workers.free.set()
    said = await asyncio.gather(*asking[1:])
    assert workers.asked == 1
    assert set(said) == {analyse(game.deals[deal])}
    assert isinstance(found.remarks(game, deal), Analysis)
    assert await found.looked_at(game, deal) == said[0]
    assert workers.asked == 1
    await found.close()


@pytest.mark.parametrize("kind", ["callbridge", "drawbridge"])
async def test_what_cannot_be_solved_is_not_asked_for(kind: str) -> None:
    workers = Workers()
    workers.free.set()
    options: dict[str, Any] = {"target": 5} if kind == "callbridge" else {}
    game = stored(kind, **options)
    if kind == "drawbridge":
        object.__setattr__(game, "actions", (*game.actions[:10], (0, "resign")))
    found = lookbacks(game, workers)
    finished = await found.game(12, HERE, ADA)
    assert found.remarks(finished, 0) == "none"
    assert await found.looked_at(finished, 0) == "none"
    assert workers.asked == 0


async def test_a_failure_is_said_logged_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    workers = Workers(TooSlow("30 s were not enough"))
    workers.free.set()
    found = lookbacks(stored(), workers)
    game = await found.game(12, HERE, ADA)
    deal = with_contract(game)
    with caplog.at_level(logging.WARNING):
        assert await found.looked_at(game, deal) == "unavailable"
    assert f"game 12, deal {deal}" in caplog.text
    assert game.deals[deal].contract is not None
    workers.error = None
    assert await found.looked_at(game, deal) == analyse(game.deals[deal])


async def test_a_pool_that_is_closed_is_no_news(caplog: pytest.LogCaptureFixture) -> None:
    workers = Workers(PoolClosed("the pool is closed"))
    workers.free.set()
    found = lookbacks(stored(), workers)
    game = await found.game(12, HERE, ADA)
    with caplog.at_level(logging.WARNING):
        assert await found.looked_at(game, with_contract(game)) == "unavailable"
    assert caplog.text == ""


async def test_closing_gives_up_what_is_under_way() -> None:
    workers = Workers()
    found = lookbacks(stored(), workers)
    game = await found.game(12, HERE, ADA)
    asking = asyncio.create_task(found.looked_at(game, with_contract(game)))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await found.close()
    with pytest.raises(asyncio.CancelledError):
        await asking
