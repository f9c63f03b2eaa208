"""A message as one person sees it, with what a test wants to know about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from playground import payloads
from playground.state import COMPONENTS_V2, EPHEMERAL, Json, Message, World

CONTROLS = frozenset({2, 3, 5, 6, 7, 8})


def walk(components: Sequence[Json]) -> Iterator[Json]:
    """Every component, parents before children, accessories after the texts beside them."""
    for each in components:
        yield each
        yield from walk(each.get("components") or ())
        if (accessory := each.get("accessory")) is not None:
            yield from walk((accessory,))
        if (inner := each.get("component")) is not None:
            yield from walk((inner,))


@dataclass(frozen=True, slots=True)
class Seen:
    """A snapshot; ask the person again for the newest.  ``json`` is Discord's object."""

    json: Json
    source: Message
    version: int

    @property
    def id(self) -> int:
        return self.source.id

    @property
    def channel_id(self) -> int:
        return self.source.channel_id

    @property
    def components(self) -> list[Json]:
        return self.json["components"]

    @property
    def ephemeral(self) -> bool:
        """ "Only you can see this"."""
        return bool(self.json["flags"] & EPHEMERAL)

    @property
    def is_v2(self) -> bool:
        return bool(self.json["flags"] & COMPONENTS_V2)

    @property
    def deferred(self) -> bool:
        """The bot is still thinking."""
        return bool(self.json["deferred"])

    @property
    def text(self) -> str:
        """All text in reading order: content, embeds, text displays."""
        parts = [str(self.json["content"])]
        for embed in self.json["embeds"]:
            parts += [str(embed.get(key) or "") for key in ("title", "description")]
            parts += [f"{each['name']}\n{each['value']}" for each in embed.get("fields") or ()]
        parts += [str(c["content"]) for c in walk(self.components) if c["type"] == 10]
        return "\n".join(part for part in parts if part)

    def controls(self) -> list[Json]:
        """Buttons and selects in order, links left out, disabled ones included."""
        return [c for c in walk(self.components) if c["type"] in CONTROLS and "custom_id" in c]

    def buttons(self) -> list[Json]:
        """The buttons among the controls."""
        return [c for c in self.controls() if c["type"] == 2]

    def selects(self) -> list[Json]:
        """The selects among the controls."""
        return [c for c in self.controls() if c["type"] != 2]

    def control(self, custom_id: str) -> Json | None:
        """The control with this custom_id."""
        return next((c for c in self.controls() if c["custom_id"] == custom_id), None)

    def button(self, label: str) -> Json:
        """The button with this label.  Raises LookupError and names those there are."""
        for each in self.buttons():
            if each.get("label") == label:
                return each
        there = ", ".join(repr(each.get("label")) for each in self.buttons()) or "none"
        raise LookupError(f"no button {label!r}; there are: {there}")


def snapshot(world: World, message: Message) -> Seen:
    """A message as clients show it now: Discord's object, and ``deferred`` while the bot thinks."""
    json = payloads.message(world, message) | {"deferred": message.deferred}
    return Seen(json, message, message.version)
