"""The catalogues as the tests read them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

import discord
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.texts import LOCALES, SOURCE, languages
from bot.translation import COMMAND, OPTION

LANGUAGES: Final = tuple(each for each in languages() if each != SOURCE)
TEMPLATE: Final = LOCALES / "bot.pot"
#: Discord has names of commands in these alone.
KNOWN_TO_DISCORD: Final = frozenset(locale.value for locale in discord.Locale)
NAMES: Final = frozenset({COMMAND, OPTION})


def file_of(language: str) -> Path:
    return LOCALES / language.replace("-", "_") / "LC_MESSAGES" / "bot.po"


@cache
def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def messages(language: str) -> list[Message]:
    """Every entry of a language but its header."""
    return [message for message in catalogue(file_of(language)) if message.id]


def sources(message: Message) -> tuple[str, ...]:
    """The English text, or both if it is one of numbers."""
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def forms(message: Message) -> tuple[str, ...]:
    """The translation, or each of its forms."""
    found = message.string
    return tuple(found) if isinstance(found, tuple | list) else (found or "",)


def is_needed(message: Message, language: str) -> bool:
    """Whether anybody can see this entry; names of commands are for Discord's languages."""
    return message.context not in NAMES or language in KNOWN_TO_DISCORD
