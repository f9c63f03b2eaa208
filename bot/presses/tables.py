"""What a table message and its private answers offer beside the hand."""

from __future__ import annotations

from typing import Final

from bot.errors import CalledOff, GameOver, GameRunning, NothingToLookAt, NotSeated
from bot.moving import move_table
from bot.presses.press import Handler, Press
from bot.presses.rematch import rematch
from bot.records import record_file, with_record
from bot.screens.lists import more, scores
from bot.screens.notice import confirm_resign, notice
from bot.screens.rules import rules


async def show_scores(press: Press) -> None:
    """``scores``: every deal so far, open to everybody."""
    table = await press.table()
    async with table.lock:
        view = table.view(None)
    await press.reply.aside(scores(view, table.info(), press.texts))


async def show_rules(press: Press) -> None:
    """``rules``: the rulebook of this game."""
    table = await press.table()
    await press.reply.aside(rules(table.info().game, 0, press.texts))


async def show_more(press: Press) -> None:
    """``more``: resign, move, come back."""
    table = await press.table()
    if table.called_off:
        raise CalledOff
    seat = table.seat_of(press.user_id)
    async with table.lock:
        view = table.view(None)
    await press.reply.aside(
        more(view, table.info(), None if seat is None else seat.number, press.texts)
    )


async def ask_resign(press: Press) -> None:
    """``resign``: ask whether it is meant."""
    table, seat = await press.seated()
    if table.called_off:
        raise CalledOff
    if table.over:
        raise GameOver
    await press.reply.show(confirm_resign(table.info(), seat.number, press.texts))


async def resign(press: Press) -> None:
    """``giveup``: resign for real."""
    table, _ = await press.seated()
    await press.app.tables.resign(table, press.user_id)
    texts = press.texts
    if len(table.seats) == 2:
        text = texts("You have resigned; the game is over.")
    else:
        text = texts(
            "The computer plays your seat from here on, and the result will count as given up. "
            "You can come back until the game ends: press More on the table message."
        )
    await press.reply.show(notice(text))


async def come_back(press: Press) -> None:
    """``back``: take the seat back from the computer."""
    table, _ = await press.seated()
    await press.app.tables.come_back(table, press.user_id)
    await press.reply.show(notice(press.texts("Welcome back: you play your seat yourself again.")))


async def move_here(press: Press) -> None:
    """``move``: post the table again in this channel."""
    table = await press.table()
    if table.seat_of(press.user_id) is None:
        raise NotSeated
    await press.reply.show(notice(await move_table(press, table)))


async def show_record(press: Press) -> None:
    """``record``: the finished game's record as a file."""
    table = await press.table()
    if not table.over:
        raise GameRunning
    if table.called_off:
        raise NothingToLookAt
    async with table.lock:
        file = record_file(table)
    await press.reply.aside(with_record(file, press.texts), file)


async def ask_rematch(press: Press) -> None:
    """``rematch``: challenge the same players again, or begin at once against computers."""
    table, _ = await press.seated()
    if not table.over:
        raise GameRunning
    if table.called_off:
        raise CalledOff
    await rematch(press, table)


HANDLERS: Final[dict[str, Handler]] = {
    "scores": show_scores,
    "rules": show_rules,
    "more": show_more,
    "resign": ask_resign,
    "giveup": resign,
    "back": come_back,
    "move": move_here,
    "record": show_record,
    "rematch": ask_rematch,
}
