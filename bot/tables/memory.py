"""The tables in memory: found there, or replayed from the database."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final
from weakref import WeakValueDictionary

from bot.errors import NoSuchGame
from bot.tables.renderer import Means, Renderer
from bot.tables.table import Table

#: How many tables stay in memory when nobody uses them; a table is found again by replay.
KEPT: Final = 2000


class Memory:
    """The tables of this process, each one object for as long as anybody holds it.

    ``pause`` is called for a table whose channel is out of reach.
    """

    def __init__(self, means: Means, pause: Callable[[Table], Awaitable[None]]) -> None:
        self._means = means
        self._pause = pause
        self._recent: OrderedDict[int, Table] = OrderedDict()
        self._alive: WeakValueDictionary[int, Table] = WeakValueDictionary()
        self._loading: dict[int, asyncio.Task[Table]] = {}

    def __len__(self) -> int:
        return len(self._alive)

    def all(self) -> list[Table]:
        """Every table in memory."""
        return list(self._alive.values())

    async def get(self, game_id: int) -> Table:
        """The table of this game; raises ``NoSuchGame``."""
        table = self._alive.get(game_id)
        if table is None:
            table = await self._load(game_id)
        elif table.over and not self._means.db.share.whole:
            # By way of another process somebody may have been taken out of it, or all of it.
            table.seats = await self._means.db.games.sitting(game_id)
            if not table.seats:
                raise NoSuchGame
        self._recent[game_id] = table
        self._recent.move_to_end(game_id)
        while len(self._recent) > KEPT:
            self._recent.popitem(last=False)
        return table

    async def _load(self, game_id: int) -> Table:
        task = self._loading.get(game_id)
        if task is None:
            task = asyncio.create_task(self._replay(game_id))
            self._loading[game_id] = task
            task.add_done_callback(lambda _: self._loading.pop(game_id, None))
        return await asyncio.shield(task)

    async def _replay(self, game_id: int) -> Table:
        stored = await self._means.db.games.load(game_id)
        if stored is None:
            raise NoSuchGame
        table = Table(stored, self._means.games)

        async def paused() -> None:
            await self._pause(table)

        table.renderer = Renderer(table, self._means, paused)
        self._alive[game_id] = table
        return table

    async def held(self, game_id: int) -> Table | None:
        """The table, if somebody holds it, or has begun to load it."""
        loading = self._loading.get(game_id)
        if loading is not None:
            await asyncio.wait((loading,))
        return self._alive.get(game_id)

    def forget(self, which: Callable[[Table], bool]) -> None:
        """Drop tables, since what is stored of them was changed or deleted.

        Whoever asks for one of them again has it loaded anew; nothing of the old one is drawn.
        """
        for table in [table for table in self._alive.values() if which(table)]:
            table.draw_no_more()
            if table.thinker is not None:
                table.thinker.cancel()
            self._recent.pop(table.id, None)
            self._alive.pop(table.id, None)
