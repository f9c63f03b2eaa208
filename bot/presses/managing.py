"""What the controls of ``/admin`` do; each asks anew whether the presser manages the server."""

from __future__ import annotations

from typing import Final

from bot.managing import ask_unseat, end, show_running, unseat
from bot.presses.press import Handler, Press


async def turn(press: Press) -> None:
    """``running``: a page of the running games; the number is the page."""
    await show_running(press, press.control.number or 0)


async def call_off(press: Press) -> None:
    """``calloff``: end the game for real."""
    await end(press, press.control.id)


async def ask(press: Press) -> None:
    """``unseat``: a seat was chosen; ask whether it is meant."""
    await ask_unseat(press, press.control.id, press.control.seat)


async def give_up(press: Press) -> None:
    """``unseatyes``: give the seat up for real."""
    await unseat(press, press.control.id, press.control.seat)


HANDLERS: Final[dict[str, Handler]] = {
    "running": turn,
    "calloff": call_off,
    "unseat": ask,
    "unseatyes": give_up,
}
