"""Messages made, changed and deleted, by the rules Discord keeps for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

from playground import payloads
from playground.components import ComponentReader
from playground.embeds import embeds as read_embeds
from playground.errors import ApiError
from playground.forms import Form, Node
from playground.hub import Hub
from playground.mentions import Mentions, read_mentions
from playground.permissions import Permission
from playground.seen import walk
from playground.state import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    Attachment,
    Channel,
    Json,
    Message,
    World,
)

SUPPRESS_EMBEDS: Final = 1 << 2
SUPPRESS_NOTIFICATIONS: Final = 1 << 12
UPLOAD_LIMIT: Final = 10 * 1024 * 1024
OLD_AFTER: Final = 3600.0
OLD_EDITS: Final = 3
OLD_WINDOW: Final = 600.0


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart body; ``index`` is the n of ``files[n]``."""

    index: int
    filename: str
    content_type: str
    data: bytes


class Dispatch(Protocol):
    """The gateway, as far as events are concerned."""

    def __call__(self, event: str, data: Json, guild_id: int | None) -> None: ...


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a message comes from: the bot's own token, an interaction, or a person.

    ``interaction`` is Discord's ``interaction_metadata``; only then may it be ephemeral, for
    the ``user_id`` of the interaction.
    """

    author_id: int
    user_id: int | None = None
    interaction: Json | None = None
    type: int = 0
    reply_to: int | None = None


class MessageDesk:
    """The one place where messages change; it tells the hub and the gateway."""

    def __init__(self, world: World, hub: Hub, dispatch: Dispatch) -> None:
        self._world = world
        self._hub = hub
        self._dispatch = dispatch
        self._nonces: dict[tuple[int, str], Message] = {}

    def create(
        self,
        channel: Channel,
        body: Json,
        uploads: Sequence[Upload],
        origin: Origin,
        at: tuple[str, ...] = (),
    ) -> Message:
        """A new message.  Raises ApiError 50035, 50006 or 40005, and nothing is sent then.

        ``at`` is where the body stands in what was sent, for the paths of errors.
        """
        node = Node(Form(), body, at)
        nonce = str(body.get("nonce") or "")
        if nonce and body.get("enforce_nonce"):
            before = self._nonces.get((channel.id, nonce))
            if before is not None and before.id in channel.messages:
                return before
        flags = node.integer("flags", 0, 2**31 - 1) or 0
        allowed = SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2
        if origin.interaction is not None:
            allowed |= EPHEMERAL
        flags &= allowed
        message = Message(
            self._world.ids.next(),
            channel.id,
            channel.guild_id,
            origin.author_id,
            self._world.clock.now(),
            type=origin.type,
            flags=flags,
            interaction=origin.interaction,
            by_application=origin.interaction is not None,
            ephemeral_for=origin.user_id if flags & EPHEMERAL else None,
            reply_to=self._reference(node, channel) or origin.reply_to,
        )
        if message.reply_to is not None and not message.type:
            message.type = 19
        self._fill(message, node, uploads, channel)
        self._store(channel, message)
        if nonce:
            self._nonces[channel.id, nonce] = message
        return message

    def thinking(self, channel: Channel, origin: Origin, *, ephemeral: bool) -> Message:
        """The empty message that says the bot is thinking."""
        message = Message(
            self._world.ids.next(),
            channel.id,
            channel.guild_id,
            origin.author_id,
            self._world.clock.now(),
            type=origin.type,
            flags=LOADING | (EPHEMERAL if ephemeral else 0),
            interaction=origin.interaction,
            by_application=True,
            ephemeral_for=origin.user_id if ephemeral else None,
        )
        self._store(channel, message)
        return message

    def edit(
        self,
        message: Message,
        body: Json,
        uploads: Sequence[Upload] = (),
        at: tuple[str, ...] = (),
    ) -> Message:
        """Change what the body names.  Raises ApiError 50035, 50006 or 40005, unchanged then.

        A first edit of a "thinking" message is its real content.
        """
        channel = self._world.channel(message.channel_id)
        if channel.messages.get(message.id) is not message:
            raise ApiError(10008)
        node = Node(Form(), body, at)
        changed = replace(message, attachments=list(message.attachments))
        if node.has("flags"):
            flags = node.integer("flags", 0, 2**31 - 1) or 0
            if message.flags & COMPONENTS_V2 and not flags & COMPONENTS_V2:
                node.wrong(
                    "MESSAGE_FLAGS_COMPONENTS_V2_IMMUTABLE",
                    "IS_COMPONENTS_V2 cannot be removed from a message",
                    "flags",
                )
            editable = SUPPRESS_EMBEDS | COMPONENTS_V2
            changed.flags = message.flags & ~editable | flags & editable
        self._fill(changed, node, uploads, channel)
        was_thinking = message.deferred
        for name in ("content", "components", "embeds", "attachments", "mentions", "mention_roles"):
            setattr(message, name, getattr(changed, name))
        message.mention_everyone = changed.mention_everyone
        message.flags = changed.flags & ~LOADING
        if was_thinking:
            message.pinged = changed.pinged
        else:
            message.edited_at = self._world.clock.now()
        message.version += 1
        self._hub.message(message)
        self._event("MESSAGE_UPDATE", message)
        return message

    def delete(self, message: Message) -> None:
        """Raises ApiError 10008 when it is gone already."""
        channel = self._world.channel(message.channel_id)
        if channel.messages.get(message.id) is not message:
            raise ApiError(10008)
        viewers = self._world.viewers(message)
        del channel.messages[message.id]
        self._hub.deleted(message, viewers)
        if not message.ephemeral:
            gone: Json = {"id": str(message.id), "channel_id": str(message.channel_id)}
            if message.guild_id is not None:
                gone["guild_id"] = str(message.guild_id)
            self._dispatch("MESSAGE_DELETE", gone, message.guild_id)

    def dismiss(self, message: Message) -> None:
        """Its owner sweeps an ephemeral message away; the bot may still edit it, unseen."""
        viewers = self._world.viewers(message)
        message.dismissed = True
        self._hub.deleted(message, viewers)

    def charge_old_edit(self, message: Message) -> None:
        """Count an edit of a message older than an hour.

        Raises ApiError 30046 for more than three in ten minutes; Discord does not publish its
        own number, only that it is small.
        """
        now = self._world.clock.now()
        if now - message.created_at <= OLD_AFTER:
            return
        message.old_edits = [at for at in message.old_edits if at > now - OLD_WINDOW]
        if len(message.old_edits) >= OLD_EDITS:
            raise ApiError(30046, retry_after=message.old_edits[0] + OLD_WINDOW - now)
        message.old_edits.append(now)

    def _store(self, channel: Channel, message: Message) -> None:
        channel.messages[message.id] = message
        self._hub.message(message)
        self._event("MESSAGE_CREATE", message)

    def _event(self, event: str, message: Message) -> None:
        if message.ephemeral:
            return
        data = payloads.message(self._world, message)
        if message.guild_id is not None:
            data["guild_id"] = str(message.guild_id)
            guild = self._world.guilds[message.guild_id]
            if (author := guild.members.get(message.author_id)) is not None:
                data["member"] = payloads.partial_member(self._world, author)
        self._dispatch(event, data, message.guild_id)

    def _reference(self, node: Node, channel: Channel) -> int | None:
        reference = node.child("message_reference")
        if reference is None:
            return None
        ident = reference.snowflake("message_id", required=True)
        found = channel.messages.get(ident or 0)
        if found is not None and not found.ephemeral:
            return found.id
        if reference.flag("fail_if_not_exists", default=True):
            node.wrong("REPLIES_UNKNOWN_MESSAGE", "Unknown message", "message_reference")
        return None

    def _fill(
        self, message: Message, node: Node, uploads: Sequence[Upload], channel: Channel
    ) -> None:
        """Read what the body says into a message that nobody sees yet."""
        body = node.object()
        if "content" in body:
            message.content = node.text("content", 0, 2000) or ""
        if "embeds" in body:
            message.embeds = read_embeds(node)
        message.attachments = _attachments(node, message.attachments, uploads, self._world.ids.next)
        v2 = bool(message.flags & COMPONENTS_V2)
        if v2:
            self._no_legacy(message, node)
        if "components" in body:
            reader = ComponentReader(
                uploads={each.filename for each in message.attachments},
                emojis=self._world.emojis.keys(),
            )
            message.components = reader.message(node, v2=v2)
        mentions = read_mentions(node)
        node.form.check()
        permitted = self._world.permissions(channel, message.author_id)
        if (
            message.embeds
            and not message.by_application
            and not permitted & Permission.EMBED_LINKS
            and message.author_id == self._world.bot.id
        ):
            message.embeds = []
        shown = message.components if v2 else message.content or message.embeds
        if not shown and not message.attachments and not message.components:
            raise ApiError(50006)
        self._mention(message, mentions, channel)

    @staticmethod
    def _no_legacy(message: Message, node: Node) -> None:
        legacy = [name for name in ("content", "embeds") if getattr(message, name)]
        legacy += [name for name in ("sticker_ids", "poll") if node.object().get(name)]
        for name in legacy:
            node.wrong(
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
                name,
            )

    def _mention(self, message: Message, mentions: Mentions, channel: Channel) -> None:
        texts = [message.content]
        texts += [str(c["content"]) for c in walk(message.components) if c["type"] == 10]
        text = "\n".join(texts)
        users = dict.fromkeys(int(each) for each in re.findall(r"<@!?(\d+)>", text))
        roles = dict.fromkeys(int(each) for each in re.findall(r"<@&(\d+)>", text))
        may = self._world.permissions(channel, message.author_id) & Permission.MENTION_EVERYONE
        message.mentions = [each for each in users if mentions.user(each)]
        message.mention_roles = [each for each in roles if mentions.role(each)]
        called = "@everyone" in text or "@here" in text
        message.mention_everyone = bool(called and may and mentions.everyone)
        if message.reply_to is not None and mentions.replied_user:
            replied = channel.messages.get(message.reply_to)
            if replied is not None and replied.author_id not in message.mentions:
                message.mentions.append(replied.author_id)
        viewers = self._world.viewers(message)
        reached = viewers if message.mention_everyone else viewers & set(message.mentions)
        quiet = message.flags & SUPPRESS_NOTIFICATIONS
        message.pinged = frozenset() if quiet else reached - {message.author_id}


def _attachments(
    node: Node,
    before: list[Attachment],
    uploads: Sequence[Upload],
    next_id: Callable[[], int],
) -> list[Attachment]:
    """The attachments after this body: those kept, then the new ones.

    Without the field all old ones stay.  Raises ApiError 40005 for more than 10 MiB.
    """
    if sum(len(each.data) for each in uploads) > UPLOAD_LIMIT:
        raise ApiError(40005)
    listed = node.items("attachments", 0, 10)
    kept = list(before) if node.child("attachments") is None else []
    described: dict[int, Node] = {}
    known = {each.id: each for each in before}
    indices = {each.index for each in uploads}
    for each in listed:
        ident = each.snowflake("id", required=True)
        if ident in known:
            kept.append(known[ident])
        elif ident in indices:
            described[ident] = each
        elif ident is not None:
            each.wrong("ATTACHMENT_NOT_FOUND", "There is no such attachment", "id")
    for upload in uploads:
        own = described.get(upload.index)
        name = own.text("filename", 1, 260) if own is not None else None
        kept.append(
            Attachment(
                next_id(),
                re.sub(r"[^\w.\-]", "_", name or upload.filename),
                upload.content_type,
                upload.data,
                own.text("description", 0, 1024) if own is not None else None,
            )
        )
    if len(kept) > 10:
        node.wrong("BASE_TYPE_MAX_LENGTH", "Must be 10 or fewer in length.", "attachments")
    return kept
