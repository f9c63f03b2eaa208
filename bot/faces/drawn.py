"""Pictures of cards as plain data, and the work of drawing them.

``draw`` is a plain function for a worker process: only that loads Pillow.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture of a card: its file as a PNG, and a fingerprint of its pixels.

    The file may differ from machine to machine in how it is packed; the pixels do not.
    """

    png: bytes
    digest: str


def draw(colours: int, cards: tuple[str, ...]) -> tuple[Picture, ...]:
    """Cards, named as the engine does (``TS``, ``:G``), in a deck of two or four colours.

    ``KeyError`` for a deck or a card that there is not.  Call it in a worker process.
    """
    from bot.faces.pictures import picture_of  # noqa: PLC0415 - loads Pillow, see above

    return tuple(picture_of(colours, card) for card in cards)
