"""Games looked back on: stepping through one, showing a page to all, turning the list of them."""

from __future__ import annotations

import re
from typing import Final

import discord

from bot.errors import MayNotWrite, NoSuchGame, Unreadable
from bot.history import past_games
from bot.presses.press import Handler, Press
from bot.replaying.showing import share_page, show_page
from bot.screens.history import history, read_query
from bot.screens.replay import read_spot
from bot.screens.replay_stages import Spot

# A game's number in a made-up value may be anything; databases count in 64 bits.
_NUMBER: Final = re.compile(r"[0-9]{1,15}")


async def look_back(press: Press) -> None:
    """``lookback``: open a finished game in a message of one's own, at a spot or the beginning."""
    spot = read_spot(press.control.arg) if press.control.arg else Spot()
    await show_page(press, _game(press), _there(spot))


async def look(press: Press) -> None:
    """``look``: another place of the game; a select names it by its value."""
    values = press.control.values
    named = values[0] if values else press.control.arg
    await show_page(press, _game(press), _there(read_spot(named)))


async def share(press: Press) -> None:
    """``share``: the place for everybody in the channel, if the presser may write there."""
    may = press.interaction.permissions
    in_thread = isinstance(press.interaction.channel, discord.Thread)
    if not (
        may.administrator or (may.send_messages_in_threads if in_thread else may.send_messages)
    ):
        raise MayNotWrite
    await share_page(press, _game(press), _there(read_spot(press.control.arg)))


async def turn(press: Press) -> None:
    """``past``: another page of the list of past games, or other games."""
    query = read_query(press.control, press.app.games.screens)
    if query is None:
        raise Unreadable
    await press.reply.show(history(await past_games(press, query), press.texts))


async def open_one(press: Press) -> None:
    """``pastopen``: a game was chosen from the list; the list stays."""
    values = press.control.values
    if len(values) != 1 or not _NUMBER.fullmatch(values[0]):
        raise Unreadable
    await show_page(press, int(values[0]), Spot())


def _game(press: Press) -> int:
    if press.control.id is None:
        raise NoSuchGame
    return press.control.id


def _there(spot: Spot | None) -> Spot:
    if spot is None:
        raise Unreadable
    return spot


HANDLERS: Final[dict[str, Handler]] = {
    "lookback": look_back,
    "look": look,
    "share": share,
    "past": turn,
    "pastopen": open_one,
}
IN_PLACE: Final = frozenset({"look", "past"})
"""Those whose answer takes the place of the page that was pressed."""
