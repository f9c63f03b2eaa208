"""Contracts and bids of one seat in one game, as the text that a result keeps.

A word for each deal in which the seat declared: level, strain, ``x`` for doubled or ``xx`` for
redoubled, and ``+`` for made or ``-`` for failed: ``4S+ 3NTx- 1C+``.  In Call Bridge, where
everybody bids, there is no strain: ``4+ 10-``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

_WORD: Final = re.compile(r"(\d{1,2})(|C|D|H|S|NT)(x{0,2})([+-])")
_DOUBLED: Final = {"": 1, "x": 2, "xx": 4}
_CROSSES: Final = {factor: crosses for crosses, factor in _DOUBLED.items()}


class Declared(NamedTuple):
    """A contract that a seat declared: ``doubled`` is 1, 2 or 4, ``strain`` as in calls."""

    level: int
    strain: str
    doubled: int
    made: bool


def write(declared: Iterable[Declared]) -> str:
    """The text of these contracts, in their order."""
    return " ".join(
        f"{each.level}{each.strain}{_CROSSES[each.doubled]}{'+' if each.made else '-'}"
        for each in declared
    )


def read(text: str) -> tuple[Declared, ...]:
    """The contracts of a text that ``write`` made; ``ValueError`` for any other."""
    return tuple([read_word(word) for word in text.split(" ")]) if text else ()


def read_word(word: str) -> Declared:
    """The contract of one word; ``ValueError`` for what is none."""
    match = _WORD.fullmatch(word)
    if match is None:
        raise ValueError(f"not a contract: {word!r}")
    level, strain, crosses, made = match.groups()
    return Declared(int(level), strain, _DOUBLED[crosses], made == "+")
