"""What a finished game meant for ratings, on its end screen."""

from __future__ import annotations

from dataclasses import replace
from typing import get_args

import pytest

from bot import limits
from bot.screens.end import end
from bot.screens.standing import GameRatings, Rating, RatingChange, Unrated
from tests.bot.screens.helpers import ENGLISH, WORST_NAME, info_of, read, start


async def test_each_change_is_a_line() -> None:
    game = start("bridgette", 1)
    game.apply(1, "resign")
    ratings = GameRatings(
        None,
        (
            RatingChange(0, Rating(1204, False), Rating(1221, False)),
            RatingChange(1, Rating(1000, True), Rating(983, True)),
        ),
    )
    layout = end(game.view(None), info_of(game), ENGLISH, ratings)
    assert limits.problems(layout) == []
    assert "**Ratings**\nAda 1204 → **1221** (+17)\nBen 1000 → **983** (-17), provisional" in read(
        layout
    )


@pytest.mark.parametrize(
    ("why", "words"),
    [
        ("computers", "games between people alone"),
        ("hints", "a hint was used"),
        ("aborted", "called off"),
        ("daily", "ten rated games with each other today"),
        ("private", "takes no part in ratings"),
    ],
)
async def test_why_a_game_is_not_rated(why: Unrated, words: str) -> None:
    game = start("drawbridge", 1)
    info = info_of(game, (WORST_NAME,) * 2)
    game.apply(0, "resign")
    text = read(end(game.view(None), info, ENGLISH, GameRatings(why)))
    assert "Not rated: " in text
    assert words in text
    assert set(get_args(Unrated)) == {"computers", "hints", "aborted", "daily", "private"}


async def test_a_hint_is_told_once() -> None:
    game = start("bridgette", 1)
    game.apply(1, "resign")
    info = replace(info_of(game), hinted=True)
    text = read(end(game.view(None), info, ENGLISH, GameRatings("hints")))
    assert "A hint was used in this game: it is unrated." in text
    assert "Not rated" not in text


async def test_without_news_of_ratings_nothing_is_said() -> None:
    game = start("bridgette", 1)
    game.apply(1, "resign")
    text = read(end(game.view(None), info_of(game), ENGLISH))
    assert "ating" not in text
