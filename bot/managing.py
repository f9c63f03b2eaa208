"""What those who manage a server may do about its games, each step with a line in the log."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

from bot.auditing import audited
from bot.choosing import check_manager
from bot.errors import GameOver, NobodySits, NoSuchGame
from bot.request import Request
from bot.screens import manage
from bot.screens.manage import RunningLine, RunningPage
from bot.screens.notice import notice
from bot.sending import Undeliverable
from bot.tables.table import Table, player_of
from data.records import GameLine, Seat

#: Nobody has moved for so long: a game that is marked as stuck.
STUCK: Final = timedelta(days=7)
_log = logging.getLogger(__name__)


async def show_running(request: Request, page: int = 0) -> None:
    """Answer with a page of the running games.  Raises ``NotManager``."""
    check_manager(request)
    app = request.app
    found = await app.db.administration.of_server(request.guild_id, page)
    shown = tuple(_line(line, request) for line in found.lines)
    layout = manage.running_games(
        RunningPage(shown, found.page, found.pages, found.count), request.texts
    )
    await request.reply.show(layout)


def _line(line: GameLine, request: Request) -> RunningLine:
    return RunningLine(
        game=request.app.games.screens[line.kind],
        game_id=line.id,
        players=tuple(player_of(seat) for seat in line.seats),
        guild_id=line.guild_id,
        channel_id=line.channel_id,
        message_id=line.message_id,
        waits_for=line.to_act,
        paused=line.state == "paused",
        stuck=request.app.clock.now() - line.updated_at > STUCK,
        updated_at=line.updated_at,
    )


async def game_here(request: Request, game_id: int | None) -> Table:
    """A running game of this server.  Raises ``NotManager``, ``NoSuchGame``, ``GameOver``."""
    check_manager(request)
    if game_id is None:
        raise NoSuchGame
    table = await request.app.tables.get(game_id)
    if table.guild_id != request.guild_id:
        raise NoSuchGame
    if table.over:
        raise GameOver
    return table


async def ask_end(request: Request, game_id: int | None) -> None:
    """Ask whether the game is to be ended for everybody."""
    table = await game_here(request, game_id)
    await request.reply.show(manage.confirm_end(table.info(), request.texts))


async def end(request: Request, game_id: int | None) -> None:
    """End the game: nobody wins, and it counts for nothing.

    Raises what ``game_here`` does, and ``StorageError``; nothing has changed then.
    """
    table = await game_here(request, game_id)
    await request.app.tables.call_off(table)
    audited(request, "admin end", game=table.id)
    await request.reply.show(notice(request.texts("The game is ended. Its players are told.")))
    await _tell(request, table, [seat for seat in table.seats if seat.user_id], None)


async def ask_unseat(request: Request, game_id: int | None, seat: int | None = None) -> None:
    """Ask whose seat is to be given up; or, for a ``seat``, whether it is to be."""
    table = await game_here(request, game_id)
    info, people = table.info(), _people(table)
    if seat is None and len(people) > 1:
        layout = manage.whose_seat(info, [each.number for each in people], request.texts)
    else:
        layout = manage.confirm_unseat(info, _seat(table, seat).number, request.texts)
    await request.reply.show(layout)


async def unseat(request: Request, game_id: int | None, seat: int | None) -> None:
    """Give up a seat: its player resigns, or the computer takes it over in a game of four.

    Raises what ``game_here`` does, ``NobodySits``, and ``StorageError``; nothing has changed then.
    """
    table = await game_here(request, game_id)
    sitting = _seat(table, seat)
    if sitting.user_id is None:
        raise NobodySits
    await request.app.tables.resign(table, sitting.user_id)
    audited(request, "admin unseat", game=table.id, seat=sitting.number)
    await request.reply.show(notice(request.texts("The seat is given up. Its player is told.")))
    await _tell(request, table, [sitting], sitting.number)


def _people(table: Table) -> list[Seat]:
    return [seat for seat in table.seats if seat.user_id is not None and not seat.taken_over]


def _seat(table: Table, number: int | None) -> Seat:
    """The seat of this number in which a person plays (``None``: the only one there is)."""
    people = _people(table)
    found = [seat for seat in people if number in (None, seat.number)]
    if not found:
        raise NobodySits
    return found[0]


async def _tell(request: Request, table: Table, seats: list[Seat], seat: int | None) -> None:
    """Tell these players where their table stands; if that is out of reach, nobody can be told."""
    user_ids = [each.user_id for each in seats if each.user_id is not None and each.user_id > 0]
    texts = await request.app.speech.public(table.guild_id)
    layout = manage.told_of(table.info(), user_ids, seat, texts)
    try:
        await request.app.desk.post(table.channel_id, layout, notify=user_ids)
    except Undeliverable as error:
        _log.info("game %s: its players were not told: %s", table.id, error)
