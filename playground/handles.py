"""What a person gets back from a press or a command."""

from __future__ import annotations

import asyncio
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, Literal

from playground.seen import Seen
from playground.state import Json

AnswerKind = Literal["message", "thinking", "update", "nothing", "modal", "choices", "failed"]


class InteractionFailed(Exception):  # noqa: N818 - what a person reads
    """The bot did not answer in time; the text is what the client shows."""


class ClientRefusal(Exception):  # noqa: N818 - a refusal, not a defect
    """The person's own client would not send this; the text says why."""


@dataclass(frozen=True, slots=True)
class Modal:
    """An open form.  ``json`` has ``custom_id``, ``title`` and ``components``."""

    json: Json
    channel_id: int
    message: Seen | None
    interaction_id: int

    @property
    def custom_id(self) -> str:
        return str(self.json["custom_id"])


@dataclass(frozen=True, slots=True)
class Answer:
    """How the bot answered.

    - ``message``: a new message (``message``), ephemeral or not
    - ``thinking``: a message that says the bot is thinking, to be edited
    - ``update``: the message that was pressed, redrawn
    - ``nothing``: the press was taken in without a visible answer
    - ``modal``, ``choices``: a form, or the suggestions for an option
    - ``failed``: ``error`` is what the client shows
    """

    kind: AnswerKind
    message: Seen | None = None
    modal: Modal | None = None
    choices: list[Json] = field(default_factory=list[Json])
    error: str | None = None

    @property
    def ok(self) -> bool:
        return self.kind != "failed"


class Handle:
    """An interaction under way, as the person who started it sees it."""

    def __init__(self, interaction_id: int, token: str) -> None:
        self.id = interaction_id
        self.token = token
        self._answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()

    @property
    def done(self) -> bool:
        """Whether it is answered or has failed."""
        return self._answer.done()

    def resolve(self, answer: Answer) -> None:
        """Used by the stand-in: the first answer, or the failure."""
        if not self._answer.done():
            self._answer.set_result(answer)

    async def outcome(self) -> Answer:
        """The first answer, or the failure after three seconds, as a value."""
        return await asyncio.shield(self._answer)

    async def answered(self) -> Answer:
        """The first answer.  Raises InteractionFailed when none came in time."""
        answer = await self.outcome()
        if answer.error is not None:
            raise InteractionFailed(answer.error)
        return answer

    def __await__(self) -> Generator[Any, None, Answer]:
        return self.answered().__await__()
