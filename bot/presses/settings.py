"""What the controls of ``/settings`` do."""

from __future__ import annotations

from typing import Final

from bot.choosing import (
    check_manager,
    choose_for_server,
    choose_mine,
    personal_screen,
    server_screen,
)
from bot.errors import Unreadable
from bot.presses.press import Handler, Press


async def choose_own(press: Press) -> None:
    """``setme``: the argument is the person's setting that was changed."""
    texts = await choose_mine(press, press.control.arg, only_value(press))
    await press.reply.show(await personal_screen(press, texts))


async def choose_server(press: Press) -> None:
    """``setserver``: the argument is the server's setting that was changed."""
    await choose_for_server(press, press.control.arg, only_value(press))
    await press.reply.show(await server_screen(press))


async def show_server(press: Press) -> None:
    """``settings``: back to the server's settings from a question."""
    check_manager(press)
    await press.reply.show(await server_screen(press))


def only_value(press: Press) -> str:
    """The one value that was chosen or typed; raises ``Unreadable``."""
    if len(press.control.values) != 1:
        raise Unreadable
    return press.control.values[0]


HANDLERS: Final[dict[str, Handler]] = {
    "setme": choose_own,
    "setserver": choose_server,
    "settings": show_server,
}
