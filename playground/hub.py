"""Tells people's clients what changed on their screens."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from types import TracebackType
from typing import Literal

from playground.journal import Journal, Shown
from playground.seen import snapshot
from playground.state import Json, Message, World

EventType = Literal["message", "delete", "commands", "bot"]


@dataclass(frozen=True, slots=True)
class Event:
    """A change on one person's screen.

    - ``message``: ``data`` is the message as this person sees it, new or changed.
    - ``delete``: ``data`` has ``id`` and ``channel_id``.
    - ``commands``: the bot registered its commands anew; ``data`` is empty.
    - ``bot``: ``data`` has ``online``.
    """

    type: EventType
    data: Json = field(default_factory=dict[str, object])


class Subscription:
    """A queue of events for one person: ``async for event in person.subscribe()``.

    Close it when done, or use it as a context manager.
    """

    def __init__(self, hub: Hub, user_id: int) -> None:
        self._hub = hub
        self._user_id = user_id
        self._queue: asyncio.Queue[Event | None] = asyncio.Queue()
        self._closed = False

    @property
    def user_id(self) -> int:
        return self._user_id

    def put(self, event: Event) -> None:
        """Used by the hub."""
        if not self._closed:
            self._queue.put_nowait(event)

    def close(self) -> None:
        """End the iteration after what is queued already."""
        if not self._closed:
            self._closed = True
            self._hub.forget(self)
            self._queue.put_nowait(None)

    def __aiter__(self) -> Subscription:
        return self

    async def __anext__(self) -> Event:
        event = await self._queue.get()
        if event is None:
            raise StopAsyncIteration
        return event

    def __enter__(self) -> Subscription:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Hub:
    """Hands events to the subscriptions of those who may see them, and to the journal."""

    def __init__(self, world: World, journal: Journal) -> None:
        self._world = world
        self._journal = journal
        self._subscriptions: set[Subscription] = set()

    def subscribe(self, user_id: int) -> Subscription:
        """From now on this person's events go to the answer too."""
        subscription = Subscription(self, user_id)
        self._subscriptions.add(subscription)
        return subscription

    def forget(self, subscription: Subscription) -> None:
        """Used by ``Subscription.close``."""
        self._subscriptions.discard(subscription)

    def message(self, message: Message) -> None:
        """A message is new or changed."""
        seen = snapshot(self._world, message).json
        viewers = self._world.viewers(message)
        self._journal.show(
            Shown(
                self._world.clock.now(),
                "message",
                not message.ephemeral,
                viewers,
                message.channel_id,
                seen,
            )
        )
        self._tell(Event("message", seen), viewers)

    def deleted(self, message: Message, viewers: frozenset[int] | None = None) -> None:
        """A message is gone; ``viewers`` when they can no longer be asked for."""
        gone = {"id": str(message.id), "channel_id": str(message.channel_id)}
        self._tell(
            Event("delete", gone), self._world.viewers(message) if viewers is None else viewers
        )

    def private(
        self, kind: Literal["modal", "choices"], user_id: int, channel_id: int, shown: Json
    ) -> None:
        """A modal or a list of choices was put before one person."""
        self._journal.show(
            Shown(self._world.clock.now(), kind, False, frozenset({user_id}), channel_id, shown)
        )

    def everybody(self, event: Event) -> None:
        """Commands changed, or the bot came or went."""
        for subscription in tuple(self._subscriptions):
            subscription.put(event)

    def close(self) -> None:
        """End every subscription."""
        for subscription in tuple(self._subscriptions):
            subscription.close()

    def _tell(self, event: Event, viewers: frozenset[int]) -> None:
        for subscription in tuple(self._subscriptions):
            if subscription.user_id in viewers:
                subscription.put(event)
