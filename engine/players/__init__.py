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


LEVELS: Final[Mapping[str, Callable[[random.Random], Player]]] = MappingProxyType(
    {"random": ChancePlayer, "easy": EasyPlayer}
)


def player(level: str, rng: random.Random) -> Player:
    """A player of this level (a key of ``LEVELS``); ``ValueError`` if there is no such level."""
    try:
        make = LEVELS[level]
    except KeyError:
        raise ValueError(f"no player of level {level!r}; there are {', '.join(LEVELS)}") from None
    return make(rng)


__all__ = ["LEVELS", "Player", "player"]
