"""What went over the wire and what was put before whose eyes, for tests to look at afterwards."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from playground.state import Json


@dataclass(frozen=True, slots=True)
class Call:
    """One REST call and its answer.  Interaction tokens in ``path`` are masked."""

    at: float
    method: str
    path: str
    template: str
    body: object
    status: int
    response: object


@dataclass(frozen=True, slots=True)
class Shown:
    """One thing put before people: every version of every message, modals, choices.

    ``public`` means that whoever may look into the channel saw it; ``viewers`` are those who
    could at that moment.
    """

    at: float
    kind: Literal["message", "modal", "choices"]
    public: bool
    viewers: frozenset[int]
    channel_id: int
    payload: Json


class Journal:
    """The two logs.  With a ``limit`` each keeps its last entries; ``dropped`` counts the rest."""

    def __init__(self, limit: int | None = None) -> None:
        self.calls: deque[Call] = deque(maxlen=limit)
        self.shown: deque[Shown] = deque(maxlen=limit)
        self.crashes: list[BaseException] = []
        self.dropped = 0
        self.refused = 0
        self._limit = limit
        self._watchers: list[Callable[[Shown], None]] = []

    def call(self, call: Call) -> None:
        """Remember a REST call; refusals are counted as Discord counts them (401, 403, 429)."""
        self.dropped += len(self.calls) == self._limit
        self.refused += call.status in {401, 403, 429}
        self.calls.append(call)

    def show(self, shown: Shown) -> None:
        """Remember what was shown."""
        self.dropped += len(self.shown) == self._limit
        self.shown.append(shown)
        for watcher in self._watchers:
            watcher(shown)

    def watch(self, watcher: Callable[[Shown], None]) -> None:
        """Tell ``watcher`` of everything that is shown, at that very moment."""
        self._watchers.append(watcher)

    def to(self, user_id: int) -> Iterator[Shown]:
        """All that this person could see, oldest first."""
        return (each for each in self.shown if user_id in each.viewers)

    def public(self) -> Iterator[Shown]:
        """All that was shown to a whole channel, oldest first."""
        return (each for each in self.shown if each.public)

    def clear(self) -> None:
        """Forget everything so far, the crashes excepted."""
        self.calls.clear()
        self.shown.clear()
        self.dropped = 0
