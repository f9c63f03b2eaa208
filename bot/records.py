"""A finished game's record as a file to take away and check."""

from __future__ import annotations

import io

import discord

from bot.screens.notice import notice
from bot.tables.table import Table
from bot.texts import Texts
from data.records import Seat
from engine.record import write


def record_file(table: Table) -> discord.File:
    """The record of a table whose game is over; hold the lock.

    A running game's record would show both players' discards, so it is not for anybody.
    """
    if not table.over:
        raise ValueError("the game is still being played")
    text = write(table.game, [_name(seat) for seat in table.seats])
    return discord.File(
        io.BytesIO(text.encode()),
        filename=f"{table.kind}-{table.id}.json",
        description=f"Record of game {table.id}",
    )


def _name(seat: Seat) -> str:
    if seat.user_id is not None and seat.user_id < 0:  # taken out of everything that is kept
        return "a former player"
    return seat.name or seat.level or ""


def with_record(file: discord.File, texts: Texts) -> discord.ui.LayoutView:
    """The message that carries the file."""
    layout = notice(
        texts(
            "The whole game as text, with the seed. `python -m bot verify` checks every deal of it."
        )
    )
    layout.add_item(discord.ui.File(file))
    return layout
