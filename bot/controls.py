"""custom_id <-> control.

A custom_id says all that a press means, so a control on a message of any age works after a
restart.  The client hears of every press itself (``BotClient.on_interaction``); discord.py's
register of views and patterns stays empty, since it would rebuild the whole message for each press.
State lives in the database; a custom_id says only which decision it was drawn for::

    1.<verb>.<id>.<seat>.<number>.<arg>

``1`` is the version of this grammar.  ``id`` is the game's or invitation's number in
base 36, ``seat`` and ``number`` (the seat's decision number) decimal; each may be empty.
``arg`` is free text without dots, such as a card or a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple, cast

import discord

from bot.ready import Ready

VERSION: Final = "1"
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
PATTERN: Final = re.compile(
    r"1\.(?P<verb>[a-z]{2,16})\.(?P<id>[0-9a-z]{0,12})\.(?P<seat>[0-3]?)"
    r"\.(?P<number>[0-9]{0,6})\.(?P<arg>[^.]{0,60})"
)


class Control(NamedTuple):
    """What a press means.  ``values`` are the options chosen in a select, else empty."""

    verb: str
    id: int | None = None
    seat: int | None = None
    number: int | None = None
    arg: str = ""
    values: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The custom_id."""
        ident = "" if self.id is None else _base36(self.id)
        seat = "" if self.seat is None else str(self.seat)
        number = "" if self.number is None else str(self.number)
        return f"{VERSION}.{self.verb}.{ident}.{seat}.{number}.{self.arg}"


def parse(custom_id: str) -> Control | None:
    """The control with this custom_id; ``None`` when it is none of ours or of another version."""
    match = PATTERN.fullmatch(custom_id)
    return None if match is None else _control(match)


def _control(match: re.Match[str], values: tuple[str, ...] = ()) -> Control:
    ident, seat, number = match["id"], match["seat"], match["number"]
    return Control(
        verb=match["verb"],
        id=int(ident, 36) if ident else None,
        seat=int(seat) if seat else None,
        number=int(number) if number else None,
        arg=match["arg"],
        values=values,
    )


@lru_cache(maxsize=4096)
def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits


class ControlItem(Ready):
    """A button or select of ours."""

    @property
    def custom_id(self) -> str:
        """What a press brings along."""
        return self._payload["custom_id"]


def button(
    control: Control,
    label: str | None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: discord.PartialEmoji | None = None,
) -> ControlItem:
    """A button that means ``control``; the label has at most 80 characters."""
    kind = discord.ComponentType.button
    payload: dict[str, Any] = {"type": kind.value, "style": style.value, "disabled": disabled}
    if label:
        payload["label"] = label
    payload["custom_id"] = str(control)
    if emoji is not None:
        payload["emoji"] = emoji.to_dict()
    return ControlItem(kind, payload)


def chooser(item: discord.ui.Item[Any]) -> ControlItem:
    """A select of discord.py's, whose custom_id is a control's, as an item of ours."""
    return ControlItem(item.type, item.to_component_dict())


def select(
    control: Control,
    options: Sequence[discord.SelectOption],
    *,
    placeholder: str | None = None,
    min_values: int = 1,
    max_values: int = 1,
    disabled: bool = False,
) -> ControlItem:
    """A select that means ``control``; 1 to 25 options, whose values the press brings along."""
    item: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=str(control),
        placeholder=placeholder,
        min_values=min_values,
        max_values=max_values,
        options=list(options),
        disabled=disabled,
    )
    return chooser(item)


def control_of(interaction: discord.Interaction) -> Control | None:
    """The control that was pressed or the form that was sent; ``None`` if it is none of ours.

    ``values`` are what was chosen in a select, or typed in a form.
    """
    data = cast("dict[str, Any]", interaction.data or {})
    control = parse(str(data.get("custom_id", "")))
    if control is None:
        return None
    values = data.get("values") or _typed(data.get("components", ()))
    return control._replace(values=tuple(str(value) for value in values))


def _typed(components: Sequence[dict[str, Any]]) -> Iterator[str]:
    for component in components:
        if "value" in component:
            yield component["value"]
        yield from _typed(component.get("components", ()))
        if "component" in component:
            yield from _typed((component["component"],))
