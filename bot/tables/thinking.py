"""Computer players think away from the event loop: from a view to the text of an action."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable
from functools import partial
from typing import Final, TypeVar

from bot.games import Seater
from bot.tables.choosing import advise, any_legal, choose
from bot.traces import trace
from bot.workers.errors import NoResult, WorkerDied, WorkFailed
from bot.workers.pool import Pool, Priority
from engine import players
from engine.game import View
from engine.players.advice import Advice

_log = logging.getLogger(__name__)

QUICK: Final = frozenset({"random", "easy"})  # they take about a millisecond: a thread will do
FALLBACK: Final = "easy"
ADVISER: Final = "hard"
PATIENCE: Final = 15.0  # seconds for which a search waits until a worker is free
LEEWAY: Final = 10.0  # seconds that a search may take beside its budget

T = TypeVar("T")
Asking = Callable[[Seater, str, View, int, float], T]
Entropy = Callable[[], int]


def system_entropy() -> int:
    """A number to begin a player's chance with, from the operating system."""
    return int.from_bytes(os.urandom(8), "big")


def limit_for(budget: float) -> float:
    """After how many seconds a search with this budget counts as hanging.

    The budget is processor time, of which a worker gets what the rest of the machine leaves.
    """
    return LEEWAY + 5 * budget


class Thinking:
    """Asks computer players, so that nobody's press waits for a thought.

    Levels that search do so in the workers of ``pool``, with ``budget`` seconds of one core for
    each decision.
    """

    def __init__(
        self,
        pool: Pool,
        seat: Seater = players.player,
        entropy: Entropy = system_entropy,
        budget: float = 1.0,
    ) -> None:
        self._pool = pool
        self._seat = seat
        self._entropy = entropy
        self._budget = budget

    async def choose(self, level: str, view: View, game_id: int) -> str:
        """The text of an action.

        If no search gives one in time, ``FALLBACK`` plays; a player that fails is logged, and
        plays something legal in the end.
        """
        if level not in QUICK:
            text = await self._search(level, view, game_id)
            if text is not None:
                return text
            level = FALLBACK
        try:
            return await asyncio.to_thread(
                choose, self._seat, level, view, self._entropy(), self._budget
            )
        except Exception as error:  # whatever it is, the game goes on
            _failed(game_id, view, level, trace(error))
            return any_legal(view)

    async def advise(self, view: View, game_id: int) -> Advice | None:
        """What the strongest player would do, and why; ``None`` if nothing came in time."""
        try:
            return await self._in_worker(advise, ADVISER, view)
        except WorkFailed as error:
            _log.error("game %s, seat %s: no hint: %s", game_id, view.seat, error)
        except NoResult as error:
            _log.warning("game %s, seat %s: no hint: %s", game_id, view.seat, error)
        except Exception as error:  # whatever it is, the person is to hear of it
            _log.error("game %s, seat %s: no hint: %s", game_id, view.seat, trace(error))
        return None

    async def _search(self, level: str, view: View, game_id: int) -> str | None:
        try:
            return await self._in_worker(choose, level, view)
        except WorkFailed as error:
            _failed(game_id, view, level, str(error))
        except NoResult as error:
            _log.warning(
                "game %s, seat %s: the %s computer did not answer, %s plays instead: %s",
                game_id, view.seat, level, FALLBACK, error,
            )  # fmt: skip
        except Exception as error:  # whatever it is, the game goes on
            _failed(game_id, view, level, trace(error))
        return None

    async def _in_worker(self, ask: Asking[T], level: str, view: View) -> T:
        work = (ask, self._seat, level, view, self._entropy(), self._budget)
        run = partial(
            self._pool.run,
            *work,
            limit=limit_for(self._budget),
            patience=PATIENCE,
            priority=Priority.MOVE,
        )
        try:
            return await run()
        except WorkerDied:  # it need not have been this search's fault
            return await run()


def _failed(game_id: int, view: View, level: str, where: str) -> None:
    _log.error("game %s, seat %s: the %s computer failed: %s", game_id, view.seat, level, where)
