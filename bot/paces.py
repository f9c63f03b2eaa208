"""How fast a game is played: the paces that a table or a server can choose."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Final

NO_RESERVE: Final = timedelta(0)


@dataclass(frozen=True, slots=True)
class Pace:
    """The time for each decision, and the reserve that a seat has beyond it for the whole game.

    The warning comes when the reserve begins, but at least ``warning`` before the end.
    """

    each: timedelta
    reserve: timedelta
    warning: timedelta


PACES: Final = MappingProxyType(
    {
        "days": Pace(timedelta(days=3), NO_RESERVE, timedelta(hours=12)),
        "live": Pace(timedelta(minutes=2), timedelta(minutes=5), timedelta(seconds=30)),
    }
)
NO_CLOCK: Final = "none"
"""What is chosen for a game without a clock where there would be one otherwise."""


def known_pace(name: str | None) -> str | None:
    """The name of a pace, ``None`` for no clock; so are names that there are not (any more)."""
    return name if name in PACES else None
