"""The public face of a table: one message per deal, always showing the last state in the end.

At most one edit is under way for a table; the newest state wins.  Discord's refusals
decide what comes next: a deleted or too old message is replaced, an archived thread is reopened,
a channel out of reach pauses the game, and anything passing is tried again until it is shown.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Final

import discord

from bot.clock import Clock
from bot.games import Games
from bot.observation.metrics import Metrics
from bot.ratings import as_shown, ratings_of
from bot.screens.end import end
from bot.screens.manage import called_off
from bot.screens.notice import notice
from bot.screens.standing import GameRatings
from bot.screens.table import finished_deal
from bot.screens.table import table as table_screen
from bot.sending import Desk, Trouble, Undeliverable
from bot.speech import Speech
from bot.tables.coalesce import Coalescer, TryLater
from bot.tables.rush import Rush
from bot.tables.table import END_SHOWN, Table
from bot.texts import Texts
from bot.unbroken import unbroken
from data.database import Database
from data.errors import StorageError
from engine.game import View

#: Discord caps edits of messages older than an hour; a table moves to a new one before that.
MESSAGE_LIFE: Final = timedelta(minutes=55)
#: Troubles that are put right by a drawing at once.
REPAIRED: Final = frozenset({Trouble.GONE, Trouble.CAPPED, Trouble.ARCHIVED})

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Means:
    """What drawing needs: the way to Discord, the database, the time, the language, the games.

    And when to draw: ``rush``, the presses that are being carried out.
    """

    desk: Desk
    db: Database
    clock: Clock
    speech: Speech
    games: Games
    metrics: Metrics
    rush: Rush = field(default_factory=Rush)


class Renderer:
    """Draws one table.  ``touch`` says that it changed; ``settled`` waits until it is shown."""

    def __init__(self, table: Table, means: Means, paused: Callable[[], Awaitable[None]]) -> None:
        self._table = table
        self._means = means
        self._paused = paused
        self._last: object = None  # what the message shows, so as not to send it twice
        self._pen = asyncio.Lock()  # held by whoever draws or moves
        self._unplaced = False  # the database does not know the current message yet
        self._repaired: Trouble | None = None  # what the drawing before this one put right
        self._posting: tuple[int, str] | None = None  # a post that may have arrived: where, nonce
        self._drawing = Coalescer(
            self._draw, f"table of game {table.id}", means.metrics, means.rush.lull
        )

    def touch(self) -> None:
        """The table changed, or may have."""
        self._drawing.touch()

    async def settled(self) -> None:
        """Return when the last state is shown."""
        await self._drawing.settled()

    async def prove(self) -> None:
        """Show the table even if it shows the last state: where it cannot be, the game is paused.

        While Discord does not answer this does not return.
        """
        self.forget()
        self.touch()
        await self.settled()

    @property
    def busy(self) -> bool:
        """Whether something is being drawn, or waits to be."""
        return self._drawing.busy

    def stop(self) -> None:
        """Draw no more."""
        self._drawing.stop()

    def forget(self) -> None:
        """Let the next drawing be sent even if it is what was sent before."""
        self._last = None

    async def _draw(self) -> None:
        async with self._pen:
            async with self._table.lock:
                if self._table.behind or self._table.state == "paused":
                    return
                view = self._table.view(None)
            try:
                await self._show(view)
                self._repaired = None
            except Undeliverable as error:
                await self._on_trouble(error)
            if self._unplaced:
                await self._place()

    async def _on_trouble(self, error: Undeliverable) -> None:
        table = self._table
        _log.info("game %s: its table was not drawn: %s", table.id, error)
        if error.trouble is self._repaired:  # it has not helped, so not again at once
            self._repaired = None
            raise TryLater from error
        self._repaired = error.trouble if error.trouble in REPAIRED else None
        match error.trouble:
            case Trouble.GONE:
                table.message_id = None
                self.touch()
            case Trouble.CAPPED:
                table.message_at = datetime.min.replace(tzinfo=UTC)
                self.touch()
            case Trouble.ARCHIVED:
                await self._reopen()
            case Trouble.UNREACHABLE:
                await self._paused()
            case Trouble.LATER:
                raise TryLater from error
            case Trouble.EXPIRED | Trouble.REFUSED:
                _log.error("game %s: Discord refuses its table: %s", table.id, error)

    async def _reopen(self) -> None:
        try:
            await self._means.desk.unarchive(self._table.channel_id)
        except Undeliverable as error:
            if error.trouble is Trouble.LATER:
                raise TryLater from error
            await self._paused()
        else:
            self.touch()

    async def _show(self, view: View) -> None:
        table = self._table
        now = END_SHOWN if table.over else view.number
        if table.message_id is None:
            await self._post(view)
        elif table.shown != now and table.shown:
            await self._turn_page(view, table.shown)
        elif self._aged:
            await self._renew(view)
        else:
            await self._edit(view)

    async def _turn_page(self, view: View, number: int) -> None:
        """Leave the deal ``number`` as it ended, and go on below it.

        Deals that were played out since then have had no message: each gets one, as it ended.
        """
        table = self._table
        ended = [deal.number for deal in view.deals if deal.number >= number]
        if number in ended:
            info, texts = table.info(), await self._texts()
            await self._keep_deal(finished_deal(view, number, info, texts))
            for missed in ended[1:]:
                layout = finished_deal(view, missed, info, texts)
                # Known by it, should the first attempt have arrived and this one be the second.
                nonce = f"{table.id:x}.{missed}"
                await self._means.desk.post(table.channel_id, layout, nonce=nonce)
            await self._post(view)
        else:  # the game ended in the middle of the deal
            await self._edit(view)
            table.shown = END_SHOWN

    async def _keep_deal(self, layout: discord.ui.LayoutView) -> None:
        table, desk = self._table, self._means.desk
        assert table.message_id is not None
        if self._aged:
            await desk.post(table.channel_id, layout)
            await self._remove(table.channel_id, table.message_id)
            return
        try:
            await desk.edit(table.channel_id, table.message_id, layout)
        except Undeliverable as error:
            if error.trouble is Trouble.REFUSED:  # the next deal is not to wait for it
                _log.error("game %s: Discord refuses the end of a deal: %s", table.id, error)
            elif error.trouble not in (Trouble.GONE, Trouble.CAPPED):
                raise

    @property
    def _aged(self) -> bool:
        """Whether the current message is about to become too old to be edited."""
        at = self._table.message_at
        return at is not None and self._means.clock.now() - at > MESSAGE_LIFE

    async def _renew(self, view: View) -> None:
        table = self._table
        old = table.message_id
        await self._post(view)
        if old is not None:
            await self._remove(table.channel_id, old)

    async def move(self, channel_id: int) -> None:
        """Post the table anew in this channel, and leave a pointer where it stood.

        Raises ``Undeliverable`` if it cannot be posted there; it then stays where it was.
        """
        table = self._table
        async with self._pen:
            async with table.lock:
                view = table.view(None)
                old = (table.channel_id, table.message_id, table.shown)
            await self._post(view, channel_id)
            await self._leave_pointer(*old)
        self.touch()  # the position may have gone on meanwhile

    async def _leave_pointer(
        self, channel_id: int, message_id: int | None, shown: int | None
    ) -> None:
        table = self._table
        if message_id is None or message_id == table.message_id or shown == END_SHOWN:
            return
        if channel_id == table.channel_id:
            await self._remove(channel_id, message_id)
            return
        link = (
            f"https://discord.com/channels/{table.guild_id}/{table.channel_id}/{table.message_id}"
        )
        texts = await self._texts()
        text = texts("The table of this game has moved: {link}", link=link)
        try:
            await self._means.desk.edit(channel_id, message_id, notice(text))
        except Undeliverable as error:
            _log.info("game %s: no pointer to its new place: %s", table.id, error)

    async def _remove(self, channel_id: int, message_id: int) -> None:
        try:
            await self._means.desk.delete(channel_id, message_id)
        except Undeliverable as error:
            _log.info("game %s: its old table stays: %s", self._table.id, error)

    async def _edit(self, view: View) -> None:
        table = self._table
        assert table.message_id is not None
        layout = await self.layout(view)
        payload = layout.to_components()
        if payload == self._last:
            return
        await self._means.desk.edit(table.channel_id, table.message_id, layout)
        self._last = payload

    async def _post(self, view: View, channel_id: int | None = None) -> None:
        table = self._table
        place = table.channel_id if channel_id is None else channel_id
        layout = await self.layout(view)
        payload = layout.to_components()
        before = self._posting
        again = before is not None and before[0] == place
        nonce = before[1] if before is not None and again else secrets.token_hex(12)
        self._posting = (place, nonce)
        try:
            message_id = await self._means.desk.post(place, layout, nonce=nonce)
        except Undeliverable as error:
            if error.trouble is not Trouble.LATER:
                self._posting = None
            raise
        self._posting = None
        await self.adopt(place, message_id, view)
        if again:  # the first attempt may have arrived, with what there was to show then
            self.touch()
        else:
            self._last = payload

    async def adopt(self, channel_id: int, message_id: int, view: View) -> None:
        """A message that shows ``view`` is the current one of the table from now on."""
        shown = END_SHOWN if self._table.over else view.number
        self._table.placed(channel_id, message_id, self._means.clock.now(), shown)
        self._last = None
        await self._place()

    async def _place(self) -> None:
        table = self._table
        assert table.message_id is not None
        try:
            await unbroken(
                self._means.db.games.place(
                    table.id, table.channel_id, table.message_id, table.message_at
                )
            )
            self._unplaced = False
        except StorageError:
            _log.warning("game %s: where its table stands was not saved", table.id)
            self._unplaced = True
            raise TryLater from None

    async def layout(self, view: View) -> discord.ui.LayoutView:
        """What the current message shows for this spectator's view."""
        info, texts = self._table.info(), await self._texts()
        if view.outcome:
            return end(view, info, texts, await self._ratings())
        if self._table.called_off:
            return called_off(view, info, await self._seed(), texts)
        return table_screen(view, info, texts)

    async def _ratings(self) -> GameRatings | None:
        just_stored, self._table.ratings = self._table.ratings, None
        if just_stored is not None:
            return as_shown(just_stored)
        try:
            return await ratings_of(self._means.db, self._table.id)
        except StorageError:
            _log.info("game %s: its end is shown without ratings", self._table.id)
            return None

    async def _seed(self) -> str | None:
        """The seed of a game that is over, which proves its deals."""
        try:
            stored = await unbroken(self._means.db.games.load(self._table.id))
        except StorageError:
            return None
        return None if stored is None or stored.state != "over" else stored.seed.hex()

    async def _texts(self) -> Texts:
        return await self._means.speech.public(self._table.guild_id)
