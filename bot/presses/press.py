"""A press as its handler gets it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from bot.controls import Control
from bot.errors import NoSuchGame, NoSuchInvitation, NotSeated, OtherServer
from bot.request import Request
from bot.tables.table import Table
from data.records import Seat


@dataclass(frozen=True, slots=True)
class Press(Request):
    """A request made by pressing ``control``."""

    control: Control

    async def table(self, *, noticed: bool = True) -> Table:
        """The table that the control names; raises ``NoSuchGame``, ``OtherServer``.

        ``noticed``: it is noted that the presser knows of a turn there is.
        """
        if self.control.id is None:
            raise NoSuchGame
        table = await self.app.tables.get(self.control.id)
        if table.guild_id != self.interaction.guild_id:
            raise OtherServer
        if noticed:
            self.app.tables.notice(table, self.user_id)
        return table

    async def seated(self) -> tuple[Table, Seat]:
        """The table and the presser's own seat there; raises ``NotSeated`` too."""
        table = await self.table()
        seat = table.seat_of(self.user_id)
        if seat is None:
            raise NotSeated
        return table, seat

    @property
    def invitation_id(self) -> int:
        """The invitation that the control names; raises ``NoSuchInvitation``."""
        if self.control.id is None:
            raise NoSuchInvitation
        return self.control.id


Handler = Callable[[Press], Awaitable[None]]
