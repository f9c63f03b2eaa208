"""After a start: games that were left in the middle of something are loaded, and go on."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bot.errors import NoSuchGame
from bot.tables.table import Table
from bot.traces import trace
from data.errors import StorageError
from data.records import Waking

if TYPE_CHECKING:
    from bot.tables.tables import Tables

RETRY_AFTER: Final = 5.0  # seconds until games that could not be loaded are tried again; doubles
LONGEST_RETRY: Final = 300.0

_log = logging.getLogger(__name__)


async def rouse(tables: Tables, found: Sequence[Waking]) -> Sequence[Table]:
    """Let computers go on where they are due in these games, and draw their tables.

    Returns when every game is awake: while the database fails, those that are left wait for it.
    """
    woken: list[Table] = []
    left, pause = found, RETRY_AFTER
    while True:
        left = await _round(tables, left, woken)
        if not left:
            break
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_RETRY)
    _log.info("%s tables woken", len(woken))
    return woken


async def _round(tables: Tables, found: Sequence[Waking], woken: list[Table]) -> list[Waking]:
    """Wake them, one after the other; which of them are to be tried again."""
    left: list[Waking] = []
    for waking in found:
        await tables.rush.lull()
        try:
            table = await tables.get(waking.id)
        except StorageError as error:
            # Nobody else would move such a game on: its people wait for the computer.
            _log.warning("game %s: is woken later: %s", waking.id, type(error).__name__)
            left.append(waking)
        except NoSuchGame:
            _log.info("game %s is gone, and need not be woken", waking.id)
        except Exception as error:  # the others are to go on
            _log.error("game %s cannot be loaded: %s", waking.id, trace(error))
        else:
            tables.changed(table)
            woken.append(table)
    return left
