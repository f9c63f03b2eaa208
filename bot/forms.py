"""Forms that ask for a text, as stateless as every other control.

discord.py would keep a form in memory until it is sent; ours is found by its custom_id, so that
it works when the bot was started anew while somebody typed.
"""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.controls import Control

TITLE: Final = 45
LABEL: Final = 45
PLACEHOLDER: Final = 100


def form(
    control: Control, title: str, label: str, *, longest: int, example: str = ""
) -> discord.ui.Modal:
    """A form with one line to type, of up to ``longest`` characters, that means ``control``.

    The text arrives as the only one of ``control.values``.  ``example`` stands there in grey.
    """
    modal = discord.ui.Modal(title=title[:TITLE], custom_id=str(control), timeout=None)
    line: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="text", max_length=longest, placeholder=example[:PLACEHOLDER] or None
    )
    modal.add_item(discord.ui.Label(text=label[:LABEL], component=line))
    modal.stop()  # discord.py keeps only what still listens
    return modal
