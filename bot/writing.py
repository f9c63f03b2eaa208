"""How cards are written for a reader: with pictures, in signs (``10♠``), or in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import discord


@dataclass(frozen=True, slots=True, eq=False)
class Writing:
    """How cards are written.  Two are never equal, so that texts can be kept for each.

    ``faces`` are the emojis of a deck by the engine's text of a card (``TS``, ``:G``); empty
    while there are none.  ``in_words`` is for those to whom the text is read aloud.
    """

    faces: Mapping[str, discord.PartialEmoji] = field(
        default_factory=dict[str, "discord.PartialEmoji"]
    )
    in_words: bool = False


SIGNS: Final = Writing()
"""Cards as rank and symbol, which everybody can read everywhere."""
WORDS: Final = Writing(in_words=True)
"""Cards in words: ``ten of spades``."""
