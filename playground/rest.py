"""The REST side: one door for every call, with authorisation, faults, limits and the log."""

from __future__ import annotations

import json
import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import BodyPartReader, web

from playground.clock import Clock
from playground.errors import ApiError, plain
from playground.faults import Fault, Faults
from playground.forms import as_object
from playground.journal import Call, Journal
from playground.messages import Upload
from playground.ratelimits import RateLimits
from playground.state import Json

_log = logging.getLogger(__name__)

PREFIX: Final = "/api/v10"
_BODY_LIMIT: Final = 30 * 1024 * 1024
_TOKENS: Final = re.compile(r"((?:webhooks|interactions)/\d+/)[^/]+")


@dataclass(frozen=True, slots=True)
class Ask:
    """A call: ids of its path, its query, its body and the files beside it."""

    params: dict[str, str]
    query: dict[str, str]
    body: object = None
    uploads: list[Upload] = field(default_factory=list[Upload])

    def id(self, name: str) -> int:
        """An id of the path.  Raises ApiError 50035 when it is no number."""
        text = self.params[name]
        if not text.isdecimal():
            wrong = {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{text}" is not snowflake.'}
            raise ApiError(50035, errors={name: {"_errors": [wrong]}})
        return int(text)

    def object(self) -> Json:
        """The body as an object.  Raises ApiError 50109 for anything else."""
        if self.body is None:
            return {}
        if (found := as_object(self.body)) is None:
            raise ApiError(50109)
        return found


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer with a status of its own."""

    status: int
    body: object = None


Handler = Callable[[Ask], object]


@dataclass(frozen=True, slots=True)
class Route:
    """``GET /channels/{channel_id}`` and what answers it.

    ``open`` routes carry an interaction's token in their path and need no other.
    """

    method: str
    template: str
    handler: Handler
    open: bool = False


class Rest:
    """Mounts routes on an application and answers calls to them."""

    def __init__(
        self, clock: Clock, token: str, faults: Faults, limits: RateLimits, journal: Journal
    ) -> None:
        self._clock = clock
        self._token = token
        self._faults = faults
        self._limits = limits
        self._journal = journal

    def mount(self, app: web.Application, routes: list[Route]) -> None:
        """Add the routes, and a 404 in Discord's words for everything else below the prefix."""
        for route in routes:
            app.router.add_route(route.method, PREFIX + route.template, self._endpoint(route))
        unknown = Route("*", "/{rest}", _unknown)
        app.router.add_route("*", "/api/{rest:.*}", self._endpoint(unknown))

    def _endpoint(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def endpoint(request: web.Request) -> web.StreamResponse:
            return await self._answer(route, request)

        return endpoint

    async def _answer(self, route: Route, request: web.Request) -> web.StreamResponse:
        ask = Ask(dict(request.match_info), dict(request.query))
        headers = {"Via": "1.1 playground", "Content-Type": "application/json"}
        try:
            if not route.open:
                self._authorise(request)
            body, uploads = await _read(request)
            ask = Ask(ask.params, ask.query, body, uploads)
            if not route.open:
                self._limit(route, request, headers)
            reply = await self._carry_out(route, request, ask)
        except ApiError as error:
            if error.status == 429 and error.retry_after is not None:
                headers["Retry-After"] = str(max(1, round(error.retry_after)))
            reply = Reply(error.status, error.body())
        except ConnectionResetError:
            return web.Response(status=400)  # the bot has ended in the middle of its request
        except Exception as error:
            _log.exception("%s %s failed", route.method, route.template)
            self._journal.crashes.append(error)
            reply = Reply(500, plain(500, "Internal Server Error").body())
        self._journal.call(
            Call(
                self._clock.now(),
                request.method,
                _TOKENS.sub(r"\1***", request.path.removeprefix(PREFIX)),
                route.template,
                ask.body,
                reply.status,
                reply.body,
            )
        )
        if reply.body is None:
            del headers["Content-Type"]
            return web.Response(status=204, headers=headers)
        return web.Response(
            status=reply.status, body=json.dumps(reply.body).encode(), headers=headers
        )

    async def _carry_out(self, route: Route, request: web.Request, ask: Ask) -> Reply:
        fault = self._faults.take(request.method, route.template)
        if fault is not None and not fault.after:
            await _fail(fault, request)
        found = route.handler(ask)
        if fault is not None:
            await _fail(fault, request)
        if isinstance(found, Reply):
            return found
        return Reply(204 if found is None else 200, found)

    def _authorise(self, request: web.Request) -> None:
        given = request.headers.get("Authorization", "").encode()
        if not secrets.compare_digest(given, f"Bot {self._token}".encode()):
            raise plain(401, "Unauthorized")

    def _limit(self, route: Route, request: web.Request, headers: dict[str, str]) -> None:
        params = request.match_info
        major = params.get("channel_id") or params.get("guild_id") or ""
        verdict = self._limits.check(request.method, route.template, major)
        headers.update(verdict.headers)
        if verdict.retry_after is not None:
            raise RateLimitedError(verdict.retry_after, everywhere=verdict.everywhere)


class RateLimitedError(ApiError):
    """429 with the body Discord gives it."""

    def __init__(self, retry_after: float, *, everywhere: bool) -> None:
        super().__init__(
            0,
            status=429,
            message="You are being rate limited.",
            retry_after=round(retry_after, 3),
        )
        self._everywhere = everywhere

    def body(self) -> dict[str, Any]:
        return {
            "message": self.message,
            "retry_after": self.retry_after,
            "global": self._everywhere,
        }


def _unknown(ask: Ask) -> object:
    raise plain(404, "Not Found")


async def _fail(fault: Fault, request: web.Request) -> None:
    if fault.answer == "hang":
        await fault.released.wait()
        raise plain(503, "Service Unavailable")
    if fault.answer == "drop":
        if request.transport is not None:
            request.transport.abort()
        raise plain(503, "Service Unavailable")
    if fault.answer == 429:
        raise RateLimitedError(fault.retry_after, everywhere=fault.everywhere)
    if fault.answer < 600:
        raise plain(fault.answer, "Internal Server Error")
    raise ApiError(fault.answer, retry_after=fault.retry_after if fault.answer == 30046 else None)


async def _read(request: web.Request) -> tuple[object, list[Upload]]:
    """The JSON body, from ``payload_json`` when files come with it."""
    if request.content_type == "multipart/form-data":
        return await _read_multipart(request)
    raw = await request.read()
    if not raw:
        return None, []
    if request.content_type != "application/json":
        raise ApiError(50109)
    return _parse(raw), []


async def _read_multipart(request: web.Request) -> tuple[object, list[Upload]]:
    body: object = {}
    uploads: list[Upload] = []
    size = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ApiError(50109)
        data = bytes(await part.read(decode=True))
        size += len(data)
        if size > _BODY_LIMIT:
            raise ApiError(40005)
        if part.name == "payload_json":
            body = _parse(data)
        elif (found := re.fullmatch(r"files\[(\d{1,2})\]", part.name or "")) is not None:
            kind = part.headers.get("Content-Type", "application/octet-stream")
            name = part.filename or "unknown"
            uploads.append(Upload(int(found[1]), name, _guess(name, kind), data))
    return body, uploads


def _guess(name: str, given: str) -> str:
    known = {
        "png": "image/png",
        "jpg": "image/jpeg",
        "gif": "image/gif",
        "webp": "image/webp",
        "svg": "image/svg+xml",
        "txt": "text/plain; charset=utf-8",
        "json": "application/json; charset=utf-8",
    }
    return known.get(name.rpartition(".")[2].lower(), given)


def _parse(raw: bytes) -> object:
    try:
        return json.loads(raw)
    except ValueError:
        raise ApiError(50109) from None
