"""Posting a table again in the channel in which somebody asks for it."""

from __future__ import annotations

from typing import Final

from bot.errors import PermissionsMissing
from bot.permissions import missing_permissions
from bot.request import Request
from bot.screens.parts import jump_url
from bot.sending import Trouble, Undeliverable
from bot.tables.table import Table
from bot.texts import marked

_FAILED: Final = {
    Trouble.UNREACHABLE: marked("I may not post in this channel. The game stays where it was."),
    Trouble.ARCHIVED: marked("This thread is archived. The game stays where it was."),
}
_LATER: Final = marked(
    "Discord does not take the table just now. The game stays where it was; please try again "
    "in a moment."
)


async def move_table(request: Request, table: Table) -> str:
    """Post the table here, which also continues a paused game; the words for whoever asked.

    Raises ``PermissionsMissing`` before anything happens, ``StorageError``.
    """
    missing = missing_permissions(request.interaction)
    if missing:
        raise PermissionsMissing(missing=request.texts.listing(missing))
    try:
        await request.app.tables.move(table, request.channel_id)
    except Undeliverable as error:
        return request.texts(_FAILED.get(error.trouble, _LATER))
    link = jump_url(table.guild_id, table.channel_id, table.message_id)
    return request.texts("The table is now [here]({link}).", link=link)
