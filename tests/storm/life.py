"""One process of the bot as those who press see it: there, until all at once it is not."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from playground import Answer, Handle, Person


class Dead(Exception):  # noqa: N818 - a state of the bot
    """The bot was killed while somebody waited for it."""


@dataclass(frozen=True, slots=True)
class Told:
    """An answer in full.  ``first``: it was the first answer, not put in place of "thinking"."""

    answer: Answer
    text: str
    first: bool

    @property
    def done(self) -> bool:
        """Whether it is a hand without a refusal above it: what was asked for is done."""
        return self.first and self.text.startswith("## Your hand")


class Life:
    """From when people may press until the process is killed.

    ``enough`` is set after so many ``presses``: the kill comes some moment after that.
    """

    def __init__(self, presses: int) -> None:
        self.pressed = 0
        self.answered = 0
        self.enough = asyncio.Event()
        self._until = presses
        self._dead = asyncio.Event()
        self._stirred = asyncio.Event()

    @property
    def over(self) -> bool:
        """Whether the process is known to be dead."""
        return self._dead.is_set()

    def end(self) -> None:
        """The process was killed."""
        self._dead.set()
        self.stir()

    def stir(self) -> None:
        """Something was shown: whoever waits looks up."""
        self._stirred.set()
        self._stirred = asyncio.Event()

    async def told(self, person: Person, handle: Handle) -> Told:
        """The answer to a press or a command.  Raises ``Dead`` if the bot dies before it."""
        self.pressed += 1
        if self.pressed >= self._until:
            self.enough.set()
        outcome = asyncio.ensure_future(handle.outcome())
        await self._first_of(outcome)
        answer = outcome.result()
        if not answer.ok:
            if self.over:
                raise Dead
            raise AssertionError(f"{person.name} got no answer: {answer.error}")
        first = answer.kind not in {"thinking", "nothing"}
        if not first:  # slow: the answer proper takes its place
            assert answer.message is not None
            source, before = answer.message.source, answer.message.version
            await self.until(lambda: source.version != before)
        self.answered += 1
        if answer.message is None:
            return Told(answer, "", first)
        seen = answer.message if first else person.message(answer.message.id)
        return Told(replace(answer, message=seen), seen.text, first)

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until it is so.  Raises ``Dead`` if the bot dies before."""
        while not true():
            await self.pause()

    async def pause(self) -> None:
        """Look up when something is shown, or in a moment.  Raises ``Dead`` if the bot is."""
        if self.over:
            raise Dead
        with suppress(TimeoutError):
            async with asyncio.timeout(0.25):
                await self._stirred.wait()

    async def _first_of(self, outcome: asyncio.Future[Answer]) -> None:
        dead = asyncio.ensure_future(self._dead.wait())
        try:
            await asyncio.wait((outcome, dead), return_when=asyncio.FIRST_COMPLETED)
        finally:
            dead.cancel()
        if not outcome.done():
            outcome.cancel()
            raise Dead
