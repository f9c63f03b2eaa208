"""A rating over time in numbers and words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot import limits
from bot.screens.rating_chart import TICKS, chart_of, in_words
from bot.screens.standing import RatingPoint
from bot.texts import Texts
from tests.bot.screens.helpers import ENGLISH, WORST_NAME

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def points(*ratings: int, unsure: int = 0, apart: timedelta = timedelta(0)) -> list[RatingPoint]:
    return [
        RatingPoint(n, rating, START + (n - 1) * apart, n <= unsure)
        for n, rating in enumerate(ratings, 1)
    ]


def test_the_points_and_the_uncertain_part() -> None:
    chart = chart_of(points(990, 1010, 1030, unsure=2), ENGLISH)
    assert chart.points == ((1, 990), (2, 1010), (3, 1030))
    assert chart.provisional == 2
    assert chart_of(points(990, unsure=1), ENGLISH).provisional == 1
    with pytest.raises(ValueError, match="no game"):
        chart_of([], ENGLISH)


def test_a_day_is_written_once() -> None:
    ticks = chart_of(points(1, 2, 3), ENGLISH).ticks
    assert [tick.label for tick in ticks] == ["1\nMar 1", "2", "3"]
    spread = chart_of(points(*range(500), apart=timedelta(days=2)), ENGLISH).ticks
    assert len(spread) == TICKS
    assert (spread[0].number, spread[-1].number) == (1, 500)
    assert spread[0].label == "1\nMar 2026"
    assert chart_of(points(1), Texts.for_locale("de")).ticks[0].label.startswith("1\n")


def test_the_words_have_the_numbers() -> None:
    assert in_words("Ada", "Bridgette", [], ENGLISH) == "No game was rated yet."
    assert in_words("Ada", "Bridgette", points(991), ENGLISH) == (
        "Rating of Ada at Bridgette after 1 rated game: 991."
    )
    assert in_words("Ada", "Bridgette", points(990, 1040, 1020), ENGLISH) == (
        "Rating of Ada at Bridgette over 3 rated games: from 990 to 1020, highest 1040, lowest "
        "990. On the way: 990, 1040, 1020."
    )
    long = in_words(WORST_NAME * 40, "Bridgette", points(*range(1000, 3000)), ENGLISH)
    assert limits.length(long) <= limits.DESCRIPTION
    assert "over 2,000 rated games" in in_words("A", "B", points(*range(2000)), ENGLISH)
