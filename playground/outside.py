"""What happens to a server from outside: members, channels and rights come and go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from playground import payloads
from playground.gateway import Gateway
from playground.hub import Hub
from playground.interactions import InteractionDesk
from playground.messages import MessageDesk
from playground.people import Person
from playground.permissions import Overwrite, bits
from playground.seen import Seen
from playground.state import PUBLIC_THREAD, Channel, Guild, Json, Role, User, World

Whom = Literal["bot", "everyone"] | Person


class Outside:
    """The hands of administrators and of fate; each act sends the events Discord would send."""

    def __init__(
        self,
        world: World,
        hub: Hub,
        gateway: Gateway,
        messages: MessageDesk,
        interactions: InteractionDesk,
    ) -> None:
        self.world = world
        self.hub = hub
        self.gateway = gateway
        self.messages = messages
        self.interactions = interactions
        self.people: dict[int, Person] = {}

    # People

    def add_person(
        self,
        name: str,
        guild: Guild | None = None,
        *,
        user_id: int | None = None,
        locale: str = "en-US",
        bot: bool = False,
    ) -> Person:
        """A new member of a server (the first one by default); ``bot`` for another bot account."""
        user = User(
            self.world.ids.next() if user_id is None else user_id,
            name.lower().replace(" ", "_"),
            name,
            bot,
            locale,
        )
        person = Person(self.world, self.hub, self.messages, self.interactions, user)
        self.people[user.id] = person
        self.join(person, next(iter(self.world.guilds.values())) if guild is None else guild)
        return person

    def join(self, person: Person, guild: Guild) -> None:
        """A person joins a server."""
        member = self.world.add_member(guild, person.user)
        event = payloads.member(self.world, member) | {"guild_id": str(guild.id)}
        self.gateway.dispatch("GUILD_MEMBER_ADD", event, guild.id)

    def leave(self, person: Person, guild: Guild) -> None:
        """A member leaves or is kicked.  Raises KeyError for one who is not in."""
        del guild.members[person.id]
        gone: Json = {"guild_id": str(guild.id), "user": payloads.user(person.user)}
        self.gateway.dispatch("GUILD_MEMBER_REMOVE", gone, guild.id)

    # Servers

    def add_guild(
        self,
        name: str,
        *,
        guild_id: int | None = None,
        channels: Iterable[str] = ("general",),
        people: Iterable[Person] = (),
        locale: str = "en-US",
    ) -> Guild:
        """Another server with the bot in it; its shard follows from its id."""
        ident = self.world.ids.next() if guild_id is None else guild_id
        # The owner is nobody of the playground: an owner passes every permission.
        guild = self.world.add_guild(ident, name, self.world.bot.id - 1, locale)
        for each in channels:
            self._new_channel(guild, each)
        for person in people:
            self.world.add_member(guild, person.user)
        self.gateway.send_guild(guild)
        return guild

    def delete_guild(self, guild: Guild) -> None:
        """The server is deleted: its channels answer 10003 and it 10004 from now on."""
        del self.world.guilds[guild.id]
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id)

    def remove_bot(self, guild: Guild) -> None:
        """The bot is kicked: everything there answers 50001 from now on."""
        guild.bot_present = False
        guild.members.pop(self.world.bot.id, None)
        self.gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id)

    def invite_bot(self, guild: Guild) -> None:
        """The bot is added again, with the role it had."""
        guild.bot_present = True
        member = self.world.add_member(guild, self.world.bot)
        member.roles[:] = [role.id for role in guild.roles.values() if role.managed_by is not None]
        self.gateway.send_guild(guild)

    def set_available(self, guild: Guild, available: bool) -> None:
        """An outage of one server, or its end."""
        guild.available = available
        self.gateway.send_guild(guild)

    # Channels

    def _new_channel(self, guild: Guild, name: str, channel_id: int | None = None) -> Channel:
        ident = self.world.ids.next() if channel_id is None else channel_id
        channel = Channel(ident, guild.id, name, position=len(guild.channels))
        guild.channels[ident] = channel
        return channel

    def add_channel(self, name: str, guild: Guild, *, channel_id: int | None = None) -> Channel:
        """A new text channel."""
        channel = self._new_channel(guild, name, channel_id)
        payload = payloads.channel(self.world, channel)
        self.gateway.dispatch("CHANNEL_CREATE", payload, guild.id)
        return channel

    def delete_channel(self, channel: Channel) -> None:
        """A channel and its threads are deleted; they answer 10003 from now on."""
        guild = self.world.guild_of(channel)
        if guild is None:
            raise ValueError("a direct conversation cannot be deleted")
        for thread in [c for c in guild.channels.values() if c.parent_id == channel.id]:
            self.delete_channel(thread)
        viewers = {m.id: self.world.viewers(m) for m in channel.messages.values()}
        payload = payloads.channel(self.world, channel)
        del guild.channels[channel.id]
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        self.gateway.dispatch(event, payload, guild.id)
        for message in channel.messages.values():
            self.hub.deleted(message, viewers[message.id])

    def add_thread(self, parent: Channel, name: str, owner: Person) -> Channel:
        """A public thread that a person opens."""
        thread = Channel(
            self.world.ids.next(),
            parent.guild_id,
            name,
            PUBLIC_THREAD,
            parent_id=parent.id,
            owner_id=owner.id,
        )
        if parent.guild_id is None:
            raise ValueError("direct conversations have no threads")
        self.world.guilds[parent.guild_id].channels[thread.id] = thread
        self._thread("THREAD_CREATE", thread)
        return thread

    def archive(self, thread: Channel, *, archived: bool = True, locked: bool = False) -> None:
        """Archive, lock or reopen a thread."""
        thread.archived, thread.locked = archived, locked
        self._thread("THREAD_UPDATE", thread)

    def _thread(self, event: str, thread: Channel) -> None:
        self.gateway.dispatch(event, payloads.channel(self.world, thread), thread.guild_id)

    def delete_message(self, message: Seen | int) -> None:
        """A moderator deletes a message.  Raises LookupError when there is none."""
        ident = message if isinstance(message, int) else message.id
        for channel in self.world.channels():
            if (found := channel.messages.get(ident)) is not None:
                self.messages.delete(found)
                return
        raise LookupError(f"no message {ident}")

    # Rights

    def set_permissions(
        self,
        channel: Channel,
        *,
        allow: Iterable[str] = (),
        deny: Iterable[str] = (),
        who: Whom = "bot",
    ) -> None:
        """Set a channel's overwrite, with names such as ``"SEND_MESSAGES"``; empty removes it.

        Raises KeyError for a permission that has no such name.
        """
        overwrite = Overwrite(*self._target(channel, who), bits(allow), bits(deny))
        channel.overwrites.pop(overwrite.id, None)
        if overwrite.allow or overwrite.deny:
            channel.overwrites[overwrite.id] = overwrite
        payload = payloads.channel(self.world, channel)
        self.gateway.dispatch("CHANNEL_UPDATE", payload, channel.guild_id)

    def set_bot_role(self, guild: Guild, names: Iterable[str]) -> None:
        """Give the bot's own role and @everyone exactly these permissions in the server."""
        for role in guild.roles.values():
            if role.managed_by is not None or role.id == guild.id:
                role.permissions = bits(names)
                data: Json = {"guild_id": str(guild.id), "role": payloads.role(role)}
                self.gateway.dispatch("GUILD_ROLE_UPDATE", data, guild.id)

    def appoint(
        self, person: Person, guild: Guild, names: Iterable[str], role: str = "Managers"
    ) -> None:
        """Give a member a new role of this name with these permissions in the whole server.

        Raises KeyError for a permission that has no such name, and for one who is not in.
        """
        member = guild.members[person.id]
        made = Role(self.world.ids.next(), role, bits(names), len(guild.roles))
        guild.roles[made.id] = made
        member.roles.append(made.id)
        about: Json = {"guild_id": str(guild.id)}
        self.gateway.dispatch("GUILD_ROLE_CREATE", about | {"role": payloads.role(made)}, guild.id)
        changed = payloads.member(self.world, member) | about
        self.gateway.dispatch("GUILD_MEMBER_UPDATE", changed, guild.id)

    def _target(self, channel: Channel, who: Whom) -> tuple[int, Literal[0, 1]]:
        if channel.guild_id is None:
            raise ValueError("direct conversations have no overwrites")
        if who == "everyone":
            return channel.guild_id, 0
        return (self.world.bot.id if who == "bot" else who.id), 1
