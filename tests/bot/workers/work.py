"""What the tests give to workers; it must be found by import."""

from __future__ import annotations

import gc
import os
import signal
import time
from pathlib import Path


def add(one: int, other: int) -> int:
    return one + other


def who() -> int:
    return os.getpid()


def niceness() -> int:
    return os.nice(0)


def environment() -> set[str]:
    return set(os.environ)


def litter(rings: int) -> bool:
    """Make rings of garbage; whether they are looked for meanwhile."""
    for _ in range(rings):
        ring: list[object] = []
        ring.append(ring)
    return gc.isenabled()


def uncollected() -> int:
    """How many objects the collector has before it that nobody has looked at."""
    return gc.get_count()[0]


def fails(card: str) -> None:
    raise LookupError(f"nobody holds {card}")


def unpicklable() -> object:
    return lambda: None


def prints() -> str:
    print("this is no result")  # noqa: T201 - what it is about
    return "result"


def dies() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def leaves() -> None:
    raise SystemExit(3)


def notes(file: Path, word: str) -> None:
    """Add a word to a file."""
    with file.open("a") as kept:
        kept.write(f"{word} ")


def hangs(begun: Path) -> None:
    """Keep a core busy for good, once a file says that it has begun."""
    begun.write_text(str(os.getpid()))
    while True:
        pass


def waits(begun: Path, go_on: Path) -> int:
    """Say that it has begun, and go on when a file appears."""
    begun.write_text(str(os.getpid()))
    while not go_on.exists():
        time.sleep(0.01)
    return os.getpid()
