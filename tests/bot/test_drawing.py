"""The picture of a rating over time: legible on any client, drawn by workers only."""

from __future__ import annotations

import io
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from PIL import Image

from bot import drawing
from bot.charts import Chart, picture
from bot.screens.rating_chart import chart_of
from bot.screens.standing import RatingPoint
from bot.texts import Texts

START = datetime(2026, 1, 1, tzinfo=UTC)


def history(games: int, unsure: int = 15) -> list[RatingPoint]:
    return [
        RatingPoint(n, 1000 + 7 * n % 90 + n, START + timedelta(hours=9 * n), n <= unsure)
        for n in range(1, games + 1)
    ]


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA")


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def luminance(colour: str) -> float:
    """As the accessibility guidelines (WCAG 2) define it."""
    parts = [value / 255 for value in rgb(colour)]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", [drawing.TEXT, drawing.LINE, drawing.UNCERTAIN])
def test_everything_stands_out_from_the_background(colour: str) -> None:
    light, dark = luminance(colour), luminance(drawing.BACKGROUND)
    assert (light + 0.05) / (dark + 0.05) >= 4.5


@pytest.mark.parametrize("games", [1, 2, 15, 50, 500])
def test_a_picture_has_its_own_background_and_its_line(games: int) -> None:
    image = opened(picture(chart_of(history(games), Texts.for_locale("en"))))
    assert image.size == (1000, 600)
    background = (*rgb(drawing.BACKGROUND), 255)
    for corner in ((0, 0), (999, 0), (0, 599), (999, 599)):
        assert image.getpixel(corner) == background
    found = {pixel for _, pixel in image.getcolors(1 << 20) or ()}
    assert ((*rgb(drawing.LINE), 255) in found) == (games > 15)
    assert (*rgb(drawing.UNCERTAIN), 255) in found


def test_the_same_chart_is_the_same_picture() -> None:
    chart = chart_of(history(20), Texts.for_locale("de"))
    assert picture(chart) == picture(chart)


def test_words_that_the_font_cannot_write_are_left_out() -> None:
    # matplotlib warns of a letter that it has no shape for, and warnings fail tests.
    points = ((1, 1000), (2, 1010))
    unwritable = Chart(
        points, 2, chart_of(history(2), Texts.for_locale("en")).ticks, "રમતો", "કામચલાઉ"
    )
    assert opened(picture(unwritable)).size == (1000, 600)
    cyrillic = Chart(points, 2, unwritable.ticks, "Партии", "предварительно")
    assert picture(cyrillic) != picture(unwritable)


def test_the_bots_own_process_never_loads_matplotlib() -> None:
    code = (
        "import sys, bot.client, bot.charts, importlib\n"
        "from bot.games import GAMES\n"
        "for name in (*GAMES.commands, *bot.client.COGS): importlib.import_module(name)\n"
        "print(sorted({'matplotlib', 'numpy', 'PIL'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
