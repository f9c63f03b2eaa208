"""The page and the websocket behind each of its columns, for this machine only.

``mount`` adds the page to a playground.  What goes over the websocket is described in
``docs/playground.md``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from aiohttp import web

from playground.line import Line, server_members
from playground.server import Playground

_PAGE: Final = Path(__file__).parent / "page"
_TYPES: Final = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
_PICTURES: Final = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF8": "image/gif",
    b"RIFF": "image/webp",
}
_LOOPBACK: Final = re.compile(r"(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d{1,5})?")
_POLICY: Final = (
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; "
    "object-src 'none'"
)
_HEADERS: Final[Mapping[str, str]] = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": _POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def mount(app: web.Application, playground: Playground) -> None:
    """Serve the page: ``/``, ``/static``, ``/emojis``, ``/room.json`` and ``/ws``.

    To be given to ``Playground.start`` as ``extend``.
    """
    pages = _Pages(playground)
    playground.mount_index(pages.index)
    app.router.add_get("/static/{name}", pages.static)
    app.router.add_get(r"/emojis/{id:\d{1,20}}.{form:png|gif}", pages.emoji)
    app.router.add_get("/room.json", pages.room)
    app.router.add_get("/ws", pages.websocket)
    app.on_shutdown.append(pages.close)


class _Pages:
    def __init__(self, playground: Playground) -> None:
        self._playground = playground
        self._files = {each.name: each for each in _PAGE.iterdir() if each.suffix in _TYPES}
        self._lines: set[Line] = set()

    async def index(self, request: web.Request) -> web.StreamResponse:
        _from_here(request)
        return self._file("index.html")

    async def static(self, request: web.Request) -> web.StreamResponse:
        _from_here(request)
        return self._file(request.match_info["name"])

    async def emoji(self, request: web.Request) -> web.StreamResponse:
        """The picture of one of the application's emojis, as Discord's own host serves it."""
        _from_here(request)
        found = self._playground.world.emojis.get(int(request.match_info["id"]))
        if found is None:
            raise web.HTTPNotFound
        headers = {**_HEADERS, "Cache-Control": "max-age=31536000, immutable"}
        kind = next(kind for magic, kind in _PICTURES.items() if found.image.startswith(magic))
        return web.Response(body=found.image, content_type=kind, headers=headers)

    async def room(self, request: web.Request) -> web.StreamResponse:
        """Who is there: enough to draw the page before any column is connected."""
        _from_here(request)
        guild = self._playground.guild
        return web.json_response(
            {
                "guild": {"id": str(guild.id), "name": guild.name},
                "members": server_members(self._playground),
            },
            headers=_HEADERS,
        )

    async def websocket(self, request: web.Request) -> web.StreamResponse:
        _from_here(request)
        member = request.query.get("member", "")
        person = self._playground.people.get(int(member)) if member.isdecimal() else None
        if person is None:
            raise web.HTTPNotFound(text="There is no such member.")
        socket = web.WebSocketResponse(heartbeat=30, max_msg_size=64 * 1024)
        await socket.prepare(request)
        line = Line(self._playground, person, socket)
        self._lines.add(line)
        try:
            await line.run()
        finally:
            self._lines.discard(line)
        return socket

    async def close(self, app: web.Application) -> None:
        """Hang up, so that stopping does not wait for open pages."""
        for line in tuple(self._lines):
            await line.hang_up()

    def _file(self, name: str) -> web.StreamResponse:
        found = self._files.get(name)
        if found is None:
            raise web.HTTPNotFound
        headers = {**_HEADERS, "Content-Type": f"{_TYPES[found.suffix]}; charset=utf-8"}
        return web.FileResponse(found, headers=headers)


def _from_here(request: web.Request) -> None:
    """Refuse what another site or host name asks for: a page elsewhere must not play along."""
    if not _LOOPBACK.fullmatch(request.host):
        raise web.HTTPForbidden(text="The playground answers on this machine's own address only.")
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != request.host:
        raise web.HTTPForbidden(text="The playground does not answer to other sites.")
