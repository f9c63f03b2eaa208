"""Challenges, open challenges and lobbies, from their posting to the game that they start.

One lock for each invitation orders the presses of this process; the version in the
database orders those of several.  Nothing here binds anybody before it is accepted.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Final, cast
from weakref import WeakValueDictionary

import discord

from bot.errors import (
    InvitationClosed,
    LobbyFull,
    NoComputerHere,
    NoSeatHere,
    NoSuchInvitation,
    NotForYou,
    OwnChallenge,
    Refusal,
    SeatedAlready,
)
from bot.games import Games
from bot.screens.challenge import challenge, lobby
from bot.screens.models import InvitationInfo, Level, Player
from bot.sending import Undeliverable
from bot.tables.entitled import check_challenge, check_full, check_host, check_lobby
from bot.tables.opening import Place, Seeds, prepare
from bot.tables.renderer import Means
from bot.tables.table import Table
from bot.tables.tables import Tables
from bot.tables.timers import Key, Timers
from bot.texts import Texts
from bot.unbroken import unbroken
from data.errors import InvitationConflict, RematchExists, StorageError
from data.records import (
    Invitation,
    InvitationState,
    InvitedSeat,
    NewInvitation,
    Seat,
    StoredGame,
)

CHALLENGE_LIFE: Final = timedelta(minutes=10)
LOBBY_LIFE: Final = timedelta(minutes=15)
LOBBY_START: Final = timedelta(minutes=2)  # once all seats are taken
TIMER: Final = "invitation"
ATTEMPTS: Final = 5  # against another process that changes the same invitation

_log = logging.getLogger(__name__)

Show = Callable[[Invitation], Awaitable[None]]
Change = Callable[[Invitation], Invitation]


class Invitations:
    """Every change gives the invitation as it then stands, and shows it by ``show`` before the
    next press gets its turn, so that the message never falls back."""

    def __init__(self, means: Means, tables: Tables, seeds: Seeds) -> None:
        self._means = means
        self._tables = tables
        self._seeds = seeds
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._behind: asyncio.Task[None] | None = None
        self.timers: Final = Timers(means.clock, self._on_time)

    async def wake(self) -> None:
        """After a start: wait for what is still open."""
        waiting = await self._means.db.invitations.open_ones()
        for invitation in waiting:
            self._set_timer(invitation)
        self.timers.start()
        self._behind = asyncio.create_task(self._make_up_for(waiting), name="open invitations")

    async def close(self) -> None:
        """Wait no more; what is open stands in the database."""
        if self._behind is not None:
            self._behind.cancel()
            await asyncio.wait((self._behind,))
        await self.timers.close()

    async def _make_up_for(self, waiting: tuple[Invitation, ...]) -> None:
        """The process before this one may have ended before it showed what it had stored."""
        for invitation in waiting:
            async with self._lock(invitation.id):
                try:
                    stored = await unbroken(self._means.db.invitations.load(invitation.id))
                    if stored is not None:
                        await self.redraw(stored)
                except StorageError as error:
                    _log.info("invitation %s was not drawn: %s", invitation.id, error)

    # Opening

    async def open(self, new: NewInvitation) -> Invitation:
        """Store a new invitation; its message is still to be posted, then ``placed``.

        Raises ``InvitationExists`` for a second challenge to the same rematch.
        """
        invitation = await self._means.db.invitations.create(new)
        self._set_timer(invitation)
        return invitation

    async def placed(self, invitation: Invitation, message_id: int | None) -> None:
        """Its message was posted; ``None``: it could not be, so nobody will ever see it."""
        if message_id is None:
            await self._change(invitation.id, _closed("withdrawn"))
            return
        async with self._lock(invitation.id):
            await self._means.db.invitations.place(invitation.id, invitation.channel_id, message_id)

    # Challenges

    async def accept(self, invitation_id: int, user: InvitedSeat, show: Show) -> Table:
        """Take up a challenge: the game begins.  Raises a ``Refusal``, ``RematchExists``."""

        def taken(invitation: Invitation) -> Invitation:
            check_challenge(invitation)
            if user.user_id == invitation.host_id:
                raise OwnChallenge
            if invitation.opponent_id not in (None, user.user_id):
                raise NotForYou(
                    name=invitation.opponent_name or "", command=command_of(invitation.kind)
                )
            return replace(invitation, seats=(*invitation.seats, user))

        return await self._start(invitation_id, taken, show)

    async def decline(self, invitation_id: int, user_id: int, show: Show) -> None:
        """Turn a challenge down; only the challenged can."""

        def declined(invitation: Invitation) -> Invitation:
            check_challenge(invitation)
            if user_id == invitation.host_id:
                raise OwnChallenge
            if invitation.opponent_id != user_id:
                raise NotForYou(
                    name=invitation.opponent_name or "", command=command_of(invitation.kind)
                )
            return replace(invitation, state="declined")

        await self._change(invitation_id, declined, show)

    async def withdraw(self, invitation_id: int, user_id: int, show: Show) -> None:
        """Take back one's own challenge or lobby."""

        def withdrawn(invitation: Invitation) -> Invitation:
            check_host(invitation, user_id)
            return replace(invitation, state="withdrawn")

        await self._change(invitation_id, withdrawn, show)

    # Lobbies

    async def join(self, invitation_id: int, user: InvitedSeat, show: Show) -> None:
        """Take a seat in a lobby."""

        def joined(invitation: Invitation) -> Invitation:
            check_lobby(invitation)
            if any(seat.user_id == user.user_id for seat in invitation.seats):
                raise SeatedAlready
            return self._with_seat(invitation, user)

        await self._change(invitation_id, joined, show)

    async def add_computer(
        self, invitation_id: int, user_id: int, level: Level, show: Show
    ) -> None:
        """The host puts a computer into a free seat."""

        def added(invitation: Invitation) -> Invitation:
            check_lobby(invitation)
            check_host(invitation, user_id)
            return self._with_seat(invitation, InvitedSeat("", None, level))

        await self._change(invitation_id, added, show)

    async def drop_computer(self, invitation_id: int, user_id: int, show: Show) -> None:
        """The host takes the computer that came last out again."""

        def dropped(invitation: Invitation) -> Invitation:
            check_lobby(invitation)
            check_host(invitation, user_id)
            computers = [seat for seat in invitation.seats if seat.user_id is None]
            if not computers:
                raise NoComputerHere
            seats = list(reversed(invitation.seats))
            seats.remove(computers[-1])
            return replace(invitation, seats=tuple(reversed(seats)), starts_at=None)

        await self._change(invitation_id, dropped, show)

    async def leave(self, invitation_id: int, user_id: int, show: Show) -> None:
        """Give up one's seat; when the host leaves, the lobby closes."""

        def left(invitation: Invitation) -> Invitation:
            check_lobby(invitation)
            if user_id == invitation.host_id:
                return replace(invitation, state="withdrawn")
            seats = tuple(seat for seat in invitation.seats if seat.user_id != user_id)
            if len(seats) == len(invitation.seats):
                raise NoSeatHere
            return replace(invitation, seats=seats, starts_at=None)

        await self._change(invitation_id, left, show)

    async def begin(self, invitation_id: int, user_id: int, show: Show) -> Table:
        """The host starts the game of a full lobby."""

        def begun(invitation: Invitation) -> Invitation:
            check_lobby(invitation)
            check_host(invitation, user_id)
            return check_full(invitation)

        return await self._start(invitation_id, begun, show)

    def _with_seat(self, invitation: Invitation, seat: InvitedSeat) -> Invitation:
        if len(invitation.seats) >= invitation.size:
            raise LobbyFull(count=invitation.size, command=command_of(invitation.kind))
        seats = (*invitation.seats, seat)
        full = len(seats) == invitation.size
        starts_at = self._means.clock.now() + LOBBY_START if full else None
        return replace(invitation, seats=seats, starts_at=starts_at)

    # The one way in which anything changes

    async def _change(
        self, invitation_id: int, change: Change, show: Show | None = None
    ) -> Invitation:
        async with self._lock(invitation_id):
            for attempt in range(ATTEMPTS):
                changed = change(await self._open_one(invitation_id))
                try:
                    stored = await self._means.db.invitations.update(changed)
                except InvitationConflict:
                    if attempt == ATTEMPTS - 1:
                        raise
                else:
                    break
            else:
                raise NoSuchInvitation
            self._set_timer(stored)
            if show is not None:
                await show(stored)
            return stored

    async def _start(self, invitation_id: int, change: Change, show: Show) -> Table:
        async with self._lock(invitation_id):
            loaded = await self._open_one(invitation_id)
            changed = change(loaded)
            seats = [
                Seat(number, seat.user_id, seat.level, seat.name or None)
                for number, seat in enumerate(changed.seats)
            ]
            new = prepare(
                changed.kind,
                changed.options,
                seats,
                Place(changed.guild_id, changed.channel_id, self._means.clock.now()),
                self._seeds(),
                await self._previous(changed),
                self._means.games,
                changed.pace,
            )
            try:
                game_id = await self._means.db.invitations.start(changed.id, loaded.version, new)
            except RematchExists:
                closed = replace(loaded, state="withdrawn")
                await self.redraw(await self._means.db.invitations.update(closed))
                raise
            started = replace(changed, state="started", game_id=game_id, version=loaded.version + 1)
            self._set_timer(started)
            await show(started)
        table = await self._tables.get(game_id)
        self._tables.changed(table)
        return table

    async def _previous(self, invitation: Invitation) -> StoredGame | None:
        if invitation.previous is None:
            return None
        return await self._means.db.games.load(invitation.previous)

    async def _open_one(self, invitation_id: int) -> Invitation:
        invitation = await self._means.db.invitations.load(invitation_id)
        if invitation is None:
            raise NoSuchInvitation
        if invitation.state != "open":
            await self.redraw(invitation)  # somebody pressed what should not be there any more
            raise InvitationClosed(state=invitation.state)
        if invitation.expires_at <= self._means.clock.now():
            raise InvitationClosed(state="expired")
        return invitation

    def _lock(self, invitation_id: int) -> asyncio.Lock:
        return self._locks.setdefault(invitation_id, asyncio.Lock())

    # Time

    def _set_timer(self, invitation: Invitation) -> None:
        moments = [invitation.expires_at]
        if invitation.starts_at is not None:
            moments.append(invitation.starts_at)
        is_open = invitation.state == "open"
        self.timers.at((TIMER, invitation.id), min(moments) if is_open else None)

    async def _on_time(self, key: Key) -> None:
        """An invitation expires, or a full lobby starts by itself."""
        invitation = await self._means.db.invitations.load(key[1])
        if invitation is None or invitation.state != "open":
            return
        starts_at = invitation.starts_at
        if starts_at is not None and starts_at <= self._means.clock.now():
            try:
                await self._start(invitation.id, check_full, self.redraw)
            except Refusal as refusal:
                # Somebody left or withdrew in the same moment.
                _log.info("invitation %s: did not start by itself: %s", invitation.id, refusal)
        else:
            await self._expire(invitation.id)

    async def _expire(self, invitation_id: int) -> None:
        async with self._lock(invitation_id):
            invitation = await self._means.db.invitations.load(invitation_id)
            if invitation is None or invitation.state != "open":
                return
            if invitation.expires_at > self._means.clock.now():
                self._set_timer(invitation)
                return
            try:
                stored = await self._means.db.invitations.update(
                    replace(invitation, state="expired")
                )
            except InvitationConflict:
                self._set_timer(invitation)  # another process was at it just now; look again
                return
            await self.redraw(stored)

    async def redraw(self, invitation: Invitation) -> None:
        """Show on its message how it stands; a message that is gone is not replaced."""
        if invitation.message_id is None:
            return
        texts = await self._means.speech.public(invitation.guild_id)
        try:
            await self._means.desk.edit(
                invitation.channel_id,
                invitation.message_id,
                screen_of(invitation, self._means.games, texts),
            )
        except Undeliverable as error:
            _log.info("invitation %s: its message was not edited: %s", invitation.id, error)


def screen_of(invitation: Invitation, games: Games, texts: Texts) -> discord.ui.LayoutView:
    """The message of an invitation: of a challenge between two, or of a lobby."""
    screen = challenge if invitation.size == 2 else lobby
    return screen(info_of(invitation, games), texts)


def info_of(invitation: Invitation, games: Games) -> InvitationInfo:
    """The invitation as screens want it."""
    opponent = None
    if invitation.opponent_id is not None:
        opponent = Player(invitation.opponent_name or "", invitation.opponent_id)
    return InvitationInfo(
        invitation_id=invitation.id,
        game=games.screens[invitation.kind],
        options=invitation.options,
        host=Player(invitation.host_name, invitation.host_id),
        opponent=opponent,
        seats=tuple(
            Player(seat.name, seat.user_id, cast("Level | None", seat.level))
            for seat in invitation.seats
        ),
        size=invitation.size,
        expires_at=invitation.expires_at,
        state=invitation.state,
        game_id=invitation.game_id,
        starts_at=invitation.starts_at,
        pace=invitation.pace,
    )


def command_of(kind: str) -> str:
    """The command that starts this kind of game."""
    return f"/{kind} start"


def _closed(state: InvitationState) -> Change:
    return lambda invitation: replace(invitation, state=state)
