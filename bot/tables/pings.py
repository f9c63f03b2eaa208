"""Calling players: a short new message, since an edit tells nobody.

One stands for a game at most: a new one takes the place of the one before, and it is deleted when
those whom it calls have acted.  Where it stands is a row, and it is posted under a nonce, so that
after a kill none is lost, and none is there twice.  Where they cannot be called, since the channel
is out of reach, nobody is to run out of time: a game with clocks is paused.
"""

from __future__ import annotations

import hashlib
import logging
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from bot.screens.ping import Reason, ping
from bot.sending import Trouble, Undeliverable
from bot.tables import clocks
from bot.tables.coalesce import TryLater
from bot.tables.table import Table
from bot.unbroken import unbroken
from data.errors import StorageError
from data.records import Ping

if TYPE_CHECKING:
    from bot.tables.renderer import Means
    from bot.tables.tables import Tables

OUT_OF_REACH: Final = frozenset({Trouble.UNREACHABLE, Trouble.ARCHIVED})
"""Troubles of a ping that mean that nobody can be called where the table stands."""

_log = logging.getLogger(__name__)


class Pings:
    """Posts and deletes pings.  One that Discord refuses is left out: no game waits for it."""

    def __init__(self, tables: Tables, means: Means) -> None:
        self._tables: Final = tables
        self._means: Final = means

    async def call(self, table: Table) -> None:
        """Call everybody who is to be called by now.  Raises ``TryLater``, ``StorageError``."""
        now = self._means.clock.now()
        async with table.lock:
            await unbroken(self._tables.catch_up(table))
            if table.over or table.state == "paused":
                return
            due = _due(table, now)
            numbers = table.game.decisions
            seen = {n for n, reason in due.items() if _noticed(table, n, reason, numbers)}
            old = table.clock.ping
        if not due:
            return
        notify = await self._notified(table, [n for n in due if n not in seen])
        # A warning is for all to read; a turn is told to nobody who does not want it.
        told: dict[int, Reason] = {
            n: why for n, why in due.items() if n not in seen and (why != "turn" or n in notify)
        }
        posted = None
        if told:
            await self._delete(table, old)
            try:
                posted = await self._post(table, told, notify, numbers)
            except Undeliverable as error:
                _log.info("game %s: a ping was not posted: %s", table.id, error)
                if error.trouble is Trouble.LATER:
                    raise TryLater from error
                if error.trouble in OUT_OF_REACH and table.clock.deadline is not None:
                    await self._tables.pause(table)
                    return  # who was to be called is so again once the game goes on
        await self._note(table, due, numbers, now, posted, tuple(told))

    async def tidy(self, table: Table) -> None:
        """Delete a ping that calls nobody any more.  Raises ``TryLater``, ``StorageError``."""
        async with table.lock:
            await unbroken(self._tables.catch_up(table))
            old = table.clock.ping
        if old is None or (old.seats and not table.over):
            return
        await self._delete(table, old, patient=False)
        await unbroken(self._means.db.clocks.drop_ping(table.id, old.message_id))
        async with table.lock:
            if table.clock.ping == old:
                table.clock = replace(table.clock, ping=None)

    async def _note(
        self,
        table: Table,
        due: dict[int, Reason],
        numbers: tuple[int, ...],
        now: datetime,
        posted: Ping | None,
        told: tuple[int, ...],
    ) -> None:
        """Store who was called, and by what, as far as that is still so."""
        async with table.lock:
            await unbroken(self._tables.catch_up(table))
            current = table.game.decisions
            still = [n for n in due if current[n] == numbers[n] and table.seats[n].level is None]
            clock = clocks.called(table.clock, still, now)
            if posted is not None:
                waiting = () if table.over else tuple(n for n in told if n in still)
                clock = replace(clock, ping=replace(posted, seats=waiting))
            if not table.over:
                await unbroken(self._tables.set_clock(table, clock))
                return
        await self._delete(table, posted)

    async def _notified(self, table: Table, seats: list[int]) -> dict[int, int]:
        """Those of these seats whose players want to be told, and who they are."""
        wanted: dict[int, int] = {}
        for number in seats:
            user_id = table.seats[number].user_id
            if user_id is None:
                continue
            try:
                wants = (await unbroken(self._means.db.people.settings(user_id))).turn_pings
            except StorageError:
                wants = True
            if wants:
                wanted[number] = user_id
        return wanted

    async def _post(
        self,
        table: Table,
        told: dict[int, Reason],
        notify: dict[int, int],
        numbers: tuple[int, ...],
    ) -> Ping:
        """Raises ``Undeliverable``."""
        texts = await self._means.speech.public(table.guild_id)
        layout = ping(table.info(), told, notify, texts)
        channel_id = table.channel_id
        users = [notify[n] for n in told if n in notify]
        nonce = _nonce(table.id, told, numbers)
        desk = self._means.desk
        try:
            message_id = await desk.post(channel_id, layout, notify=users, nonce=nonce)
        except Undeliverable as error:
            if error.trouble is not Trouble.ARCHIVED:
                raise
            await self._reopen(channel_id, error)
            message_id = await desk.post(channel_id, layout, notify=users, nonce=nonce)
        return Ping(channel_id, message_id, tuple(told))

    async def _reopen(self, thread_id: int, archived: Undeliverable) -> None:
        """Raises ``Undeliverable``: that the thread is ``archived`` if it cannot be reopened."""
        try:
            await self._means.desk.unarchive(thread_id)
        except Undeliverable as error:
            if error.trouble is Trouble.LATER:
                raise
            raise archived from error

    async def _delete(self, table: Table, old: Ping | None, *, patient: bool = True) -> None:
        """Delete a ping; one that cannot be now stays if ``patient``, else ``TryLater``."""
        if old is None:
            return
        try:
            await self._means.desk.delete(old.channel_id, old.message_id)
        except Undeliverable as error:
            if error.trouble is Trouble.LATER and not patient:
                raise TryLater from error
            _log.info("game %s: a ping was not deleted: %s", table.id, error)


def _due(table: Table, now: datetime) -> dict[int, Reason]:
    """The seats to be called by now, and why."""
    due: dict[int, Reason] = {}
    for number, clock in enumerate(table.clock.seats):
        if clock.warn_at is not None and clock.warn_at <= now:
            due[number] = "warning"
        elif clock.remind_at is not None and clock.remind_at <= now:
            due[number] = "turn"
    return due


def _noticed(table: Table, seat: int, reason: Reason, numbers: tuple[int, ...]) -> bool:
    """Whether the player need not be told: it is only his turn, and he has seen that."""
    return reason == "turn" and table.noticed.get(seat) == numbers[seat]


def _nonce(game_id: int, told: dict[int, Reason], numbers: tuple[int, ...]) -> str:
    """The same for the same call, and for no other; within Discord's 25 characters."""
    text = " ".join(f"{seat}.{numbers[seat]}.{why}" for seat, why in sorted(told.items()))
    return hashlib.blake2b(f"{game_id} {text}".encode(), digest_size=12).hexdigest()
