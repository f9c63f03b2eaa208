"""House rules: what a game may be asked for, and reading what was asked.

Values may arrive as numbers or as text (from a form, a record).  A game keeps all its options,
those left out at their default, as plain numbers and words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engine.game import OptionValue

_NUMBER: Final = re.compile(r"0|[1-9][0-9]{0,8}")


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from ``low`` to ``high``; only even ones if ``even``."""

    default: int
    low: int
    high: int
    even: bool = False

    def read(self, name: str, value: object) -> int:
        """The value as a number; ``ValueError`` says what is allowed."""
        number = value
        if isinstance(value, str) and _NUMBER.fullmatch(value):
            number = int(value)
        if (
            type(number) is not int
            or not self.low <= number <= self.high
            or (self.even and number % 2)
        ):
            even = "an even number" if self.even else "a number"
            raise ValueError(f"{name} must be {even} from {self.low} to {self.high}, not {value!r}")
        return number


@dataclass(frozen=True, slots=True)
class Word:
    """One of a few words."""

    default: str
    words: tuple[str, ...]

    def read(self, name: str, value: object) -> str:
        """The value as a word; ``ValueError`` says what is allowed."""
        if isinstance(value, str) and value in self.words:
            return value
        raise ValueError(f"{name} must be one of {', '.join(self.words)}, not {value!r}")


Option = Number | Word


def read_options(
    allowed: Mapping[str, Option], given: Mapping[str, OptionValue] | None
) -> dict[str, OptionValue]:
    """All options of a game, from those given; ``ValueError`` for an unknown or bad one."""
    given = given or {}
    for name in given:
        if name not in allowed:
            raise ValueError(f"unknown option {name!r}; there are {', '.join(allowed)}")
    return {
        name: option.read(name, given[name]) if name in given else option.default
        for name, option in allowed.items()
    }
