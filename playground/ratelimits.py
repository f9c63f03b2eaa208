"""Rate limits: per channel and route as Discord's headers tell them, and 50 calls a second."""

from __future__ import annotations

import hashlib
from collections import deque
from dataclasses import dataclass, field
from typing import Final

from playground.clock import Clock
from playground.faults import normal

# Discord publishes no numbers; these are what bots measure.
_PER_CHANNEL: Final[dict[tuple[str, str], tuple[int, float]]] = {
    ("POST", "/channels/{}/messages"): (5, 5.0),
    ("PATCH", "/channels/{}/messages/{}"): (5, 5.0),
    ("DELETE", "/channels/{}/messages/{}"): (5, 1.0),
    ("PATCH", "/channels/{}"): (2, 600.0),
}
_GLOBAL: Final = (50, 1.0)


@dataclass(slots=True)
class Bucket:
    """A window that opens with its first call and lets ``limit`` calls through."""

    limit: int
    window: float
    used: int = 0
    until: float = 0.0

    def take(self, now: float) -> bool:
        """Count a call; whether it is let through."""
        if now >= self.until:
            self.used, self.until = 0, now + self.window
        if self.used >= self.limit:
            return False
        self.used += 1
        return True


@dataclass(frozen=True, slots=True)
class Verdict:
    """Headers for the answer and, when the call is refused, after how long to try again."""

    headers: dict[str, str] = field(default_factory=dict[str, str])
    retry_after: float | None = None
    everywhere: bool = False


class RateLimits:
    """``scale`` multiplies what is let through; 0 switches all limits off."""

    def __init__(self, clock: Clock, scale: float = 1.0) -> None:
        self._clock = clock
        self.scale = scale
        self._buckets: dict[tuple[str, str, str], Bucket] = {}
        self._recent: deque[float] = deque()

    def check(self, method: str, template: str, major: str) -> Verdict:
        """Judge a call by the bot's token; interaction callbacks and webhooks never come here."""
        if self.scale <= 0:
            return Verdict()
        now = self._clock.now()
        limit, window = _GLOBAL
        while self._recent and self._recent[0] <= now - window:
            self._recent.popleft()
        if len(self._recent) >= limit * self.scale:
            return Verdict(
                {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"},
                self._recent[0] + window - now,
                True,
            )
        self._recent.append(now)
        shape = normal(template)
        numbers = _PER_CHANNEL.get((method, shape))
        if numbers is None:
            return Verdict()
        key = (method, shape, major)
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) > 10_000:
                self._buckets.clear()
            limit = max(1, round(numbers[0] * self.scale))
            bucket = self._buckets[key] = Bucket(limit, numbers[1])
        passed = bucket.take(now)
        left = max(bucket.until - now, 0.001)
        name = hashlib.blake2b(f"{method} {shape}".encode(), digest_size=8).hexdigest()
        headers = {
            "X-RateLimit-Limit": str(bucket.limit),
            "X-RateLimit-Remaining": str(bucket.limit - bucket.used),
            "X-RateLimit-Reset": f"{bucket.until:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": name,
        }
        if passed:
            return Verdict(headers)
        return Verdict(headers | {"X-RateLimit-Scope": "user"}, left)
