"""One column's websocket: a person's screen told to the page, the page's presses to the person."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine
from typing import Any, Final

from aiohttp import WSCloseCode, WSMsgType, web

from playground.forms import as_list, as_object
from playground.handles import ClientRefusal, Handle
from playground.hub import Event, Subscription
from playground.people import Person
from playground.server import Playground
from playground.state import DM, Channel, Json

_log = logging.getLogger(__name__)

# A skip of the clock by less than this many seconds is not worth telling.
_DRIFT: Final = 1.0
_LONGEST_SKIP: Final = 366 * 24 * 3600.0


class _UnreadableError(Exception):
    """The page sent something that does not follow the protocol."""


class Line:
    """Serves one column until its websocket closes."""

    def __init__(
        self, playground: Playground, person: Person, socket: web.WebSocketResponse
    ) -> None:
        self._playground = playground
        self._person = person
        self._socket = socket
        self._tasks: set[asyncio.Task[None]] = set()
        self._told: Json = {}
        self._ahead = 0.0
        self._do: dict[str, Callable[[Json], Coroutine[Any, Any, None]]] = {
            "command": self._command,
            "press": self._press,
            "submit": self._submit,
            "close": self._close_modal,
            "autocomplete": self._autocomplete,
            "say": self._say,
            "dismiss": self._dismiss,
            "advance": self._advance,
        }

    async def run(self) -> None:
        """Greet, then carry both ways; every question is a task, so that none waits for another."""
        with self._person.subscribe() as events:
            await self._send(self._hello())
            pump = asyncio.create_task(self._pump(events))
            try:
                async for frame in self._socket:
                    if frame.type is WSMsgType.TEXT:
                        self._start(frame.data)
            finally:
                for task in (pump, *self._tasks):
                    task.cancel()
                await asyncio.gather(pump, *self._tasks, return_exceptions=True)

    async def hang_up(self) -> None:
        """Close from this side."""
        await self._socket.close(code=WSCloseCode.GOING_AWAY)

    # To the page

    async def _send(self, data: Json) -> None:
        if self._socket.closed:
            return
        try:
            await self._socket.send_str(json.dumps(data))
        except ConnectionError:
            _log.debug("a column went away while it was being told something")

    def _hello(self) -> Json:
        playground, person = self._playground, self._person
        self._told = self._surroundings()
        self._ahead = playground.clock.now() - time.time()
        return {
            "type": "hello",
            "me": _user(person.user.id, playground),
            "guild": {"id": str(playground.guild.id), "name": playground.guild.name},
            "roles": [
                {"id": str(each.id), "name": each.name.removeprefix("@")}
                for each in playground.guild.roles.values()
            ],
            **self._told,
            "messages": [each.json for each in person.messages()],
            "online": playground.bot_online,
            "now": playground.world.clock.now() * 1000,
        }

    def _surroundings(self) -> Json:
        """What may change without an event of its own."""
        person = self._person
        channels = [each for each in person.channels() if not each.archived]
        return {
            "channels": [_channel(each) for each in sorted(channels, key=_place)],
            "members": server_members(self._playground),
            "emojis": [
                {"id": str(each.id), "name": each.name, "animated": each.animated}
                for each in self._playground.world.emojis.values()
            ],
            "commands": person.commands() if channels else [],
        }

    async def _pump(self, events: Subscription) -> None:
        async for event in events:
            await self._tell_surroundings()
            await self._tell(event)
        await self.hang_up()

    async def _tell_surroundings(self) -> None:
        now = self._surroundings()
        for name, value in now.items():
            if self._told.get(name) != value:
                await self._send({"type": name, name: value})
        self._told = now
        if abs(self._playground.clock.now() - time.time() - self._ahead) > _DRIFT:
            await self._tell_time()

    async def _tell_time(self) -> None:
        now = self._playground.clock.now()
        self._ahead = now - time.time()
        await self._send({"type": "clock", "now": now * 1000})

    async def _tell(self, event: Event) -> None:
        if event.type == "message":
            await self._send({"type": "message", "message": event.data})
        elif event.type in {"delete", "bot"}:
            await self._send({"type": event.type, **event.data})

    # From the page

    def _start(self, text: str) -> None:
        task = asyncio.create_task(self._handle(text))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _handle(self, text: str) -> None:
        nonce = None
        try:
            data = _read(text)
            nonce = data.get("nonce")
            await self._action(data)(data)
        except _UnreadableError as error:
            _log.warning("the page sent something unreadable: %s", error)
            await self._result(nonce, "The page and the playground disagree. Reload the page.")
        except ClientRefusal as refusal:
            await self._result(nonce, _sentence(str(refusal)))
        except Exception:
            _log.exception("the playground failed at something that the page asked for")
            await self._result(nonce, "The playground failed; its log says why.")

    def _action(self, data: Json) -> Callable[[Json], Coroutine[Any, Any, None]]:
        found = self._do.get(str(data.get("type")))
        if found is None:
            raise _UnreadableError("type")
        return found

    async def _result(self, nonce: object, error: str | None = None) -> None:
        await self._send({"type": "result", "nonce": nonce, "ok": error is None, "error": error})

    async def _outcome(self, data: Json, handle: Handle) -> None:
        answer = await handle.outcome()
        nonce = data.get("nonce")
        if answer.modal is not None:
            await self._send({"type": "modal", "nonce": nonce, "modal": answer.modal.json})
        await self._result(nonce, answer.error)

    async def _command(self, data: Json) -> None:
        handle = self._person.invoke(
            _id(data, "channel_id"), _id(data, "command_id"), _path(data), _object(data, "options")
        )
        await self._outcome(data, handle)

    async def _press(self, data: Json) -> None:
        message, custom_id = _id(data, "message_id"), _text(data, "custom_id")
        if data.get("values") is None:
            handle = self._person.press(message, custom_id)
        else:
            values = [str(each) for each in _list(data, "values")]
            handle = self._person.select(message, custom_id, values)
        await self._outcome(data, handle)

    async def _submit(self, data: Json) -> None:
        handle = self._person.submit_modal(_text(data, "custom_id"), _object(data, "fields"))
        await self._outcome(data, handle)

    async def _close_modal(self, data: Json) -> None:
        self._person.close_modal(_text(data, "custom_id"))

    async def _autocomplete(self, data: Json) -> None:
        handle = self._person.suggest(
            _id(data, "channel_id"),
            _id(data, "command_id"),
            _path(data),
            _object(data, "options"),
            _text(data, "focused"),
        )
        answer = await handle.outcome()
        await self._send({"type": "choices", "nonce": data.get("nonce"), "choices": answer.choices})

    async def _say(self, data: Json) -> None:
        self._person.say(_id(data, "channel_id"), _text(data, "content"))
        await self._result(data.get("nonce"))

    async def _dismiss(self, data: Json) -> None:
        self._person.dismiss(_id(data, "message_id"))
        await self._result(data.get("nonce"))

    async def _advance(self, data: Json) -> None:
        seconds = data.get("seconds")
        if not isinstance(seconds, int | float) or not 0 <= seconds <= _LONGEST_SKIP:
            raise _UnreadableError("seconds")
        self._playground.advance(seconds)
        await self._tell_time()


def server_members(playground: Playground) -> list[Json]:
    """The server's members as the page lists them: people, then apps."""
    found = [_user(each, playground) for each in playground.guild.members]
    return sorted(found, key=lambda each: bool(each["bot"]))


def _user(user_id: int, playground: Playground) -> Json:
    user = playground.world.users[user_id]
    member = playground.guild.members.get(user_id)
    nick = None if member is None else member.nick
    return {
        "id": str(user.id),
        "name": user.username,
        "display_name": nick or user.global_name or user.username,
        "bot": user.bot,
    }


def _place(channel: Channel) -> tuple[bool, bool, int, int]:
    return (channel.type == DM, channel.is_thread, channel.position, channel.id)


def _channel(channel: Channel) -> Json:
    name = channel.name or "direct messages"
    return {"id": str(channel.id), "name": name, "type": channel.type}


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _read(text: str) -> Json:
    try:
        data = as_object(json.loads(text))
    except ValueError:
        data = None
    if data is None:
        raise _UnreadableError("not an object")
    return data


def _id(data: Json, name: str) -> int:
    text = str(data.get(name))
    if not text.isdecimal() or len(text) > 20:
        raise _UnreadableError(name)
    return int(text)


def _text(data: Json, name: str) -> str:
    found = data.get(name)
    if not isinstance(found, str):
        raise _UnreadableError(name)
    return found


def _list(data: Json, name: str) -> list[Any]:
    found = as_list(data.get(name))
    if found is None:
        raise _UnreadableError(name)
    return found


def _path(data: Json) -> list[str]:
    return [str(each) for each in _list(data, "path")]


def _object(data: Json, name: str) -> Json:
    found = as_object(data.get(name))
    if found is None:
        raise _UnreadableError(name)
    return found
