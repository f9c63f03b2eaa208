"""What Discord accepts as an application command."""

from __future__ import annotations

import re
from typing import Final

from playground.errors import ApiError
from playground.forms import Form, Node, as_object
from playground.state import Json, World

LOCALES: Final = frozenset(
    {"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl"}
    | {"no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi"}
    | {"th", "zh-CN", "ja", "zh-TW", "ko"}
)
SUBCOMMAND: Final = 1
GROUP: Final = 2
CHANNEL: Final = 7
SAFE_INTEGER: Final = 2**53 - 1  # what a double carries exactly
TOTAL: Final = 8000
CHAT_LIMIT: Final = 100
MENU_LIMIT: Final = 15
_NAME: Final = re.compile(r"[-_'\w\u0900-\u0963\u0966-\u097f\u0e01-\u0e3a\u0e40-\u0e5b]{1,32}")


def command(body: Node) -> Json:
    """One command, normalised; what is wrong is noted in the form."""
    kind = body.choice("type", (1, 2, 3)) or 1
    found: Json = {"type": kind} | _names(body, chat=kind == 1)
    if kind == 1:
        found |= _describe(body)
        found["options"] = _options(body, depth=0)
    else:
        found["description"] = ""
    needed = body.snowflake("default_member_permissions")
    found["default_member_permissions"] = None if needed is None else str(needed)
    found["nsfw"] = body.flag("nsfw")
    contexts = body.items("contexts", 1, 3)
    found["contexts"] = [_enum(each, 2) for each in contexts] or None
    kinds = body.items("integration_types", 1, 2)
    found["integration_types"] = [_enum(each, 1) for each in kinds] or [0]
    if _size(found) > TOTAL:
        body.wrong("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({TOTAL})")
    return found


def _enum(node: Node, high: int) -> int:
    if node.value not in range(high + 1):
        node.wrong("BASE_TYPE_CHOICES", f"Value must be one of 0 to {high}.")
    return node.value


def _names(node: Node, *, chat: bool) -> Json:
    name = node.text("name", 1, 32, required=True)
    if chat and name:
        _check_name(node, name, "name")
    found: Json = {"name": name, "name_localizations": node.object().get("name_localizations")}
    for locale, text in _localized(node, "name_localizations", 32):
        if chat:
            _check_name(node, text, "name_localizations", locale)
    return found


def _check_name(node: Node, name: str, *at: str) -> None:
    """Letters and digits of any script, ``-``, ``_`` and ``'``; lower case.

    Of signs that stand with letters, Discord takes those of Devanagari and Thai alone.
    """
    if not _NAME.fullmatch(name) or name != name.lower():
        node.wrong("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid", *at)


def _describe(node: Node) -> Json:
    found: Json = {
        "description": node.text("description", 1, 100, required=True),
        "description_localizations": node.object().get("description_localizations"),
    }
    for _ in _localized(node, "description_localizations", 100):
        pass
    return found


def _localized(node: Node, key: str, high: int) -> list[tuple[str, str]]:
    inner = node.child(key)
    found: list[tuple[str, str]] = []
    for locale in inner.object() if inner is not None else ():
        if inner is None:
            break
        if locale not in LOCALES:
            inner.wrong("BASE_TYPE_CHOICES", "No such locale", locale)
        elif (text := inner.text(locale, 1, high)) is not None:
            found.append((locale, text))
    return found


def _options(node: Node, depth: int) -> list[Json]:
    nodes = node.items("options", 0, 25)
    found = [_option(each, depth) for each in nodes]
    names: set[str] = set()
    optional_seen = False
    for each, option in zip(nodes, found, strict=True):
        if option["name"] in names:
            each.wrong(
                "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
                "Option names must be unique",
                "name",
            )
        names.add(str(option["name"]))
        if option["type"] in (SUBCOMMAND, GROUP):
            continue
        if option["required"] and optional_seen:
            each.wrong(
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen |= not option["required"]
    _check_translated_names(nodes, found)
    nested = sum(option["type"] in (SUBCOMMAND, GROUP) for option in found)
    if nested and nested != len(found):
        node.wrong(
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Subcommands cannot stand beside other options",
            "options",
        )
    return found


def _check_translated_names(nodes: list[Node], found: list[Json]) -> None:
    """Siblings have different names in each language, that of the source where there is none."""
    translated = [as_object(each["name_localizations"]) or {} for each in found]
    for locale in sorted({locale for each in translated for locale in each}):
        names: set[str] = set()
        for node, each, other in zip(nodes, found, translated, strict=True):
            name = str(other.get(locale, each["name"]))
            if name in names:
                node.wrong(
                    "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
                    "Option names must be unique",
                    "name_localizations",
                    locale,
                )
            names.add(name)


def _option(node: Node, depth: int) -> Json:
    kind = node.choice("type", range(1, 12), required=True)
    found: Json = {"type": kind} | _names(node, chat=True) | _describe(node)
    if kind in (SUBCOMMAND, GROUP):
        if depth > 1 or (depth == 1 and kind == GROUP):
            node.wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deeply", "type")
            return found | {"options": []}
        found["options"] = _options(node, depth + 1)
        if kind == GROUP and not found["options"]:
            node.wrong("BASE_TYPE_REQUIRED", "This field is required", "options")
        return found
    found["required"] = node.flag("required")
    found["autocomplete"] = node.flag("autocomplete")
    choices = node.items("choices", 0, 25)
    if choices:
        found["choices"] = _choices(choices, kind or 0)
        if found["autocomplete"]:
            node.wrong(
                "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
                "Choices and autocomplete are mutually exclusive",
                "autocomplete",
            )
    if kind not in (3, 4, 10):
        if choices or found["autocomplete"]:
            wrong = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
            node.wrong(wrong, "This type has no choices", "type")
        del found["autocomplete"]
    return found | _bounds(node, kind or 0)


def _bounds(node: Node, kind: int) -> Json:
    """The smallest and largest value, or length, of an option; fields of other types fall away."""
    found: Json = {}
    if kind == 3:
        found["min_length"] = node.integer("min_length", 0, 6000)
        found["max_length"] = node.integer("max_length", 1, 6000)
    elif kind == 4:
        for key in ("min_value", "max_value"):
            found[key] = node.integer(key, -SAFE_INTEGER, SAFE_INTEGER)
    elif kind == 10:
        for key in ("min_value", "max_value"):
            found[key] = node.number(key)
    elif kind == CHANNEL and node.has("channel_types"):
        found["channel_types"] = node.object()["channel_types"]
    return {key: value for key, value in found.items() if value is not None}


def _choices(nodes: list[Node], kind: int) -> list[Json]:
    found: list[Json] = []
    wanted = {3: str, 4: int, 10: (int, float)}.get(kind, str)
    for each in nodes:
        name = each.text("name", 1, 100, required=True)
        value = each.object().get("value")
        if not isinstance(value, wanted) or isinstance(value, bool):
            each.wrong(
                "APPLICATION_COMMAND_OPTIONS_VALUE_INVALID", "Value of a wrong type", "value"
            )
        if isinstance(value, str):
            each.text("value", 1, 100, required=True)
        list(_localized(each, "name_localizations", 100))
        if any(name == other["name"] for other in found):
            each.wrong("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATED", "Used twice", "name")
        found.append(
            {
                "name": name,
                "value": value,
                "name_localizations": each.object().get("name_localizations"),
            }
        )
    return found


def _size(part: Json) -> int:
    """Characters of names, descriptions and values, the longest translation of each."""
    total = 0
    for key in ("name", "description"):
        texts: list[str] = [str(part.get(key) or "")]
        texts += map(str, (as_object(part.get(f"{key}_localizations")) or {}).values())
        total += max(map(len, texts))
    if isinstance(part.get("value"), str):
        total += len(part["value"])
    below: list[Json] = [*(part.get("options") or ()), *(part.get("choices") or ())]
    return total + sum(map(_size, below))


class CommandDesk:
    """Registers commands, globally (``guild_id`` None) or for one server."""

    def __init__(self, world: World) -> None:
        self._world = world

    def all(self, guild_id: int | None) -> dict[int, Json]:
        """What is registered, by id."""
        return self._world.commands.setdefault(guild_id, {})

    def replace(self, guild_id: int | None, bodies: list[object]) -> list[Json]:
        """The bulk call: what is left out is deleted, what keeps its name keeps its id.

        Raises ApiError 50035 with ``errors`` by position.
        """
        form = Form()
        found = [command(Node(form, body, (at,))) for at, body in enumerate(bodies)]
        seen: set[tuple[int, str]] = set()
        for at, each in enumerate(found):
            key = (each["type"], each["name"])
            if key in seen:
                form.add(
                    (at, "name"),
                    "APPLICATION_COMMANDS_DUPLICATE_NAME",
                    "Application command names must be unique",
                )
            seen.add(key)
        form.check()
        _check_translated_names([Node(form, body, (at,)) for at, body in enumerate(bodies)], found)
        form.check()
        for kind, limit in ((1, CHAT_LIMIT), (2, MENU_LIMIT), (3, MENU_LIMIT)):
            if sum(each["type"] == kind for each in found) > limit:
                raise ApiError(30032)
        stored = [self._finish(guild_id, each) for each in found]
        self._world.commands[guild_id] = {int(each["id"]): each for each in stored}
        return stored

    def upsert(self, guild_id: int | None, body: object) -> tuple[Json, bool]:
        """Create a command or overwrite the one of the same name; whether it is new."""
        form = Form()
        found = command(Node(form, body))
        form.check()
        before = len(self.all(guild_id))
        stored = self._finish(guild_id, found)
        self.all(guild_id)[int(stored["id"])] = stored
        return stored, len(self.all(guild_id)) > before

    def edit(self, guild_id: int | None, command_id: int, body: object) -> Json:
        """Change some fields.  Raises ApiError 10063 for an unknown command."""
        old = self.get(guild_id, command_id)
        form = Form()
        found = command(Node(form, old | Node(form, body).object()))
        form.check()
        found |= {"id": old["id"]}
        stored = self._finish(guild_id, found)
        self.all(guild_id)[command_id] = stored
        return stored

    def get(self, guild_id: int | None, command_id: int) -> Json:
        """Raises ApiError 10063 for an unknown command."""
        try:
            return self.all(guild_id)[command_id]
        except KeyError:
            raise ApiError(10063) from None

    def delete(self, guild_id: int | None, command_id: int) -> None:
        """Raises ApiError 10063 for an unknown command."""
        self.get(guild_id, command_id)
        del self.all(guild_id)[command_id]

    def _finish(self, guild_id: int | None, found: Json) -> Json:
        same = (
            each["id"]
            for each in self.all(guild_id).values()
            if (each["type"], each["name"]) == (found["type"], found["name"])
        )
        finished: Json = found | {
            "id": found.get("id") or next(same, None) or str(self._world.ids.next()),
            "application_id": str(self._world.bot.id),
            "version": str(self._world.ids.next()),
        }
        if guild_id is not None:
            finished["guild_id"] = str(guild_id)
        else:
            finished["dm_permission"] = found["contexts"] is None or 1 in found["contexts"]
        return finished
