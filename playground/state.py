"""What the stand-in remembers: servers, channels, people, messages, commands.

All of it is in memory and belongs to one event loop; nothing here speaks HTTP.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from playground.clock import Clock
from playground.errors import ApiError
from playground.permissions import EVERYONE, EVERYTHING, Overwrite, Permission, in_channel
from playground.snowflakes import Snowflakes

Json: TypeAlias = dict[str, Any]

TEXT: Final = 0
DM: Final = 1
PUBLIC_THREAD: Final = 11
EPHEMERAL: Final = 1 << 6
LOADING: Final = 1 << 7
COMPONENTS_V2: Final = 1 << 15


@dataclass(slots=True)
class User:
    """An account.  ``locale`` is the language of its client."""

    id: int
    username: str
    global_name: str | None = None
    bot: bool = False
    locale: str = "en-US"
    accepts_dms: bool = True


@dataclass(slots=True)
class Role:
    """A role; the one with the server's own id is @everyone."""

    id: int
    name: str
    permissions: int
    position: int = 0
    managed_by: int | None = None


@dataclass(slots=True)
class Member:
    """A user in a server."""

    user: User
    joined_at: float
    roles: list[int] = field(default_factory=list[int])
    nick: str | None = None


@dataclass(slots=True)
class Attachment:
    """An uploaded file."""

    id: int
    filename: str
    content_type: str
    data: bytes
    description: str | None = None


@dataclass(slots=True)
class Message:
    """A message.  ``ephemeral_for`` names the one person who may see it.

    ``version`` counts its edits, ``pinged`` whom it notified when it was sent.
    """

    id: int
    channel_id: int
    guild_id: int | None
    author_id: int
    created_at: float
    type: int = 0
    content: str = ""
    components: list[Json] = field(default_factory=list[Json])
    embeds: list[Json] = field(default_factory=list[Json])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    flags: int = 0
    edited_at: float | None = None
    mentions: list[int] = field(default_factory=list[int])
    mention_roles: list[int] = field(default_factory=list[int])
    mention_everyone: bool = False
    pinged: frozenset[int] = frozenset()
    reply_to: int | None = None
    interaction: Json | None = None
    by_application: bool = False
    ephemeral_for: int | None = None
    dismissed: bool = False
    version: int = 0
    old_edits: list[float] = field(default_factory=list[float])

    @property
    def ephemeral(self) -> bool:
        return self.ephemeral_for is not None

    @property
    def deferred(self) -> bool:
        """Whether the bot is still "thinking"."""
        return bool(self.flags & LOADING)


@dataclass(slots=True)
class Channel:
    """A text channel, a thread (``parent_id`` set) or a direct conversation (``recipient``)."""

    id: int
    guild_id: int | None
    name: str
    type: int = TEXT
    position: int = 0
    parent_id: int | None = None
    owner_id: int | None = None
    recipient: int | None = None
    archived: bool = False
    locked: bool = False
    overwrites: dict[int, Overwrite] = field(default_factory=dict[int, Overwrite])
    messages: dict[int, Message] = field(default_factory=dict[int, Message])

    @property
    def is_thread(self) -> bool:
        return self.type == PUBLIC_THREAD


@dataclass(slots=True)
class Guild:
    """A server.  The bot may have been removed from it while people are still there."""

    id: int
    name: str
    owner_id: int
    created_at: float
    locale: str = "en-US"
    bot_present: bool = True
    available: bool = True
    roles: dict[int, Role] = field(default_factory=dict[int, Role])
    channels: dict[int, Channel] = field(default_factory=dict[int, Channel])
    members: dict[int, Member] = field(default_factory=dict[int, Member])


@dataclass(slots=True)
class Emoji:
    """An application emoji."""

    id: int
    name: str
    animated: bool
    image: bytes


class World:
    """Everything there is, and who may do what in it."""

    def __init__(self, clock: Clock, bot: User) -> None:
        self.clock = clock
        self.ids = Snowflakes(clock)
        self.bot = bot
        self.users: dict[int, User] = {bot.id: bot}
        self.guilds: dict[int, Guild] = {}
        self.dms: dict[int, Channel] = {}
        self.emojis: dict[int, Emoji] = {}
        self.commands: dict[int | None, dict[int, Json]] = {None: {}}
        self.base_url = ""

    def add_guild(self, guild_id: int, name: str, owner_id: int, locale: str = "en-US") -> Guild:
        """A server with its @everyone role, and the bot in it under a role of its own."""
        guild = Guild(guild_id, name, owner_id, self.clock.now(), locale)
        guild.roles[guild_id] = Role(guild_id, "@everyone", EVERYONE)
        role = Role(guild_id + 1, self.bot.username, EVERYONE, 1, self.bot.id)
        guild.roles[role.id] = role
        self.guilds[guild_id] = guild
        self.add_member(guild, self.bot).roles.append(role.id)
        return guild

    def add_member(self, guild: Guild, user: User) -> Member:
        """A user joins a server; nothing happens if he is in already."""
        self.users[user.id] = user
        return guild.members.setdefault(user.id, Member(user, self.clock.now()))

    def channels(self) -> Iterator[Channel]:
        """Every channel, thread and conversation."""
        for guild in self.guilds.values():
            yield from guild.channels.values()
        yield from self.dms.values()

    def channel(self, channel_id: int) -> Channel:
        """Raises ApiError 10003 when there is none."""
        for guild in self.guilds.values():
            if (found := guild.channels.get(channel_id)) is not None:
                return found
        if (found := self.dms.get(channel_id)) is not None:
            return found
        raise ApiError(10003)

    def guild(self, guild_id: int) -> Guild:
        """Raises ApiError 10004 when there is none, 50001 when the bot is not in it."""
        if (found := self.guilds.get(guild_id)) is None:
            raise ApiError(10004)
        if not found.bot_present:
            raise ApiError(50001)
        return found

    def guild_of(self, channel: Channel) -> Guild | None:
        """The server of a channel; None for a direct conversation."""
        return None if channel.guild_id is None else self.guilds.get(channel.guild_id)

    def base_permissions(self, guild: Guild, user_id: int) -> int:
        """A member's permissions in the server, 0 for one who is not in it."""
        member = guild.members.get(user_id)
        if member is None:
            return 0
        if user_id == guild.owner_id:
            return EVERYTHING
        total = guild.roles[guild.id].permissions
        for role_id in member.roles:
            if (role := guild.roles.get(role_id)) is not None:
                total |= role.permissions
        return EVERYTHING if total & Permission.ADMINISTRATOR else total

    def permissions(self, channel: Channel, user_id: int) -> int:
        """A member's permissions in a channel; a thread has those of its parent."""
        guild = self.guild_of(channel)
        if guild is None:
            inside = user_id in (channel.recipient, self.bot.id)
            return EVERYONE if inside else 0
        member = guild.members.get(user_id)
        if member is None:
            return 0
        if user_id == guild.owner_id:
            return EVERYTHING
        parent = guild.channels.get(channel.parent_id or channel.id, channel)
        return in_channel(
            self.base_permissions(guild, user_id),
            everyone=guild.id,
            roles=member.roles,
            member=user_id,
            overwrites=parent.overwrites,
        )

    def sees(self, user_id: int, channel: Channel) -> bool:
        """Whether a person may look into a channel."""
        return bool(self.permissions(channel, user_id) & Permission.VIEW_CHANNEL)

    def viewers(self, message: Message) -> frozenset[int]:
        """Who may see a message now, the bot not counted."""
        try:
            channel = self.channel(message.channel_id)
        except ApiError:
            return frozenset()
        if message.dismissed:
            return frozenset()
        if message.ephemeral_for is not None:
            return frozenset({message.ephemeral_for})
        guild = self.guild_of(channel)
        people: Iterable[int] = [channel.recipient or 0] if guild is None else guild.members.keys()
        return frozenset(
            person for person in people if person != self.bot.id and self.sees(person, channel)
        )
