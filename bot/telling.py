"""Telling Discord what commands there are, once the bot is there and people can act.

The names of a bot's commands seldom change, and Discord keeps them while the bot is away: so
nobody waits for this at a start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final

from discord import app_commands

from bot.mentions import Mentions
from bot.sending import CALL_ERRORS, describe
from bot.texts import preload
from bot.traces import trace
from bot.translation import Translator

AGAIN: Final = 60.0  # seconds until it is tried once more; twice as many after each attempt
LONGEST: Final = 3600.0

_log = logging.getLogger(__name__)


class Telling:
    """Tells the commands of ``tree``, and what Discord calls them to ``mentions``.

    Of several processes the one that leads tells; the others ask.  While it does not succeed, it
    is tried again: without an answer, or with one that lacks commands.
    """

    def __init__(
        self, tree: app_commands.CommandTree[Any], mentions: Mentions, *, leads: bool
    ) -> None:
        self._tree = tree
        self._mentions = mentions
        self._leads = leads
        self._task: asyncio.Task[None] | None = None
        self.tried: Final = asyncio.Event()
        """Set once it was tried, whatever came of it."""

    def start(self, wait: Callable[[], Awaitable[object]]) -> None:
        """Begin, in the background, when ``wait`` returns."""
        self._task = asyncio.create_task(self._run(wait), name="telling commands")

    async def close(self) -> None:
        """Try no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait((self._task,))

    async def _run(self, wait: Callable[[], Awaitable[object]]) -> None:
        await wait()
        pause = AGAIN
        while not await self._done():
            self.tried.set()
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST)
        self.tried.set()

    async def _done(self) -> bool:
        """Try once; whether there is nothing left to try."""
        try:
            await asyncio.to_thread(preload)  # it takes as long as several presses
            known, final = await (self._tell() if self._leads else self._ask())
        except CALL_ERRORS as error:
            _log.warning("commands are not told or asked for yet: %s", describe(error))
            return False
        except Exception as error:  # nobody waits for this task
            _log.error("commands are not told or asked for yet: %s", trace(error))
            return False
        self._mentions.learn(known)
        return final

    async def _tell(self) -> tuple[Sequence[app_commands.AppCommand], bool]:
        await self._tree.set_translator(Translator())
        try:
            known = await self._tree.sync()
        except app_commands.AppCommandError as error:
            # As they are they will not be taken the next time either; those of old still work.
            _log.error("Discord does not take the commands: %s", error)
            return await self._tree.fetch_commands(), True
        _log.info("%s commands known to Discord", len(known))
        return known, True

    async def _ask(self) -> tuple[Sequence[app_commands.AppCommand], bool]:
        known = await self._tree.fetch_commands()
        wanted = {each.name for each in self._tree.get_commands()}
        return known, wanted <= {each.name for each in known}
