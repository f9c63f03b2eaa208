"""The arena's table and its progress bar."""

from __future__ import annotations

from math import isinf
from typing import Final, TextIO

from bot.arena.figures import Estimate, Figures, Level
from bot.arena.matches import Pairing
from bot.progress import Bar
from engine import KINDS

_COLUMNS: Final = (
    "level",
    "points a deal",
    "matches won",
    "{made} made",
    "median",
    "p95",
    "longest",
)


def table(pairing: Pairing, found: Figures) -> str:
    """The figures as a table in Markdown, with a line above and one below."""
    others = KINDS[pairing.kind].seats - 1
    who = (
        f"{pairing.first} against {pairing.second}"
        if others == 1
        else f"one {pairing.first} among {others} {pairing.second}"
    )
    head = [column.format(made="contracts" if others == 1 else "bids") for column in _COLUMNS]
    rows = [
        head,
        *(
            [name, *_cells(level)]
            for name, level in zip((pairing.first, pairing.second), found.levels, strict=True)
        ),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    lines = [_line(row, widths) for row in rows]
    lines.insert(1, "|" + "|".join("-" * (width + 2) for width in widths) + "|")
    ahead = found.ahead
    verdict = "clear of zero" if ahead.clear_of_zero else "not clear of zero"
    last = f"{pairing.first} is ahead by {_estimate(ahead, '+.2f')} points a deal: {verdict}."
    if found.unfinished:
        last += f"\n{found.unfinished} matches were stopped, too long; nobody won them."
    title = (
        f"{pairing.kind}, {who}: {found.matches:,} matches, {found.deals:,} deals, "
        f"{found.sets:,} sets of duplicated deals (seed {pairing.seed})"
    )
    return "\n".join([title, "", *lines, "", last])


def _cells(level: Level) -> list[str]:
    made = f"{level.made:,} of {level.undertaken:,}"
    if level.undertaken:
        made += f" ({100 * level.made / level.undertaken:.1f} %)"
    share = level.wins
    return [
        _estimate(level.points, ".2f"),
        _estimate(Estimate(100 * share.mean, 100 * share.within), ".1f") + " %",
        made,
        _duration(level.times.median),
        _duration(level.times.p95),
        _duration(level.times.longest),
    ]


def _estimate(estimate: Estimate, form: str) -> str:
    if isinf(estimate.within):
        return format(estimate.mean, form)
    return f"{estimate.mean:{form}} ± {estimate.within:{form.lstrip('+')}}"


def _duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def _line(cells: list[str], widths: list[int]) -> str:
    return (
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        + " |"
    )


class Progress:
    """How far the deals are and who is ahead, on a terminal."""

    def __init__(self, stream: TextIO, total: int) -> None:
        self._bar = Bar(stream, "deals")
        self._total = total

    def show(self, done: int, ahead: Estimate) -> None:
        """Redraw with so many deals done."""
        self._bar.show(done, self._total, _estimate(ahead, "+.2f"))

    def clear(self) -> None:
        """Leave the line empty."""
        self._bar.clear()
