"""Beginning something: a challenge, a lobby, or a game against the computer at once."""

from __future__ import annotations

import discord

from bot.errors import (
    AgainstBot,
    AgainstOneself,
    OpponentBlind,
    TwoOpponents,
)
from bot.paces import known_pace
from bot.request import Request
from bot.screens.models import Level
from bot.starters import check_start
from bot.tables.invitations import CHALLENGE_LIFE, LOBBY_LIFE, screen_of
from bot.tables.opening import Place, full_options, prepare
from data.errors import StorageError
from data.records import InvitedSeat, NewInvitation, Options, Seat, StoredGame


def check_opponent(request: Request, opponent: discord.Member) -> None:
    """Raises a ``Refusal`` for somebody who cannot be challenged in this channel."""
    name = opponent.display_name
    if opponent.id == request.user_id:
        raise AgainstOneself
    if opponent.bot:
        raise AgainstBot(name=name)
    allowed = opponent.resolved_permissions
    if allowed is not None and not allowed.view_channel:
        raise OpponentBlind(name=name)


async def start_two(
    request: Request,
    kind: str,
    options: Options,
    opponent: discord.Member | None,
    computer: Level | None,
    pace: str | None = None,
) -> None:
    """Challenge somebody, anybody (neither given), or begin against the computer.

    ``pace`` is what was chosen (``None``: nothing, see ``pace_for``).
    """
    await check_start(request)
    options = full_options(kind, options, request.app.games)
    if opponent is not None and computer is not None:
        raise TwoOpponents
    if opponent is not None:
        check_opponent(request, opponent)
    if computer is not None:
        seats = (request.person, InvitedSeat("", None, computer))
        await start_now(request, kind, options, seats, pace=pace)
        return
    challenged = None if opponent is None else InvitedSeat(opponent.display_name, opponent.id)
    await post_invitation(request, kind, options, (request.person,), challenged, pace=pace)


async def pace_for(request: Request, chosen: str | None) -> str | None:
    """The pace of a game between people: what was ``chosen``, else the server's (``None``: none).

    Against computers alone nobody waits, so there is a clock only if somebody chooses one.
    """
    if chosen is not None:
        return known_pace(chosen)
    return known_pace((await request.app.db.servers.settings(request.guild_id)).pace)


async def post_invitation(
    request: Request,
    kind: str,
    options: Options,
    seats: tuple[InvitedSeat, ...],
    opponent: InvitedSeat | None = None,
    previous: int | None = None,
    pace: str | None = None,
) -> None:
    """Store an invitation and post it as the answer.  ``request.reply`` is a public one."""
    size = request.app.games.rules[kind].seats
    now = request.app.clock.now()
    invitation = await request.app.invitations.open(
        NewInvitation(
            kind=kind,
            options=options,
            guild_id=request.guild_id,
            channel_id=request.channel_id,
            host_id=request.user_id,
            host_name=request.interaction.user.display_name,
            opponent_id=None if opponent is None else opponent.user_id,
            opponent_name=None if opponent is None else opponent.name,
            seats=seats,
            size=size,
            created_at=now,
            expires_at=now + (CHALLENGE_LIFE if size == 2 else LOBBY_LIFE),
            previous=previous,
            pace=await pace_for(request, pace),
        )
    )
    texts = await request.app.speech.public(request.guild_id)
    message_id = await request.reply.show(
        screen_of(invitation, request.app.games, texts),
        notify=await _to_notify(request, opponent),
    )
    await request.app.invitations.placed(invitation, message_id)


async def _to_notify(request: Request, opponent: InvitedSeat | None) -> int | None:
    """The challenged person, unless that person wants no notifications."""
    if opponent is None or opponent.user_id is None:
        return None
    try:
        wanted = (await request.app.db.people.settings(opponent.user_id)).pings
    except StorageError:
        wanted = True
    return opponent.user_id if wanted else None


async def start_now(
    request: Request,
    kind: str,
    options: Options,
    seats: tuple[InvitedSeat, ...],
    previous: StoredGame | None = None,
    pace: str | None = None,
) -> None:
    """Begin a game at once; its table is the answer.  Raises ``RematchExists``."""
    app = request.app
    sitting = [
        Seat(number, seat.user_id, seat.level, seat.name or None)
        for number, seat in enumerate(seats)
    ]
    place = Place(request.guild_id, request.channel_id, app.clock.now())
    new = prepare(kind, options, sitting, place, app.seeds(), previous, app.games, known_pace(pace))
    table = await app.tables.get(await app.db.games.create(new))
    await app.tables.present(table, request.reply.show)
