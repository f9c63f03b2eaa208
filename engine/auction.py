"""Bids, calls, and the auction that Bridgette and Draw Bridge share."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal


class Strain(IntEnum):
    """What a bid names as trumps, in the order that ranks bids."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NO_TRUMP = 4

    @property
    def letters(self) -> str:
        """``C``, ``D``, ``H``, ``S`` or ``NT``."""
        return ("C", "D", "H", "S", "NT")[self]


@dataclass(frozen=True, slots=True)
class Call:
    """``pass``, ``double``, ``redouble``, or a bid of ``level`` (0 to 7) tricks above six in ``strain``."""

    kind: Literal["pass", "double", "redouble", "bid"]
    level: int = 0
    strain: Strain = Strain.CLUBS

    def __str__(self) -> str:
        return f"{self.level}{self.strain.letters}" if self.kind == "bid" else self.kind


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract: ``factor`` is 1, 2 (doubled) or 4 (redoubled)."""

    declarer: int
    level: int
    strain: Strain
    factor: int

    @property
    def tricks_needed(self) -> int:
        """Tricks that make it: six and the level."""
        return 6 + self.level
