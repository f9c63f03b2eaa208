"""The rulebook of each game, in pages."""

from __future__ import annotations

import discord

from bot.screens.book import book
from bot.screens.game import AnyGame
from bot.texts import Texts


def rules(game: AnyGame, page: int, texts: Texts) -> discord.ui.LayoutView:
    """A page of the rulebook, from 0; a number outside gives the nearest page."""
    name = texts("Rules of {game}", game=texts(game.name))
    return book(name, f"rules-{game.kind}", game.rulebook, page, texts, game)
