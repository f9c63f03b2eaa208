"""Computer seats at the tables: one task for each table in which a computer is to act."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

from bot.errors import GameOver, NoSuchGame, Paused, RuleBroken, Stale
from bot.tables.choosing import any_legal
from bot.tables.table import Deed, Table
from bot.tables.thinking import Thinking
from bot.traces import trace
from bot.unbroken import unbroken
from data.errors import StorageError
from data.records import Seat
from engine.game import View

if TYPE_CHECKING:
    from bot.tables.tables import Tables

RETRY_AFTER: Final = 5.0  # seconds until a computer that could not act tries again; doubles
LONGEST_RETRY: Final = 300.0

_log = logging.getLogger(__name__)


class Computers:
    """Lets computer seats act, through the same door as people.

    ``pause`` is how many seconds a computer waits before it acts, so that people can follow.
    """

    def __init__(self, tables: Tables, thinking: Thinking, pause: float) -> None:
        self._tables = tables
        self._thinking = thinking
        self._pause = pause
        self._tasks: set[asyncio.Task[None]] = set()

    def wake(self, table: Table) -> None:
        """Begin to act at this table, unless that is under way or no computer is to act."""
        if table.thinker is not None and not table.thinker.done():
            return
        if table.state != "running" or not (table.behind or table.computers_due()):
            return
        table.thinker = asyncio.create_task(self._run(table), name=f"computers of game {table.id}")
        self._tasks.add(table.thinker)
        table.thinker.add_done_callback(self._tasks.discard)

    async def settled(self, table: Table) -> None:
        """Return when no computer is to act at this table."""
        while table.thinker is not None and not table.thinker.done():
            await asyncio.wait((table.thinker,))

    async def close(self) -> None:
        """Let nobody act any more; what is being stored is stored."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, table: Table) -> None:
        trouble = RETRY_AFTER
        while True:
            try:
                if not await self._act_once(table):
                    return
                trouble = RETRY_AFTER
                continue
            except StorageError as error:
                name = type(error).__name__
                _log.warning("game %s: a computer's action was not saved: %s", table.id, name)
            except Exception as error:
                # Nobody else can act now, so giving up would leave the people waiting for good.
                _log.error("game %s: a computer could not act: %s", table.id, trace(error))
            await asyncio.sleep(trouble)
            trouble = min(trouble * 2, LONGEST_RETRY)

    async def _act_once(self, table: Table) -> bool:
        """Let one seat act; whether there was one to act."""
        async with table.lock:
            await unbroken(self._tables.catch_up(table))
            due = table.computers_due() if table.state == "running" else ()
            if not due:
                return False
            seat = due[0]
            view = table.view(seat.number)
        text = await self._consider(seat, view, table.id)
        try:
            await self._act(table, seat, view, text)
        except (Stale, GameOver, Paused, NoSuchGame):
            _log.debug("game %s: the position changed while a computer thought", table.id)
        return True

    async def _consider(self, seat: Seat, view: View, game_id: int) -> str:
        """What this seat does, known after the pause at the earliest."""
        async with asyncio.TaskGroup() as both:
            thought = both.create_task(self._thinking.choose(seat.level or "", view, game_id))
            both.create_task(asyncio.sleep(self._pause))
        return thought.result()

    async def _act(self, table: Table, seat: Seat, view: View, text: str) -> None:
        number = view.decisions[seat.number]
        try:
            await unbroken(self._tables.act(table, Deed(seat.number, number, text, None)))
        except RuleBroken as error:
            _log.error(
                "game %s, seat %s: the %s computer broke a rule: %s",
                table.id, seat.number, seat.level, error.rule,
            )  # fmt: skip
            await unbroken(
                self._tables.act(table, Deed(seat.number, number, any_legal(view), None))
            )
