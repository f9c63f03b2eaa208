"""Commands in messages, as Discord's own mentions of them.

A text names a command between back ticks, in English.  Discord's mention of it can be tapped, and
is a command that exists under whatever name the reader's client gives it.  So each that Discord
knows is put in place of its name on the way out, wherever a text has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

import discord
from discord.app_commands import AppCommand, AppCommandGroup

from bot.limits import TEXT, TEXT_BYTES, length

# A path of one or two words and what may follow it.  A back tick of a person's name is escaped.
_COMMAND: Final = re.compile(r"(?<!\\)`/([a-z]+)(?: ([a-z]+))?( [^`\\\n]+)?`")
_MARK: Final = "`/"


class Mentions:
    """The commands that Discord has a number for; none of them until it has told."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def learn(self, known: Iterable[AppCommand]) -> None:
        """Take these commands for all that there are."""
        self._known = {
            command.mention.removeprefix("</").partition(":")[0]: command.mention
            for each in known
            for command in _callable(each)
        }

    def all(self) -> frozenset[str]:
        """Every mention there is."""
        return frozenset(self._known.values())

    def put(self, layout: discord.ui.LayoutView) -> None:
        """Put mentions into the texts of a layout, or leave it if that made it too long."""
        if not self._known:
            return
        texts = list(_texts(layout.children))
        if not any(_MARK in text.content for text in texts):
            return
        found = [_COMMAND.sub(self._mention, text.content) for text in texts]
        if sum(map(length, found)) > TEXT or sum(len(each.encode()) for each in found) > TEXT_BYTES:
            return
        for text, content in zip(texts, found, strict=True):
            text.content = content

    def _mention(self, match: re.Match[str]) -> str:
        first, second, rest = match.groups(default="")
        both = self._known.get(f"{first} {second}")
        if both is not None:
            return f"{both} `{rest.strip()}`" if rest else both
        alone = self._known.get(first)
        if alone is None:
            return match[0]
        rest = f"{second}{rest}"
        return f"{alone} `{rest}`" if rest else alone


class Knowing:
    """A client that keeps the mentions of its commands.

    No protocol, since it is asked for with each message, and those are slow to be told.
    """

    mentions: Mentions


def _texts(items: Iterable[discord.ui.Item[Any]]) -> Iterator[discord.ui.TextDisplay[Any]]:
    """The texts of a layout, without a look at each of its buttons."""
    for item in items:
        if isinstance(item, discord.ui.TextDisplay):
            yield item
        elif isinstance(item, discord.ui.Container | discord.ui.Section):
            yield from _texts(item.children)


def _callable(command: AppCommand | AppCommandGroup) -> Iterator[AppCommand | AppCommandGroup]:
    """The commands of a group, however deep, or the command itself if it is none."""
    groups = [each for each in command.options if isinstance(each, AppCommandGroup)]
    if not groups:
        yield command
    for each in groups:
        yield from _callable(each)
