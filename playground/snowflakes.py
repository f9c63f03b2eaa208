"""Ids that carry their time, as Discord's do: milliseconds since 2015, then a counter."""

from __future__ import annotations

from typing import Final

from playground.clock import Clock

EPOCH_MS: Final = 1_420_070_400_000


def snowflake(at: float, count: int = 0) -> int:
    """The ``count``-th id of a moment given in seconds since 1970."""
    return (int(at * 1000) - EPOCH_MS << 22) + count


def created_at(ident: int) -> float:
    """When an id was made, in seconds since 1970."""
    return ((ident >> 22) + EPOCH_MS) / 1000


class Snowflakes:
    """Makes ids of now, each greater than the last, so none repeats after a restart."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last = 0

    def next(self) -> int:
        """A new id."""
        self._last = max(snowflake(self._clock.now()), self._last + 1)
        return self._last
