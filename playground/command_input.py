"""What a person types after a slash, checked as the client checks it, as interaction data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground import payloads
from playground.handles import ClientRefusal
from playground.state import Channel, Json, World


def find_command(commands: Sequence[Json], text: str) -> tuple[Json, tuple[str, ...]]:
    """``"game list"`` -> the command and the path below it.  Raises ClientRefusal."""
    name, *path = text.removeprefix("/").split()
    for each in commands:
        if each["name"] == name and each["type"] == 1:
            return each, tuple(path)
    raise ClientRefusal(f"there is no command /{name} here")


@dataclass(frozen=True, slots=True)
class CommandInput:
    """Turns options into data, within one channel.

    Users, channels and roles are given as ids or as anything with an ``id``.
    """

    world: World
    channel: Channel

    def data(
        self,
        command: Json,
        path: Sequence[str],
        options: Mapping[str, Any],
        focused: str | None = None,
    ) -> Json:
        """The ``data`` of a command, or of an autocomplete when an option is ``focused``.

        Raises ClientRefusal for what a client would not send.
        """
        declared: list[Json] = command.get("options") or []
        chain: list[Json] = []
        for name in path:
            found = next((o for o in declared if o["name"] == name and o["type"] in (1, 2)), None)
            if found is None:
                raise ClientRefusal(f"/{command['name']} has no {name!r}")
            chain.append(found)
            declared = found.get("options") or []
        if any(option["type"] in (1, 2) for option in declared):
            raise ClientRefusal(f"/{command['name']} needs a subcommand")
        resolved: Json = {}
        values = self._values(declared, options, focused, resolved)
        for each in reversed(chain):
            values = [{"name": each["name"], "type": each["type"], "options": values}]
        data: Json = {
            "id": command["id"],
            "name": command["name"],
            "type": command["type"],
            "options": values,
        }
        if resolved:
            data["resolved"] = resolved
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        return data

    def _values(
        self,
        declared: Sequence[Json],
        options: Mapping[str, Any],
        focused: str | None,
        resolved: Json,
    ) -> list[Json]:
        names = {option["name"] for option in declared}
        if unknown := [name for name in options if name not in names]:
            raise ClientRefusal(f"there is no option {unknown[0]!r}")
        values: list[Json] = []
        for option in declared:
            name = option["name"]
            if name not in options or options[name] is None:
                if option.get("required") and focused is None:
                    raise ClientRefusal(f"{name!r} is required")
                continue
            if name == focused:
                if not option.get("autocomplete"):
                    raise ClientRefusal(f"{name!r} has no suggestions")
                value: Any = str(options[name])
            else:
                value = self._value(option, options[name], resolved)
            entry: Json = {"name": name, "type": option["type"], "value": value}
            if name == focused:
                entry["focused"] = True
            values.append(entry)
        return values

    def _value(self, option: Json, given: Any, resolved: Json) -> Any:
        kind = option["type"]
        if kind in {6, 7, 8, 9}:
            return self.reference(kind, getattr(given, "id", given), resolved)
        if kind == 5:
            if not isinstance(given, bool):
                raise ClientRefusal(f"{option['name']!r} is True or False")
            return given
        if kind == 3:
            given = str(given)
            low, high = option.get("min_length") or 0, option.get("max_length") or 6000
            size = len(given)
        else:
            given = self._number(option, given)
            low, high = option.get("min_value"), option.get("max_value")
            size = given
        choices: list[Json] = option.get("choices") or []
        if choices and given not in [each["value"] for each in choices]:
            raise ClientRefusal(f"{given!r} is no choice of {option['name']!r}")
        if (low is not None and size < low) or (high is not None and size > high):
            raise ClientRefusal(f"{option['name']!r} is out of range")
        return given

    @staticmethod
    def _number(option: Json, given: Any) -> int | float:
        try:
            number = float(given)
        except (TypeError, ValueError):
            raise ClientRefusal(f"{option['name']!r} is a number") from None
        if option["type"] == 10:
            return number
        if number != int(number):
            raise ClientRefusal(f"{option['name']!r} is a whole number")
        return int(number)

    def reference(self, kind: int, given: Any, resolved: Json) -> str:
        world = self.world
        ident = int(given)
        guild = world.guild_of(self.channel)
        if kind in {6, 9} and ident in world.users:
            member = None if guild is None else guild.members.get(ident)
            resolved.setdefault("users", {})[str(ident)] = payloads.user(world.users[ident])
            if member is not None:
                permissions = world.permissions(self.channel, ident)
                resolved.setdefault("members", {})[str(ident)] = payloads.partial_member(
                    world, member
                ) | {"permissions": str(permissions)}
        elif kind == 7 and guild is not None and ident in guild.channels:
            resolved.setdefault("channels", {})[str(ident)] = payloads.channel(
                world, guild.channels[ident], world.permissions(guild.channels[ident], world.bot.id)
            )
        elif kind in {8, 9} and guild is not None and ident in guild.roles:
            resolved.setdefault("roles", {})[str(ident)] = payloads.role(guild.roles[ident])
        else:
            raise ClientRefusal(f"{ident} is nobody and nothing here")
        return str(ident)
