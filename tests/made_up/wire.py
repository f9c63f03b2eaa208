"""The stand-in and the bot without the network between them, for very many interactions.

An interaction goes straight to the client's dispatch, and what the bot answers straight to the
stand-in's rules, which hold it against every limit of Discord's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Final
from unittest import mock

import discord
from discord.webhook.async_ import AsyncWebhookAdapter

from playground.errors import ApiError
from playground.messages import Upload
from playground.rest import Ask, Reply
from playground.rest_interactions import InteractionCalls
from tests.harness import House

_PATH: Final = re.compile(
    r".*/(?:interactions/(?P<interaction_id>\d+)/(?P<interaction_token>[^/]+)/callback"
    r"|webhooks/(?P<webhook_id>\d+)/(?P<webhook_token>[^/]+)(?:/messages/(?P<message_id>[^/]+))?)"
)


@contextmanager
def straight(home: House) -> Iterator[None]:
    """While this lasts, presses and answers to them do not go over the network."""
    desk, client = home.playground.interactions, home.client
    calls = InteractionCalls(home.playground.world, desk, home.playground.messages)
    handlers = {
        (route.method, "callback" in route.template, "message_id" in route.template): route.handler
        for route in calls.routes()
    }

    def arrive(event: str, payload: Any, guild_id: int | None) -> None:
        assert event == "INTERACTION_CREATE"
        client._connection.parse_interaction_create(json.loads(json.dumps(payload)))

    async def request(_: Any, route: Any, session: Any, **sent: Any) -> Any:
        match = _PATH.fullmatch(route.url)
        assert match is not None, route.url
        params = {key: value for key, value in match.groupdict().items() if value is not None}
        params["message_id"] = params.get("message_id", "").replace("%40", "@")
        handler = handlers[route.method, "interaction_id" in params, bool(params["message_id"])]
        body, uploads = _body(sent)
        query = {key: str(value) for key, value in (sent.get("params") or {}).items()}
        try:
            found = handler(Ask(params, query, json.loads(json.dumps(body)), uploads))
        except ApiError as error:
            raise _raised(error) from None
        return json.loads(json.dumps(found.body if isinstance(found, Reply) else found))

    with (
        mock.patch.object(desk, "_dispatch", arrive),
        mock.patch.object(AsyncWebhookAdapter, "request", request),
    ):
        yield


def _body(sent: dict[str, Any]) -> tuple[Any, list[Upload]]:
    if not sent.get("multipart"):
        return sent.get("payload"), []
    body: Any = None
    uploads: list[Upload] = []
    for part in sent["multipart"]:
        if part["name"] == "payload_json":
            body = json.loads(part["value"])
        else:
            data = part["value"].read()
            uploads.append(Upload(len(uploads), part["filename"], "text/plain", data))
    return body, uploads


def _raised(error: ApiError) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=error.status, reason=error.message)
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(error.status, discord.HTTPException)
    return kind(response, error.body())
