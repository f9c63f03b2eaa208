"""Invitations: challenges, open challenges and lobbies, until they start or end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sqlalchemy import Row, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from data.absentees import Absentees
from data.connections import Connections
from data.errors import InvitationConflict, InvitationExists
from data.games import Games
from data.people import People, names_of
from data.records import Invitation, InvitedSeat, NewGame, NewInvitation
from data.rows import new_number
from data.schema import invitations


class Invitations:
    """Invitations with an optimistic lock: every change names the version it was made from.

    One that is closed is kept for a week, but not at all if somebody in it was taken out.
    """

    def __init__(
        self, connections: Connections, games: Games, people: People, absentees: Absentees
    ) -> None:
        self._connections = connections
        self._games = games
        self._people = people
        self._absentees = absentees

    async def create(self, new: NewInvitation) -> Invitation:
        """Store an invitation, open and of version 0.

        Raises ``InvitationExists``, which names it, when a rematch of ``new.previous`` is open.
        """
        try:
            async with self._connections.write() as connection:
                inserted = await connection.execute(
                    insert(invitations).values(
                        **_columns(new),
                        kind=new.kind,
                        guild_id=new.guild_id,
                        host_id=new.host_id,
                        size=new.size,
                        created_at=new.created_at,
                        previous=new.previous,
                        pace=new.pace,
                        state="open",
                        version=0,
                    )
                )
                number = new_number(inserted)
        except IntegrityError:
            if new.previous is not None:
                existing = await self.open_rematch(new.previous)
                if existing is not None:
                    raise InvitationExists(existing.id) from None
            raise
        fields = {name: getattr(new, name) for name in NewInvitation.__dataclass_fields__}
        return Invitation(id=number, **fields)

    async def load(self, invitation_id: int) -> Invitation | None:
        """The invitation of this number, in whatever state it is."""
        async with self._connections.read() as connection:
            row = (
                await connection.execute(
                    select(invitations).where(invitations.c.id == invitation_id)
                )
            ).one_or_none()
        return None if row is None else _invitation(row)

    async def update(self, changed: Invitation) -> Invitation:
        """Store a changed invitation and give it with its new version.

        ``changed`` is what was loaded, with new values put in (``dataclasses.replace``) and
        ``version`` left alone.  Raises ``InvitationConflict`` when somebody else changed it since.
        """
        async with self._connections.write() as connection:
            done = await connection.execute(
                update(invitations)
                .where(
                    invitations.c.id == changed.id,
                    invitations.c.version == changed.version,
                )
                .values(
                    **_columns(changed),
                    state=changed.state,
                    game_id=changed.game_id,
                    version=changed.version + 1,
                )
            )
            if done.rowcount != 1:
                raise InvitationConflict("The invitation has changed.")
            if changed.state != "open":
                in_it = {changed.host_id, changed.opponent_id} | {
                    seat.user_id for seat in changed.seats
                }
                await self._drop_if_private(connection, changed.id, in_it)
        return replace(changed, version=changed.version + 1)

    async def place(self, invitation_id: int, channel_id: int, message_id: int) -> None:
        """Note which message shows the invitation; no change that anybody could collide with."""
        async with self._connections.write() as connection:
            await connection.execute(
                update(invitations)
                .where(invitations.c.id == invitation_id)
                .values(channel_id=channel_id, message_id=message_id)
            )

    async def start(self, invitation_id: int, version: int, new: NewGame) -> int:
        """Make the game that an open invitation asked for, once only, and give its number.

        The invitation becomes ``started`` and names the game, in the same transaction.  Raises
        ``InvitationConflict`` when it is not open at this version any more, and ``RematchExists``.
        """
        this = invitations.c.id == invitation_id
        try:
            async with self._connections.write() as connection:
                done = await connection.execute(
                    update(invitations)
                    .where(
                        this,
                        invitations.c.version == version,
                        invitations.c.state == "open",
                    )
                    .values(state="started", version=version + 1)
                )
                if done.rowcount != 1:
                    raise InvitationConflict("The invitation has changed.")
                game_id = await self._games.insert(connection, new)
                await connection.execute(update(invitations).where(this).values(game_id=game_id))
                sitting = {seat.user_id for seat in new.seats}
                await self._drop_if_private(connection, invitation_id, sitting)
        except IntegrityError:
            await self._games.refuse_rematch(new)
            raise
        self._people.wrote(names_of((seat.user_id, seat.name) for seat in new.seats))
        return game_id

    async def _drop_if_private(
        self, connection: AsyncConnection, invitation_id: int, people: set[int | None]
    ) -> None:
        """Delete an invitation that is closed now if it names somebody who was taken out."""
        if await self._absentees.among(connection, [each for each in people if each]):
            await connection.execute(delete(invitations).where(invitations.c.id == invitation_id))

    async def open_ones(self) -> tuple[Invitation, ...]:
        """Every open invitation of this share, the one that expires first leading."""
        async with self._connections.read() as connection:
            rows = await connection.execute(
                select(invitations)
                .where(
                    invitations.c.state == "open",
                    self._connections.share.of(invitations.c.guild_id),
                )
                .order_by(invitations.c.expires_at, invitations.c.id)
            )
            return tuple(_invitation(row) for row in rows)

    async def open_rematch(self, game_id: int) -> Invitation | None:
        """The open challenge to a rematch of this game, if there is one."""
        async with self._connections.read() as connection:
            row = (
                await connection.execute(
                    select(invitations).where(
                        invitations.c.previous == game_id, invitations.c.state == "open"
                    )
                )
            ).one_or_none()
        return None if row is None else _invitation(row)


def _columns(record: NewInvitation) -> dict[str, Any]:
    """What may change while an invitation is open."""
    return {
        "options": dict(record.options),
        "channel_id": record.channel_id,
        "message_id": record.message_id,
        "host_name": record.host_name,
        "opponent_id": record.opponent_id,
        "opponent_name": record.opponent_name,
        "seats": [
            {"name": seat.name, "user_id": seat.user_id, "level": seat.level}
            for seat in record.seats
        ],
        "expires_at": record.expires_at,
        "starts_at": record.starts_at,
    }


def _invitation(row: Row[Any]) -> Invitation:
    return Invitation(
        id=row.id,
        kind=row.kind,
        options=row.options,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        message_id=row.message_id,
        host_id=row.host_id,
        host_name=row.host_name,
        opponent_id=row.opponent_id,
        opponent_name=row.opponent_name,
        seats=tuple(InvitedSeat(**seat) for seat in row.seats),
        size=row.size,
        state=row.state,
        version=row.version,
        created_at=row.created_at,
        expires_at=row.expires_at,
        starts_at=row.starts_at,
        previous=row.previous,
        game_id=row.game_id,
        pace=row.pace,
    )
