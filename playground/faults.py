"""Makes calls go wrong on purpose, the ways they go wrong at Discord."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from typing import Final, Literal

CODES: Final = frozenset(
    {
        10003,
        10004,
        10007,
        10008,
        10015,
        10062,
        30046,
        40060,
        50001,
        50007,
        50013,
        50027,
        50083,
        50035,
    }
)

Silence = Literal["hang", "drop"]


@dataclass(eq=False, slots=True)
class Fault:
    """A rule.  ``answer`` is one of Discord's codes, an HTTP status from 429 on, or no answer:
    ``"hang"``, or ``"drop"``, which closes the connection.

    ``template`` is written as Discord's documents do, ``/channels/{id}/messages``, whatever
    the names in braces; ``"*"`` stands for every call.  ``times`` None goes on for good.
    ``after`` carries the call out first, so that only its answer is lost.  ``everywhere`` is of a
    429: of the whole bot, not of this route alone.  ``hits`` counts.
    """

    method: str
    template: str
    answer: int | Silence
    times: int | None = 1
    retry_after: float = 0.2
    after: bool = False
    everywhere: bool = False
    hits: int = 0
    released: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def spent(self) -> bool:
        return self.times is not None and self.hits >= self.times


def normal(template: str) -> str:
    """A route template with the names in its braces left out."""
    return re.sub(r"\{[^}]*\}", "{}", template)


class Faults:
    """The rules now in force; the oldest that fits and is not spent is applied."""

    def __init__(self) -> None:
        self.rules: list[Fault] = []

    def add(
        self,
        method: str,
        template: str,
        answer: int | Silence,
        *,
        times: int | None = 1,
        retry_after: float = 0.2,
        after: bool = False,
        everywhere: bool = False,
    ) -> Fault:
        """Add a rule.  Raises ValueError for an answer that Discord does not give."""
        if not isinstance(answer, str) and not (answer in CODES or 429 <= answer < 600):
            raise ValueError(f"{answer} is no error of Discord's that is known here")
        fault = Fault(
            method.upper(), normal(template), answer, times, retry_after, after, everywhere
        )
        self.rules.append(fault)
        return fault

    def take(self, method: str, template: str) -> Fault | None:
        """The rule for this call, counted as used."""
        wanted = normal(template)
        for fault in self.rules:
            if fault.spent or fault.method not in {method, "*"}:
                continue
            if fault.template in {wanted, "*"}:
                fault.hits += 1
                return fault
        return None

    def remove(self, fault: Fault) -> None:
        """Take one rule back; calls that hang on it fail with 503 now."""
        fault.released.set()
        if fault in self.rules:
            self.rules.remove(fault)

    def clear(self) -> None:
        """Take all rules back."""
        for fault in tuple(self.rules):
            self.remove(fault)
