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
from dataclasses import dataclass
from typing import Final, Protocol

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

    async def on_press(self, interaction: discord.Interaction, control: Control) -> None: ...
