"""People: what a member sees, types and presses, as a chat client lets them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playground.command_input import CommandInput, find_command
from playground.errors import ApiError
from playground.handles import ClientRefusal, Handle, Modal
from playground.hub import Hub, Subscription
from playground.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL_SUBMIT,
    InteractionDesk,
)
from playground.messages import MessageDesk, Origin
from playground.modal_input import modal_data
from playground.permissions import Permission
from playground.seen import Seen, snapshot
from playground.state import EPHEMERAL, Channel, Json, Message, User, World


class Person:
    """A member.  Messages are given as ``Seen`` or by id, channels as objects or by id.

    Whatever a real client would not let its user do raises ClientRefusal; ``forge=True`` sends
    it nevertheless, as a made-up client could.
    """

    def __init__(
        self, world: World, hub: Hub, messages: MessageDesk, desk: InteractionDesk, user: User
    ) -> None:
        self._world = world
        self._hub = hub
        self._messages = messages
        self._desk = desk
        self._chosen: dict[tuple[int, str], tuple[int, tuple[str, ...]]] = {}
        self.user = user

    @property
    def id(self) -> int:
        return self.user.id

    @property
    def name(self) -> str:
        return self.user.username

    @property
    def display_name(self) -> str:
        return self.user.global_name or self.user.username

    def __repr__(self) -> str:
        return f"<Person {self.display_name} {self.id}>"

    # What this person sees

    def channels(self) -> list[Channel]:
        """The channels this person may look into."""
        return [each for each in self._world.channels() if self._world.sees(self.id, each)]

    def messages(self, channel: Channel | int | None = None) -> list[Seen]:
        """All that stands there for this person, oldest first; in all channels by default."""
        return [snapshot(self._world, each) for each in self._visible(channel)]

    def _visible(self, channel: Channel | int | None) -> list[Message]:
        channels = self.channels() if channel is None else [self._channel(channel)]
        found = [
            each
            for place in channels
            for each in place.messages.values()
            if each.ephemeral_for in {None, self.id} and not each.dismissed
        ]
        return sorted(found, key=lambda each: each.id)

    def message(self, which: Seen | int) -> Seen:
        """A message as it stands now.  Raises ClientRefusal when it is not to be seen."""
        return snapshot(self._world, self._find(which))

    def latest(self, channel: Channel | int | None = None) -> Seen:
        """The newest message.  Raises ClientRefusal when there is none."""
        if not (found := self._visible(channel)):
            raise ClientRefusal("there is no message")
        return snapshot(self._world, found[-1])

    def pings(self) -> list[Seen]:
        """The messages that notified this person when they were sent."""
        return [
            snapshot(self._world, each) for each in self._visible(None) if self.id in each.pinged
        ]

    def commands(self, channel: Channel | int | None = None) -> list[Json]:
        """The commands offered here: those of the server hide global ones of the same name."""
        place = self._default_channel() if channel is None else self._channel(channel)
        held = self._world.permissions(place, self.id)
        in_guild = place.guild_id is not None
        if in_guild and not held & Permission.USE_APPLICATION_COMMANDS:
            return []
        found: dict[tuple[int, str], Json] = {}
        scopes = [None, place.guild_id] if in_guild else [None]
        for scope in scopes:
            for each in self._world.commands.get(scope, {}).values():
                contexts = each["contexts"]
                if contexts is not None and (0 if in_guild else 1) not in contexts:
                    continue
                needed = int(each["default_member_permissions"] or 0)
                closed = each["default_member_permissions"] == "0"
                if in_guild and (held & needed != needed or (closed and not held & 8)):
                    continue
                found[each["type"], each["name"]] = each
        return list(found.values())

    def subscribe(self) -> Subscription:
        """Events on this person's screen from now on."""
        return self._hub.subscribe(self.id)

    async def wait_for(
        self,
        predicate: Callable[[Seen], bool],
        channel: Channel | int | None = None,
        *,
        seconds: float = 5.0,
    ) -> Seen:
        """The newest visible message that fits, now or as soon as one does.

        Raises TimeoutError and says what there was instead.
        """
        with self.subscribe() as events:
            try:
                async with asyncio.timeout(seconds):
                    while True:
                        for each in reversed(self._visible(channel)):
                            if predicate(seen := snapshot(self._world, each)):
                                return seen
                        await anext(events)
            except TimeoutError:
                there = "\n---\n".join(each.text for each in self.messages(channel)[-3:])
                text = f"no such message for {self.display_name}; the last are:\n{there}"
                raise TimeoutError(text) from None

    # What this person does

    def command(self, channel: Channel | int, text: str, **options: Any) -> Handle:
        """``command(channel, "bridgette start", opponent=ben, deals=4)``."""
        command, path = find_command(self.commands(channel), text)
        return self.invoke(channel, command, path, options)

    def invoke(
        self,
        channel: Channel | int,
        command: Json | int,
        path: Sequence[str],
        options: Mapping[str, Any],
    ) -> Handle:
        """The same for a command object, or its id, and a path of subcommand names."""
        place = self._channel(channel)
        data = CommandInput(self._world, place).data(self._command(place, command), path, options)
        return self._desk.start(self.user, place, COMMAND, data)

    def autocomplete(
        self, channel: Channel | int, text: str, focused: str, **options: Any
    ) -> Handle:
        """What is suggested for the option that is being typed; ``answer.choices``."""
        command, path = find_command(self.commands(channel), text)
        return self.suggest(channel, command, path, options, focused)

    def suggest(
        self,
        channel: Channel | int,
        command: Json | int,
        path: Sequence[str],
        options: Mapping[str, Any],
        focused: str,
    ) -> Handle:
        """The same for a command object or its id."""
        place = self._channel(channel)
        options = {focused: "", **options}
        data = CommandInput(self._world, place).data(
            self._command(place, command), path, options, focused
        )
        return self._desk.start(self.user, place, AUTOCOMPLETE, data)

    def press(self, message: Seen | int, custom_id: str, *, forge: bool = False) -> Handle:
        """Press a button."""
        found = self._find(message, forge=forge)
        control = snapshot(self._world, found).control(custom_id)
        if not forge:
            self._usable(control, custom_id)
            if control is not None and control["type"] != 2:
                raise ClientRefusal(f"{custom_id!r} is a select")
        return self._component(found, control, {"custom_id": custom_id, "component_type": 2})

    def press_label(self, message: Seen | int, label: str) -> Handle:
        """Press the button with this label.  Raises LookupError when there is none."""
        seen = self.message(message)
        return self.press(seen, str(seen.button(label)["custom_id"]))

    def select(
        self, message: Seen | int, custom_id: str, values: Sequence[str], *, forge: bool = False
    ) -> Handle:
        """Choose in a select; the values of a string select, else ids.

        Choosing what is chosen already sends nothing, so that is refused too.
        """
        found = self._find(message, forge=forge)
        control = snapshot(self._world, found).control(custom_id)
        data: Json = {"custom_id": custom_id, "component_type": 3, "values": list(values)}
        if not forge:
            control = self._usable(control, custom_id)
            self._choosable(found, control, tuple(values))
        if control is not None:
            data["component_type"] = control["type"]
            if control["type"] in {5, 6, 7, 8}:
                resolved: Json = {}
                reader = CommandInput(self._world, self._channel(found.channel_id))
                kinds = {5: 6, 6: 8, 7: 9, 8: 7}
                for each in values:
                    reader.reference(kinds[control["type"]], each, resolved)
                data["resolved"] = resolved
        return self._component(found, control, data)

    def submit_modal(self, modal: Modal | str, fields: Mapping[str, Any]) -> Handle:
        """Send an open form, given as it was answered or by its custom_id.

        ``fields`` are by custom_id: a text, or a list of values for a select.
        """
        custom_id = modal if isinstance(modal, str) else modal.custom_id
        opened = self._desk.modals.get((self.id, custom_id))
        if opened is None:
            raise ClientRefusal("that form is not open")
        data = modal_data(opened.json, fields)
        del self._desk.modals[self.id, custom_id]
        source = opened.message.source if opened.message is not None else None
        return self._desk.start(
            self.user,
            self._channel(opened.channel_id),
            MODAL_SUBMIT,
            data,
            source=source,
            triggered_by=opened.interaction_id,
        )

    def close_modal(self, custom_id: str) -> None:
        """Close a form without sending it; the bot hears nothing of that."""
        self._desk.modals.pop((self.id, custom_id), None)

    def say(self, channel: Channel | int, content: str) -> Seen:
        """A plain chat message."""
        place = self._channel(channel)
        send = Permission.SEND_MESSAGES_IN_THREADS if place.is_thread else Permission.SEND_MESSAGES
        if not self._world.permissions(place, self.id) & send:
            raise ClientRefusal("you may not write here")
        if not content.strip() or len(content) > 2000:
            raise ClientRefusal("a message has 1 to 2,000 characters")
        message = self._messages.create(place, {"content": content}, [], Origin(self.id))
        return snapshot(self._world, message)

    def dismiss(self, message: Seen | int) -> None:
        """Dismiss an ephemeral message; the bot hears nothing of that."""
        found = self._find(message)
        if not found.flags & EPHEMERAL:
            raise ClientRefusal("only private messages can be dismissed")
        self._messages.dismiss(found)

    # Checks

    def _default_channel(self) -> Channel:
        if not (found := self.channels()):
            raise ClientRefusal("there is no channel to be seen")
        return found[0]

    def _channel(self, channel: Channel | int) -> Channel:
        ident = channel if isinstance(channel, int) else channel.id
        try:
            found = self._world.channel(ident)
        except ApiError:
            raise ClientRefusal("there is no such channel") from None
        if not self._world.sees(self.id, found):
            raise ClientRefusal("that channel is not to be seen")
        return found

    def _find(self, which: Seen | int, *, forge: bool = False) -> Message:
        """The message, when this person sees it; a forged press at least needs one to exist."""
        ident = which if isinstance(which, int) else which.id
        for channel in self._world.channels():
            if (found := channel.messages.get(ident)) is None:
                continue
            if self.id in self._world.viewers(found):
                return found
            # Discord itself checks this, whatever the client.
            raise ClientRefusal("that message is not to be seen by this person")
        if forge and not isinstance(which, int) and which.source.ephemeral_for in {None, self.id}:
            return which.source
        raise ClientRefusal("that message is gone")

    def _command(self, channel: Channel, command: Json | int) -> Json:
        ident = str(command if isinstance(command, int) else command["id"])
        for each in self.commands(channel):
            if each["id"] == ident:
                return each
        raise ClientRefusal("that command is not offered here")

    @staticmethod
    def _usable(control: Json | None, custom_id: str) -> Json:
        if control is None:
            raise ClientRefusal(f"there is no control {custom_id!r} on that message")
        if control.get("disabled"):
            raise ClientRefusal(f"{custom_id!r} is disabled")
        return control

    def _choosable(self, message: Message, control: Json, values: tuple[str, ...]) -> None:
        custom_id = str(control["custom_id"])
        if control["type"] == 2:
            raise ClientRefusal(f"{custom_id!r} is a button")
        if not control["min_values"] <= len(values) <= control["max_values"]:
            raise ClientRefusal(f"choose {control['min_values']} to {control['max_values']}")
        if len(set(values)) != len(values):
            raise ClientRefusal("an option can be chosen once only")
        if control["type"] == 3:
            options: list[Json] = control["options"]
            if not set(values) <= {each["value"] for each in options}:
                raise ClientRefusal("there is no such option")
            before = tuple(each["value"] for each in options if each.get("default"))
            version, chosen = self._chosen.get((message.id, custom_id), (-1, ()))
            if version == message.version:
                before = chosen
            if set(values) == set(before):
                raise ClientRefusal("that is chosen already: the client sends nothing")
        self._chosen[message.id, custom_id] = (message.version, values)

    def _component(self, message: Message, control: Json | None, data: Json) -> Handle:
        data["id"] = 0 if control is None else control["id"]
        place = self._channel(message.channel_id)
        return self._desk.start(self.user, place, COMPONENT, data, source=message)
