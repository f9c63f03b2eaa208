"""Leaderboards and profiles: turning pages, and asking for others in place."""

from __future__ import annotations

from typing import Final

from bot.boards import board_of
from bot.errors import Unreadable
from bot.presses.press import Handler, Press
from bot.profiles import show_profile
from bot.screens.board import board
from bot.screens.standing import BoardQuery, read_query


async def show_board(press: Press) -> None:
    """``board`` and ``boardby``: the argument is the whole query."""
    await _show(press, _asked(press))


async def choose_game(press: Press) -> None:
    """``boardgame``: another game was chosen; ``all`` for all of them."""
    await _chosen(press, "{value}-{period}-{order}-{opponents}-0")


async def choose_time(press: Press) -> None:
    """``boardtime``: another time or a season was chosen."""
    await _chosen(press, "{kind}-{value}-{order}-{opponents}-0")


async def choose_opponents(press: Press) -> None:
    """``boardvs``: games against others were chosen."""
    await _chosen(press, "{kind}-{period}-{order}-{value}-0")


async def _chosen(press: Press, pattern: str) -> None:
    query = _asked(press)
    if len(press.control.values) != 1:
        raise Unreadable
    text = pattern.format(
        value=press.control.values[0],
        kind=query.kind or "all",
        period=query.period,
        order=query.order,
        opponents=query.opponents,
    )
    await _show(press, _read(press, text))


async def choose_profile(press: Press) -> None:
    """``profile``: the profile of the person ``id`` at the game that was chosen."""
    values, person = press.control.values, press.control.id
    if len(values) != 1 or person is None:
        raise Unreadable
    if values[0] != "all" and values[0] not in press.app.games.screens:
        raise Unreadable
    await show_profile(press, person, None if values[0] == "all" else values[0])


def _asked(press: Press) -> BoardQuery:
    return _read(press, press.control.arg)


def _read(press: Press, text: str) -> BoardQuery:
    query = read_query(text, press.app.games.screens)
    if query is None:
        raise Unreadable
    return query


async def _show(press: Press, query: BoardQuery) -> None:
    await press.reply.show(board(await board_of(press, query), press.texts))


HANDLERS: Final[dict[str, Handler]] = {
    "board": show_board,
    "boardby": show_board,
    "boardgame": choose_game,
    "boardtime": choose_time,
    "boardvs": choose_opponents,
    "profile": choose_profile,
}
