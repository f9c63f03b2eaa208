"""Texts in pages: the frame that the rulebook and the help share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import discord

from bot.controls import Control, button
from bot.screens.parts import rows, rule, screen, small
from bot.texts import Texts

if TYPE_CHECKING:
    from bot.screens.game import AnyGame


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its title and its paragraphs, English texts marked for translation."""

    title: str
    paragraphs: tuple[str, ...]


def book(
    name: str,
    slug: str,
    pages: Sequence[Page],
    page: int,
    texts: Texts,
    game: AnyGame | None = None,
) -> discord.ui.LayoutView:
    """One page (from 0; a number outside gives the nearest) and a button for each page.

    ``slug`` begins the argument of the buttons: ``rules-bridgette`` gives ``rules-bridgette-2``.
    """
    at = min(max(page, 0), len(pages) - 1)
    shown = pages[at]
    return screen(
        f"## {name} · {texts(shown.title)}",
        "\n\n".join(texts(paragraph) for paragraph in shown.paragraphs),
        rule(),
        small(texts("Page {page} of {pages}", page=at + 1, pages=len(pages))),
        *rows(
            [
                button(
                    Control("page", arg=f"{slug}-{number}"),
                    f"{number + 1} {texts(other.title)}",
                    discord.ButtonStyle.primary if number == at else discord.ButtonStyle.secondary,
                    disabled=number == at,
                )
                for number, other in enumerate(pages)
            ]
        ),
        game=game,
    )
