"""Calls about channels, threads, messages, servers and members, by the bot's own token."""

from __future__ import annotations

from typing import Final

from playground import payloads
from playground.errors import ApiError
from playground.forms import Form, Node
from playground.messages import Dispatch, MessageDesk, Origin
from playground.permissions import Permission
from playground.rest import Ask, Reply, Route
from playground.state import PUBLIC_THREAD, Channel, Guild, Json, Message, World

_ME: Final = "/channels/{channel_id}/thread-members/@me"


class ChannelCalls:
    """``/channels`` and ``/guilds``; every call is held against the bot's permissions."""

    def __init__(self, world: World, messages: MessageDesk, dispatch: Dispatch) -> None:
        self._world = world
        self._messages = messages
        self._dispatch = dispatch

    def routes(self) -> list[Route]:
        """What to mount."""
        channel = "/channels/{channel_id}"
        messages = channel + "/messages"
        message = messages + "/{message_id}"
        guild = "/guilds/{guild_id}"
        return [
            Route("GET", channel, self._get_channel),
            Route("PATCH", channel, self._edit_channel),
            Route("DELETE", channel, self._delete_channel),
            Route("POST", channel + "/typing", self._typing),
            Route("GET", messages, self._list_messages),
            Route("POST", messages, self._create_message),
            Route("GET", message, self._get_message),
            Route("PATCH", message, self._edit_message),
            Route("DELETE", message, self._delete_message),
            Route("POST", channel + "/threads", self._create_thread),
            Route("POST", message + "/threads", self._create_thread),
            Route("PUT", _ME, self._join_thread),
            Route("DELETE", _ME, self._join_thread),
            Route("GET", guild, self._get_guild),
            Route("GET", guild + "/channels", self._list_channels),
            Route("GET", guild + "/roles", self._list_roles),
            Route("GET", guild + "/threads/active", self._active_threads),
            Route("GET", guild + "/members/{user_id}", self._get_member),
        ]

    # Access

    def _bot_permissions(self, channel: Channel) -> int:
        return self._world.permissions(channel, self._world.bot.id)

    def _channel(self, ask: Ask, *needed: Permission) -> Channel:
        """The channel, when the bot sees it (50001) and has what is needed (50013)."""
        channel = self._world.channel(ask.id("channel_id"))
        guild = self._world.guild_of(channel)
        if guild is not None and not guild.bot_present:
            raise ApiError(50001)
        held = self._bot_permissions(channel)
        if not held & Permission.VIEW_CHANNEL:
            raise ApiError(50001)
        for each in needed:
            if not held & each:
                raise ApiError(50013)
        return channel

    def _message(self, ask: Ask, channel: Channel) -> Message:
        """A message that is not ephemeral: those cannot be reached by their channel."""
        found = channel.messages.get(ask.id("message_id"))
        if found is None or found.ephemeral:
            raise ApiError(10008)
        return found

    # Messages

    def _get_message(self, ask: Ask) -> object:
        channel = self._channel(ask)
        if not self._bot_permissions(channel) & Permission.READ_MESSAGE_HISTORY:
            raise ApiError(50001)
        return payloads.message(self._world, self._message(ask, channel))

    def _list_messages(self, ask: Ask) -> object:
        channel = self._channel(ask)
        if not self._bot_permissions(channel) & Permission.READ_MESSAGE_HISTORY:
            return []
        form = Form()
        query = Node(form, {k: int(v) if v.isdecimal() else v for k, v in ask.query.items()})
        limit = query.integer("limit", 1, 100) or 50
        before, after = query.snowflake("before"), query.snowflake("after")
        around = query.snowflake("around")
        form.check()
        there = [each for each in channel.messages.values() if not each.ephemeral]
        if after is not None:
            there = [each for each in there if each.id > after][:limit]
        elif around is not None:
            half = limit // 2
            first = sum(each.id < around for each in there)
            there = there[max(0, first - half) : first + half + 1]
        elif before is not None:
            there = [each for each in there if each.id < before]
        return [payloads.message(self._world, each) for each in reversed(there[-limit:])]

    def _create_message(self, ask: Ask) -> object:
        channel = self._channel(ask)
        held = self._bot_permissions(channel)
        send = (
            Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
        )
        if not held & send or (ask.uploads and not held & Permission.ATTACH_FILES):
            raise ApiError(50013)
        if channel.recipient is not None and not self._world.users[channel.recipient].accepts_dms:
            raise ApiError(50007)
        if channel.locked and not held & Permission.MANAGE_THREADS:
            raise ApiError(50083 if channel.archived else 160005)
        body = ask.object()
        if body.get("message_reference") and not held & Permission.READ_MESSAGE_HISTORY:
            raise ApiError(50013)
        message = self._messages.create(channel, body, ask.uploads, Origin(self._world.bot.id))
        if channel.archived:
            channel.archived = False
            self._thread_event("THREAD_UPDATE", channel)
        return payloads.message(self._world, message)

    def _edit_message(self, ask: Ask) -> object:
        channel = self._channel(ask)
        message = self._message(ask, channel)
        if message.author_id != self._world.bot.id:
            raise ApiError(50005)
        if channel.archived:
            raise ApiError(50083)
        if ask.uploads and not self._bot_permissions(channel) & Permission.ATTACH_FILES:
            raise ApiError(50013)
        self._messages.charge_old_edit(message)
        self._messages.edit(message, ask.object(), ask.uploads)
        return payloads.message(self._world, message)

    def _delete_message(self, ask: Ask) -> object:
        channel = self._channel(ask)
        message = self._message(ask, channel)
        if channel.archived:
            raise ApiError(50083)
        own = message.author_id == self._world.bot.id
        if not own and not self._bot_permissions(channel) & Permission.MANAGE_MESSAGES:
            raise ApiError(50013)
        self._messages.delete(message)

    def _typing(self, ask: Ask) -> object:
        self._channel(ask, Permission.SEND_MESSAGES)

    # Channels and threads

    def _get_channel(self, ask: Ask) -> object:
        return payloads.channel(self._world, self._channel(ask))

    def _edit_channel(self, ask: Ask) -> object:
        channel = self._channel(ask)
        form = Form()
        node = Node(form, ask.object())
        name = node.text("name", 1, 100)
        held = self._bot_permissions(channel)
        if not channel.is_thread:
            if not held & Permission.MANAGE_CHANNELS:
                raise ApiError(50013)
            form.check()
            channel.name = name or channel.name
            self._dispatch(
                "CHANNEL_UPDATE", payloads.channel(self._world, channel), channel.guild_id
            )
            return payloads.channel(self._world, channel)
        archived = node.flag("archived", channel.archived)
        locked = node.flag("locked", channel.locked)
        form.check()
        manager = held & Permission.MANAGE_THREADS
        if channel.archived and archived:
            raise ApiError(50083)
        if not manager and (channel.locked or locked != channel.locked):
            raise ApiError(50013)
        mine = channel.owner_id == self._world.bot.id
        reopening = channel.archived and held & Permission.SEND_MESSAGES_IN_THREADS
        if not (manager or mine or reopening):
            raise ApiError(50013)
        channel.name, channel.archived, channel.locked = name or channel.name, archived, locked
        self._thread_event("THREAD_UPDATE", channel)
        return payloads.channel(self._world, channel)

    def _delete_channel(self, ask: Ask) -> object:
        channel = self._channel(ask)
        needed = Permission.MANAGE_THREADS if channel.is_thread else Permission.MANAGE_CHANNELS
        guild = self._world.guild_of(channel)
        if guild is None or not self._bot_permissions(channel) & needed:
            raise ApiError(50013)
        payload = payloads.channel(self._world, channel)
        del guild.channels[channel.id]
        self._dispatch(
            "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE", payload, guild.id
        )
        return payload

    def _create_thread(self, ask: Ask) -> object:
        parent = self._channel(ask, Permission.CREATE_PUBLIC_THREADS)
        if parent.guild_id is None or parent.is_thread:
            raise ApiError(50024)
        form = Form()
        name = Node(form, ask.object()).text("name", 1, 100, required=True)
        form.check()
        guild = self._world.guild(parent.guild_id)
        ident = self._world.ids.next()
        if "message_id" in ask.params:
            ident = self._message(ask, parent).id
            if ident in guild.channels:
                raise ApiError(160004)
        thread = Channel(
            ident,
            guild.id,
            name or "",
            PUBLIC_THREAD,
            parent_id=parent.id,
            owner_id=self._world.bot.id,
        )
        guild.channels[ident] = thread
        self._thread_event("THREAD_CREATE", thread)
        return Reply(201, payloads.channel(self._world, thread) | {"member": self._me(thread)})

    def _me(self, thread: Channel) -> Json:
        return {
            "id": str(thread.id),
            "user_id": str(self._world.bot.id),
            "join_timestamp": self._world.clock.iso(),
            "flags": 0,
        }

    def _join_thread(self, ask: Ask) -> object:
        if not self._channel(ask).is_thread:
            raise ApiError(50024)

    def _thread_event(self, event: str, thread: Channel) -> None:
        payload = payloads.channel(self._world, thread) | {"newly_created": event[-6:] == "CREATE"}
        self._dispatch(event, payload, thread.guild_id)

    # Servers

    def _guild(self, ask: Ask) -> Guild:
        return self._world.guild(ask.id("guild_id"))

    def _get_guild(self, ask: Ask) -> object:
        return payloads.guild(self._world, self._guild(ask))

    def _list_channels(self, ask: Ask) -> object:
        channels = self._guild(ask).channels.values()
        return [payloads.channel(self._world, each) for each in channels if not each.is_thread]

    def _list_roles(self, ask: Ask) -> object:
        return [payloads.role(each) for each in self._guild(ask).roles.values()]

    def _active_threads(self, ask: Ask) -> object:
        threads = [
            each
            for each in self._guild(ask).channels.values()
            if each.is_thread and not each.archived
        ]
        found = [payloads.channel(self._world, each) for each in threads]
        return {"threads": found, "members": [], "has_more": False}

    def _get_member(self, ask: Ask) -> object:
        guild = self._guild(ask)
        if (found := guild.members.get(ask.id("user_id"))) is None:
            raise ApiError(10007)
        return payloads.member(self._world, found)
