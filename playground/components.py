"""What Discord accepts as the components of a message.

The rules are those of Discord's component reference: which type may stand where, lengths,
unique custom_ids and ids, 40 components in all and 4,000 characters of text displays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Final

from playground.errors import ApiError
from playground.forms import Node
from playground.state import Json

ROW: Final = 1
BUTTON: Final = 2
SELECTS: Final = frozenset({3, 5, 6, 7, 8})
STRING_SELECT: Final = 3
SECTION: Final = 9
TEXT_DISPLAY: Final = 10
THUMBNAIL: Final = 11
GALLERY: Final = 12
FILE: Final = 13
SEPARATOR: Final = 14
CONTAINER: Final = 17

IN_CONTAINER: Final = frozenset({ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR})
TOP_V2: Final = IN_CONTAINER | {CONTAINER}
TOTAL: Final = 40
TEXT_TOTAL: Final = 4000
TEXT_BYTES: Final = 10_170
LINK: Final = 5
PREMIUM: Final = 6


@dataclass(slots=True)
class ComponentReader:
    """Reads the components of one message or modal, and what they must not have twice.

    ``uploads`` are the names that ``attachment://`` may refer to, ``emojis`` the ids of the
    custom emojis the bot may use.
    """

    uploads: Collection[str] = ()
    emojis: Collection[int] = ()
    in_modal: bool = False
    count: int = 0
    text: int = 0
    text_bytes: int = 0
    custom_ids: set[str] = field(default_factory=set[str])
    given: dict[int, Node] = field(default_factory=dict[int, Node])

    def message(self, body: Node, *, v2: bool) -> list[Json]:
        """The ``components`` field of a message, normalised, each with its ``id``.

        Raises ApiError 500 for text that Discord's own server breaks down on; everything
        else is noted in the form.
        """
        allowed = TOP_V2 if v2 else frozenset({ROW})
        found = [
            self.component(each, allowed) for each in body.items("components", 0, 40 if v2 else 5)
        ]
        if self.count > TOTAL:
            body.wrong(
                "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
                f"The total number of components cannot exceed {TOTAL}",
                "components",
            )
        if self.text > TEXT_TOTAL:
            body.wrong(
                "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
                f"The total displayable text size cannot exceed {TEXT_TOTAL}",
                "components",
            )
        body.form.check()
        if self.text_bytes > TEXT_BYTES:
            raise ApiError(0, status=500, message="500: Internal Server Error")
        self.number(found)
        return found

    def component(self, node: Node, allowed: Collection[int]) -> Json:
        """One component that must be of an allowed type."""
        self.count += 1
        kind = node.choice("type", allowed, required=True)
        if kind is None:
            return {}
        ident = node.integer("id", 0, 2**31 - 1)
        if ident:
            if ident in self.given:
                node.wrong("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated", "id")
            self.given[ident] = node
        return {"type": kind, "id": ident or 0} | self._readers()[kind](node)

    def number(self, components: list[Json]) -> None:
        """Give every component without an ``id`` the next free one, parents first."""
        taken = set(self.given)
        upcoming = 1
        queue = list(reversed(components))
        while queue:
            each = queue.pop()
            if not each["id"]:
                while upcoming in taken:
                    upcoming += 1
                each["id"] = upcoming
                taken.add(upcoming)
            below: list[Json] = list(each.get("components") or ())
            below += [each[key] for key in ("accessory", "component") if key in each]
            queue += reversed(below)

    def _readers(self) -> Mapping[int, Callable[[Node], Json]]:
        return {
            ROW: self._row,
            BUTTON: self._button,
            SECTION: self._section,
            TEXT_DISPLAY: self._text,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
        } | dict.fromkeys(SELECTS, self.select)

    def custom_id(self, node: Node) -> str:
        """A custom_id of 1 to 100 characters that nothing else here has."""
        found = node.text("custom_id", 1, 100, required=True) or ""
        if found and found in self.custom_ids:
            node.wrong(
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
                "custom_id",
            )
        self.custom_ids.add(found)
        return found

    def _row(self, node: Node) -> Json:
        children = node.items("components", 1, 5, required=True)
        found = [self.component(each, {BUTTON} | SELECTS) for each in children]
        if len(found) > 1 and any(each.get("type") in SELECTS for each in found):
            node.wrong(
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
                "components",
            )
        return {"components": found}

    def _button(self, node: Node) -> Json:
        style = node.choice("style", range(1, 7), required=True)
        found: Json = {"style": style}
        label = node.text("label", 0, 80)
        if label:
            found["label"] = label
        if (emoji := node.child("emoji")) is not None:
            found["emoji"] = self.emoji(emoji)
        if node.flag("disabled"):
            found["disabled"] = True
        if style == PREMIUM:
            found["sku_id"] = str(node.snowflake("sku_id", required=True))
            return found
        if not label and "emoji" not in found:
            node.wrong("BUTTON_COMPONENT_EMPTY", "A button must have a label or an emoji")
        if style == LINK:
            found["url"] = _web(node, node.text("url", 1, 512, required=True) or "", "url")
            if node.has("custom_id"):
                node.wrong(
                    "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                    "A custom id and url cannot both be specified",
                )
            return found
        found["custom_id"] = self.custom_id(node)
        if node.has("url"):
            node.wrong(
                "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                "A custom id and url cannot both be specified",
            )
        return found

    def emoji(self, node: Node) -> Json:
        """A Unicode emoji, or a custom one that the bot may use."""
        ident = node.snowflake("id")
        name = node.text("name", 1, 64, required=ident is None)
        bad = ident is not None and ident not in self.emojis
        if ident is None and name is not None:
            bad = not re.search(r"[^\x00-\xff]|[\xa9\xae]", name)
        if bad:
            node.wrong(
                "COMPONENT_INVALID_EMOJI", "Invalid emoji", "name" if ident is None else "id"
            )
        return {"name": name, "id": None if ident is None else str(ident)} | (
            {"animated": True} if node.flag("animated") else {}
        )

    def select(self, node: Node) -> Json:
        """Any select; the smallest and greatest number of choices must be possible."""
        kind = node.value["type"]
        found: Json = {"custom_id": self.custom_id(node)}
        if (placeholder := node.text("placeholder", 0, 150)) is not None:
            found["placeholder"] = placeholder
        low = node.integer("min_values", 0, 25)
        high = node.integer("max_values", 1, 25)
        found["min_values"] = low = 1 if low is None else low
        found["max_values"] = high = 1 if high is None else high
        if low > high:
            node.wrong(
                "SELECT_COMPONENT_MIN_VALUES_GREATER",
                "min_values cannot be greater than max_values",
                "min_values",
            )
        if self.in_modal:
            found["required"] = node.flag("required", default=True)
            if node.flag("disabled"):
                node.wrong(
                    "COMPONENT_DISABLED_IN_MODAL", "Cannot be disabled in a modal", "disabled"
                )
        elif node.flag("disabled"):
            found["disabled"] = True
        if kind == STRING_SELECT:
            found["options"] = self._options(node, low, high)
        else:
            if kind == 8:
                found["channel_types"] = [each.value for each in node.items("channel_types", 0, 25)]
            defaults = node.items("default_values", 0, 25)
            if defaults and not low <= len(defaults) <= high:
                node.wrong("SELECT_COMPONENT_DEFAULTS", "Too many or too few", "default_values")
            found["default_values"] = [each.object() for each in defaults]
        return found

    def _options(self, node: Node, low: int, high: int) -> list[Json]:
        options: list[Json] = []
        values: set[str] = set()
        for each in node.items("options", 1, 25, required=True):
            option: Json = {
                "label": each.text("label", 1, 100, required=True),
                "value": each.text("value", 1, 100, required=True),
            }
            if (description := each.text("description", 0, 100)) is not None:
                option["description"] = description
            if (emoji := each.child("emoji")) is not None:
                option["emoji"] = self.emoji(emoji)
            if each.flag("default"):
                option["default"] = True
            if option["value"] in values:
                each.wrong(
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                    "value",
                )
            values.add(str(option["value"]))
            options.append(option)
        if options and high > len(options):
            node.wrong(
                "BASE_TYPE_MAX",
                f"max_values is {high}, but there are only {len(options)} options.",
                "max_values",
            )
        if options and low > len(options):
            node.wrong("BASE_TYPE_MIN", "More choices are demanded than there are.", "min_values")
        chosen = sum("default" in option for option in options)
        if chosen > high:
            node.wrong(
                "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
                f"Only {high} options may be chosen beforehand.",
                "options",
            )
        return options

    def _section(self, node: Node) -> Json:
        texts = node.items("components", 1, 3, required=True)
        found: Json = {"components": [self.component(each, {TEXT_DISPLAY}) for each in texts]}
        accessory = node.child("accessory")
        if accessory is None:
            node.wrong("BASE_TYPE_REQUIRED", "This field is required", "accessory")
        else:
            found["accessory"] = self.component(accessory, {BUTTON, THUMBNAIL})
        return found

    def _text(self, node: Node) -> Json:
        content = node.text("content", 1, TEXT_TOTAL, required=True) or ""
        if content and not content.strip():
            node.wrong("BASE_TYPE_REQUIRED", "This field is required", "content")
        self.text += len(content)
        self.text_bytes += len(content.encode())
        return {"content": content}

    def _media(self, node: Node, key: str, *, only_uploads: bool = False) -> Json:
        media = node.child(key)
        if media is None:
            node.wrong("BASE_TYPE_REQUIRED", "This field is required", key)
            return {"url": ""}
        url = media.text("url", 1, 2048, required=True) or ""
        if url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self.uploads:
                media.wrong(
                    "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
                    "The referenced attachment was not found",
                    "url",
                )
        elif only_uploads:
            media.wrong("URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('attachment',).", "url")
        else:
            _web(media, url, "url")
        return {"url": url}

    def _thumbnail(self, node: Node) -> Json:
        return {
            "media": self._media(node, "media"),
            "description": node.text("description", 1, 1024),
            "spoiler": node.flag("spoiler"),
        }

    def _gallery(self, node: Node) -> Json:
        return {
            "items": [self._thumbnail(each) for each in node.items("items", 1, 10, required=True)]
        }

    def _file(self, node: Node) -> Json:
        return {
            "file": self._media(node, "file", only_uploads=True),
            "spoiler": node.flag("spoiler"),
        }

    def _separator(self, node: Node) -> Json:
        return {
            "divider": node.flag("divider", default=True),
            "spacing": node.choice("spacing", (1, 2)) or 1,
        }

    def _container(self, node: Node) -> Json:
        children = node.items("components", 1, 40, required=True)
        return {
            "components": [self.component(each, IN_CONTAINER) for each in children],
            "accent_color": node.integer("accent_color", 0, 0xFFFFFF),
            "spoiler": node.flag("spoiler"),
        }


def _web(node: Node, url: str, key: str) -> str:
    if url and not re.match(r"(https?|discord)://\S+$", url):
        node.wrong("URL_TYPE_INVALID_URL", "Not a well formed URL.", key)
    return url
