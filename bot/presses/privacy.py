"""What the controls of ``/privacy`` do."""

from __future__ import annotations

from typing import Final

from bot.presses.press import Handler, Press
from bot.privacy import come_back, show_kept, take_out
from bot.screens.privacy import confirm_taking_out


async def ask(press: Press) -> None:
    """``takeout``: ask whether it is meant."""
    await press.reply.show(confirm_taking_out(press.texts))


HANDLERS: Final[dict[str, Handler]] = {
    "privacy": show_kept,
    "takeout": ask,
    "takeoutyes": take_out,
    "comeback": come_back,
}
