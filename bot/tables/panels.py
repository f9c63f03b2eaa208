"""A player's open hand panel, refreshed as a courtesy while its token lives.

Nothing depends on it.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final

import discord

from bot.clock import Clock
from bot.errors import CalledOff, Paused
from bot.screens.hand import hand
from bot.screens.parts import refresh_row, screen
from bot.sending import (
    CALL_ERRORS,
    CALL_SECONDS,
    Trouble,
    describe,
    edit_answer,
    outgoing,
    trouble_of,
)
from bot.tables.coalesce import Coalescer, TryLater
from bot.tables.rush import Rush
from bot.tables.table import Table
from bot.texts import Texts

#: Discord lets an answer be edited for 15 minutes; a little less, so as not to ask in vain.
TOKEN_LIFE: Final = timedelta(minutes=14, seconds=30)

Draft = tuple[int, tuple[str, ...]]  # the decision's number, and what was chosen for it

_log = logging.getLogger(__name__)


class Panel:
    """The most recent private message in which one player sees the hand.

    ``draft`` is what was chosen in a select and waits for Confirm; it is forgotten with the
    decision it was made for, and with the process.
    """

    def __init__(
        self,
        table: Table,
        seat: int,
        interaction: discord.Interaction,
        texts: Texts,
        clock: Clock,
        rush: Rush,
    ) -> None:
        self._table = table
        self._seat = seat
        self._interaction = interaction
        self._texts = texts
        self._clock = clock
        self._until = clock.now() + TOKEN_LIFE
        name = f"panel of game {table.id}, seat {seat}"
        self._drawing = Coalescer(self._draw, name, lull=rush.lull)
        self._answered = asyncio.Event()
        self.draft: Draft | None = None

    def answered(self) -> None:
        """The answer that made this panel has been sent: from now on it can be edited."""
        self._answered.set()

    @property
    def alive(self) -> bool:
        """Whether the message can still be edited."""
        return self._clock.now() < self._until

    @property
    def busy(self) -> bool:
        """Whether a refresh is under way."""
        return self._drawing.drawing

    def touch(self) -> None:
        """Something changed that this player sees."""
        self._drawing.touch()

    async def settled(self) -> None:
        """Return when the last state is shown."""
        await self._drawing.settled()

    def close(self) -> None:
        """Refresh no more."""
        self._drawing.stop()

    async def _draw(self) -> None:
        # An edit before the answer would be refused, and the panel be taken for closed.
        await self._answered.wait()
        user = self._interaction.user.id
        if not self.alive or self._table.panels.get(user) is not self:
            return
        async with self._table.lock:
            layout = panel_layout(self._table, self._seat, self._texts, self.draft)
        try:
            async with asyncio.timeout(CALL_SECONDS):
                await edit_answer(self._interaction, outgoing(layout, self._interaction.client))
        except CALL_ERRORS as error:
            _log.debug("game %s: a panel was not refreshed: %s", self._table.id, describe(error))
            if trouble_of(error) is Trouble.LATER:
                raise TryLater from error
            if self._table.panels.get(user) is self:
                del self._table.panels[user]


def panel_layout(
    table: Table, seat: int, texts: Texts, draft: Draft | None = None, reason: str | None = None
) -> discord.ui.LayoutView:
    """The panel of a seat as it stands; hold the table's lock.  ``reason`` is put on top of it."""
    if table.state == "paused" and not table.over:
        return screen(reason or Paused().text(texts), refresh_row(table.info(), texts))
    if table.called_off:
        return screen(CalledOff().text(texts))
    view = table.view(seat)
    chosen = draft[1] if draft is not None and draft[0] == view.decisions[seat] else ()
    shown = table.hints.get(seat)
    hint = shown.hint if shown is not None and shown.number == view.decisions[seat] else None
    layout = hand(view, table.info(), texts, draft=chosen, hint=hint)
    return layout if reason is None else with_reason(layout, reason)


def with_reason(layout: discord.ui.LayoutView, reason: str) -> discord.ui.LayoutView:
    """A fresh layout: the reason, and below it what ``layout`` holds."""
    children = list(layout.children)
    layout.clear_items()
    fresh = discord.ui.LayoutView(timeout=None)
    fresh.add_item(discord.ui.TextDisplay(reason))
    for child in children:
        fresh.add_item(child)
    return fresh
