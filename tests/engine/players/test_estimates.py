"""Quick estimates: the fast sums are the plain ones, and they say what the solver says, nearly."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.auction import Strain
from engine.cards import Suit
from engine.hands import mask_of
from engine.players import estimate, promise
from engine.players.estimate_weights import NO_TRUMP, SUITS
from engine.players.keeping import keep_for, kept
from engine.players.promise_weights import PROMISES
from engine.players.solver import Solver
from tests.engine.positions import cards

EXCHANGED = (2, 4, 8, 12)


def dealt(number: int, *sizes: int, pack: int = 55) -> list[int]:
    """Hands of these sizes, as masks."""
    order = random.Random(number).sample(range(pack), sum(sizes))
    hands: list[int] = []
    for size in sizes:
        hands.append(sum(1 << index for index in order[:size]))
        order = order[size:]
    return hands


def weighed(weights, items) -> float:
    return sum(weight * item for weight, item in zip(weights, items, strict=True))


@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(Strain))
def test_the_estimate_is_the_weighted_sum(number, strain):
    declarer, defender = dealt(number, 13, 13)
    w = NO_TRUMP if strain is Strain.NO_TRUMP else SUITS
    colons = [w.colons[1], w.colons[2], w.colons[4]]
    theirs = [w.their_colons[1], w.their_colons[2], w.their_colons[4]]
    weights = [w.base, *colons, *theirs, *w.side, *w.trumps, *w.joint]
    plain = weighed(weights, estimate.features(declarer, defender, strain))
    estimator = estimate.Estimator()
    assert estimator.tricks(declarer, defender, strain) == pytest.approx(plain)
    assert estimator.tricks(declarer, defender, strain) == pytest.approx(plain), "remembered"


@settings(max_examples=200, deadline=None)
@given(
    st.integers(0, 2**32),
    st.sampled_from(Strain),
    st.sampled_from(EXCHANGED),
    st.sampled_from(EXCHANGED),
    st.booleans(),
)
def test_the_promise_is_the_weighted_sum(number, strain, own, other, declares):
    (hand,) = dealt(number, 13)
    w = PROMISES[(0 if declares else 1) + (2 if strain is Strain.NO_TRUMP else 0)]
    weights = [
        *(w.own[each] for each in EXCHANGED),
        *(w.other[each] for each in EXCHANGED),
        *(w.colons[1], w.colons[2], w.colons[4]),
        *w.side,
        *w.trumps,
        *w.joint,
    ]
    plain = weighed(weights, promise.features(hand, strain, own, other))
    promises = promise.Promises()
    for _ in range(2):
        assert promises.tricks(hand, strain, own, other, declares=declares) == pytest.approx(plain)


def test_estimates_are_near_the_truth():
    """Over random deals without colons: right on average, and seldom far off."""
    solver, estimator = Solver(), estimate.Estimator()
    for strain, spread in ((Strain.SPADES, 1.3), (Strain.NO_TRUMP, 1.4)):
        trump = None if strain is Strain.NO_TRUMP else Suit(strain)
        errors = [
            13 - solver.solve((b, a), 0, trump) - estimator.tricks(a, b, strain)
            for a, b in (dealt(number, 13, 13, pack=52) for number in range(150))
        ]
        assert abs(sum(errors) / len(errors)) < 0.5
        assert (sum(error**2 for error in errors) / len(errors)) ** 0.5 < spread


def test_better_hands_promise_more():
    promises = promise.Promises()

    def promised(text: str, strain: Strain) -> float:
        return promises.tricks(mask_of(cards(text)), strain, 2, 4, declares=True)

    weak = "QS JS TS 4S 6H 5H 4H 7D 5D 4D 7C 6C 4C"
    strong = "AS KS QS 4S AH 5H 4H KD 5D 4D 7C 6C :G"
    assert promised(strong, Strain.SPADES) > promised(weak, Strain.SPADES) + 3
    assert promised(strong, Strain.NO_TRUMP) > promised(weak, Strain.NO_TRUMP) + 3


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(EXCHANGED), st.integers(0, 6))
def test_hands_kept(number, count, certain):
    played, drawn = dealt(number, certain, 13 + count - certain)
    cards_held = played | drawn
    hand = kept(cards_held, 13, promise.Promises(), count, 2, sure=played)
    assert hand.bit_count() == 13
    assert not hand & ~cards_held
    assert not played & ~hand


def test_aces_and_trumps_are_kept():
    held = mask_of(cards("AS KS QS 9S 8S 7S 2S AH 3H 4H AD 3D 4D AC 3C 4C :L :G"))
    hand = keep_for(held, 13, Strain.SPADES)
    assert not mask_of(cards("AS KS QS 9S 8S 7S 2S AH AD AC :G")) & ~hand
    assert kept(mask_of(cards("AS KS")), 13, promise.Promises(), 2, 4) == mask_of(cards("AS KS"))
