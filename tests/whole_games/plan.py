"""Which games are played: a seed each, and every combination of house rules in turn."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

KINDS: Final = ("bridgette", "drawbridge", "callbridge")
#: The deals of 24 pairs of games of Bridgette: a short game shows as much as a long one.
_DEALS: Final = (2, 2, 2, 6, 2, 2, 4, 2, 2, 8, 2, 2, 4, 2, 2, 10, 2, 2, 6, 2, 2, 12, 2, 2)
_UPCARDS: Final = ("draw", "aside")
_DRAW_RULES: Final = tuple(product(("free", "follow"), ("closed", "open"), ("on", "off")))
_DRAW_TARGETS: Final = (50, 100, 50, 300, 150)
_CALL_TARGETS: Final = (5, 10, 5, 20, 5, 5)
_LEVELS: Final = ("hard", "easy", "medium", "easy", "easy", "easy", "easy")

Leaving = Literal["", "resign", "away"]


@dataclass(frozen=True, slots=True)
class Plan:
    """One game.  ``people`` sit in it, computers in the other seats.

    ``careful`` people wait until everything shows the last state before they act; the others
    press as soon as it is their turn.  ``leaving``: somebody resigns in the middle, or (Call
    Bridge) leaves and comes back.  ``level`` is that of the computers.
    """

    kind: str
    number: int
    options: Mapping[str, int | str]
    people: int
    careful: bool
    leaving: Leaving
    level: str = "easy"

    @property
    def seed(self) -> bytes:
        """The seed of the game."""
        return hashlib.sha256(f"{self.kind}/{self.number}".encode()).digest()

    def __str__(self) -> str:
        rules = " ".join(f"{name}={value}" for name, value in self.options.items())
        return f"{self.kind} {self.number} ({rules}, {self.people} people, {self.level})"


def plan(kind: str, number: int) -> Plan:
    """The game of this kind with this number, from 0."""
    careful = number % 3 == 0
    if kind == "bridgette":
        options: dict[str, int | str] = {
            "deals": _DEALS[number // 2 % len(_DEALS)],
            "upcard": _UPCARDS[number % 2],
        }
        people = 1 + (number // 48 + number) % 2
    elif kind == "drawbridge":
        rules = _DRAW_RULES[number % len(_DRAW_RULES)]
        options = dict(zip(("draw", "stock", "penalty"), rules, strict=True))
        options["target"] = _DRAW_TARGETS[number // len(_DRAW_RULES) % len(_DRAW_TARGETS)]
        people = 1 + (number // len(_DRAW_RULES) + number) % 2
    else:
        options = {"target": _CALL_TARGETS[number // 4 % len(_CALL_TARGETS)]}
        people = 1 + number % 4
    leaving: Leaving = ""
    if number % 25 == 13:
        leaving = "away" if kind == "callbridge" else "resign"
    # Searching takes its time even with a tiny budget, so it is for the few.
    level = _LEVELS[number % len(_LEVELS)]
    return Plan(kind, number, options, people, careful, leaving, level)


def plans(counts: Mapping[str, int], first: int = 0) -> Sequence[Plan]:
    """So many games of each kind, the kinds mixed."""
    found = [
        ((number + 0.5) / counts[kind], plan(kind, first + number))
        for kind in counts
        for number in range(counts[kind])
    ]
    return [each for _, each in sorted(found, key=lambda pair: pair[0])]
