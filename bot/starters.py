"""Who may start games on a server, and in which channels, as its managers chose."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.auditing import audited
from bot.choosing import check_manager
from bot.errors import NotInThisChannel, NotStarter, PermissionsMissing, Unreadable
from bot.permissions import missing_permissions
from bot.preferences import STARTING, starting_of
from bot.request import Request
from bot.screens.settings import MOST_CHOSEN
from data.records import ServerSettings


async def check_start(request: Request) -> None:
    """Raises a ``Refusal`` if this person may not start a game here, before anything is begun.

    ``PermissionsMissing`` lists what the bot lacks; ``NotInThisChannel``, ``NotStarter``.  Threads
    go with their channel, and who manages the server may always start.
    """
    missing = missing_permissions(request.interaction)
    if missing:
        raise PermissionsMissing(missing=request.texts.listing(missing))
    chosen = starting_of(await request.app.db.servers.settings(request.guild_id))
    if chosen.channels and not _here(request) & set(chosen.channels):
        channels = request.texts.listing((f"<#{each}>" for each in chosen.channels), style="or")
        raise NotInThisChannel(channels=channels)
    if chosen.roles and not request.interaction.permissions.manage_guild:
        person = request.interaction.user
        roles = person.roles if isinstance(person, discord.Member) else ()
        if not {role.id for role in roles} & set(chosen.roles):
            named = request.texts.listing((f"<@&{each}>" for each in chosen.roles), style="or")
            raise NotStarter(roles=named)


def _here(request: Request) -> set[int | None]:
    channel = request.interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return {request.channel_id, parent}


async def choose_starting(request: Request, key: str, values: tuple[str, ...]) -> None:
    """Change who may start games (``roles``) or where (``channels``); none of them: all.

    Raises ``NotManager``, and ``Unreadable`` for what cannot be chosen.
    """
    check_manager(request)
    name = STARTING.get(key)
    readable = all(value.isascii() and value.isdecimal() and len(value) <= 20 for value in values)
    if name is None or len(values) > MOST_CHOSEN or not readable:
        raise Unreadable
    servers = request.app.db.servers
    settings = await servers.settings(request.guild_id)
    more = {**settings.more, name: list(values)}
    changed = replace(settings, more=more)
    await servers.choose(request.guild_id, changed)
    audited(request, f"set {key}", old=_told(settings, key), new=_told(changed, key))


def _told(settings: ServerSettings, key: str) -> str:
    chosen = starting_of(settings)
    return ", ".join(str(each) for each in (chosen.roles if key == "roles" else chosen.channels))
