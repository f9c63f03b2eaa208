"""Interactions: sent to the bot, answered once within three seconds, alive for 15 minutes."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from playground import payloads
from playground.errors import ApiError
from playground.forms import Form, Node
from playground.handles import Answer, Handle, Modal
from playground.hub import Hub
from playground.messages import Dispatch, MessageDesk, Origin, Upload
from playground.modals import modal as read_modal
from playground.seen import snapshot
from playground.state import EPHEMERAL, Channel, Json, Message, User, World

COMMAND: Final = 2
COMPONENT: Final = 3
AUTOCOMPLETE: Final = 4
MODAL_SUBMIT: Final = 5

LIFETIME: Final = 15 * 60.0


@dataclass(slots=True, eq=False)
class Interaction:
    """One interaction.  ``source`` is the message that was pressed, if any.

    ``original`` is what ``@original`` names, ``sent`` all messages its token may touch.
    """

    id: int
    token: str
    type: int
    user: User
    channel: Channel
    data: Json
    created_at: float
    source: Message | None
    metadata: Json
    handle: Handle
    answered: int | None = None
    failed: bool = False
    original: Message | None = None
    sent: dict[int, Message] = field(default_factory=dict[int, Message])


class InteractionDesk:
    """Starts interactions for people and takes the bot's answers to them."""

    def __init__(
        self,
        world: World,
        hub: Hub,
        messages: MessageDesk,
        dispatch: Dispatch,
        answer_within: float = 3.0,
    ) -> None:
        self._world = world
        self._hub = hub
        self._messages = messages
        self._dispatch = dispatch
        self._answer_within = answer_within
        self._by_id: dict[int, Interaction] = {}
        self._by_token: dict[str, Interaction] = {}
        self._timers: set[asyncio.Task[None]] = set()
        self.modals: dict[tuple[int, str], Modal] = {}

    def start(
        self,
        user: User,
        channel: Channel,
        kind: int,
        data: Json,
        *,
        source: Message | None = None,
        triggered_by: int | None = None,
    ) -> Handle:
        """Send an interaction to the bot; it fails by itself when no answer comes."""
        self._forget_old()
        ident = self._world.ids.next()
        token = secrets.token_urlsafe(64)
        interaction = Interaction(
            ident,
            token,
            kind,
            user,
            channel,
            data,
            self._world.clock.now(),
            source,
            self._metadata(ident, kind, user, channel, data, source, triggered_by),
            Handle(ident, token),
        )
        if source is not None:
            interaction.sent[source.id] = source
        self._by_id[ident] = self._by_token[token] = interaction
        timer = asyncio.create_task(self._expire(interaction))
        self._timers.add(timer)
        timer.add_done_callback(self._timers.discard)
        self._dispatch("INTERACTION_CREATE", self._payload(interaction), channel.guild_id)
        return interaction.handle

    def answer(
        self, interaction_id: int, token: str, body: Json, uploads: Sequence[Upload]
    ) -> Json:
        """The first answer; gives the body of an answer ``with_response``.

        Raises ApiError 10062 (unknown, or later than three seconds), 40060 (answered before)
        or 50035.
        """
        interaction = self._by_id.get(interaction_id)
        if interaction is None or not secrets.compare_digest(interaction.token, token):
            raise ApiError(10062)
        if interaction.answered is not None:
            raise ApiError(40060)
        late = self._world.clock.now() - interaction.created_at > self._answer_within
        if late or interaction.failed:
            raise ApiError(10062)
        form = Form()
        node = Node(form, body)
        kind = node.choice("type", _allowed(interaction), required=True)
        form.check()
        data = node.child("data") or Node(form, {}, ("data",))
        flags = data.integer("flags", 0, 2**31 - 1) or 0
        form.check()
        if kind in (4, 5):
            answer = self._new_message(interaction, kind, data.object(), uploads, flags)
        elif kind in (6, 7):
            answer = self._update(interaction, kind, data.object(), uploads)
        elif kind == 8:
            answer = self._choices(interaction, data)
        else:
            answer = self._modal(interaction, data)
        interaction.answered = kind
        interaction.handle.resolve(answer)
        return self._callback_response(interaction, kind or 0)

    def find(self, application_id: int, token: str) -> Interaction:
        """The interaction of a webhook call.

        Raises ApiError 10015 for another application or before the first answer, 50027 when
        the token is unknown or older than 15 minutes.
        """
        if application_id != self._world.bot.id:
            raise ApiError(10015)
        interaction = self._by_token.get(token)
        if interaction is None:
            raise ApiError(50027)
        if self._world.clock.now() - interaction.created_at > LIFETIME:
            raise ApiError(50027)
        if interaction.answered is None:
            raise ApiError(10015)
        return interaction

    def message(self, interaction: Interaction, which: str) -> Message:
        """``@original`` or a message id; raises ApiError 10008 for one that is not its own."""
        if which == "@original":
            found = interaction.original
        else:
            found = interaction.sent.get(int(which)) if which.isdecimal() else None
        if found is None or found.id not in self._world.channel(found.channel_id).messages:
            raise ApiError(10008)
        return found

    def follow_up(self, interaction: Interaction, body: Json, uploads: Sequence[Upload]) -> Message:
        """Another message; the first one after "thinking" takes that message's place."""
        original = interaction.original
        there = original is not None and original.id in interaction.channel.messages
        if interaction.answered == 5 and original is not None and original.deferred and there:
            return self._messages.edit(original, body, uploads)
        metadata = dict(interaction.metadata)
        if original is not None:
            metadata["original_response_message_id"] = str(original.id)
        origin = Origin(
            self._world.bot.id,
            interaction.user.id,
            metadata,
            reply_to=None if original is None else original.id,
        )
        message = self._messages.create(interaction.channel, body, uploads, origin)
        interaction.sent[message.id] = message
        return message

    async def close(self) -> None:
        """Stop the timers; whoever still waits reads that the bot did not answer."""
        for interaction in self._by_id.values():
            self._fail(interaction)
        for timer in tuple(self._timers):
            timer.cancel()
        await asyncio.gather(*self._timers, return_exceptions=True)

    async def _expire(self, interaction: Interaction) -> None:
        await self._world.clock.sleep_until(interaction.created_at + self._answer_within)
        self._fail(interaction)

    @staticmethod
    def _fail(interaction: Interaction) -> None:
        if interaction.answered is None:
            interaction.failed = True
            text = (
                "The application did not respond"
                if interaction.type == COMMAND
                else "This interaction failed"
            )
            interaction.handle.resolve(Answer("failed", error=text))

    def _forget_old(self) -> None:
        horizon = self._world.clock.now() - LIFETIME
        old: list[Interaction] = []
        for each in self._by_id.values():
            if each.created_at >= horizon:
                break
            old.append(each)
        for each in old:
            del self._by_id[each.id], self._by_token[each.token]

    def _metadata(
        self,
        ident: int,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        source: Message | None,
        triggered_by: int | None,
    ) -> Json:
        found: Json = {
            "id": str(ident),
            "type": kind,
            "user": payloads.user(user),
            "authorizing_integration_owners": _owners(channel),
        }
        if kind == COMPONENT and source is not None:
            found["interacted_message_id"] = str(source.id)
        if kind == COMMAND:
            # Sent by Discord though its description leaves it out; clients show it.
            found["name"] = _full_name(data)
        if kind == MODAL_SUBMIT and triggered_by is not None:
            trigger = self._by_id.get(triggered_by)
            if trigger is not None:
                found["triggering_interaction_metadata"] = trigger.metadata
        return found

    def _payload(self, interaction: Interaction) -> Json:
        world, channel, user = self._world, interaction.channel, interaction.user
        permissions = world.permissions(channel, user.id)
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(world.bot.id),
            "type": interaction.type,
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel": payloads.channel(world, channel, permissions),
            "channel_id": str(channel.id),
            "app_permissions": str(world.permissions(channel, world.bot.id)),
            "locale": user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": _owners(channel),
            "context": 1 if channel.guild_id is None else 0,
            "attachment_size_limit": 10 * 1024 * 1024,
        }
        guild = world.guild_of(channel)
        if guild is None:
            payload["user"] = payloads.user(user)
        else:
            payload |= {
                "guild_id": str(guild.id),
                "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
                "guild_locale": guild.locale,
                "member": payloads.member(world, guild.members[user.id], permissions),
            }
        if interaction.source is not None:
            payload["message"] = payloads.message(world, interaction.source)
        return payload

    def _new_message(
        self,
        interaction: Interaction,
        kind: int,
        data: Json,
        uploads: Sequence[Upload],
        flags: int,
    ) -> Answer:
        origin = Origin(
            self._world.bot.id,
            interaction.user.id,
            interaction.metadata,
            type=20 if interaction.type == COMMAND else 0,
        )
        if kind == 4:
            message = self._messages.create(interaction.channel, data, uploads, origin, ("data",))
        else:
            ephemeral = bool(flags & EPHEMERAL)
            message = self._messages.thinking(interaction.channel, origin, ephemeral=ephemeral)
        interaction.original = message
        interaction.sent[message.id] = message
        return Answer("message" if kind == 4 else "thinking", snapshot(self._world, message))

    def _update(
        self, interaction: Interaction, kind: int, data: Json, uploads: Sequence[Upload]
    ) -> Answer:
        source = interaction.source
        if source is None:
            raise ApiError(10008)
        if kind == 7:
            self._messages.edit(source, data, uploads, ("data",))
        interaction.original = source
        return Answer("update" if kind == 7 else "nothing", snapshot(self._world, source))

    def _choices(self, interaction: Interaction, data: Node) -> Answer:
        found: list[Json] = []
        for each in data.items("choices", 0, 25, required=True):
            value = each.object().get("value")
            if isinstance(value, str):
                each.text("value", 1, 100, required=True)
            elif value is None:
                each.wrong("BASE_TYPE_REQUIRED", "This field is required", "value")
            found.append({"name": each.text("name", 1, 100, required=True), "value": value})
        data.form.check()
        self._hub.private(
            "choices", interaction.user.id, interaction.channel.id, {"choices": found}
        )
        return Answer("choices", choices=found)

    def _modal(self, interaction: Interaction, data: Node) -> Answer:
        json = read_modal(data)
        opened = Modal(
            json,
            interaction.channel.id,
            None if interaction.source is None else snapshot(self._world, interaction.source),
            interaction.id,
        )
        self.modals[interaction.user.id, opened.custom_id] = opened
        self._hub.private("modal", interaction.user.id, interaction.channel.id, json)
        return Answer("modal", modal=opened)

    def _callback_response(self, interaction: Interaction, kind: int) -> Json:
        original = interaction.original
        about: Json = {"id": str(interaction.id), "type": interaction.type}
        response: Json = {"interaction": about}
        if original is not None:
            about |= {
                "response_message_id": str(original.id),
                "response_message_loading": original.deferred,
                "response_message_ephemeral": original.ephemeral,
            }
            if kind in (4, 7):
                response["resource"] = {
                    "type": kind,
                    "message": payloads.message(self._world, original),
                }
        return response


def _full_name(data: Json) -> str:
    """A command with its subcommands, ``game list``."""
    names = [str(data["name"])]
    options: list[Json] = data.get("options") or []
    while options and options[0]["type"] in {1, 2}:
        names.append(str(options[0]["name"]))
        options = options[0].get("options") or []
    return " ".join(names)


def _owners(channel: Channel) -> Json:
    return {"0": "0" if channel.guild_id is None else str(channel.guild_id)}


def _allowed(interaction: Interaction) -> frozenset[int]:
    """The answers that a kind of interaction may get."""
    if interaction.type == AUTOCOMPLETE:
        return frozenset({8})
    kinds = {4, 5}
    if interaction.source is not None:
        kinds |= {6, 7}
    if interaction.type != MODAL_SUBMIT:
        kinds.add(9)
    return frozenset(kinds)
