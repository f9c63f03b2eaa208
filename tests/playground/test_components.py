"""Every limit of Discord's on what a message is built of, at its edge and one beyond."""

from __future__ import annotations

from typing import Any

import pytest

from playground import Playground
from tests.playground.bodies import (
    V2,
    button,
    codes,
    container,
    layout,
    row,
    section,
    select,
    text,
)
from tests.playground.conftest import Api

ACCEPTED = {
    "40 components": layout(*(text(str(n)) for n in range(40))),
    "40 nested": layout(
        container(
            *(row(*(button(f"{r}{c}") for c in range(5))) for r in range(6)), text(), text(), text()
        )
    ),
    "4,000 characters": layout(text("x" * 2000), text("y" * 2000)),
    "10,170 bytes": layout(text("ઇ" * 3390)),
    "80 characters of label": layout(row(button(label="x" * 80))),
    "100 characters of custom_id": layout(row(button("x" * 100))),
    "25 options": layout(row(select(25, min_values=0, max_values=25))),
    "an option at its limits": layout(
        row(
            select(
                options=[{"label": "l" * 100, "value": "v" * 100, "description": "d" * 100}],
                placeholder="p" * 150,
            )
        )
    ),
    "user, role, mentionable and channel selects": layout(
        *(row({"type": kind, "custom_id": f"s{kind}"}) for kind in (5, 6, 7, 8))
    ),
    "a link": layout(row({"type": 2, "style": 5, "label": "x", "url": "https://example.org"})),
    "an emoji for a label": layout(row(button(label=None, emoji={"name": "♠️"}))),
    "a section with a button": layout(section(button())),
    "a section with a picture": layout(
        section({"type": 11, "media": {"url": "https://example.org/a.png"}})
    ),
    "a gallery": layout({"type": 12, "items": [{"media": {"url": "https://example.org/a"}}] * 10}),
    "a separator": layout(text(), {"type": 14, "spacing": 2, "divider": False}),
    "a container's colour": layout(container(text(), accent_color=0xFFFFFF)),
    "ids": layout(text(id=7), text(id=0), text()),
    "the old way": {"content": "Hello", "components": [row(button())]},
    "five rows the old way": {"components": [row(button(str(n))) for n in range(5)]},
}


@pytest.mark.parametrize("name", ACCEPTED)
async def test_accepted(api: Api, name: str) -> None:
    answer = await api.send(ACCEPTED[name])
    assert answer.status == 200, answer.body


FORTY_ONE = layout(container(*(text(str(n)) for n in range(40))))
REFUSED: dict[str, tuple[Any, str, str]] = {
    "41 components": (layout(*(text() for _ in range(41))), "components", "BASE_TYPE_BAD_LENGTH"),
    "41 nested": (FORTY_ONE, "components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED"),
    "an accessory counts": (
        layout(*(text() for _ in range(38)), section(button())),
        "components",
        "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
    ),
    "4,001 characters": (
        layout(text("x" * 2001), text("y" * 2000)),
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    "no text": (layout(text("")), "components.0.content", "BASE_TYPE_REQUIRED"),
    "blank text": (layout(text(" \n")), "components.0.content", "BASE_TYPE_REQUIRED"),
    "six buttons": (
        layout(row(*(button(str(n)) for n in range(6)))),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no buttons": (layout(row()), "components.0.components", "BASE_TYPE_BAD_LENGTH"),
    "a button beside a select": (
        layout(row(select(), button())),
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "two selects in a row": (
        layout(row(select(), select(custom_id="t"))),
        "components.0.components",
        "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
    ),
    "a custom_id twice": (
        layout(row(button("a")), container(row(button("a")))),
        "components.1.components.0.components.0.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    "a custom_id too long": (
        layout(row(button("x" * 101))),
        "components.0.components.0.custom_id",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an empty custom_id": (
        layout(row(button(""))),
        "components.0.components.0.custom_id",
        "BASE_TYPE_REQUIRED",
    ),
    "an id twice": (layout(text(id=3), text(id=3)), "components.1.id", "COMPONENT_ID_DUPLICATED"),
    "a label too long": (
        layout(row(button(label="x" * 81))),
        "components.0.components.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a button without a face": (
        layout(row(button(label=""))),
        "components.0.components.0",
        "BUTTON_COMPONENT_EMPTY",
    ),
    "a button with a link and an id": (
        layout(row(button(style=5, url="https://example.org"))),
        "components.0.components.0",
        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
    ),
    "a link to nowhere": (
        layout(row({"type": 2, "style": 5, "label": "x", "url": "nowhere"})),
        "components.0.components.0.url",
        "URL_TYPE_INVALID_URL",
    ),
    "an emoji that is none": (
        layout(row(button(emoji={"name": "AS"}))),
        "components.0.components.0.emoji.name",
        "COMPONENT_INVALID_EMOJI",
    ),
    "somebody else's emoji": (
        layout(row(button(emoji={"name": "ace", "id": "123"}))),
        "components.0.components.0.emoji.id",
        "COMPONENT_INVALID_EMOJI",
    ),
    "26 options": (
        layout(row(select(26))),
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "no options": (
        layout(row(select(0))),
        "components.0.components.0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an option's value twice": (
        layout(row(select(options=[{"label": str(n), "value": "v"} for n in range(2)]))),
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    "an option's label too long": (
        layout(row(select(options=[{"label": "x" * 101, "value": "v"}]))),
        "components.0.components.0.options.0.label",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an option's description too long": (
        layout(row(select(options=[{"label": "x", "value": "v", "description": "x" * 101}]))),
        "components.0.components.0.options.0.description",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a placeholder too long": (
        layout(row(select(placeholder="x" * 151))),
        "components.0.components.0.placeholder",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "more choices than options": (
        layout(row(select(2, max_values=3))),
        "components.0.components.0.max_values",
        "BASE_TYPE_MAX",
    ),
    "at least more than at most": (
        layout(row(select(3, min_values=2, max_values=1))),
        "components.0.components.0.min_values",
        "SELECT_COMPONENT_MIN_VALUES_GREATER",
    ),
    "26 choices": (
        layout(row(select(25, max_values=26))),
        "components.0.components.0.max_values",
        "NUMBER_TYPE_MAX",
    ),
    "two chosen where one may be": (
        layout(
            row(select(options=[{"label": v, "value": v, "default": True} for v in ("a", "b")]))
        ),
        "components.0.components.0.options",
        "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
    ),
    "a button at the top": (layout(button()), "components.0.type", "BASE_TYPE_CHOICES"),
    "a container in a container": (
        layout(container(container(text()))),
        "components.0.components.0.type",
        "BASE_TYPE_CHOICES",
    ),
    "an empty container": (
        layout(container()),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a section without an accessory": (
        layout({"type": 9, "components": [text()]}),
        "components.0.accessory",
        "BASE_TYPE_REQUIRED",
    ),
    "a select as an accessory": (
        layout(section(select())),
        "components.0.accessory.type",
        "BASE_TYPE_CHOICES",
    ),
    "four texts in a section": (
        layout(section(button(), *(text() for _ in range(4)))),
        "components.0.components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a text input in a message": (
        layout(row({"type": 4, "custom_id": "x", "style": 1, "label": "x"})),
        "components.0.components.0.type",
        "BASE_TYPE_CHOICES",
    ),
    "eleven pictures": (
        layout({"type": 12, "items": [{"media": {"url": "https://example.org/a"}}] * 11}),
        "components.0.items",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a file that was not sent": (
        layout({"type": 13, "file": {"url": "attachment://a.txt"}}),
        "components.0.file.url",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    "a file from elsewhere": (
        layout({"type": 13, "file": {"url": "https://example.org/a.txt"}}),
        "components.0.file.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    "a colour out of range": (
        layout(container(text(), accent_color=0x1000000)),
        "components.0.accent_color",
        "NUMBER_TYPE_MAX",
    ),
    "a spacing out of range": (
        layout(text(), {"type": 14, "spacing": 3}),
        "components.1.spacing",
        "BASE_TYPE_CHOICES",
    ),
    "content in a layout": (
        layout(text(), content="Hello"),
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "an embed in a layout": (
        layout(text(), embeds=[{"title": "x"}]),
        "embeds",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    "a layout without its flag": (
        {"components": [text()]},
        "components.0.type",
        "BASE_TYPE_CHOICES",
    ),
    "six rows the old way": (
        {"components": [row(button(str(n))) for n in range(6)]},
        "components",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "a number for a text": (layout(text(5)), "components.0.content", "STRING_TYPE_CONVERT"),
    "components that are no list": (
        {"flags": V2, "components": {}},
        "components",
        "LIST_TYPE_CONVERT",
    ),
    "a component that is no object": (
        {"flags": V2, "components": ["x"]},
        "components.0",
        "DICT_TYPE_CONVERT",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_refused(api: Api, playground: Playground, name: str) -> None:
    body, path, code = REFUSED[name]
    answer = await api.send(body)
    assert (answer.status, answer.code) == (400, 50035), answer.body
    assert answer.body["message"] == "Invalid Form Body"
    assert code in codes(answer.body["errors"]).get(path, []), codes(answer.body["errors"])
    assert not playground.person("Ada").messages(), "nothing is sent then"


async def test_too_many_bytes_break_the_server(api: Api) -> None:
    answer = await api.send(layout(text("ઇ" * 3391)))
    assert (answer.status, answer.body["code"]) == (500, 0)


async def test_an_empty_layout_is_an_empty_message(api: Api) -> None:
    assert (await api.send(layout())).code == 50006


async def test_ids_are_given_in_order_around_those_taken(api: Api) -> None:
    body = layout(
        text(id=2),
        container(text(), row(button("x"), button("y"))),
        section(button("z"), text(id=9)),
    )
    components = (await api.send(body)).body["components"]
    box, side = components[1], components[2]
    assert [components[0]["id"], box["id"], box["components"][0]["id"]] == [2, 1, 3]
    inner = box["components"][1]
    assert [inner["id"], *(each["id"] for each in inner["components"])] == [4, 5, 6]
    assert [side["id"], side["components"][0]["id"], side["accessory"]["id"]] == [7, 9, 8]
