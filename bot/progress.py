"""A bar for what takes long, on a terminal; nothing where the output is none."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Final, Self, TextIO

_WIDTH: Final = 30
_EVERY: Final = 0.1  # seconds between two drawings


class Bar:
    """Shows how many of how many ``units`` are done, and how long the rest will take.

    As a context it leaves the line empty at its end.
    """

    def __init__(self, stream: TextIO, units: str) -> None:
        self._stream = stream
        self._units = units
        self._start = time.monotonic()
        self._drawn = 0.0
        self._shown = stream.isatty()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.clear()

    def show(self, done: int, total: int, note: str = "") -> None:
        """Redraw with so many done, and a note on them, unless that was done a moment ago."""
        now = time.monotonic()
        if not self._shown or (done < total and now - self._drawn < _EVERY):
            return
        self._drawn = now
        share = min(1.0, done / total) if total else 1.0
        full = round(share * _WIDTH)
        left = (now - self._start) * (1 - share) / share if share else 0.0
        told = f"{done:,} of {total:,} {self._units}"
        self._stream.write(
            f"\r[{'#' * full}{'.' * (_WIDTH - full)}] "
            f"{', '.join(filter(None, (told, note)))}, {_clock(left)} left\x1b[K"
        )
        self._stream.flush()

    def clear(self) -> None:
        """Leave the line empty."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
