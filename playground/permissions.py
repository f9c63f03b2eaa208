"""Permission bits and how they add up in a channel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntFlag
from typing import Final, Literal


class Permission(IntFlag):
    """The permissions that text channels, threads and application commands look at."""

    KICK_MEMBERS = 1 << 1
    BAN_MEMBERS = 1 << 2
    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    SEND_TTS_MESSAGES = 1 << 12
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    USE_EXTERNAL_EMOJIS = 1 << 18
    MANAGE_ROLES = 1 << 28
    MANAGE_WEBHOOKS = 1 << 29
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


EVERYTHING: Final = (1 << 53) - 1
EVERYONE: Final = int(
    Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.ADD_REACTIONS
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.USE_EXTERNAL_EMOJIS
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)


@dataclass(slots=True)
class Overwrite:
    """What a channel allows and denies a role (kind 0) or one member (kind 1)."""

    id: int
    kind: Literal[0, 1]
    allow: int = 0
    deny: int = 0


def bits(names: Iterable[str]) -> int:
    """Names such as ``"SEND_MESSAGES"`` as bits.  Raises KeyError for an unknown one."""
    return sum({int(Permission[name.upper()]) for name in names})


def in_channel(
    base: int,
    *,
    everyone: int,
    roles: Iterable[int],
    member: int,
    overwrites: Mapping[int, Overwrite],
) -> int:
    """A member's permissions in a channel, by the order Discord documents.

    ``base`` are the member's permissions in the server, ``everyone`` the id of the role all
    have.  Administrators pass every overwrite; without VIEW_CHANNEL nothing remains.
    """
    if base & Permission.ADMINISTRATOR:
        return EVERYTHING
    if (own := overwrites.get(everyone)) is not None:
        base = base & ~own.deny | own.allow
    allow = deny = 0
    for role in roles:
        if (own := overwrites.get(role)) is not None:
            allow |= own.allow
            deny |= own.deny
    base = base & ~deny | allow
    if (own := overwrites.get(member)) is not None:
        base = base & ~own.deny | own.allow
    return base if base & Permission.VIEW_CHANNEL else 0
