"""custom_id <-> control, and the one place where presses arrive.

Every button and select of the bot is a ``DynamicItem``, built fresh for each render and
never stopped, so that a control on a message of any age works after a restart.  State
lives in the database; a custom_id says only which decision it was drawn for::

    1.<verb>.<id>.<seat>.<number>.<arg>

``1`` is the version of this grammar.  ``id`` is the game's or invitation's number in
base 36, ``seat`` and ``number`` (the seat's decision number) decimal; each may be empty.
``arg`` is free text without dots, such as a card or a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, cast

import discord

VERSION: Final = "1"
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
PATTERN: Final = re.compile(
    r"1\.(?P<verb>[a-z]{2,16})\.(?P<id>[0-9a-z]{0,12})\.(?P<seat>[0-3]?)"
    r"\.(?P<number>[0-9]{0,6})\.(?P<arg>[^.]{0,60})"
)


@dataclass(frozen=True, slots=True)
class Control:
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


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits


class PressHandler(Protocol):
    """The client, as far as presses need it: it answers every one, whatever happens."""

    async def on_press(self, interaction: discord.Interaction, control: Control) -> None:
        """Carry out a press and answer it; raises nothing."""
        ...

    async def on_unknown_press(self, interaction: discord.Interaction) -> None:
        """Answer a press whose custom_id is none of ours, or is not on the message."""
        ...


class ControlItem(discord.ui.DynamicItem[discord.ui.Item[Any]], template=PATTERN):
    """A button or select of ours.

    One class serves both, since discord.py keeps one class for each pattern.  Its callback
    has no ``on_error`` to fall back on, so it only hands over to the client, which catches.
    """

    def __init__(self, item: discord.ui.Item[Any], control: Control) -> None:
        super().__init__(item)
        self.control = control

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> ControlItem:
        return cls(item, _control(match))

    async def callback(self, interaction: discord.Interaction) -> None:
        handler = cast("PressHandler", interaction.client)
        await handler.on_press(interaction, control_of(interaction) or self.control)


def button(
    control: Control,
    label: str | None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    disabled: bool = False,
    emoji: str | discord.PartialEmoji | None = None,
) -> ControlItem:
    """A button that means ``control``; the label has at most 80 characters."""
    item: discord.ui.Button[Any] = discord.ui.Button(
        style=style, label=label, disabled=disabled, emoji=emoji, custom_id=str(control)
    )
    return ControlItem(item, control)


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
    return ControlItem(item, control)


def orphaned(interaction: discord.Interaction) -> bool:
    """Whether discord.py will drop this interaction in silence, as no control answers it.

    That is a custom_id of an older version or made up, or one that the message, as Discord sent
    it along, does not carry any more: it was redrawn while somebody pressed.
    """
    if interaction.type is not discord.InteractionType.component:
        return False
    data = cast("dict[str, Any]", interaction.data or {})
    pressed = (data.get("component_type"), data.get("custom_id"))
    if parse(str(pressed[1])) is None or interaction.message is None:
        return True
    return pressed not in set(_dispatchable(interaction.message.components))


def control_of(interaction: discord.Interaction) -> Control | None:
    """The control that was pressed or the form that was sent; ``None`` if it is none of ours.

    ``values`` are what was chosen in a select, or typed in a form.
    """
    data = cast("dict[str, Any]", interaction.data or {})
    control = parse(str(data.get("custom_id", "")))
    if control is None:
        return None
    values = data.get("values") or _typed(data.get("components", ()))
    return replace(control, values=tuple(str(value) for value in values))


def _typed(components: Sequence[dict[str, Any]]) -> Iterator[str]:
    for component in components:
        if "value" in component:
            yield component["value"]
        yield from _typed(component.get("components", ()))
        if "component" in component:
            yield from _typed((component["component"],))


def _dispatchable(components: Sequence[Any]) -> Iterator[tuple[int, str]]:
    for component in components:
        custom_id = getattr(component, "custom_id", None)
        if custom_id:
            yield component.type.value, custom_id
        yield from _dispatchable(getattr(component, "children", ()))
        accessory = getattr(component, "accessory", None)
        if accessory is not None:
            yield from _dispatchable((accessory,))
