"""What is kept about a person; taking a person out, and a server."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from bot.app import App
from bot.auditing import audited
from bot.choosing import check_manager
from bot.errors import NoSuchGame, NotThatName, StillPlays
from bot.request import Request
from bot.screens.notice import notice
from bot.screens.privacy import Kept, kept, taken_out
from bot.screens.settings import confirm_wipe
from bot.tables.renderer import MESSAGE_LIFE
from data.errors import StillPlaying, StorageError
from data.standing.records import HistoryFilter

_log = logging.getLogger(__name__)


async def show_kept(request: Request) -> None:
    """Answer with everything that is kept about the person."""
    found = await request.app.db.privacy.kept(request.user_id)
    about = Kept(
        servers=found.servers,
        games=found.games,
        actions=found.actions,
        results=found.results,
        ratings=found.ratings,
        boards=found.boards,
        contracts=found.contracts,
        invitations=found.invitations,
        name=found.name,
        settings=found.settings,
        taken_out=found.taken_out,
    )
    await request.reply.show(kept(about, request.texts))


async def take_out(request: Request) -> None:
    """Take the person out.  Raises ``StillPlays`` while games or challenges are open."""
    app, user_id = request.app, request.user_id
    try:
        now = app.clock.now()
        shown = await app.db.privacy.take_out(user_id, now, now - MESSAGE_LIFE)
    except StillPlaying as error:
        raise StillPlays(
            games=request.texts.plural("{count} game", "{count} games", error.games),
            challenges=request.texts.plural(
                "{count} challenge or lobby", "{count} challenges or lobbies", error.invitations
            ),
        ) from error
    app.tables.forget(lambda table: table.seat_of(user_id) is not None)
    await request.reply.show(taken_out(request.texts))
    await _redraw(app, shown)


async def _redraw(app: App, games: Iterable[int]) -> None:
    """Draw the messages of these games anew, which are over: without the name."""
    for game_id in games:
        try:
            table = await app.tables.get(game_id)
        except (NoSuchGame, StorageError) as error:
            _log.info("game %s: its message was not drawn anew: %s", game_id, error)
        else:
            table.renderer.touch()


async def come_back(request: Request) -> None:
    """Let future games of the person count again."""
    await request.app.db.privacy.come_back(request.user_id)
    await show_kept(request)


async def ask_to_wipe(request: Request) -> None:
    """The first question before a server's data are removed.  Raises ``NotManager``."""
    check_manager(request)
    texts, db = request.texts, request.app.db
    found = await db.games.history(request.guild_id, HistoryFilter(), size=1)
    counts = [
        texts.plural("{count} finished game", "{count} finished games", found.count)
        + " "
        + texts("with all moves and records"),
        texts("all running games, challenges and lobbies"),
        texts("all results, ratings, leaderboards, profiles and seasons"),
        texts("the settings of this server"),
    ]
    await request.reply.show(confirm_wipe(request.guild_name, counts, texts))


async def wipe(request: Request, typed: str) -> None:
    """Remove a server's data, if its name was typed.  Raises ``NotManager``, ``NotThatName``."""
    check_manager(request)
    name, guild_id = request.guild_name, request.guild_id
    if " ".join(typed.split()).casefold() != " ".join(name.split()).casefold():
        raise NotThatName
    app, texts = request.app, request.texts
    app.tables.forget(lambda table: table.guild_id == guild_id)
    try:
        count = await app.db.servers.wipe(guild_id)
    except StorageError:
        audited(request, "remove a part of all data")  # it goes in several transactions
        raise
    audited(request, "remove all data", old=f"{count} games")
    # Somebody may have looked at a table while it was being deleted.
    app.tables.forget(lambda table: table.guild_id == guild_id)
    await app.db.servers.joined(guild_id, app.clock.now())
    games = texts.plural("{count} game", "{count} games", count)
    await request.reply.show(
        notice(
            texts(
                "Everything that I kept of this server has been removed: {games}. Buttons on old "
                "tables will say that they know no such game.",
                games=games,
            )
        )
    )
