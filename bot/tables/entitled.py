"""Who may do what to a challenge or a lobby, before anything is changed."""

from __future__ import annotations

from bot.errors import HostOnly, NoSuchInvitation, SeatsMissing
from data.records import Invitation


def check_challenge(invitation: Invitation) -> None:
    """Raises ``NoSuchInvitation`` for a lobby, which nobody accepts or declines."""
    if invitation.size != 2:
        raise NoSuchInvitation


def check_lobby(invitation: Invitation) -> None:
    """Raises ``NoSuchInvitation`` for a challenge, which nobody joins or leaves."""
    if invitation.size == 2:
        raise NoSuchInvitation


def check_host(invitation: Invitation, user_id: int) -> None:
    """Raises ``HostOnly`` for everybody but the person who opened it."""
    if user_id != invitation.host_id:
        raise HostOnly(name=invitation.host_name)


def check_full(invitation: Invitation) -> Invitation:
    """The invitation, if all its seats are taken; raises ``SeatsMissing``."""
    if len(invitation.seats) < invitation.size:
        raise SeatsMissing(count=len(invitation.seats))
    return invitation
