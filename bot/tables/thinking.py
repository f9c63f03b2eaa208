"""Computer players think away from the event loop: from a view to the text of an action."""

from __future__ import annotations

import asyncio
import logging
import os
import random
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Final

from bot.games import Seater
from bot.traces import trace
from engine import players
from engine.game import View

_log = logging.getLogger(__name__)
WORKERS: Final = 2

Entropy = Callable[[], int]


def system_entropy() -> int:
    """A number to begin a player's chance with, from the operating system."""
    return int.from_bytes(os.urandom(8), "big")


def choose(seat: Seater, level: str, view: View, entropy: int) -> str:
    """The text of the action that this computer player takes; a plain function, to run anywhere."""
    return str(seat(level, random.Random(entropy)).choose(view))


def any_legal(view: View) -> str:
    """The text of some legal action; raises ``ValueError`` if the seat has nothing to do."""
    decision = view.decision
    if decision is None:
        raise ValueError("this seat has nothing to decide")
    if decision.kind == "discard":
        return "discard " + " ".join(str(card) for card in decision.cards[-decision.count :])
    return str(decision.choices[0])


class Thinking:
    """Asks computer players in an executor, so that nobody's press waits for a thought."""

    def __init__(
        self,
        seat: Seater = players.player,
        executor: Executor | None = None,
        entropy: Entropy = system_entropy,
    ) -> None:
        self._seat = seat
        self._executor = executor or ThreadPoolExecutor(WORKERS, thread_name_prefix="thinking")
        self._entropy = entropy

    async def choose(self, level: str, view: View, game_id: int) -> str:
        """The text of an action.  A player that fails is logged, and plays something legal."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(
                self._executor, choose, self._seat, level, view, self._entropy()
            )
        except Exception as error:  # whatever it is, the game goes on
            where = trace(error)
            _log.error(
                "game %s, seat %s: the %s computer failed: %s", game_id, view.seat, level, where
            )
            return any_legal(view)

    def close(self) -> None:
        """Think no more."""
        self._executor.shutdown(wait=False, cancel_futures=True)
