"""What the bot may do in a channel, from what each interaction says about it."""

from __future__ import annotations

from typing import Final

import discord

#: Attribute of ``discord.Permissions`` -> Discord's own English name, as its settings show it.
NEEDED: Final = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "read_message_history": "Read Message History",
}
IN_THREADS: Final = {"send_messages_in_threads": "Send Messages in Threads"}


def needed_permissions(interaction: discord.Interaction) -> dict[str, str]:
    """What a table needs in the channel of this interaction."""
    if isinstance(interaction.channel, discord.Thread):
        rest = {key: name for key, name in NEEDED.items() if key != "send_messages"}
        return {**rest, **IN_THREADS}
    return dict(NEEDED)


def missing_permissions(interaction: discord.Interaction) -> tuple[str, ...]:
    """The names of all permissions that are missing for a table in this channel."""
    granted = interaction.app_permissions
    return tuple(
        name
        for attribute, name in needed_permissions(interaction).items()
        if not getattr(granted, attribute)
    )
