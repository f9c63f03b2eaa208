"""The gateway: sessions over websockets, as an unmodified client library expects them.

Hello, identify, heartbeat, READY, one GUILD_CREATE for each server of the shard, dispatches
by intent, resume (op 6), reconnect (op 7), invalid session (op 9); plain text or
``zlib-stream``.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import zlib
from collections import deque
from dataclasses import dataclass, field
from typing import Any, Final

from aiohttp import WSCloseCode, WSMsgType, web

from playground import payloads
from playground.forms import as_list, as_object, is_snowflake
from playground.hub import Event, Hub
from playground.state import Guild, Json, World

GUILDS: Final = 1 << 0
MEMBERS: Final = 1 << 1
PRESENCES: Final = 1 << 8
GUILD_MESSAGES: Final = 1 << 9
DIRECT_MESSAGES: Final = 1 << 12
MESSAGE_CONTENT: Final = 1 << 15
PRIVILEGED: Final = MEMBERS | PRESENCES | MESSAGE_CONTENT
ALL_INTENTS: Final = (1 << 26) - 1
BUFFER: Final = 1000
#: Seconds.  discord.py notes the time of a heartbeat after it was sent, in a thread of its own:
#: an answer without any delay comes before that, and is taken for one of the last heartbeat.
ACKNOWLEDGED_AFTER: Final = 0.05


class CloseError(Exception):
    """Ends a connection with one of the gateway's close codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


@dataclass(eq=False)
class Session:
    """What a client may resume: its shard, its intents and the events it may have missed."""

    id: str
    shard: tuple[int, int]
    intents: int
    seq: int = 0
    events: deque[tuple[int, Json]] = field(default_factory=lambda: deque(maxlen=BUFFER))
    connection: Connection | None = None


class Connection:
    """One websocket; everything it sends goes through one queue, in order."""

    def __init__(
        self,
        socket: web.WebSocketResponse,
        transport: asyncio.Transport | None,
        *,
        compress: bool,
    ) -> None:
        self.socket = socket
        self.transport = transport
        self.session: Session | None = None
        self._deflate = zlib.compressobj() if compress else None
        self._queue: asyncio.Queue[Json | None] = asyncio.Queue()

    def put(self, payload: Json) -> None:
        """Send this after what was put before."""
        self._queue.put_nowait(payload)

    def end(self) -> None:
        """Stop the sender when it has sent what is queued."""
        self._queue.put_nowait(None)

    async def send_all(self) -> None:
        """The sender's loop."""
        while (payload := await self._queue.get()) is not None:
            text = json.dumps(payload)
            try:
                if self._deflate is None:
                    await self.socket.send_str(text)
                else:
                    data = self._deflate.compress(text.encode())
                    data += self._deflate.flush(zlib.Z_SYNC_FLUSH)
                    await self.socket.send_bytes(data)
            except ConnectionError:
                return


class Gateway:
    """All sessions.  ``refusing`` turns connections away, as in an outage of Discord's."""

    def __init__(self, world: World, hub: Hub, token: str, url: str = "") -> None:
        self._world = world
        self._hub = hub
        self._token = token
        self.url = url
        self.refusing = False
        self.allowed_intents = ALL_INTENTS & ~PRIVILEGED
        self.heartbeat = 41.25
        self.sessions: dict[str, Session] = {}
        self._connections: set[Connection] = set()
        self._told = False

    @property
    def online(self) -> bool:
        """Whether a bot is connected and identified."""
        return any(each.session is not None for each in self._connections)

    def dispatch(self, event: str, data: Json, guild_id: int | None) -> None:
        """Send an event to every session whose shard and intents it concerns."""
        for session in tuple(self.sessions.values()):
            shard, shards = session.shard
            at = 0 if guild_id is None else (guild_id >> 22) % shards
            if at == shard and self._wanted(session.intents, event, guild_id):
                self._dispatch_to(session, event, self._censored(session, event, data, guild_id))

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Take a websocket: ``?v=10&encoding=json[&compress=zlib-stream]``."""
        if self.refusing:
            return web.Response(status=503)
        socket = web.WebSocketResponse(max_msg_size=4096 * 4)
        await socket.prepare(request)
        compress = request.query.get("compress")
        connection = Connection(socket, request.transport, compress=compress == "zlib-stream")
        self._connections.add(connection)
        sender = asyncio.create_task(connection.send_all())
        code, reason = int(WSCloseCode.OK), ""
        try:
            _check_query(request)
            hello: Json = {"heartbeat_interval": int(self.heartbeat * 1000), "_trace": []}
            connection.put({"op": 10, "d": hello, "s": None, "t": None})
            await self._listen(connection)
        except CloseError as closed:
            code, reason = closed.code, closed.reason
        finally:
            self._connections.discard(connection)
            self._leave(connection)
            connection.end()
            await sender
            # Nobody is there to be told when the connection was torn down.
            with contextlib.suppress(ConnectionError):
                await socket.close(code=code, message=reason.encode())
        return socket

    async def drop(
        self, *, resumable: bool = True, code: int | None = 4000, ask_first: bool = False
    ) -> None:
        """Cut every connection.

        ``code`` None tears the socket down without a close frame; ``ask_first`` sends op 7, or
        op 9 when the session cannot be resumed, and leaves closing to the client.
        """
        for connection in tuple(self._connections):
            session = connection.session
            if not resumable and session is not None:
                self.sessions.pop(session.id, None)
            if ask_first:
                connection.put({"op": 7, "d": None} if resumable else {"op": 9, "d": False})
                continue
            self._leave(connection)
            if code is None:
                if connection.transport is not None:
                    connection.transport.abort()
            else:
                await connection.socket.close(code=code)

    async def close(self) -> None:
        """Forget the sessions and close every connection."""
        self.sessions.clear()
        for connection in tuple(self._connections):
            await connection.socket.close(code=WSCloseCode.GOING_AWAY)

    async def _listen(self, connection: Connection) -> None:
        while True:
            try:
                message = await asyncio.wait_for(connection.socket.receive(), self.heartbeat * 1.75)
            except TimeoutError:
                raise CloseError(4009, "Session timed out.") from None
            if message.type in {WSMsgType.CLOSE, WSMsgType.CLOSING, WSMsgType.CLOSED}:
                # A client that says goodbye with 1000 or 1001 gives its session up.
                if message.type is WSMsgType.CLOSE and message.data in {1000, 1001}:
                    self._forget(connection)
                return
            if message.type is WSMsgType.ERROR:
                return
            try:
                payload = as_object(json.loads(message.data))
            except (ValueError, TypeError):
                payload = None
            if payload is None:
                raise CloseError(4002, "Error while decoding payload.")
            self._take(connection, payload)

    def _take(self, connection: Connection, payload: Json) -> None:
        op, data = payload.get("op"), payload.get("d")
        if op == 1:
            asyncio.get_running_loop().call_later(
                ACKNOWLEDGED_AFTER, connection.put, {"op": 11, "d": None}
            )
        elif op == 2:
            self._identify(connection, as_object(data) or {})
        elif op == 6:
            self._resume(connection, as_object(data) or {})
        elif op not in {3, 4, 8, 14, 31}:
            raise CloseError(4001, "Unknown opcode.")
        elif connection.session is None:
            raise CloseError(4003, "Not authenticated.")
        elif op == 8:
            self._members_chunk(connection.session, as_object(data) or {})

    def _identify(self, connection: Connection, data: Json) -> None:
        if connection.session is not None:
            raise CloseError(4005, "Already authenticated.")
        self._authenticate(data)
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~ALL_INTENTS or intents < 0:
            raise CloseError(4013, "Invalid intent(s).")
        if intents & PRIVILEGED & ~self.allowed_intents:
            raise CloseError(4014, "Disallowed intent(s).")
        shard = as_list(data.get("shard")) or [0, 1]
        numbers = [each for each in shard if isinstance(each, int)]
        if len(shard) != 2 or len(numbers) != 2 or not 0 <= numbers[0] < numbers[1]:
            raise CloseError(4010, "Invalid shard.")
        session = Session(secrets.token_hex(16), (shard[0], shard[1]), intents)
        self._enter(connection, session)
        guilds = [
            each
            for each in self._world.guilds.values()
            if each.bot_present and (each.id >> 22) % shard[1] == shard[0]
        ]
        self._dispatch_to(
            session,
            "READY",
            {
                "v": 10,
                "user": payloads.user(self._world.bot)
                | {"verified": True, "mfa_enabled": False, "email": None},
                "guilds": [{"id": str(each.id), "unavailable": True} for each in guilds],
                "private_channels": [],
                "session_id": session.id,
                "session_type": "normal",
                "resume_gateway_url": self.url,
                "shard": shard,
                "application": {"id": str(self._world.bot.id), "flags": 0},
                "_trace": [],
            },
        )
        if intents & GUILDS:
            for each in guilds:
                self.send_guild(each, session)
        self._tell()

    def send_guild(self, guild: Guild, session: Session | None = None) -> None:
        """GUILD_CREATE, to one session or to all of the server's shard."""
        if not guild.available:
            gone = {"id": str(guild.id), "unavailable": True}
            event, data = "GUILD_DELETE", gone
        else:
            event, data = "GUILD_CREATE", payloads.guild_create(self._world, guild)
        if session is None:
            self.dispatch(event, data, guild.id)
        else:
            self._dispatch_to(session, event, data)

    def _resume(self, connection: Connection, data: Json) -> None:
        self._authenticate(data)
        session = self.sessions.get(str(data.get("session_id")))
        seq = data.get("seq")
        first = session.events[0][0] if session is not None and session.events else 1
        if session is None or not isinstance(seq, int) or not first - 1 <= seq <= session.seq:
            connection.put({"op": 9, "d": False})
            return
        if session.connection is not None:
            session.connection.session = None
        session.connection = connection
        connection.session = session
        for number, payload in tuple(session.events):
            if number > seq:
                connection.put(payload)
        self._dispatch_to(session, "RESUMED", {"_trace": []})
        self._tell()

    def _authenticate(self, data: Json) -> None:
        token = str(data.get("token") or "").removeprefix("Bot ")
        if not secrets.compare_digest(token.encode(), self._token.encode()):
            raise CloseError(4004, "Authentication failed.")

    def _enter(self, connection: Connection, session: Session) -> None:
        for old in tuple(self.sessions.values()):
            if old.connection is None and old.shard == session.shard:
                del self.sessions[old.id]
        self.sessions[session.id] = session
        session.connection = connection
        connection.session = session

    def _leave(self, connection: Connection) -> None:
        session, connection.session = connection.session, None
        if session is not None and session.connection is connection:
            session.connection = None
        self._tell()

    def _tell(self) -> None:
        """Tell people when the bot has come or gone."""
        if self.online != self._told:
            self._told = self.online
            self._hub.everybody(Event("bot", {"online": self._told}))

    def _forget(self, connection: Connection) -> None:
        if connection.session is not None:
            self.sessions.pop(connection.session.id, None)

    def _dispatch_to(self, session: Session, event: str, data: Json) -> None:
        session.seq += 1
        payload: Json = {"op": 0, "t": event, "s": session.seq, "d": data}
        session.events.append((session.seq, payload))
        if session.connection is not None:
            session.connection.put(payload)

    def _members_chunk(self, session: Session, data: Json) -> None:
        guild = self._world.guilds.get(
            int(data["guild_id"]) if is_snowflake(data.get("guild_id")) else 0
        )
        if guild is None:
            return
        wanted: Any = data.get("user_ids")
        idents = {str(each) for each in (as_list(wanted) or [wanted])} if wanted else None
        if idents is None and not session.intents & MEMBERS:
            raise CloseError(4014, "Disallowed intent(s).")
        found = [
            payloads.member(self._world, each)
            for each in guild.members.values()
            if idents is None or str(each.user.id) in idents
        ]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": found,
            "chunk_index": 0,
            "chunk_count": 1,
            "nonce": data.get("nonce"),
            "not_found": sorted((idents or set()) - {each["user"]["id"] for each in found}),
        }
        self._dispatch_to(session, "GUILD_MEMBERS_CHUNK", chunk)

    def _wanted(self, intents: int, event: str, guild_id: int | None) -> bool:
        if event.startswith("GUILD_MEMBER_"):
            return bool(intents & MEMBERS)
        if event.startswith(("GUILD_", "CHANNEL_", "THREAD_")):
            return bool(intents & GUILDS)
        if event.startswith("MESSAGE_"):
            return bool(intents & (DIRECT_MESSAGES if guild_id is None else GUILD_MESSAGES))
        return True

    def _censored(self, session: Session, event: str, data: Json, guild_id: int | None) -> Json:
        """Without the message content intent a bot reads its own, its mentions and its DMs."""
        bot = str(self._world.bot.id)
        if (
            event not in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}
            or session.intents & MESSAGE_CONTENT
            or guild_id is None
            or data["author"]["id"] == bot
            or any(each["id"] == bot for each in data["mentions"])
        ):
            return data
        return data | {"content": "", "embeds": [], "attachments": [], "components": []}


def _check_query(request: web.Request) -> None:
    """Version 10, JSON, plain or ``zlib-stream``."""
    if request.query.get("v", "10") != "10":
        raise CloseError(4012, "Invalid API version.")
    encoding = request.query.get("encoding", "json")
    if encoding != "json" or request.query.get("compress", "") not in {"", "zlib-stream"}:
        raise CloseError(4002, "Error while decoding payload.")
