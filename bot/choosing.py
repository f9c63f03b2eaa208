"""The screens of ``/settings``, and what it takes to see them."""

from __future__ import annotations

import discord

from bot.auditing import audited
from bot.boards import season_of
from bot.errors import NotManager, Unreadable
from bot.preferences import PERSONAL, SERVER, Preference, S, preference, starting_of
from bot.request import Request
from bot.screens import settings as screens
from bot.texts import Texts


def check_manager(request: Request) -> None:
    """Raises ``NotManager`` unless the person may manage this server."""
    if not request.interaction.permissions.manage_guild:
        raise NotManager


async def personal_screen(request: Request, texts: Texts | None = None) -> discord.ui.LayoutView:
    """The person's own settings, in the language chosen last (``texts``)."""
    texts = texts or request.texts
    chosen = await request.app.db.people.settings(request.user_id)
    return screens.personal([each.shown(chosen, texts) for each in PERSONAL], texts)


async def server_screen(request: Request) -> discord.ui.LayoutView:
    """The server's settings."""
    texts = request.texts
    chosen = await request.app.db.servers.settings(request.guild_id)
    shown = [each.shown(chosen, texts) for each in SERVER]
    seasons = request.app.db.seasons
    running = await seasons.running(request.guild_id)
    # The newest may be one that an import brought, and has ended.
    last = (running,) if running else await seasons.of_server(request.guild_id, limit=1)
    season = season_of(last[0]) if last else None
    starting = starting_of(chosen)
    return screens.server(request.guild_name, shown, starting, season, texts)


async def choose_mine(request: Request, key: str, value: str) -> Texts:
    """Change one of the person's settings; the texts in which to go on.

    Raises ``Unreadable`` for a setting or a value that there is not.
    """
    people = request.app.db.people
    wanted = _wanted(PERSONAL, key)
    chosen = await people.settings(request.user_id)
    changed = _changed(wanted, chosen, value, request.texts)
    await people.choose(request.user_id, changed)
    return await request.app.speech.to(request.interaction)


async def choose_for_server(request: Request, key: str, value: str) -> None:
    """Change one of the server's settings.  Raises ``NotManager``, ``Unreadable``."""
    check_manager(request)
    servers = request.app.db.servers
    wanted = _wanted(SERVER, key)
    chosen = await servers.settings(request.guild_id)
    changed = _changed(wanted, chosen, value, request.texts)
    await servers.choose(request.guild_id, changed)
    audited(request, f"set {key}", old=wanted.read(chosen), new=wanted.read(changed))


def _wanted(among: tuple[Preference[S], ...], key: str) -> Preference[S]:
    wanted = preference(among, key)
    if wanted is None:
        raise Unreadable
    return wanted


def _changed(wanted: Preference[S], settings: S, value: str, texts: Texts) -> S:
    try:
        return wanted.chosen(settings, value, texts)
    except ValueError as error:
        raise Unreadable from error
