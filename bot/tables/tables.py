"""All tables, and the one door to every action."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from functools import partial
from typing import Final

import discord

from bot.errors import GameOver, NoSuchGame, NothingToTakeBack, NotSeated
from bot.tables import clocks
from bot.tables.clockwork import Clockwork
from bot.tables.coalesce import TryLater
from bot.tables.computers import Computers
from bot.tables.memory import Memory
from bot.tables.renderer import Means
from bot.tables.results import end_of
from bot.tables.rush import Rush
from bot.tables.table import Deed, Table
from bot.tables.thinking import Thinking
from bot.tables.waking import rouse
from bot.unbroken import unbroken
from data.errors import ActionConflict, StorageError
from data.records import GameClock, Seat, Step

RESIGN_LEVEL: Final = "easy"  # the computer that plays on for a person who left

Show = Callable[[discord.ui.LayoutView], Awaitable[int | None]]

_log = logging.getLogger(__name__)


class Tables:
    """The tables of this process.

    A table is one object for as long as anybody holds it, so its lock is the game's only
    one here; another process collides in the database and loads anew.
    """

    def __init__(self, means: Means, thinking: Thinking, computer_pause: float) -> None:
        self._means = means
        self._memory = Memory(means, self.pause)
        self._closed = False
        self._computers = Computers(self, thinking, computer_pause)
        self.clockwork: Final = Clockwork(self, means)

    @property
    def loaded(self) -> int:
        """How many tables are in memory."""
        return len(self._memory)

    @property
    def rush(self) -> Rush:
        """The presses that are being carried out."""
        return self._means.rush

    # Finding

    async def get(self, game_id: int) -> Table:
        """The table of this game; raises ``NoSuchGame``."""
        return await self._memory.get(game_id)

    async def catch_up(self, table: Table) -> None:
        """Load the game anew if memory and database may differ; hold the lock."""
        if not table.behind:
            return
        stored = await self._means.db.games.load(table.id)
        if stored is None:
            raise NoSuchGame
        table.restore(stored)

    async def in_memory(self, game_id: int) -> Table | None:
        """The table, if somebody holds it, or has begun to load it."""
        return await self._memory.held(game_id)

    def with_clocks(self) -> list[Table]:
        """The tables in memory in which time runs."""
        return [table for table in self._memory.all() if table.clock.deadline is not None]

    def forget(self, which: Callable[[Table], bool]) -> None:
        """Drop tables from memory, since what is stored of them was changed or deleted."""
        self._memory.forget(which)

    # Acting

    async def act(self, table: Table, deed: Deed) -> None:
        """Carry out an action.  When this returns, it is in the database.

        Raises ``Refusal`` or ``StorageError``; nothing has changed then.
        """
        async with table.lock:
            await self.catch_up(table)
            try:
                await self._act(table, deed)
            except ActionConflict:
                _log.info("game %s: another writer was first; loading anew", table.id)
                await self.catch_up(table)
                await self._act(table, deed)
        self.changed(table, but=deed.user_id)

    async def _act(self, table: Table, deed: Deed) -> None:
        seat = table.check_actor(deed.seat, deed.user_id)
        table.check_position(seat.number, deed.number)
        await self._carry_out(table, seat.number, deed.text)

    async def _carry_out(self, table: Table, seat: int, text: str) -> None:
        """Apply an action and store it, with the clock; on failure memory counts as behind."""
        game, at = table.game, self.clockwork.time()
        before = game.to_act
        table.apply(seat, text)
        seat, text = game.actions[-1]  # as the game writes it
        clock = clocks.after_action(table.clock, game, table.seats, at, before)
        ended = game.outcome
        step = Step(
            number=len(game.actions) - 1,
            seat=seat,
            text=text,
            at=self.now(),
            computer_due=bool(table.computers_due()),
            to_act=game.to_act,
            clock=clock,
            reclocked=clocks.changed_seats(table.clock, clock),
            end=None if ended is None else end_of(game.view(None), table.seats),
            names={s.user_id: s.name for s in table.seats if s.user_id is not None and s.name}
            if ended
            else {},
        )
        table.behind = True
        with self.clockwork.outages.storing():
            ratings = await self._means.db.games.act(table.id, step)
        table.behind = False
        table.clock = clock
        if ended is not None:
            table.state = "over"
        if ratings is not None:
            table.ratings = ratings
            table.anonymise(ratings.former)

    async def resign(self, table: Table, user_id: int) -> None:
        """Give up: loses a game of two; in a game of four the computer takes the seat over.

        Raises ``NotSeated``, ``GameOver`` or ``StorageError``.
        """
        async with table.lock:
            await self.catch_up(table)
            seat = self._seat_of_player(table, user_id)
            if len(table.seats) > 2:
                await self._set_seat(table, seat, level=RESIGN_LEVEL, taken_over=True)
            else:
                await self._carry_out(table, seat.number, "resign")
        self.changed(table)

    async def run_out(self, table: Table) -> None:
        """Whoever is out of time loses a game of two; in others the computer takes the seat over.

        Whoever was so when Discord was last heard.  An action that was stored before counts,
        however late it was.  Nobody is out of time in a game that is over or paused.  Raises
        ``StorageError``.
        """
        async with table.lock:
            await self.catch_up(table)
            late = clocks.late(table.clock, self.clockwork.outages.heard())
            if not late or table.over or table.state == "paused":
                return
            if len(table.seats) > 2:
                for number in late:
                    seat = table.seats[number]
                    await self._set_seat(table, seat, level=RESIGN_LEVEL, taken_over=True)
            else:
                loser = clocks.loser(table.clock, late, table.view(None).dealer)
                await self._carry_out(table, loser, "time")
            _log.info("game %s: seats out of time: %s", table.id, late)
        self.changed(table)

    async def come_back(self, table: Table, user_id: int) -> None:
        """Take one's seat back from the computer.

        Raises ``NothingToTakeBack``, ``NotSeated``, ``GameOver`` or ``StorageError``.
        """
        async with table.lock:
            await self.catch_up(table)
            seat = self._seat_of_player(table, user_id)
            if not seat.taken_over:
                raise NothingToTakeBack
            await self._set_seat(table, seat, level=None, taken_over=False)
        self.changed(table)

    async def call_off(self, table: Table) -> None:
        """End the game without a result: nobody wins it, and it counts for nothing.

        Raises ``GameOver`` or ``StorageError``.
        """
        async with table.lock:
            await self.catch_up(table)
            if table.over:
                raise GameOver
            table.behind = True
            former = await self._means.db.administration.abort(table.id, self.now())
            table.behind = False
            table.anonymise(former)
            table.state = "over"
        self.changed(table)

    def _seat_of_player(self, table: Table, user_id: int) -> Seat:
        seat = table.seat_of(user_id)
        if seat is None:
            raise NotSeated
        if table.over:
            raise GameOver
        return seat

    async def _set_seat(
        self, table: Table, seat: Seat, *, level: str | None, taken_over: bool
    ) -> None:
        before = table.seats
        table.reseat(seat.number, level=level, taken_over=taken_over)
        clock = clocks.turned(
            table.clock, table.game, table.seats, self.clockwork.time(), fresh=(seat.number,)
        )
        try:
            with self.clockwork.outages.storing():
                await self._means.db.games.set_seat(
                    table.id,
                    seat.number,
                    level,
                    taken_over,
                    computer_due=bool(table.computers_due()),
                    clock=clock,
                )
        except BaseException:
            table.seats = before
            raise
        table.clock = clock

    async def mark_hinted(self, table: Table) -> None:
        """Note that a hint was used, before it is shown; hold the lock.

        Raises ``GameOver`` or ``StorageError``.
        """
        try:
            await self._means.db.games.mark_hinted(table.id)
        except ActionConflict:
            raise GameOver from None
        table.hinted = True

    async def set_clock(self, table: Table, clock: GameClock) -> None:
        """Store the clocks of the position as it stands; hold the lock.

        Raises ``StorageError``, an ``ActionConflict`` when another writer was first.
        """
        try:
            await self._means.db.clocks.set(table.id, len(table.game.actions), clock)
        except ActionConflict:
            table.behind = True
            raise
        table.clock = clock

    def notice(self, table: Table, user_id: int) -> None:
        """This person has pressed something, so knows of a turn there is.

        Should a computer be due that nothing has woken, it goes on now.
        """
        seat = table.seat_of(user_id)
        if seat is not None and not self._closed:
            self.clockwork.notice(table, seat.number)
            self._computers.wake(table)

    # Showing

    def changed(self, table: Table, but: int | None = None) -> None:
        """After every change: draw the table and the open panels, and let computers go on.

        The panel of the person ``but`` is left alone: the answer to the press redraws it.
        """
        if self._closed:
            return
        table.renderer.touch()
        self.touch_panels(table, but)
        self._computers.wake(table)
        self.clockwork.touch(table)

    async def present(self, table: Table, show: Show) -> None:
        """Show a new table by ``show``, which gives the message's number, and let it begin.

        If that fails, the table is posted like any other that has no message.
        """
        async with table.lock:
            view = table.view(None)
        message_id = await show(await table.renderer.layout(view))
        if message_id is not None:
            try:
                await table.renderer.adopt(table.channel_id, message_id, view)
            except TryLater:
                _log.info("game %s: the drawing will note where its table stands", table.id)
        self.changed(table)

    def touch_panels(self, table: Table, but: int | None = None) -> None:
        """Refresh the panels that are open, as far as their tokens live."""
        for user_id, panel in list(table.panels.items()):
            if not panel.alive:
                del table.panels[user_id]
            elif user_id != but:
                panel.touch()

    async def pause(self, table: Table) -> None:
        """The table's channel is out of reach: wait until a player continues elsewhere."""
        async with table.lock:
            if table.over or table.state == "paused":
                return
            table.state = "paused"
            table.clock = clocks.paused(table.clock, self.clockwork.time())
        _log.info("game %s: paused, its channel is out of reach", table.id)
        self.touch_panels(table)
        self.clockwork.touch(table)
        try:
            await unbroken(self._means.db.games.pause(table.id, True, table.clock))
        except StorageError:
            _log.warning("game %s: its pause was not saved", table.id)

    async def resume(self, table: Table) -> None:
        """Go on with a paused game where its table stands."""
        async with table.lock:
            if table.state != "paused":
                return
            clock = clocks.resumed(table.clock, self.clockwork.time())
            await self._means.db.games.pause(table.id, False, clock)
            table.state = "running"
            table.clock = clock
        self.changed(table)

    async def move(self, table: Table, channel_id: int) -> None:
        """Post the table in this channel, and go on there if the game was paused.

        Raises ``Undeliverable`` if the channel does not take it, ``StorageError``.
        """
        async with table.lock:
            await self.catch_up(table)
        await table.renderer.move(channel_id)
        await self.resume(table)
        self.changed(table)

    # Starting and stopping

    async def wake(self) -> Callable[[], Awaitable[Sequence[Table]]]:
        """After a start, before anybody can act: know since when nobody could, and what to wake.

        Gives what wakes it, to be done once people can act: computers go on where they are due,
        and tables behind are drawn.
        """
        found = await self._means.db.games.to_wake()
        await self.clockwork.wake()
        return partial(rouse, self, found)

    async def awake(self, woken: Sequence[Table]) -> None:
        """Return when these show their last state; the next start need not look at them then."""
        for table in woken:
            await table.renderer.settled()
        await self._means.db.games.woken()

    async def settled(self, table: Table) -> None:
        """Return when no computer is to act and everything that is open shows the last state."""
        async with table.lock:  # whoever changes the table says so on letting go of the lock
            pass
        await self._computers.settled(table)
        await table.renderer.settled()
        for panel in list(table.panels.values()):
            await panel.settled()

    async def close(self) -> None:
        """Stop drawing and thinking; every game stands in the database as it is."""
        self._closed = True
        await self.clockwork.close()
        tables = self._memory.all()
        for table in tables:
            table.draw_no_more()
        await self._computers.close()
        for table in tables:
            await table.renderer.settled()

    def now(self) -> datetime:
        """The time of the clock that the tables go by."""
        return self._means.clock.now()
