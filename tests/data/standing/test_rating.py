"""Ratings are those of openskill's Plackett-Luce model."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from data.standing.rating import NEWCOMER, Skill, rate

SKILLS = st.builds(Skill, st.floats(-20, 80), st.floats(0.3, 9))


@st.composite
def games(draw: st.DrawFn) -> tuple[list[Skill], list[int]]:
    players = draw(st.integers(2, 4))
    skills = draw(st.lists(SKILLS, min_size=players, max_size=players))
    return skills, [draw(st.integers(1, players)) for _ in skills]


@given(games())
def test_as_the_package_computes_them(game: tuple[list[Skill], list[int]]) -> None:
    skills, places = game
    model = PlackettLuce()
    expected = model.rate(
        [[model.rating(mu=mu, sigma=sigma)] for mu, sigma in skills],
        ranks=[float(place) for place in places],
    )
    for (theirs,), ours in zip(expected, rate(skills, places), strict=True):
        assert ours.mu == pytest.approx(theirs.mu, abs=1e-9)
        assert ours.sigma == pytest.approx(theirs.sigma, abs=1e-9)


def test_a_newcomer_is_that_of_the_package_and_shows_1000() -> None:
    theirs = PlackettLuce().rating()
    assert (NEWCOMER.mu, NEWCOMER.sigma) == (theirs.mu, theirs.sigma)
    assert NEWCOMER.shown == 1000
    assert NEWCOMER.provisional


def test_the_better_place_gains_and_equal_places_of_equals_change_nothing() -> None:
    winner, loser = rate([NEWCOMER, NEWCOMER], [1, 2])
    assert winner.shown > 1000 > loser.shown
    first, second = rate([Skill(30, 5), Skill(30, 5)], [1, 1])
    assert first == second
    assert first.mu == pytest.approx(30)


def test_a_rating_settles() -> None:
    one, other = NEWCOMER, NEWCOMER
    games = 0
    while one.provisional or other.provisional:
        games += 1
        one, other = rate([one, other], [1, 2] if games % 2 else [2, 1])
    assert 10 <= games <= 25


@pytest.mark.parametrize(("skills", "places"), [([NEWCOMER], [1]), ([NEWCOMER] * 2, [1])])
def test_what_is_no_game(skills: list[Skill], places: list[int]) -> None:
    with pytest.raises(ValueError, match="two players"):
        rate(skills, places)
