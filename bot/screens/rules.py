"""The rulebook of each game, in pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from bot.screens import words
from bot.screens.book import Page, book
from bot.screens.rulebooks import bridgette, call_bridge, draw_bridge
from bot.texts import Texts
from engine.game import Kind

PAGES: Final[Mapping[Kind, tuple[Page, ...]]] = {
    "bridgette": bridgette.PAGES,
    "drawbridge": draw_bridge.PAGES,
    "callbridge": call_bridge.PAGES,
}


def rules(kind: Kind, page: int, texts: Texts) -> discord.ui.LayoutView:
    """A page of the rulebook, from 0; a number outside gives the nearest page."""
    name = texts("Rules of {game}", game=words.kind_name(kind, texts))
    return book(name, f"rules-{kind}", PAGES[kind], page, texts, kind)
