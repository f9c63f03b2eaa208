"""The picture of a chart, drawn with matplotlib.  Only a worker process imports this module.

The picture has a background of its own, so that it is the same on a dark and on a light client.
"""

# matplotlib's own types leave much unknown.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import io
from typing import Final

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, findfont, get_font
from matplotlib.ticker import MaxNLocator, StrMethodFormatter

from bot.charts import Chart

SIZE: Final = (8.0, 4.8)  # inches, at DPI to the inch
DPI: Final = 125
LETTERS: Final = 19.0  # points: a phone shows the picture 300 pixels wide
FONT: Final = "DejaVu Sans"  # comes with matplotlib: the same everywhere
BACKGROUND: Final = "#1f242d"
TEXT: Final = "#e9edf3"
LINE: Final = "#79c0ff"
UNCERTAIN: Final = "#b3bccb"
GRID: Final = "#39414f"
LEAST_SPAN: Final = 60  # points of rating from bottom to top, so that a small change looks small
MARKED: Final = 40  # up to so many games each is marked with a dot


def draw(chart: Chart) -> bytes:
    """The chart as a PNG; needs at least one point."""
    with mpl.rc_context({"font.family": FONT, "font.size": LETTERS, "text.color": TEXT}):
        figure = Figure(figsize=SIZE, dpi=DPI, facecolor=BACKGROUND, layout="constrained")
        FigureCanvasAgg(figure)
        axes = figure.add_subplot()
        _lines(axes, chart)
        _frame(axes, chart)
        _remarks(axes, chart)
        file = io.BytesIO()
        # The library's name and version are nobody's business, and would change the file.
        figure.savefig(file, format="png", metadata={"Software": None})
    return file.getvalue()


def _lines(axes: Axes, chart: Chart) -> None:
    numbers = [number for number, _ in chart.points]
    ratings = [rating for _, rating in chart.points]
    dots = "o" if len(chart.points) <= MARKED else ""
    unsure = chart.provisional
    # Both parts share a point, so that the line is unbroken.
    sure = max(0, unsure - 1) if unsure < len(chart.points) else len(chart.points)
    axes.plot(
        numbers[:unsure],
        ratings[:unsure],
        color=UNCERTAIN,
        linestyle=(0, (4, 2)),
        linewidth=2.5,
        marker=dots,
        markersize=8,
    )
    axes.plot(
        numbers[sure:],
        ratings[sure:],
        color=LINE,
        linewidth=3,
        marker=dots,
        markersize=8,
        solid_joinstyle="round",
    )


def _frame(axes: Axes, chart: Chart) -> None:
    axes.set_facecolor(BACKGROUND)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(UNCERTAIN)
    axes.tick_params(colors=TEXT, length=0, pad=8)
    axes.grid(axis="y", color=GRID, linewidth=1.2)
    axes.set_axisbelow(True)
    axes.yaxis.set_major_locator(MaxNLocator(nbins=5, integer=True))
    axes.yaxis.set_major_formatter(StrMethodFormatter("{x:.0f}"))
    labels = [
        "\n".join(line for line in tick.label.splitlines() if _has(line)) for tick in chart.ticks
    ]
    axes.set_xticks([tick.number for tick in chart.ticks], labels)
    if _has(chart.below):
        axes.set_xlabel(chart.below, color=TEXT, labelpad=8)
    ratings = [rating for _, rating in chart.points]
    low, high = min(ratings), max(ratings)
    spare = max(0.22 * (high - low), (LEAST_SPAN - (high - low)) / 2)
    axes.set_ylim(low - spare, high + spare)
    first, last = chart.points[0][0], chart.points[-1][0]
    wide = max(last - first, 1)
    axes.set_xlim(first - 0.05 * wide, last + 0.16 * wide)


def _remarks(axes: Axes, chart: Chart) -> None:
    start, (number, rating) = chart.points[0], chart.points[-1]
    all_unsure = chart.provisional >= len(chart.points)
    _remark(axes, (number, rating), str(rating), (12, 0), LINE if not all_unsure else TEXT, "left")
    best = max(chart.points, key=lambda point: (point[1], -point[0]))
    if len(chart.points) > 2 and best[0] != number and best[1] > rating:
        _remark(axes, best, str(best[1]), (0, 14), TEXT, "center")
    if chart.provisional and _has(chart.uncertain):
        axes.annotate(
            chart.uncertain,
            start,
            xytext=(0, -28),
            textcoords="offset points",
            color=UNCERTAIN,
            ha="left",
            va="center",
            fontsize=LETTERS - 2,
        )


def _remark(
    axes: Axes,
    at: tuple[int, int],
    text: str,
    offset: tuple[int, int],
    colour: str,
    side: str,
) -> None:
    axes.annotate(
        text,
        at,
        xytext=offset,
        textcoords="offset points",
        color=colour,
        ha=side,
        va="center",
        fontsize=LETTERS + 1,
        fontweight="bold",
    )


def _has(text: str) -> bool:
    """Whether the font has every letter of this text; it would show boxes otherwise."""
    known = get_font(findfont(FontProperties(family=FONT))).get_charmap()
    return all(ord(letter) in known for letter in text if not letter.isspace())
