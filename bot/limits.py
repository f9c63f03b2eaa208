"""Discord's limits for messages of Components V2, as constants, and a proof that they are kept.

discord.py checks only some of these before it sends.  ``problems`` names each that is
broken; the tests run it over every screen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, cast

import discord

COMPONENTS: Final = 40  # in a message, nested ones counted
TEXT: Final = 4000  # characters of all text displays together
TEXT_BYTES: Final = 10_170  # beyond this Discord answers 500
ROW_BUTTONS: Final = 5
OPTIONS: Final = 25
CUSTOM_ID: Final = 100
LABEL: Final = 80
OPTION_TEXT: Final = 100  # label, value and description of an option
PLACEHOLDER: Final = 150
URL: Final = 512
SECTION_TEXTS: Final = 3
PICTURES: Final = 10  # in a gallery
DESCRIPTION: Final = 1024  # of a picture

_ROW, _BUTTON, _SELECT, _USER_SELECT, _CHANNEL_SELECT = 1, 2, 3, 5, 8
_SECTION, _TEXT, _THUMBNAIL, _GALLERY, _FILE, _SEPARATOR, _CONTAINER = 9, 10, 11, 12, 13, 14, 17
_IN_CONTAINER: Final = frozenset({_ROW, _SECTION, _TEXT, _GALLERY, _FILE, _SEPARATOR})
_TOP: Final = _IN_CONTAINER | {_CONTAINER}
_SELECTS: Final = frozenset(range(_USER_SELECT, _CHANNEL_SELECT + 1)) | {_SELECT}

Component = Mapping[str, Any]


def length(text: str) -> int:
    """The length of a text as Discord's strictest client counts it, in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def problems(layout: discord.ui.LayoutView | Sequence[Component]) -> list[str]:
    """Each limit that the message breaks, in words with the place; ``[]`` when it keeps all."""
    top: Sequence[Component] = (
        layout.to_components() if isinstance(layout, discord.ui.LayoutView) else layout
    )
    everything = list(_walk(top, "message"))
    return [
        *_of_the_whole(everything),
        *(
            f"{place}: type {component['type']} may not stand here"
            for place, component in _named(top, "message")
            if component["type"] not in _TOP
        ),
        *(line for place, component in everything for line in _of_one(place, component)),
    ]


def _named(components: Sequence[Component], place: str) -> Iterator[tuple[str, Component]]:
    for index, component in enumerate(components):
        yield f"{place}/{index}", component


def _walk(components: Sequence[Component], place: str) -> Iterator[tuple[str, Component]]:
    for path, component in _named(components, place):
        yield path, component
        yield from _walk(component.get("components", ()), path)
        if "accessory" in component:
            yield f"{path}/accessory", component["accessory"]


def _of_the_whole(everything: Sequence[tuple[str, Component]]) -> Iterator[str]:
    if not everything:
        yield "message: no components"
    if len(everything) > COMPONENTS:
        yield f"message: {len(everything)} components, {COMPONENTS} allowed"
    texts = [str(part["content"]) for _, part in everything if part["type"] == _TEXT]
    characters = sum(length(text) for text in texts)
    if characters > TEXT:
        yield f"message: {characters} characters of text, {TEXT} allowed"
    octets = sum(len(text.encode()) for text in texts)
    if octets > TEXT_BYTES:
        yield f"message: {octets} bytes of text, {TEXT_BYTES} allowed"
    for name in ("custom_id", "id"):
        found = Counter(part[name] for _, part in everything if part.get(name) is not None)
        for value, count in found.items():
            if count > 1:
                yield f"message: {name} {value!r} used {count} times"


def _of_one(place: str, component: Component) -> Iterator[str]:
    kind = cast("int", component["type"])
    if kind == _TEXT:
        if not str(component["content"]).strip():
            yield f"{place}: empty text"
    elif kind == _ROW:
        yield from _of_a_row(place, component)
    elif kind == _BUTTON:
        yield from _of_a_button(place, component)
    elif kind in _SELECTS:
        yield from _of_a_select(place, component)
    elif kind == _SECTION:
        yield from _of_a_section(place, component)
    elif kind == _GALLERY:
        yield from _of_a_gallery(place, component)
    elif kind == _CONTAINER:
        children = cast("Sequence[Component]", component["components"])
        if not children:
            yield f"{place}: empty container"
        for path, child in _named(children, place):
            if child["type"] not in _IN_CONTAINER:
                yield f"{path}: type {child['type']} may not stand in a container"


def _of_a_row(place: str, row: Component) -> Iterator[str]:
    children = cast("Sequence[Component]", row["components"])
    kinds = {cast("int", child["type"]) for child in children}
    if not children:
        yield f"{place}: empty row"
    elif kinds == {_BUTTON}:
        if len(children) > ROW_BUTTONS:
            yield f"{place}: {len(children)} buttons in a row, {ROW_BUTTONS} allowed"
    elif not (len(children) == 1 and kinds <= _SELECTS):
        yield f"{place}: a row holds either buttons or one select"


def _of_a_section(place: str, section: Component) -> Iterator[str]:
    children = cast("Sequence[Component]", section["components"])
    if not 1 <= len(children) <= SECTION_TEXTS:
        yield f"{place}: {len(children)} texts in a section, 1 to {SECTION_TEXTS} allowed"
    if any(child["type"] != _TEXT for child in children):
        yield f"{place}: a section holds texts"
    if section.get("accessory", {}).get("type") not in {_BUTTON, _THUMBNAIL}:
        yield f"{place}: a section needs a button or thumbnail"


def _of_a_gallery(place: str, gallery: Component) -> Iterator[str]:
    items = cast("Sequence[Component]", gallery["items"])
    if not 1 <= len(items) <= PICTURES:
        yield f"{place}: {len(items)} pictures, 1 to {PICTURES} allowed"
    for index, item in enumerate(items):
        size = length(str(item.get("description") or ""))
        if not size:
            yield f"{place}/{index}: a picture without description"
        if size > DESCRIPTION:
            yield f"{place}/{index}: a description of {size} characters, {DESCRIPTION} allowed"


def _of_a_button(place: str, button: Component) -> Iterator[str]:
    label = str(button.get("label") or "")
    if not label.strip() and not button.get("emoji"):
        yield f"{place}: a button without label or emoji"
    if length(label) > LABEL:
        yield f"{place}: a label of {length(label)} characters, {LABEL} allowed"
    url = button.get("url")
    if url is None:
        yield from _of_a_custom_id(place, button)
    elif length(str(url)) > URL:
        yield f"{place}: a link of {length(str(url))} characters, {URL} allowed"


def _of_a_custom_id(place: str, component: Component) -> Iterator[str]:
    size = length(str(component.get("custom_id") or ""))
    if not 1 <= size <= CUSTOM_ID:
        yield f"{place}: a custom_id of {size} characters, 1 to {CUSTOM_ID} allowed"


def _of_a_select(place: str, select: Component) -> Iterator[str]:
    yield from _of_a_custom_id(place, select)
    if length(str(select.get("placeholder") or "")) > PLACEHOLDER:
        yield f"{place}: a placeholder of more than {PLACEHOLDER} characters"
    least, most = int(select.get("min_values", 1)), int(select.get("max_values", 1))
    if not (0 <= least <= OPTIONS and 1 <= most <= OPTIONS and least <= most):
        yield f"{place}: {least} to {most} values"
    if select["type"] == _SELECT:
        yield from _of_options(place, cast("Sequence[Component]", select.get("options", ())), most)


def _of_options(place: str, options: Sequence[Component], most: int) -> Iterator[str]:
    if not 1 <= len(options) <= OPTIONS:
        yield f"{place}: {len(options)} options, 1 to {OPTIONS} allowed"
    if most > len(options):
        yield f"{place}: {most} of {len(options)} options to be chosen"
    if sum(bool(option.get("default")) for option in options) > most:
        yield f"{place}: more options chosen beforehand than may be chosen"
    for value, count in Counter(str(option["value"]) for option in options).items():
        if count > 1:
            yield f"{place}: value {value!r} used {count} times"
    for index, option in enumerate(options):
        for name in ("label", "value"):
            if not 1 <= length(str(option[name]).strip()) <= OPTION_TEXT:
                yield f"{place}/{index}: {name} must have 1 to {OPTION_TEXT} characters"
        if length(str(option.get("description") or "")) > OPTION_TEXT:
            yield f"{place}/{index}: description must have at most {OPTION_TEXT} characters"
