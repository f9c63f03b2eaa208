"""A finished game's record as a file to take away and check."""

from __future__ import annotations

import io

import discord

from bot.screens.notice import notice
from bot.tables.table import Table
from bot.texts import Texts
from engine.record import write


def record_file(table: Table) -> discord.File:
    """The record of a table whose game is over; hold the lock.

    A running game's record would show both players' discards, so it is not for anybody.
    """
    if not table.over:
        raise ValueError("the game is still being played")
    names = [seat.name or seat.level or "" for seat in table.seats]
    text = write(table.game, names)
    return discord.File(
        io.BytesIO(text.encode()),
        filename=f"{table.kind}-{table.id}.json",
        description=f"Record of game {table.id}",
    )


def with_record(file: discord.File, texts: Texts) -> discord.ui.LayoutView:
    """The message that carries the file."""
    layout = notice(
        texts(
            "The whole game as text, with the seed. `python -m bot verify` checks every deal of it."
        )
    )
    layout.add_item(discord.ui.File(file))
    return layout
