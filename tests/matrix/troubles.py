"""The ways in which a call to Discord fails."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from playground.faults import Fault, Faults, Silence

QUICK: Final = 0.005  # seconds after which Discord says to try again
#: What can go on for a while; the others are as final the first time.
LASTING: Final = frozenset({10008, 30046, 50013, 50083, 429, 500, 503, "drop", "hang"})
#: What answers to people are not met with, and what calls by the bot's own token are not.
NO_ANSWER: Final = frozenset({30046, 50083})
NO_CALL: Final = frozenset({10062, 40060})


@dataclass(frozen=True)
class Trouble:
    """``lasting``: every call fails like this until it is over, not only the first."""

    name: str
    answer: int | Silence
    after: bool = False
    everywhere: bool = False
    lasting: bool = False

    def __str__(self) -> str:
        return f"{self.name}, {'for a while' if self.lasting else 'once'}"

    def begin(self, faults: Faults, method: str, template: str) -> Fault:
        """Let this call fail from now on."""
        return faults.add(
            method,
            template,
            self.answer,
            times=None if self.lasting else 1,
            retry_after=QUICK,
            after=self.after,
            everywhere=self.everywhere,
        )

    @property
    def passing(self) -> bool:
        """Whether a call that is made again gets through, so that nobody need go without answer."""
        return not self.lasting and (self.answer == "drop" or self.answer in (429, 500, 502, 503))


_NAMES: Final[dict[int | Silence, str]] = {
    10003: "unknown channel",
    10008: "unknown message",
    10015: "unknown webhook",
    10062: "unknown interaction",
    30046: "edits are capped",
    40060: "answered already",
    50001: "missing access",
    50013: "missing permissions",
    50027: "token expired",
    50035: "form body refused",
    50083: "thread archived",
    429: "rate limited",
    500: "server error",
    502: "bad gateway",
    503: "unavailable",
    "drop": "connection dropped",
    "hang": "no answer in time",
}


def _all() -> list[Trouble]:
    found: list[Trouble] = []
    for lasting in (False, True):
        more: dict[str, Any] = {"lasting": lasting}
        for answer, name in _NAMES.items():
            if not lasting or answer in LASTING:
                found.append(Trouble(name, answer, **more))
    found.append(Trouble("the whole bot rate limited", 429, everywhere=True))
    found.append(Trouble("done, and a server error", 500, after=True))
    found.append(Trouble("done, and connection dropped", "drop", after=True))
    found.append(Trouble("done, and no answer in time", "hang", after=True))
    return found


TROUBLES: Final = tuple(_all())
