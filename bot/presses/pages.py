"""Turning pages in place: rulebook and help."""

from __future__ import annotations

import re
from typing import Final

from bot.boards import board_of
from bot.errors import Unreadable
from bot.presses.press import Handler, Press
from bot.screens.board import board
from bot.screens.help import help_page
from bot.screens.rules import rules
from bot.screens.standing import BoardQuery

_ARGUMENT: Final = re.compile(r"(rules|board)-([a-z]+)-([0-9]{1,4})|help-([0-9]{1,4})")


async def turn(press: Press) -> None:
    """``page``: the argument says of what, and which."""
    match = _ARGUMENT.fullmatch(press.control.arg)
    if match is None:
        raise Unreadable
    book, kind, page, help_number = match.groups()
    games = press.app.games.screens
    if help_number is not None:
        await press.reply.show(help_page(int(help_number), press.texts))
    elif book == "rules" and kind in games:
        await press.reply.show(rules(games[kind], int(page), press.texts))
    elif book == "board" and (kind == "all" or kind in games):
        # Drawn by an earlier version; boards have verbs of their own now.
        query = BoardQuery(None if kind == "all" else kind, page=int(page))
        await press.reply.show(board(await board_of(press, query), press.texts))
    else:
        raise Unreadable


HANDLERS: Final[dict[str, Handler]] = {"page": turn}
