"""The hand panel: seeing the hand, choosing in selects, and acting."""

from __future__ import annotations

from typing import Final

from bot.errors import Refusal, Unreadable
from bot.permissions import missing_permissions
from bot.presses.press import Handler, Press
from bot.screens.hand import spectator
from bot.tables.panels import Draft, Panel, panel_layout
from bot.tables.table import Deed, Table
from data.errors import StorageError

#: Actions that end a game; they have doors of their own, whatever a custom_id says.
LEAVING: Final = frozenset({"resign", "time"})


async def show_hand(press: Press) -> None:
    """``hand``: the presser's own hand and what is asked of it; to a stranger, what can be seen."""
    table = await press.table()
    seat = table.seat_of(press.user_id)
    if seat is None:
        await press.reply.aside(spectator(table.info(), press.texts))
        return
    await _resume_if_possible(press, table)
    press.app.hints.forget_question(table, seat.number)
    await show_panel(press, table)


async def play(press: Press) -> None:
    """``play``, ``call`` and ``bidyes``: the argument is the text of the action."""
    await _act(press, press.control.arg)


async def discard(press: Press) -> None:
    """``discard``: the argument is the cards, joined by hyphens."""
    await _act(press, "discard " + press.control.arg.replace("-", " "))


async def draft(press: Press) -> None:
    """``pick``, ``jump`` and ``bid``: something was chosen in a select and waits for Confirm."""
    table, _ = await press.seated()
    async with table.lock:
        await press.app.tables.catch_up(table)
        seat = table.check_actor(press.control.seat, press.user_id)
        table.check_position(seat.number, press.control.number)
    if not press.control.values:
        raise Unreadable
    await show_panel(press, table, (press.control.number or 0, press.control.values))


async def _act(press: Press, text: str) -> None:
    if text in LEAVING:
        raise Unreadable
    control = press.control
    with press.app.tables.rush.press():
        # Who acts has no turn any more to be told of; a refusal notes that it was noticed.
        table = await press.table(noticed=False)
        await _resume_if_possible(press, table)
        await press.app.tables.act(table, Deed(control.seat, control.number, text, press.user_id))
    # The seat is named: whoever was taken out has left it with the last action of the game.
    await show_panel(press, table, seat=control.seat)
    await _remember_name(press, table)


async def show_panel(
    press: Press,
    table: Table,
    chosen: Draft | None = None,
    reason: str | None = None,
    seat: int | None = None,
) -> None:
    """Answer with the presser's panel, which is the one that will be kept fresh from now on."""
    if seat is None:
        own = table.seat_of(press.user_id)
        if own is None:
            raise Unreadable
        seat = own.number
    rush = press.app.tables.rush
    with rush.press():
        async with table.lock:
            await press.app.tables.catch_up(table)
            drawn_at = len(table.game.actions)
            layout = panel_layout(table, seat, press.texts, chosen, reason)
    before = table.panels.get(press.user_id)
    panel = Panel(table, seat, press.interaction, press.texts, press.app.clock, rush)
    panel.draft = chosen
    table.panels[press.user_id] = panel
    try:
        await press.reply.show(layout)
    finally:
        panel.answered()
    overlapped = before is not None and before.busy
    if before is not None:
        before.close()
    if overlapped or len(table.game.actions) != drawn_at:
        panel.touch()


async def refuse(press: Press, words: str) -> None:
    """Answer a refused press of the panel: the reason, and the panel as it stands now."""
    try:
        table, _ = await press.seated()
        await show_panel(press, table, reason=words)
    except (Refusal, StorageError):
        await press.tell(words)


async def _remember_name(press: Press, table: Table) -> None:
    seat, name = table.seat_of(press.user_id), press.interaction.user.display_name
    if seat is None or seat.name == name:
        return
    if await press.app.db.people.remember(press.user_id, name):
        table.rename(press.user_id, name)


async def _resume_if_possible(press: Press, table: Table) -> None:
    """A paused game goes on where it stands as soon as the bot may use that channel again."""
    if table.state != "paused" or press.interaction.channel_id != table.channel_id:
        return
    if not missing_permissions(press.interaction):
        await press.app.tables.resume(table)


HANDLERS: Final[dict[str, Handler]] = {
    "hand": show_hand,
    "play": play,
    "call": play,
    "bidyes": play,
    "discard": discard,
    "pick": draft,
    "jump": draft,
    "bid": draft,
}
