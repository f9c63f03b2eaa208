"""State as the JSON objects Discord sends."""

from __future__ import annotations

from playground.permissions import EVERYTHING
from playground.state import (
    DM,
    EPHEMERAL,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Json,
    Member,
    Message,
    Role,
    User,
    World,
)


def user(of: User) -> Json:
    """A user object."""
    return {
        "id": str(of.id),
        "username": of.username,
        "discriminator": "0000" if of.bot else "0",
        "global_name": of.global_name,
        "avatar": None,
        "avatar_decoration_data": None,
        "banner": None,
        "accent_color": None,
        "public_flags": 0,
        "flags": 0,
        "primary_guild": None,
        "bot": of.bot,
    }


def member(world: World, of: Member, permissions: int | None = None) -> Json:
    """A member with its user, and with its permissions in a channel when they are given."""
    payload: Json = {"user": user(of.user), **partial_member(world, of)}
    if permissions is not None:
        payload["permissions"] = str(permissions)
    return payload


def partial_member(world: World, of: Member) -> Json:
    """A member without its user, as ``resolved`` has it."""
    return {
        "avatar": None,
        "banner": None,
        "communication_disabled_until": None,
        "flags": 0,
        "joined_at": world.clock.iso(of.joined_at),
        "nick": of.nick,
        "pending": False,
        "premium_since": None,
        "roles": [str(role) for role in of.roles],
        "mute": False,
        "deaf": False,
    }


def role(of: Role) -> Json:
    """A role object."""
    payload: Json = {
        "id": str(of.id),
        "name": of.name,
        "permissions": str(of.permissions),
        "position": of.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": of.managed_by is not None,
        "mentionable": False,
        "icon": None,
        "unicode_emoji": None,
        "flags": 0,
    }
    if of.managed_by is not None:
        payload["tags"] = {"bot_id": str(of.managed_by)}
    return payload


def channel(world: World, of: Channel, permissions: int | None = None) -> Json:
    """A channel, thread or conversation, with the asker's permissions in an interaction."""
    last = next(reversed(of.messages), None)
    payload: Json = {
        "id": str(of.id),
        "type": of.type,
        "last_message_id": None if last is None else str(last),
        "flags": 0,
    }
    if of.type == DM:
        payload["recipients"] = [user(world.users[of.recipient])] if of.recipient else []
    else:
        payload |= {
            "guild_id": str(of.guild_id),
            "name": of.name,
            "parent_id": None if of.parent_id is None else str(of.parent_id),
            "rate_limit_per_user": 0,
            "last_pin_timestamp": None,
        }
    if of.is_thread:
        payload |= {
            "owner_id": str(of.owner_id),
            "message_count": len(of.messages),
            "member_count": 1,
            "total_message_sent": len(of.messages),
            "thread_metadata": {
                "archived": of.archived,
                "locked": of.locked,
                "auto_archive_duration": 1440,
                "archive_timestamp": world.clock.iso(),
                "create_timestamp": world.clock.iso(),
            },
        }
    elif of.type != DM:
        payload |= {
            "position": of.position,
            "topic": None,
            "nsfw": False,
            "permission_overwrites": [
                {
                    "id": str(each.id),
                    "type": each.kind,
                    "allow": str(each.allow),
                    "deny": str(each.deny),
                }
                for each in of.overwrites.values()
            ],
        }
    if permissions is not None:
        payload["permissions"] = str(permissions)
    return payload


def guild(world: World, of: Guild) -> Json:
    """A server as ``GET /guilds/{id}`` has it."""
    return {
        "id": str(of.id),
        "name": of.name,
        "icon": None,
        "description": None,
        "home_header": None,
        "splash": None,
        "discovery_splash": None,
        "features": [],
        "banner": None,
        "owner_id": str(of.owner_id),
        "application_id": None,
        "region": "deprecated",
        "afk_channel_id": None,
        "afk_timeout": 300,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "widget_channel_id": None,
        "verification_level": 0,
        "roles": [role(each) for each in of.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_presences": None,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "vanity_url_code": None,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": of.locale,
        "rules_channel_id": None,
        "safety_alerts_channel_id": None,
        "public_updates_channel_id": None,
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
        "incidents_data": None,
        "approximate_member_count": len(of.members),
        "approximate_presence_count": len(of.members),
    }


def guild_create(world: World, of: Guild) -> Json:
    """A server as GUILD_CREATE has it without the members intent: the bot is its only member."""
    channels = of.channels.values()
    bot = of.members.get(world.bot.id)
    return guild(world, of) | {
        "joined_at": world.clock.iso(of.created_at),
        "large": False,
        "unavailable": False,
        "member_count": len(of.members),
        "members": [] if bot is None else [member(world, bot)],
        "channels": [channel(world, each) for each in channels if not each.is_thread],
        "threads": [
            channel(world, each) for each in channels if each.is_thread and not each.archived
        ],
        "voice_states": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(world: World, of: Attachment, message_of: Message) -> Json:
    """An attachment with addresses that the stand-in serves."""
    url = f"{world.base_url}/attachments/{message_of.channel_id}/{of.id}/{of.filename}"
    payload: Json = {
        "id": str(of.id),
        "filename": of.filename,
        "size": len(of.data),
        "url": url,
        "proxy_url": url,
        "content_type": of.content_type,
    }
    if of.description is not None:
        payload["description"] = of.description
    if message_of.flags & EPHEMERAL:
        payload["ephemeral"] = True
    return payload


def _component(world: World, of: Json, message_of: Message) -> Json:
    """A component with its ``attachment://`` addresses resolved."""
    resolved = dict(of)
    for key in ("components", "items"):
        if key in of:
            resolved[key] = [_component(world, each, message_of) for each in of[key]]
    if "accessory" in of:
        resolved["accessory"] = _component(world, of["accessory"], message_of)
    for key in ("media", "file"):
        if key in of:
            resolved[key] = _media(world, str(of[key]["url"]), message_of)
    if "file" in of:
        name = str(of["file"]["url"]).removeprefix("attachment://")
        size = next((len(a.data) for a in message_of.attachments if a.filename == name), 0)
        resolved |= {"name": name, "size": size}
    return resolved


def _media(world: World, url: str, message_of: Message) -> Json:
    name = url.removeprefix("attachment://")
    for each in message_of.attachments:
        if url.startswith("attachment://") and each.filename == name:
            full = attachment(world, each, message_of)
            return {
                "id": full["id"],
                "url": full["url"],
                "proxy_url": full["url"],
                "width": None,
                "height": None,
                "content_type": each.content_type,
                "attachment_id": str(each.id),
            }
    return {"id": "0", "url": url, "proxy_url": url, "width": None, "height": None}


def message(world: World, of: Message) -> Json:
    """A message object, whole, as REST answers and interactions carry it."""
    payload: Json = {
        "id": str(of.id),
        "channel_id": str(of.channel_id),
        "type": of.type,
        "content": of.content,
        "author": user(world.users[of.author_id]),
        "timestamp": world.clock.iso(of.created_at),
        "edited_timestamp": None if of.edited_at is None else world.clock.iso(of.edited_at),
        "tts": False,
        "mention_everyone": of.mention_everyone,
        "mentions": [user(world.users[each]) for each in of.mentions if each in world.users],
        "mention_roles": [str(each) for each in of.mention_roles],
        "attachments": [attachment(world, each, of) for each in of.attachments],
        "embeds": of.embeds,
        "components": [_component(world, each, of) for each in of.components],
        "flags": of.flags,
        "pinned": False,
    }
    if of.by_application:
        payload |= {"webhook_id": str(world.bot.id), "application_id": str(world.bot.id)}
    if of.interaction is not None:
        payload["interaction_metadata"] = of.interaction
    if of.reply_to is not None:
        payload["message_reference"] = {
            "type": 0,
            "message_id": str(of.reply_to),
            "channel_id": str(of.channel_id),
        }
        if of.guild_id is not None:
            payload["message_reference"]["guild_id"] = str(of.guild_id)
    return payload


def emoji(world: World, of: Emoji) -> Json:
    """An application emoji."""
    return {
        "id": str(of.id),
        "name": of.name,
        "user": user(world.bot),
        "roles": [],
        "require_colons": True,
        "managed": False,
        "animated": of.animated,
        "available": True,
    }


def application(world: World, guild_count: int) -> Json:
    """The bot's own application; its owner is the user nobody plays."""
    owner = User(world.bot.id - 1, "owner", "Owner")
    return {
        "id": str(world.bot.id),
        "name": world.bot.username,
        "icon": None,
        "description": "",
        "type": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "bot": user(world.bot),
        "bot_public": True,
        "bot_require_code_grant": False,
        "redirect_uris": [],
        "rpc_origins": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(owner),
        "team": None,
        "hook": True,
        "summary": "",
        "approximate_guild_count": guild_count,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": ["bot", "applications.commands"],
        "integration_types_config": {"0": {}},
        "install_params": {"scopes": ["bot"], "permissions": str(EVERYTHING)},
    }
