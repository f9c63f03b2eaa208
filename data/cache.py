"""A small bounded memory of what was read or written last."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Cache(Generic[Key, Value]):
    """Keeps the ``size`` entries that were used last, each ``lifetime`` seconds at most."""

    def __init__(self, size: int, lifetime: float | None = None) -> None:
        if size < 1:
            raise ValueError("a cache holds at least one entry")
        self._size = size
        self._lifetime = lifetime
        self._entries: OrderedDict[Key, tuple[float, Value]] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        entry = self._entries.get(key)
        if entry is None:
            return None
        if self._lifetime is not None and time.monotonic() - entry[0] > self._lifetime:
            del self._entries[key]
            return None
        self._entries.move_to_end(key)
        return entry[1]

    def put(self, key: Key, value: Value) -> None:
        self._entries[key] = time.monotonic(), value
        self._entries.move_to_end(key)
        if len(self._entries) > self._size:
            self._entries.popitem(last=False)

    def drop(self, key: Key) -> None:
        """Forget an entry, if it is there."""
        self._entries.pop(key, None)

    def __len__(self) -> int:
        return len(self._entries)
