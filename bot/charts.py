"""A chart as plain data, and the picture of it.

The picture is drawn by ``picture``, a plain function for a worker process: matplotlib takes more
memory than the whole bot, so only the process that draws ever loads it.  For the same reason
nothing else is imported here.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark below the picture: at which game, and what is written there."""

    number: int
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn: ratings after so many games, and every word that stands in the picture.

    ``points`` are (games played, rating) in order; the first ``provisional`` of them are drawn as
    uncertain.  The words are those of one language; names of people are none of them, since the
    font of the picture does not have every script.
    """

    points: tuple[tuple[int, int], ...]
    provisional: int
    ticks: tuple[Tick, ...]
    below: str
    uncertain: str


def picture(chart: Chart) -> bytes:
    """The chart as a PNG.  Takes a second the first time: call it in a worker process."""
    from bot.drawing import draw  # noqa: PLC0415 - loads matplotlib, which no other process may

    return draw(chart)
