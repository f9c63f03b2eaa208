"""The times of which there are boards: all time, a year, a month, a season.  Days are of UTC."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final


@dataclass(frozen=True, slots=True)
class Period:
    """A time of which there is a board; ``key`` is how it is stored and written.

    0 is all time, 2026 a year, 202611 a month, and -12 the season 12.
    """

    key: int

    @classmethod
    def year(cls, at: datetime) -> Period:
        """The year in which this moment lies."""
        return cls(at.astimezone(UTC).year)

    @classmethod
    def month(cls, at: datetime) -> Period:
        """The month in which this moment lies."""
        at = at.astimezone(UTC)
        return cls(at.year * 100 + at.month)

    @classmethod
    def season(cls, number: int) -> Period:
        """The season of this number; ``ValueError`` for one below 1."""
        if number < 1:
            raise ValueError("seasons count from 1")
        return cls(-number)


ALL_TIME: Final = Period(0)
MONTHS: Final = 10_000, 999_999
"""Keys of months are between these, and no others are."""


def day_of(at: datetime) -> int:
    """The day in UTC on which this moment lies, as a number: 20261130."""
    at = at.astimezone(UTC)
    return at.year * 10_000 + at.month * 100 + at.day
