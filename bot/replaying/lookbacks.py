"""Finished games as they are stepped through, and what the solver says of them.

A finished game does not change, so its deals are kept for a while, and so is what was said of them.
Who sat there is read anew each time: people may be taken out.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from bot.errors import GameRunning, NoSuchGame, NothingToLookAt, OtherServer
from bot.games import Games
from bot.screens.models import TableInfo
from bot.screens.replay_stages import FinishedGame, Remarks
from bot.tables.table import player_of
from bot.workers.errors import NoResult, PoolClosed
from bot.workers.pool import Pool, Priority
from data.cache import Cache
from data.database import Database
from data.records import StoredGame
from engine import new_game
from engine.analysis import SOLVED, Analysis, analyse
from engine.game import View
from engine.lookback import PlayedDeal, look_back

GAMES_KEPT: Final = 60
ANALYSES_KEPT: Final = 2000
STEP: Final = 200  # actions replayed at a time: a millisecond or two
LIMIT: Final = 30.0  # seconds that a worker may take for a deal; it needs far less
PATIENCE: Final = 60.0  # seconds to wait for a worker

_log = logging.getLogger(__name__)


class Lookbacks:
    """Finds finished games and has their play looked at."""

    def __init__(self, db: Database, games: Games, pool: Pool) -> None:
        self._db = db
        self._games = games
        self._pool = pool
        self._deals: Cache[int, tuple[tuple[PlayedDeal, ...], View]] = Cache(GAMES_KEPT)
        self._analyses: Cache[tuple[int, int], Analysis] = Cache(ANALYSES_KEPT)
        self._looking: dict[tuple[int, int], asyncio.Task[Remarks]] = {}

    async def game(self, game_id: int, guild_id: int, reader: int) -> FinishedGame:
        """A finished game of this server.

        Raises ``NoSuchGame``, ``OtherServer`` (to somebody who played in it), ``GameRunning``, or
        ``NothingToLookAt`` for one that was called off before it had an end.
        """
        stored = await self._db.games.load(game_id)
        if stored is None or stored.kind not in self._games.screens:
            raise NoSuchGame
        if stored.guild_id != guild_id:
            # Whether a game exists elsewhere is nobody's business here, unless one sat in it.
            mine = any(seat.user_id == reader for seat in stored.seats)
            raise OtherServer if mine else NoSuchGame
        if stored.state != "over":
            raise GameRunning
        deals, view = self._deals.get(game_id) or await self._replayed(stored)
        info = TableInfo(
            game_id=stored.id,
            kind=stored.kind,
            games=self._games.screens,
            players=tuple(player_of(seat) for seat in stored.seats),
            guild_id=stored.guild_id,
            channel_id=stored.channel_id,
            message_id=stored.message_id,
            hinted=stored.hinted,
        )
        return FinishedGame(deals, view, info)

    async def _replayed(self, stored: StoredGame) -> tuple[tuple[PlayedDeal, ...], View]:
        game = new_game(
            stored.kind,
            seed=stored.seed,
            options=dict(stored.options),
            kinds=self._games.rules,
        )
        for number, (seat, text) in enumerate(stored.actions, 1):
            game.apply(seat, text)
            if number % STEP == 0:
                await asyncio.sleep(0)  # games may have thousands of actions, and others wait
        if game.outcome is None:
            raise NothingToLookAt
        deals: list[PlayedDeal] = []
        for deal in look_back(game, self._games.rules):
            deals.append(deal)
            await asyncio.sleep(0)
        found = (tuple(deals), game.view(None))
        self._deals.put(stored.id, found)
        return found

    def remarks(self, game: FinishedGame, number: int) -> Remarks:
        """What is known of this deal (from 0) now: ``pending`` if it has to be looked at yet."""
        deal = game.deals[number]
        if game.info.kind not in SOLVED or deal.contract is None:
            return "none"
        return self._analyses.get((game.info.game_id, number)) or "pending"

    async def looked_at(self, game: FinishedGame, number: int) -> Remarks:
        """The same, once it has been looked at; the work is done once however many ask for it."""
        known = self.remarks(game, number)
        if known != "pending":
            return known
        key = (game.info.game_id, number)
        task = self._looking.get(key)
        if task is None:
            task = asyncio.create_task(self._look(key, game.deals[number]), name="look at a deal")
            self._looking[key] = task
            task.add_done_callback(lambda _: self._looking.pop(key, None))
        return await asyncio.shield(task)

    async def _look(self, key: tuple[int, int], deal: PlayedDeal) -> Remarks:
        try:
            found = await self._pool.run(
                analyse, deal, limit=LIMIT, patience=PATIENCE, priority=Priority.REMARK
            )
        except PoolClosed:
            return "unavailable"
        except NoResult as error:
            _log.warning("game %s, deal %s: its play was not looked at: %s", *key, error)
            return "unavailable"
        self._analyses.put(key, found)
        return found

    async def close(self) -> None:
        """Give up what is under way."""
        tasks = list(self._looking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
