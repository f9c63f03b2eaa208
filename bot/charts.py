"""A rating over time as a picture, and the same in words for whoever does not see it.

The picture is drawn by ``picture``, a plain function for a worker process: matplotlib takes more
memory than the whole bot, so only the process that draws ever loads it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from babel import Locale
from babel.dates import format_skeleton

from bot.screens.standing import RatingPoint
from bot.texts import Texts

ALT_LENGTH: Final = 1024  # what Discord takes as a description of a picture
FILE_NAME: Final = "rating.png"
TICKS: Final = 6


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark below the picture: at which game, and what is written there."""

    number: int
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """What is drawn: ratings after so many games, and every word that stands in the picture.

    ``points`` are (games played, rating) in order; the first ``provisional`` of them are drawn as
    uncertain.  The words are those of one language; names of people are none of them, since the
    font of the picture does not have every script.
    """

    points: tuple[tuple[int, int], ...]
    provisional: int
    ticks: tuple[Tick, ...]
    below: str
    uncertain: str


def chart_of(history: Sequence[RatingPoint], texts: Texts) -> Chart:
    """The picture of a rating's history, oldest first; ``ValueError`` if there is none."""
    if not history:
        raise ValueError("no game was rated yet")
    sure = next((at for at, point in enumerate(history) if not point.provisional), len(history))
    return Chart(
        points=tuple((point.number, point.rating) for point in history),
        provisional=sure,
        ticks=_ticks(history, texts),
        below=texts("Rated games"),
        uncertain=texts("provisional"),
    )


def _ticks(history: Sequence[RatingPoint], texts: Texts) -> tuple[Tick, ...]:
    """Up to ``TICKS`` marks, the first and the last among them, with the day where it is new."""
    last = len(history) - 1
    places = sorted({round(last * step / (TICKS - 1)) for step in range(TICKS)}) if last else [0]
    ticks: list[Tick] = []
    years = history[0].at.year != history[-1].at.year
    before = ""
    for place in places:
        point = history[place]
        day = _day(point.at.date(), texts, year=years)
        label = texts.number(point.number)
        ticks.append(Tick(point.number, label if day == before else f"{label}\n{day}"))
        before = day
    return tuple(ticks)


def _day(day: date, texts: Texts, *, year: bool) -> str:
    locale = Locale.parse(texts.locale.replace("-", "_"))
    return format_skeleton("yMMM" if year else "MMMd", day, locale=locale)


def in_words(name: str, game: str, history: Sequence[RatingPoint], texts: Texts) -> str:
    """What the picture shows, with its numbers; at most ``ALT_LENGTH`` characters.

    ``name`` and ``game`` are shown as they are: a description is no Markdown.
    """
    if not history:
        return texts("No game was rated yet.")
    ratings = [point.rating for point in history]
    text = texts(
        "Rating of {name} at {game} over {games}: from {first} to {last}, highest {high}, "
        "lowest {low}.",
        name=name,
        game=game,
        games=texts.plural("{count} rated game", "{count} rated games", history[-1].number),
        first=str(ratings[0]),
        last=str(ratings[-1]),
        high=str(max(ratings)),
        low=str(min(ratings)),
    )
    if len(ratings) > 2:
        shown = [str(ratings[place]) for place in _spread(len(ratings), 20)]
        text += " " + texts("On the way: {ratings}.", ratings=", ".join(shown))
    return text if len(text) <= ALT_LENGTH else text[: ALT_LENGTH - 1] + "…"


def _spread(count: int, most: int) -> list[int]:
    """Up to ``most`` places of ``count``, evenly spread, the first and the last among them."""
    wanted = min(count, most)
    return sorted({round((count - 1) * step / (wanted - 1)) for step in range(wanted)})


def picture(chart: Chart) -> bytes:
    """The chart as a PNG.  Takes a second the first time: call it in a worker process."""
    from bot.drawing import draw  # noqa: PLC0415 - loads matplotlib, which no other process may

    return draw(chart)
