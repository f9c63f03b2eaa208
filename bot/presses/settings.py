"""What the controls of ``/settings`` do."""

from __future__ import annotations

from typing import Final

import discord

from bot.choosing import (
    check_manager,
    choose_for_server,
    choose_mine,
    personal_screen,
    server_screen,
)
from bot.errors import Unreadable
from bot.presses.press import Handler, Press
from bot.privacy import ask_to_wipe, wipe
from bot.screens.settings import season_form, wipe_form
from bot.seasons import announce_again, ask_to_end, end_season, start_season
from bot.starters import choose_starting


async def choose_own(press: Press) -> None:
    """``setme``: the argument is the person's setting that was changed."""
    texts = await choose_mine(press, press.control.arg, only_value(press))
    await press.reply.show(await personal_screen(press, texts))


async def choose_server(press: Press) -> None:
    """``setserver``: the argument is the server's setting that was changed."""
    check_manager(press)
    await choose_for_server(press, press.control.arg, only_value(press))
    await press.reply.show(await server_screen(press))


async def choose_start(press: Press) -> None:
    """``setstart``: who may start games, or where; the argument says which of both."""
    await choose_starting(press, press.control.arg, press.control.values)
    await press.reply.show(await server_screen(press))


async def show_server(press: Press) -> None:
    """``settings``: back to the server's settings from a question."""
    check_manager(press)
    await press.reply.show(await server_screen(press))


async def name_season(press: Press) -> None:
    """``season``: ask for the name of a new season."""
    check_manager(press)
    await _ask(press, season_form(press.texts))


async def begin_season(press: Press) -> None:
    """``seasonname``: the name was typed."""
    check_manager(press)
    await start_season(press, only_value(press))


async def finish_season(press: Press) -> None:
    """``seasonover``: end the season ``id`` for real."""
    await end_season(press, press.control.id)


async def tell_season(press: Press) -> None:
    """``seasontell``: announce the podium of the ended season ``id`` again."""
    await announce_again(press, press.control.id)


async def name_server(press: Press) -> None:
    """``wipename``: ask for the server's name before its data are removed."""
    check_manager(press)
    await _ask(press, wipe_form(press.guild_name, press.texts))


async def remove_all(press: Press) -> None:
    """``wipeall``: the server's name was typed."""
    check_manager(press)
    await wipe(press, only_value(press))


async def _ask(press: Press, form: discord.ui.Modal) -> None:
    if not await press.reply.ask(form):
        # A form can only be the first answer, and the bot was too slow for it.
        await press.tell(press.texts("That took me too long. Please press again."))


def only_value(press: Press) -> str:
    """The one value that was chosen or typed; raises ``Unreadable``."""
    if len(press.control.values) != 1:
        raise Unreadable
    return press.control.values[0]


HANDLERS: Final[dict[str, Handler]] = {
    "setme": choose_own,
    "setserver": choose_server,
    "setstart": choose_start,
    "settings": show_server,
    "season": name_season,
    "seasonname": begin_season,
    "seasonend": ask_to_end,
    "seasonover": finish_season,
    "seasontell": tell_season,
    "wipe": ask_to_wipe,
    "wipename": name_server,
    "wipeall": remove_all,
}
