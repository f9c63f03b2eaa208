"""Pictures of cards, drawn with Pillow.  Only a worker process imports this module.

A picture is a card of its own paper, so that it is the same on a dark and on a light client, and is
made to be read at 22 pixels, the height of an emoji within a line: the rank as large as it can
be, the symbol of the suit beside it.  A colon has its letter and its two circles, filled or open.

The same picture has the same pixels on every machine: letters and symbols come from one font file,
are drawn by the libraries that Pillow brings along, and everything else is whole numbers.
"""

from __future__ import annotations

import hashlib
import importlib.util
import io
from functools import lru_cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from bot.faces.drawn import Picture

SIZE: Final = 128  # pixels, as Discord asks for
FINE: Final = 8  # curves are drawn so many times larger, for smooth edges
PAPER: Final = "#ffffff"
EDGE: Final = "#6b7280"
BLACK: Final = "#14171c"
RED: Final = "#c5122b"
BLUE: Final = "#1450c8"
GREEN: Final = "#0d6b2f"
VIOLET: Final = "#6d28b0"
INKS: Final = {
    2: {"S": BLACK, "H": RED, "D": RED, "C": BLACK, ":": BLACK},
    4: {"S": BLACK, "H": RED, "D": BLUE, "C": GREEN, ":": VIOLET},
}
"""The colour of each suit, and of the colons, by the number of colours of a deck."""
SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
FILLED: Final = {"G": 2, "R": 1, "L": 0}
"""How many of a colon's circles are filled."""
_FONT: Final = (
    "mpl-data/fonts/ttf/DejaVuSans-Bold.ttf"  # comes with matplotlib: the same everywhere
)
_GLYPH: Final = 400  # points in which a glyph is drawn before it is brought to its size

Box = tuple[int, int, int, int]  # left, top, right, bottom, in pixels of the picture
_RANK: Final[Box] = (9, 19, 67, 109)
_TEN: Final[Box] = (9, 19, 74, 109)
_SUIT: Final[Box] = (70, 34, 122, 94)
_SUIT_OF_TEN: Final[Box] = (77, 37, 122, 91)
_CIRCLES: Final[tuple[Box, Box]] = ((80, 19, 118, 57), (80, 71, 118, 109))
_RING: Final = 11


def picture_of(colours: int, card: str) -> Picture:
    """A card, named as the engine does, in a deck of so many colours; ``KeyError`` without it."""
    image = image_of(colours, card)
    file = io.BytesIO()
    image.save(file, "PNG")
    return Picture(file.getvalue(), hashlib.sha256(image.tobytes()).hexdigest())


def image_of(colours: int, card: str) -> Image.Image:
    """The pixels of one card."""
    inks = INKS[colours]
    image = _paper().copy()
    if card.startswith(":"):
        _put(image, _glyph(card[1], _RANK), _RANK, inks[":"])
        for number, box in enumerate(_CIRCLES):
            _put(image, _circle(number < FILLED[card[1]]), box, inks[":"])
        return image
    rank, suit = card
    places = (_TEN, _SUIT_OF_TEN) if rank == "T" else (_RANK, _SUIT)
    for text, box in zip(("10" if rank == "T" else rank, SYMBOLS[suit]), places, strict=True):
        _put(image, _glyph(text, box), box, inks[suit])
    return image


def _put(image: Image.Image, mask: Image.Image, box: Box, ink: str) -> None:
    """Ink in the form of a mask, in the middle of the box."""
    left, top, right, bottom = box
    place = (left + (right - left - mask.width) // 2, top + (bottom - top - mask.height) // 2)
    image.paste(ink, place, mask)


@lru_cache(maxsize=1)
def _paper() -> Image.Image:
    side = SIZE * FINE
    image = Image.new("RGBA", (side, side), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    pen.rounded_rectangle((0, 0, side - 1, side - 1), 24 * FINE, PAPER, EDGE, 5 * FINE)
    return image.resize((SIZE, SIZE), Image.Resampling.BOX)


@lru_cache(maxsize=2)
def _circle(filled: bool) -> Image.Image:
    left, top, right, bottom = _CIRCLES[0]
    width, height = right - left, bottom - top
    mask = Image.new("L", (width * FINE, height * FINE))
    place = (0, 0, width * FINE - 1, height * FINE - 1)
    fill = 255 if filled else None
    ImageDraw.Draw(mask).ellipse(place, fill=fill, outline=255, width=_RING * FINE)
    return mask.resize((width, height), Image.Resampling.BOX)


@lru_cache(maxsize=64)
def _glyph(text: str, box: Box) -> Image.Image:
    """A text as a mask that fills the box, or its height alone: letters are not drawn out."""
    left, top, right, bottom = _font().getbbox(text)
    mask = Image.new("L", (int(right - left) + 8, int(bottom - top) + 8))
    ImageDraw.Draw(mask).text((4 - left, 4 - top), text, 255, _font())
    shape = mask.crop(mask.getbbox())
    width, height = box[2] - box[0], box[3] - box[1]
    widest = shape.width * height * 5 // (shape.height * 4)
    return shape.resize((min(width, widest), height), Image.Resampling.LANCZOS)


@lru_cache(maxsize=1)
def _font() -> ImageFont.FreeTypeFont:
    found = importlib.util.find_spec("matplotlib")
    assert found is not None
    assert found.origin is not None
    # Letters one after the other: what shapes texts otherwise may be another version elsewhere.
    basic = ImageFont.Layout.BASIC
    return ImageFont.truetype(Path(found.origin).parent / _FONT, _GLYPH, layout_engine=basic)
