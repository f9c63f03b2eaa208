"""Computer players: they are given a ``View``, never a ``Game``.

``player(level, rng).choose(view)`` answers the decision of the view.  The same view and the same
state of ``rng`` give the same choice.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, Protocol

from engine.game import Action, View
from engine.players.chance import ChancePlayer
from engine.players.easy import EasyPlayer


class Player(Protocol):
    """Whoever sits in a seat and is not a person."""

    def choose(self, view: View) -> Action:
        """One of the choices of ``view.decision``; for a discard, a ``Discard``.

        ``ValueError`` if the view asks nothing of its seat.
        """
        ...


# Whoever searches loads tables, for which a process that never does, as the bot's, need not wait.


Maker = Callable[[random.Random, float], Player]
"""Makes a player from its chance and its budget: seconds of one core for each decision."""


def _medium(rng: random.Random, budget: float) -> Player:
    from engine.players.hard import medium  # noqa: PLC0415 - see above

    return medium(rng, budget)


def _hard(rng: random.Random, budget: float) -> Player:
    from engine.players.hard import hard  # noqa: PLC0415 - see above

    return hard(rng, budget)


LEVELS: Final[Mapping[str, Maker]] = MappingProxyType(
    {
        "random": lambda rng, budget: ChancePlayer(rng),
        "easy": lambda rng, budget: EasyPlayer(rng),
        "medium": _medium,
        "hard": _hard,
    }
)


def player(level: str, rng: random.Random, budget: float = 1.0) -> Player:
    """A player of this level (a key of ``LEVELS``).

    ``budget`` is what a decision may take, in seconds of one core; ``random`` and ``easy`` need
    next to nothing.  ``ValueError`` if there is no such level, or the budget is not positive.
    """
    try:
        make = LEVELS[level]
    except KeyError:
        raise ValueError(f"no player of level {level!r}; there are {', '.join(LEVELS)}") from None
    return make(rng, budget)


__all__ = ["LEVELS", "Player", "player"]
