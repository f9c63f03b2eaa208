"""The pictures of cards, looked at as pixels."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache

import pytest
from PIL import Image, ImageChops

from bot.faces.drawn import draw
from bot.faces.names import CARDS, DECKS, WORDS, FaceName, parse
from bot.faces.pictures import INKS, image_of
from engine.cards import PACK_WITH_COLONS

SMALL = 22  # pixels of an emoji within a line
DARK, LIGHT = (0x31, 0x33, 0x38), (0xFF, 0xFF, 0xFF)  # what a client shows behind it
LEAST = 4.5  # contrast, as for texts
TEN_OF_SPADES = "9e91cf"  # the beginning of its fingerprint
Colour = tuple[int, int, int]


@lru_cache(maxsize=4096)
def luminance(colour: Colour) -> float:
    parts = [each / 255 for each in colour]
    red, green, blue = (
        each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG 2 defines it, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=256)
def seen(colours: int, card: str, background: Colour) -> Image.Image:
    """The picture as a client shows it within a line."""
    face = image_of(colours, card).resize((SMALL, SMALL), Image.Resampling.LANCZOS)
    shown = Image.new("RGB", (SMALL, SMALL), background)
    shown.paste(face, (0, 0), face)
    return shown


def inside(image: Image.Image) -> Iterator[Colour]:
    """The pixels within the edge of the card."""
    for x in range(2, SMALL - 2):
        for y in range(2, SMALL - 2):
            pixel = image.getpixel((x, y))
            assert isinstance(pixel, tuple)
            yield (int(pixel[0]), int(pixel[1]), int(pixel[2]))


@pytest.mark.parametrize("background", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("colours", DECKS)
def test_every_card_stands_out_at_the_size_of_a_line(colours: int, background: Colour) -> None:
    """Ink enough that is dark enough against the card's own paper, of which there is enough."""
    for card in CARDS:
        pixels = list(inside(seen(colours, card, background)))
        paper = max(pixels, key=luminance)
        strong = [each for each in pixels if contrast(each, paper) >= LEAST]
        assert luminance(paper) > 0.95, card
        assert 0.12 < len(strong) / len(pixels) < 0.6, (card, len(strong) / len(pixels))


@pytest.mark.parametrize("background", [DARK, LIGHT], ids=["dark", "light"])
def test_a_card_has_an_edge_on_every_background(background: Colour) -> None:
    """On white the grey edge shows where the card ends, on dark the paper does."""
    image = seen(2, "AS", background)
    row = [image.getpixel((x, 3)) for x in range(SMALL)]
    assert max(contrast(each, background) for each in row[:3]) >= 3  # type: ignore[arg-type]


@pytest.mark.parametrize("colours", DECKS)
def test_cards_are_told_apart_at_the_size_of_a_line(colours: int) -> None:
    images = [seen(colours, card, DARK) for card in CARDS]
    for place, one in enumerate(images):
        for other in range(place + 1, len(images)):
            counts = ImageChops.difference(one, images[other]).histogram()
            apart = sum(sum(counts[band + 91 : band + 256]) for band in (0, 256, 512))
            assert apart >= 24, (CARDS[place], CARDS[other], apart)


def hue_of(colours: int, suit: str) -> str:
    return INKS[colours][suit]


def test_the_colours_of_the_decks() -> None:
    assert len({hue_of(2, suit) for suit in "SHDC"}) == 2
    assert len({hue_of(4, suit) for suit in "SHDC"}) == 4
    paper = (255, 255, 255)
    for inks in INKS.values():
        for ink in inks.values():
            red, green, blue = (int(ink[at : at + 2], 16) for at in (1, 3, 5))
            assert contrast((red, green, blue), paper) >= LEAST


def test_a_colon_has_two_circles_of_which_some_are_filled() -> None:
    """Grand both, Royal one, Little none: seen in the middle of each circle, and on its ring."""
    for letter, filled in (("G", (True, True)), ("R", (True, False)), ("L", (False, False))):
        image = image_of(2, f":{letter}").convert("L")
        middles = tuple(image.getpixel((99, y)) for y in (38, 90))
        rings = [image.getpixel((84, y)) for y in (38, 90)]
        assert tuple(int(each) < 60 for each in middles) == filled  # type: ignore[arg-type]
        assert all(int(each) < 60 for each in rings)  # type: ignore[arg-type]


def test_the_same_picture_is_the_same_everywhere() -> None:
    """In another process, drawn in another order; the fingerprint is that of what is seen."""
    program = (
        "from bot.faces.drawn import draw\n"
        "for colours in (4, 2):\n"
        "    for card in (':R', 'TS', 'QH'):\n"
        "        print(draw(colours, (card,))[0].digest)\n"
    )
    other = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    here = [draw(colours, (card,))[0].digest for colours in (4, 2) for card in (":R", "TS", "QH")]
    assert other.stdout.split() == here
    assert len(set(here)) == 4  # black and red are the same in both decks
    # With the pinned version of Pillow, on every machine; another version may draw otherwise.
    assert here[1][:6] == TEN_OF_SPADES


def test_names() -> None:
    assert set(CARDS) == {str(card) for card in PACK_WITH_COLONS}
    assert len(set(WORDS.values())) == 55
    for colours in DECKS:
        for card in CARDS:
            name = FaceName.of(colours, card, "0123456789abcdef")
            assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", str(name))
            assert parse(str(name)) == name
    for foreign in ("ace_of_spades", "party", "one_of_spades_2_cafe00", "ace_of_spades_3_cafe00"):
        assert parse(foreign) is None


def test_a_card_that_there_is_not() -> None:
    with pytest.raises(KeyError):
        draw(3, ("AS",))
    with pytest.raises(KeyError):
        draw(2, (":X",))
