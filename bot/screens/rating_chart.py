"""A rating over time: what its picture shows, and the same in words for whoever does not see it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot import limits
from bot.charts import Chart, Tick
from bot.screens.standing import RatingPoint
from bot.texts import Texts

FILE_NAME: Final = "rating.png"
TICKS: Final = 5
NAMED: Final = 20  # ratings on the way that the words name


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
        day = texts.day(point.at.date(), year=years)
        label = texts.number(point.number)
        ticks.append(Tick(point.number, label if day == before else f"{label}\n{day}"))
        before = day
    return tuple(ticks)


def in_words(name: str, game: str, history: Sequence[RatingPoint], texts: Texts) -> str:
    """What the picture shows, with its numbers; it fits the description of a picture.

    ``name`` and ``game`` are shown as they are: a description is no Markdown.
    """
    if not history:
        return texts("No game was rated yet.")
    ratings = [point.rating for point in history]
    rated = texts.plural("{count} rated game", "{count} rated games", history[-1].number)
    if len(ratings) == 1:
        return texts(
            "Rating of {name} at {game} after {games}: {rating}.",
            name=name,
            game=game,
            games=rated,
            rating=str(ratings[0]),
        )
    text = texts(
        "Rating of {name} at {game} over {games}: from {first} to {last}, highest {high}, "
        "lowest {low}.",
        name=name,
        game=game,
        games=rated,
        first=str(ratings[0]),
        last=str(ratings[-1]),
        high=str(max(ratings)),
        low=str(min(ratings)),
    )
    if len(ratings) > 2:
        shown = [str(ratings[place]) for place in _spread(len(ratings), NAMED)]
        text += " " + texts("On the way: {ratings}.", ratings=", ".join(shown))
    if limits.length(text) <= limits.DESCRIPTION:
        return text
    return text[: limits.DESCRIPTION // 2] + "…"


def _spread(count: int, most: int) -> list[int]:
    """Up to ``most`` places of ``count``, evenly spread, the first and the last among them."""
    wanted = min(count, most)
    return sorted({round((count - 1) * step / (wanted - 1)) for step in range(wanted)})
