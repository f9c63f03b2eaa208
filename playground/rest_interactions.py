"""Calls that answer interactions; their token stands in the path."""

from __future__ import annotations

from playground import payloads
from playground.interactions import Interaction, InteractionDesk
from playground.messages import MessageDesk
from playground.rest import Ask, Reply, Route
from playground.state import World


class InteractionCalls:
    """``/interactions/.../callback`` and ``/webhooks/{application}/{token}``."""

    def __init__(self, world: World, desk: InteractionDesk, messages: MessageDesk) -> None:
        self._world = world
        self._desk = desk
        self._messages = messages

    def routes(self) -> list[Route]:
        """What to mount."""
        hook = "/webhooks/{webhook_id}/{webhook_token}"
        message = hook + "/messages/{message_id}"
        callback = "/interactions/{interaction_id}/{interaction_token}/callback"
        return [
            Route("POST", callback, self._answer, open=True),
            Route("POST", hook, self._follow_up, open=True),
            Route("GET", message, self._get, open=True),
            Route("PATCH", message, self._edit, open=True),
            Route("DELETE", message, self._delete, open=True),
        ]

    def _answer(self, ask: Ask) -> object:
        token = ask.params["interaction_token"]
        response = self._desk.answer(ask.id("interaction_id"), token, ask.object(), ask.uploads)
        wanted = ask.query.get("with_response", "").lower() in {"1", "true"}
        return Reply(200, response) if wanted else None

    def _find(self, ask: Ask) -> Interaction:
        return self._desk.find(ask.id("webhook_id"), ask.params["webhook_token"])

    def _follow_up(self, ask: Ask) -> object:
        message = self._desk.follow_up(self._find(ask), ask.object(), ask.uploads)
        return payloads.message(self._world, message)

    def _get(self, ask: Ask) -> object:
        found = self._desk.message(self._find(ask), ask.params["message_id"])
        return payloads.message(self._world, found)

    def _edit(self, ask: Ask) -> object:
        message = self._desk.message(self._find(ask), ask.params["message_id"])
        self._messages.edit(message, ask.object(), ask.uploads)
        return payloads.message(self._world, message)

    def _delete(self, ask: Ask) -> object:
        self._messages.delete(self._desk.message(self._find(ask), ask.params["message_id"]))
