"""Challenges and lobbies: what their buttons do."""

from __future__ import annotations

from typing import Final

from bot.errors import Unreadable
from bot.presses.press import Handler, Press
from bot.screens.challenge import LEVELS_OFFERED
from bot.tables.invitations import Show, screen_of
from data.records import Invitation


async def accept(press: Press) -> None:
    """``accept``: take up a challenge, or an open one."""
    await press.app.invitations.accept(press.invitation_id, press.person, _shown_by(press))


async def decline(press: Press) -> None:
    """``decline``: turn a challenge down."""
    await press.app.invitations.decline(press.invitation_id, press.user_id, _shown_by(press))


async def withdraw(press: Press) -> None:
    """``withdraw``: take back a challenge or close a lobby."""
    await press.app.invitations.withdraw(press.invitation_id, press.user_id, _shown_by(press))


async def join(press: Press) -> None:
    """``join``: take a seat in a lobby."""
    await press.app.invitations.join(press.invitation_id, press.person, _shown_by(press))


async def leave(press: Press) -> None:
    """``leave``: give the seat in a lobby up."""
    await press.app.invitations.leave(press.invitation_id, press.user_id, _shown_by(press))


async def add_computer(press: Press) -> None:
    """``addbot``: a computer of the level chosen takes a seat."""
    level = press.control.values[0] if press.control.values else press.control.arg
    if level not in LEVELS_OFFERED:
        raise Unreadable
    await press.app.invitations.add_computer(
        press.invitation_id, press.user_id, level, _shown_by(press)
    )


async def drop_computer(press: Press) -> None:
    """``dropbot``: the computer that came last leaves."""
    await press.app.invitations.drop_computer(press.invitation_id, press.user_id, _shown_by(press))


async def begin(press: Press) -> None:
    """``begin``: the host starts the game of a full lobby."""
    await press.app.invitations.begin(press.invitation_id, press.user_id, _shown_by(press))


def _shown_by(press: Press) -> Show:
    async def show(invitation: Invitation) -> None:
        texts = await press.app.speech.public(invitation.guild_id)
        await press.reply.show(screen_of(invitation, press.app.games, texts))

    return show


HANDLERS: Final[dict[str, Handler]] = {
    "accept": accept,
    "decline": decline,
    "withdraw": withdraw,
    "join": join,
    "leave": leave,
    "addbot": add_computer,
    "dropbot": drop_computer,
    "begin": begin,
}
