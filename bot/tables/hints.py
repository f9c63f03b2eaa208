"""Hints: what the strongest computer player would do, for a person who plays against computers."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from bot.errors import NoHints, NotYourTurn
from bot.screens.hints import Hint
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.thinking import Thinking
from bot.traces import trace
from data.records import Seat
from engine.game import Discard, View
from engine.players.advice import Advice

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """What there is of a hint for the decision of this number; forgotten with the process."""

    number: int
    hint: Hint


class Hints:
    """Gives hints, which appear in the open panel of the person who asked."""

    def __init__(self, tables: Tables, thinking: Thinking) -> None:
        self._tables: Final = tables
        self._thinking: Final = thinking
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, table: Table, user_id: int, seat: int | None, number: int | None) -> None:
        """See that this seat gets a hint on its decision of this number.

        Before the first of a game the panel asks whether it may cost the game its rating
        (``agree``, ``forget_question``).  Raises a ``Refusal`` or ``StorageError``.
        """
        async with table.lock:
            await self._tables.catch_up(table)
            sitting, view = self._check(table, user_id, seat, number)
            if table.hinted:
                self._begin(table, sitting, view)
            else:
                table.hints[sitting.number] = Shown(view.decisions[sitting.number], "question")

    async def agree(self, table: Table, user_id: int, seat: int | None, number: int | None) -> None:
        """Mark the game for good, and only then begin to look for the hint.  Raises as ``ask``."""
        async with table.lock:
            await self._tables.catch_up(table)
            sitting, view = self._check(table, user_id, seat, number)
            marked = not table.hinted
            if marked:
                await self._tables.mark_hinted(table)
            self._begin(table, sitting, view)
        if marked:
            table.renderer.touch()

    def forget_question(self, table: Table, seat: int) -> None:
        """The person does without."""
        shown = table.hints.get(seat)
        if shown is not None and shown.hint == "question":
            del table.hints[seat]

    async def settled(self) -> None:
        """Return when no hint is being looked for."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Look for no more."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _check(
        self, table: Table, user_id: int, seat: int | None, number: int | None
    ) -> tuple[Seat, View]:
        sitting = table.check_actor(seat, user_id)
        table.check_position(sitting.number, number)
        if not table.info().has_hints:
            raise NoHints
        view = table.view(sitting.number)
        if view.decision is None:
            raise NotYourTurn
        return sitting, view

    def _begin(self, table: Table, seat: Seat, view: View) -> None:
        number = view.decisions[seat.number]
        before = table.hints.get(seat.number)
        if (
            before is not None
            and before.number == number
            and before.hint not in ("question", "late")
        ):
            return  # it is under way, or there
        table.hints[seat.number] = Shown(number, "thinking")
        task = asyncio.create_task(
            self._look(table, seat, number, view), name=f"hint in game {table.id}"
        )
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self, table: Table, seat: Seat, number: int, view: View) -> None:
        try:
            advice = await self._thinking.advise(view, table.id)
            async with table.lock:
                if table.hints.get(seat.number) != Shown(number, "thinking"):
                    return
                table.hints[seat.number] = Shown(number, "late" if advice is None else advice)
                panel = table.panels.get(seat.user_id or 0)
                if panel is None:
                    return
                if advice is not None and (panel.draft is None or panel.draft[0] != number):
                    panel.draft = (number, chosen_by(advice))
            panel.touch()
        except Exception as error:  # nobody waits for this task
            _log.error("game %s, seat %s: no hint: %s", table.id, seat.number, trace(error))


def chosen_by(advice: Advice) -> tuple[str, ...]:
    """What the advice would choose in a select, to be confirmed by the person."""
    if isinstance(advice.action, Discard):
        return tuple(card.text for card in advice.action.cards)
    return (str(advice.action),)
