"""Counting what happens, in a registry of the running application's own."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Final, Literal

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Histogram

Outcome = Literal["done", "refused", "unsaved", "failed"]
"""``refused``: told why not; ``unsaved``: the database could not be used; ``failed``: our fault."""
Written = Literal["post", "edit", "delete"]

#: Seconds.  Discord gives up at three.
ANSWERS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0)


class Metrics:
    """The counters of one bot.  Counting costs a microsecond or two and is always on."""

    def __init__(self) -> None:
        self.registry: Final = CollectorRegistry()
        self._presses = Counter(
            "bridge_presses",
            "Presses answered, by what the control does and what came of it.",
            ("verb", "outcome"),
            registry=self.registry,
        )
        self._commands = Counter(
            "bridge_commands",
            "Slash commands answered, by name and what came of it.",
            ("command", "outcome"),
            registry=self.registry,
        )
        self._answers = Histogram(
            "bridge_answer_seconds",
            "From when a press or command arrived until it was answered.",
            ("kind",),
            buckets=ANSWERS,
            registry=self.registry,
        )
        self._messages = Counter(
            "bridge_messages",
            "Calls for the bot's own public messages, by what was done.",
            ("call",),
            registry=self.registry,
        )
        self._merged = Counter(
            "bridge_edits_merged",
            "Changes of a table that were shown by an edit already waiting.",
            registry=self.registry,
        )
        self._retries = Counter(
            "bridge_edit_retries",
            "Drawings that Discord or the database did not take and that were tried again.",
            registry=self.registry,
        )
        self._calls = Counter(
            "bridge_discord_responses",
            "Answers of Discord's HTTP API, by status; 429 is a rate limit.",
            ("status",),
            registry=self.registry,
        )

    def pressed(self, verb: str, outcome: Outcome, seconds: float) -> None:
        """A press was answered; ``verb`` is one of the bot's, not one that somebody made up."""
        self._presses.labels(verb, outcome).inc()
        self._answers.labels("press").observe(seconds)

    def commanded(self, command: str, outcome: Outcome, seconds: float) -> None:
        """A slash command was answered."""
        self._commands.labels(command, outcome).inc()
        self._answers.labels("command").observe(seconds)

    def wrote(self, call: Written) -> None:
        """A public message of the bot's is being posted, edited or deleted."""
        self._messages.labels(call).inc()

    def merged(self) -> None:
        """A change needed no edit of its own."""
        self._merged.inc()

    def retried(self) -> None:
        """A drawing is to be tried again."""
        self._retries.inc()

    def trace(self) -> aiohttp.TraceConfig:
        """Counts the answers that the HTTP client gets it for: those that are retried too."""
        config = aiohttp.TraceConfig()

        async def ended(
            _session: aiohttp.ClientSession,
            _context: SimpleNamespace,
            params: aiohttp.TraceRequestEndParams,
        ) -> None:
            self._calls.labels(str(params.response.status)).inc()

        async def failed(
            _session: aiohttp.ClientSession,
            _context: SimpleNamespace,
            _params: aiohttp.TraceRequestExceptionParams,
        ) -> None:
            self._calls.labels("none").inc()

        config.on_request_end.append(ended)
        config.on_request_exception.append(failed)
        return config
