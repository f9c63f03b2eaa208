"""Calls about the bot itself: login, gateway, its application, emojis and commands."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

from playground import payloads
from playground.commands import CommandDesk
from playground.errors import ApiError
from playground.forms import Form, Node, as_list
from playground.gateway import Gateway
from playground.hub import Event, Hub
from playground.rest import Ask, Reply, Route
from playground.state import DM, Channel, Emoji, Json, World

_IMAGE_LIMIT: Final = 256 * 1024
_EMOJI_LIMIT: Final = 2000
_MAGIC: Final = {
    b"\x89PNG\r\n\x1a\n": "png",
    b"\xff\xd8\xff": "jpeg",
    b"GIF8": "gif",
    b"RIFF": "webp",
}


class ApplicationCalls:
    """``/users/@me``, ``/gateway``, ``/applications`` and ``/oauth2``."""

    def __init__(self, world: World, gateway: Gateway, hub: Hub, shards: int = 1) -> None:
        self._world = world
        self._gateway = gateway
        self._hub = hub
        self._commands = CommandDesk(world)
        self.shards = shards

    def routes(self) -> list[Route]:
        """What to mount."""
        emojis = "/applications/{application_id}/emojis"
        commands = "/applications/{application_id}/commands"
        in_guild = "/applications/{application_id}/guilds/{guild_id}/commands"
        routes = [
            Route("GET", "/users/@me", self._me),
            Route("GET", "/users/@me/guilds", self._guilds),
            Route("DELETE", "/users/@me/guilds/{guild_id}", self._leave),
            Route("POST", "/users/@me/channels", self._open_dm),
            Route("GET", "/users/{user_id}", self._user),
            Route("GET", "/gateway", lambda _: {"url": self._gateway.url}),
            Route("GET", "/gateway/bot", self._gateway_bot),
            Route("GET", "/oauth2/applications/@me", self._application),
            Route("GET", "/applications/@me", self._application),
            Route("PATCH", "/applications/@me", self._application),
            Route("GET", emojis, self._list_emojis),
            Route("POST", emojis, self._create_emoji),
            Route("GET", emojis + "/{emoji_id}", self._get_emoji),
            Route("PATCH", emojis + "/{emoji_id}", self._rename_emoji),
            Route("DELETE", emojis + "/{emoji_id}", self._delete_emoji),
        ]
        for base in (commands, in_guild):
            routes += [
                Route("GET", base, self._list_commands),
                Route("PUT", base, self._replace_commands),
                Route("POST", base, self._upsert_command),
                Route("GET", base + "/{command_id}", self._get_command),
                Route("PATCH", base + "/{command_id}", self._edit_command),
                Route("DELETE", base + "/{command_id}", self._delete_command),
            ]
        return routes

    def _own(self, ask: Ask) -> None:
        if ask.id("application_id") != self._world.bot.id:
            raise ApiError(10002)

    def _me(self, _: Ask) -> object:
        return payloads.user(self._world.bot) | {
            "verified": True,
            "mfa_enabled": False,
            "locale": "en-US",
            "email": None,
        }

    def _user(self, ask: Ask) -> object:
        if (found := self._world.users.get(ask.id("user_id"))) is None:
            raise ApiError(10013)
        return payloads.user(found)

    def _guilds(self, ask: Ask) -> object:
        form = Form()
        after = Node(form, dict(ask.query)).snowflake("after") or 0
        form.check()
        there = [each for each in self._world.guilds.values() if each.bot_present]
        found: list[Json] = []
        for each in sorted(there, key=lambda guild: guild.id):
            if each.id > after:
                held = self._world.base_permissions(each, self._world.bot.id)
                about: Json = {"id": str(each.id), "name": each.name, "icon": None, "banner": None}
                found.append(about | {"owner": False, "permissions": str(held), "features": []})
        return found

    def _leave(self, ask: Ask) -> object:
        guild = self._world.guild(ask.id("guild_id"))
        guild.bot_present = False
        guild.members.pop(self._world.bot.id, None)
        self._gateway.dispatch("GUILD_DELETE", {"id": str(guild.id)}, guild.id)
        return None

    def _open_dm(self, ask: Ask) -> object:
        form = Form()
        user_id = Node(form, ask.object()).snowflake("recipient_id", required=True)
        form.check()
        user = self._world.users.get(user_id or 0)
        if user is None:
            raise ApiError(10013)
        if user.bot:
            raise ApiError(50007)
        for channel in self._world.dms.values():
            if channel.recipient == user.id:
                return payloads.channel(self._world, channel)
        channel = Channel(self._world.ids.next(), None, "", DM, recipient=user.id)
        self._world.dms[channel.id] = channel
        return payloads.channel(self._world, channel)

    def _gateway_bot(self, _: Ask) -> object:
        limit = {"total": 1000, "remaining": 999, "reset_after": 86_400_000, "max_concurrency": 1}
        return {"url": self._gateway.url, "shards": self.shards, "session_start_limit": limit}

    def _application(self, _: Ask) -> object:
        return payloads.application(self._world, len(self._world.guilds))

    # Emojis

    def _list_emojis(self, ask: Ask) -> object:
        self._own(ask)
        return {"items": [payloads.emoji(self._world, e) for e in self._world.emojis.values()]}

    def _emoji(self, ask: Ask) -> Emoji:
        self._own(ask)
        if (found := self._world.emojis.get(ask.id("emoji_id"))) is None:
            raise ApiError(10014)
        return found

    def _get_emoji(self, ask: Ask) -> object:
        return payloads.emoji(self._world, self._emoji(ask))

    def _name(self, node: Node) -> str:
        name = node.text("name", 2, 32, required=True) or ""
        if name and not re.fullmatch(r"\w+", name, re.ASCII):
            node.wrong("STRING_TYPE_REGEX", "String value did not match validation regex.", "name")
        if any(each.name == name for each in self._world.emojis.values()):
            node.wrong("APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "Name is already taken", "name")
        return name

    def _create_emoji(self, ask: Ask) -> object:
        self._own(ask)
        form = Form()
        node = Node(form, ask.object())
        name = self._name(node)
        image = _image(node, node.text("image", 1, 4 * _IMAGE_LIMIT, required=True) or "")
        form.check()
        if len(self._world.emojis) >= _EMOJI_LIMIT:
            raise ApiError(30008, status=400, message="Maximum number of emojis reached (2000)")
        emoji = Emoji(self._world.ids.next(), name, image.startswith(b"GIF8"), image)
        self._world.emojis[emoji.id] = emoji
        return Reply(201, payloads.emoji(self._world, emoji))

    def _rename_emoji(self, ask: Ask) -> object:
        emoji = self._emoji(ask)
        form = Form()
        name = self._name(Node(form, ask.object()))
        form.check()
        emoji.name = name
        return payloads.emoji(self._world, emoji)

    def _delete_emoji(self, ask: Ask) -> object:
        del self._world.emojis[self._emoji(ask).id]

    # Commands

    def _scope(self, ask: Ask) -> int | None:
        self._own(ask)
        if "guild_id" not in ask.params:
            return None
        return self._world.guild(ask.id("guild_id")).id

    def _changed(self) -> None:
        self._hub.everybody(Event("commands"))

    def _list_commands(self, ask: Ask) -> object:
        return list(self._commands.all(self._scope(ask)).values())

    def _replace_commands(self, ask: Ask) -> object:
        scope = self._scope(ask)
        bodies = as_list(ask.body)
        if bodies is None:
            raise ApiError(50109)
        stored = self._commands.replace(scope, bodies)
        self._changed()
        return stored

    def _upsert_command(self, ask: Ask) -> object:
        stored, new = self._commands.upsert(self._scope(ask), ask.object())
        self._changed()
        return Reply(201 if new else 200, stored)

    def _get_command(self, ask: Ask) -> object:
        return self._commands.get(self._scope(ask), ask.id("command_id"))

    def _edit_command(self, ask: Ask) -> object:
        stored = self._commands.edit(self._scope(ask), ask.id("command_id"), ask.object())
        self._changed()
        return stored

    def _delete_command(self, ask: Ask) -> object:
        self._commands.delete(self._scope(ask), ask.id("command_id"))
        self._changed()


def _image(node: Node, uri: str) -> bytes:
    """The bytes of a ``data:image/...;base64,`` address of at most 256 KiB."""
    found = re.fullmatch(r"data:image/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/=]+)", uri)
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    if not any(data.startswith(magic) for magic in _MAGIC):
        node.wrong("IMAGE_INVALID", "Invalid image data", "image")
    if len(data) > _IMAGE_LIMIT:
        node.wrong("BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.", "image")
    return data
