"""A rematch: the same players, and the other one deals first.  However often pressed, one game."""

from __future__ import annotations

from bot.errors import FormerPlayers, NoSuchGame, RematchThere
from bot.paces import NO_CLOCK
from bot.presses.press import Press
from bot.screens.parts import jump_url
from bot.starters import check_start
from bot.starting import post_invitation, start_now
from bot.tables.invitations import Invitation
from bot.tables.table import Table
from data.errors import InvitationExists, RematchExists
from data.records import InvitedSeat, Seat


async def rematch(press: Press, table: Table) -> None:
    """Begin at once if nobody else has to agree, else ask the others.

    Somebody who asks for what the other has asked for already thereby agrees to it.
    """
    await check_start(press)
    existing = await press.app.db.games.rematch_of(table.id)
    if existing is not None:
        await _point_to(press, existing)
    others = [seat for seat in table.seats if seat.user_id not in (None, press.user_id)]
    if any(seat.user_id is not None and seat.user_id < 0 for seat in others):
        raise FormerPlayers
    try:
        if not others:
            stored = await press.app.db.games.load(table.id)
            if stored is None:
                raise NoSuchGame
            seats = tuple(_invited(press, seat) for seat in table.seats)
            await start_now(press, table.kind, table.game.options, seats, stored, pace=_pace(table))
        else:
            await _ask(press, table, others)
    except RematchExists as error:
        await _point_to(press, error.game_id)


async def _ask(press: Press, table: Table, others: list[Seat]) -> None:
    computers = [seat for seat in table.seats if seat.user_id is None]
    seats = (press.person, *(_invited(press, seat) for seat in computers))
    opponent = _invited(press, others[0]) if len(table.seats) == 2 else None
    try:
        await post_invitation(
            press,
            table.kind,
            table.game.options,
            seats,
            opponent,
            previous=table.id,
            pace=_pace(table),
        )
    except InvitationExists as error:
        await _agree(press, error.invitation_id)


async def _agree(press: Press, invitation_id: int) -> None:
    invitation = await press.app.db.invitations.load(invitation_id)
    if invitation is None or invitation.host_id == press.user_id or invitation.size != 2:
        where = invitation and jump_url(
            invitation.guild_id, invitation.channel_id, invitation.message_id
        )
        raise RematchThere(link=where or "")

    async def show(changed: Invitation) -> None:
        await press.app.invitations.redraw(changed)

    table = await press.app.invitations.accept(invitation_id, press.person, show)
    link = jump_url(table.guild_id, table.channel_id, table.message_id)
    await press.tell(press.texts("Agreed: the rematch begins. {link}", link=link))


async def _point_to(press: Press, game_id: int) -> None:
    table = await press.app.tables.get(game_id)
    raise RematchThere(link=jump_url(table.guild_id, table.channel_id, table.message_id))


def _pace(table: Table) -> str:
    """That of the game before, whatever the server has chosen since."""
    return table.clock.pace or NO_CLOCK


def _invited(press: Press, seat: Seat) -> InvitedSeat:
    name = press.person.name if seat.user_id == press.user_id else seat.name or ""
    return InvitedSeat(name, seat.user_id, None if seat.user_id is not None else seat.level)
