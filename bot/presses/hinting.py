"""The button Hint of the hand panel."""

from __future__ import annotations

from typing import Final

from bot.presses.playing import show_panel
from bot.presses.press import Handler, Press


async def hint(press: Press) -> None:
    """``hint``: ask for one; the argument is the answer to what is asked before the first."""
    table, seat = await press.seated()
    control, hints = press.control, press.app.hints
    match control.arg:
        case "no":
            hints.forget_question(table, seat.number)
        case "yes":
            await hints.agree(table, press.user_id, control.seat, control.number)
        case _:
            await hints.ask(table, press.user_id, control.seat, control.number)
    await show_panel(press, table)


HANDLERS: Final[dict[str, Handler]] = {"hint": hint}
