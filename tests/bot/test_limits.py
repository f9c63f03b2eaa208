"""Every limit is named when it is broken, and only then."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot import limits
from bot.controls import Control, button

Part = dict[str, Any]


def text(content: str = "hello", **more: Any) -> Part:
    return {"type": 10, "content": content, **more}


def press(custom_id: str = "a", label: str = "Press", **more: Any) -> Part:
    return {"type": 2, "custom_id": custom_id, "label": label, **more}


def row(*children: Part) -> Part:
    return {"type": 1, "components": list(children)}


def option(value: str, label: str = "One", **more: Any) -> Part:
    return {"value": value, "label": label, **more}


def select(*options: Part, **more: Any) -> Part:
    return {"type": 3, "custom_id": "s", "options": list(options), **more}


def gallery(*items: Part) -> Part:
    return {"type": 12, "items": list(items)}


def shown(description: str = "a chart") -> Part:
    return {"media": {"url": "attachment://a.png"}, "description": description}


GOOD = [
    [text()],
    [text("x" * 4000)],
    [text("я" * 4000)],
    [{"type": 17, "components": [text(), row(press()), {"type": 14}]}],
    [row(*(press(str(n), "x" * 80) for n in range(5)))],
    [row(select(*(option(str(n), "y" * 100) for n in range(25)), min_values=25, max_values=25))],
    [{"type": 9, "components": [text()] * 3, "accessory": press()}],
    [row({"type": 2, "style": 5, "url": "https://example.org/", "label": "Look"})],
    [text() for _ in range(40)],
    [gallery(*(shown("x" * 1024) for _ in range(10)))],
]

BAD = [
    ([], "no components"),
    ([text() for _ in range(41)], "41 components"),
    ([{"type": 17, "components": [text() for _ in range(40)]}], "41 components"),
    ([text("x" * 2001), text("x" * 2000)], "4001 characters"),
    ([text("😀" * 2001)], "4002 characters"),
    ([text("ગ" * 3400)], "10200 bytes"),
    ([text("  ")], "empty text"),
    ([row(press("a"), press("a"))], "'a' used 2 times"),
    ([text(id=3), text(id=3)], "id 3 used 2 times"),
    ([row(*(press(str(n)) for n in range(6)))], "6 buttons in a row"),
    ([row(press(), select(option("a")))], "either buttons or one select"),
    ([row()], "empty row"),
    ([row(press(label=""))], "without label"),
    ([row(press(label="x" * 81))], "label of 81"),
    ([row(press("x" * 101))], "custom_id of 101"),
    ([row(press(""))], "custom_id of 0"),
    ([row({"type": 2, "url": "h" * 513, "label": "Look"})], "link of 513"),
    ([row(select())], "0 options"),
    ([row(select(*(option(str(n)) for n in range(26))))], "26 options"),
    ([row(select(option("a"), option("a")))], "value 'a' used 2 times"),
    ([row(select(option("a", "x" * 101)))], "label must have"),
    ([row(select(option("", "x")))], "value must have"),
    ([row(select(option("a", description="x" * 101)))], "description must have"),
    ([row(select(option("a"), placeholder="x" * 151))], "placeholder"),
    ([row(select(option("a"), max_values=2))], "2 of 1 options"),
    ([row(select(option("a"), min_values=2))], "2 to 1 values"),
    ([row(select(option("a", default=True), option("b", default=True)))], "chosen beforehand"),
    ([{"type": 9, "components": [text()] * 4, "accessory": press()}], "4 texts in a section"),
    ([{"type": 9, "components": [text()], "accessory": text()}], "needs a button"),
    ([{"type": 9, "components": [row(press())], "accessory": press("b")}], "holds texts"),
    ([{"type": 17, "components": []}], "empty container"),
    ([{"type": 17, "components": [{"type": 17, "components": [text()]}]}], "in a container"),
    ([press()], "may not stand here"),
    ([gallery()], "0 pictures"),
    ([gallery(*(shown() for _ in range(11)))], "11 pictures"),
    ([gallery(shown(""))], "without description"),
    ([gallery(shown("x" * 1025))], "description of 1025"),
]


@pytest.mark.parametrize("message", GOOD)
def test_within_the_limits(message: list[Part]) -> None:
    assert limits.problems(message) == []


@pytest.mark.parametrize(("message", "words"), BAD, ids=[words for _, words in BAD])
def test_each_limit_is_named(message: list[Part], words: str) -> None:
    found = limits.problems(message)
    assert any(words in line for line in found), found


async def test_a_real_layout() -> None:
    layout = discord.ui.LayoutView(timeout=None)
    layout.add_item(discord.ui.TextDisplay("hello"))
    pressed = button(Control("hand", 5), "My hand")
    layout.add_item(discord.ui.ActionRow(pressed))
    assert limits.problems(layout) == []
    layout.add_item(discord.ui.ActionRow(button(Control("hand", 5), "Again")))
    assert any("used 2 times" in line for line in limits.problems(layout))
