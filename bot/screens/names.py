"""Names in lists: harmless, no wider than their place, and keeping to their own direction."""

from __future__ import annotations

import unicodedata
from typing import Final

from wcwidth import clip, width

from bot.texts import Texts

COLUMNS: Final = 24  # of latin letters; those of Chinese, and emoji, take two
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})


def listed(raw: str, texts: Texts, columns: int = COLUMNS) -> str:
    """A person's name for a line of a list: safe as Markdown, cut to so many columns.

    A name in a script from right to left is isolated, so that the numbers after it keep
    their place.
    """
    return isolated(texts.name(cut(texts.plain_name(raw), columns)))


def cut(name: str, columns: int = COLUMNS) -> str:
    """As much of a name as fits, with an ellipsis if that is not all; whole letters and emoji."""
    if width(name) <= columns:
        return name
    return clip(name, 0, columns - 1).rstrip() + "…"


def isolated(text: str) -> str:
    """The text, set apart from its surroundings if it holds letters from right to left."""
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text):
        return f"\u2068{text}\u2069"
    return text
