"""Telling Discord what commands there are, once the bot is there and people can act.

The names of a bot's commands seldom change, and Discord keeps them while the bot is away: so
nobody waits for this at a start.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

from discord import app_commands

from bot.mentions import Mentions
from bot.sending import CALL_ERRORS, describe
from bot.texts import preload
from bot.translation import Translator

AGAIN: Final = 60.0  # seconds until what Discord did not take is told once more

_log = logging.getLogger(__name__)


class Telling:
    """Tells the commands of ``tree``, and what Discord calls them to ``mentions``.

    Of several processes the one that leads tells; the others ask.
    """

    def __init__(
        self, tree: app_commands.CommandTree[Any], mentions: Mentions, *, leads: bool
    ) -> None:
        self._tree = tree
        self._mentions = mentions
        self._leads = leads
        self._again: asyncio.Task[None] | None = None

    async def tell(self) -> None:
        """Tell or ask once; while Discord cannot be reached, go on trying in the background."""
        await asyncio.to_thread(preload)  # to read the catalogues takes as long as several presses
        if not await self._told():
            self._again = asyncio.create_task(self._insist(), name="telling commands")

    async def close(self) -> None:
        """Try no more."""
        if self._again is not None:
            self._again.cancel()
            await asyncio.wait((self._again,))

    async def _insist(self) -> None:
        while True:
            await asyncio.sleep(AGAIN)
            if await self._told():
                return

    async def _told(self) -> bool:
        """Whether this was of use; ``True`` for what would not be taken the next time either."""
        try:
            if self._leads:
                await self._tree.set_translator(Translator())
                known = await self._tree.sync()
                _log.info("%s commands known to Discord", len(known))
            else:
                known = await self._tree.fetch_commands()
                if not known:  # the one that leads has not told yet
                    return False
        except app_commands.AppCommandError as error:
            _log.error("Discord does not take the commands: %s", error)
            return True
        except CALL_ERRORS as error:
            _log.warning("commands are not told or asked for yet: %s", describe(error))
            return False
        self._mentions.learn(known)
        return True
