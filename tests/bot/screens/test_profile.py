"""A profile: everything that is known in words, and a picture of it only where one came along."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot import limits
from bot.screens.games import SCREENS
from bot.screens.profile import profile
from bot.screens.standing import (
    Contracts,
    Meeting,
    Profile,
    Rated,
    Rating,
    RatingPoint,
    Record,
)
from bot.texts import Texts
from engine.auction import Strain
from tests.bot.screens.helpers import ENGLISH, WORST_NAME, components, read, selects

START = datetime(2026, 1, 1, tzinfo=UTC)
EMPTY = Profile(7, "Ada", SCREENS, None, Record(), {})
FULL = Profile(
    user_id=7,
    name="Ada",
    games=SCREENS,
    kind="bridgette",
    record=Record(34, 20),
    computers={"easy": Record(4, 3), "mixed": Record(1, 0), "hard": Record()},
    hinted=2,
    streak=3,
    longest=7,
    best=6_200,
    average=412.26,
    by_level={1: Contracts(12, 10), 4: Contracts(8, 3)},
    doubled=Contracts(9, 4),
    strain=Strain.SPADES,
    meeting=Meeting(5, 3, 2),
    ratings=(Rated("bridgette", Rating(1221, False), 34, 2, 9),),
    charted="bridgette",
    history=tuple(
        RatingPoint(n, 1000 + n, START + timedelta(days=n), n < 15) for n in range(1, 35)
    ),
)


async def test_a_full_profile() -> None:
    layout = profile(FULL, ENGLISH, drawn=True)
    assert limits.problems(layout) == []
    text = read(layout).replace("\u00a0", " ")
    for words in (
        "## Ada · Bridgette",
        "**Rating:** **1221**, 34 rated games, place 2 of 9",
        "**Games with people:** 20 of 34 won (59%)",
        "the last 3 games won; the longest was 7 wins",
        "**Points a deal:** 412.3 on average",
        "**Best game:** 6,200 points",
        "**Contracts made as declarer:** 13 of 20 (65%)",
        "by level: **1:** 10 of 12, **4:** 3 of 8",
        "**Doubled:** 4 of 9 (44%) made",
        "**Favourite strain:** ♠ (spades)",
        "**With you:** 5 games: Ada came out ahead in 3, you in 2.",
        "Against the easy computer: 3 of 4 won (75%)",
        "Against computers of several levels: 0 of 1 won (0%)",
        "2 games with hints",
    ):
        assert words in text, words
    assert "hard computer" not in text
    (picture,) = [each for each in components(layout) if each["type"] == 12]
    (item,) = picture["items"]
    assert item["media"]["url"] == "attachment://rating.png"
    assert "over 34 rated games: from 1001 to 1034" in item["description"]
    (chosen,) = selects(layout)
    assert [option["value"] for option in chosen["options"]] == ["all", *SCREENS]


async def test_without_a_picture_the_numbers_are_in_words() -> None:
    layout = profile(FULL, ENGLISH, drawn=False)
    assert not [each for each in components(layout) if each["type"] == 12]
    assert "over 34 rated games: from 1001 to 1034" in read(layout)


async def test_an_empty_profile_says_so() -> None:
    for kind in (None, *SCREENS):
        layout = profile(replace(EMPTY, kind=kind), ENGLISH, drawn=False)
        assert "No finished game" in read(layout)
        assert limits.problems(layout) == []


async def test_over_all_games_each_rating_is_named() -> None:
    ratings = (
        Rated("bridgette", Rating(1221, False), 34, 2, 9),
        Rated("callbridge", Rating(1004, True), 3, None, 0),
    )
    everything = replace(FULL, kind=None, average=None, ratings=ratings, streak=-1, longest=1)
    text = read(profile(everything, ENGLISH, drawn=False))
    assert "**Bridgette:** rating **1221**, 34 rated games, place 2 of 9" in text
    assert "**Call Bridge:** rating **1004** (provisional), 3 rated games" in text
    assert "the last game lost" in text
    assert "the longest" not in text
    assert "Contracts" not in text
    assert "provisional at first" in text
    assert "Rating over time · Bridgette" in text


async def test_bids_have_no_strain() -> None:
    bids = replace(FULL, kind="callbridge", strain=None, doubled=None, average=2.04)
    text = read(profile(bids, ENGLISH, drawn=False))
    assert "**Bids made:** 13 of 20 (65%)" in text
    assert "strain" not in text
    assert "2.0 on average" in text


async def test_meetings_that_were_never_or_were_even() -> None:
    text = read(profile(replace(FULL, meeting=Meeting(0, 0, 0)), ENGLISH, drawn=False))
    assert "you have not finished a game together" in text
    text = read(profile(replace(FULL, meeting=Meeting(4, 1, 1)), ENGLISH, drawn=False))
    assert "2 were even." in text
    assert "With you" not in read(profile(replace(FULL, meeting=None), ENGLISH, drawn=False))


async def test_the_longest_profile_fits() -> None:
    level = Contracts(10**6, 10**5)
    worst = replace(
        FULL,
        name=WORST_NAME,
        kind=None,
        by_level=dict.fromkeys(range(14), level),
        ratings=tuple(Rated(kind, Rating(9999, True), 10**6, None, 0) for kind in SCREENS),
    )
    for kind in (None, *SCREENS):
        for drawn in (True, False):
            layout = profile(replace(worst, kind=kind), Texts.for_locale("de"), drawn=drawn)
            assert limits.problems(layout) == []
            assert "<@1" not in read(layout)
