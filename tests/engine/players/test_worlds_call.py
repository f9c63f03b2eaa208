"""Worlds of Call Bridge: only those that could be, and each as likely as the others."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import new_game
from engine.game import CallBridgeView, Trick
from engine.hands import SPADE_MASK, SUIT_MASKS, cards_of, mask_of
from engine.players.counting import unseen
from engine.players.hard_call_belief import Belief
from engine.players.hard_call_effort import Net
from engine.players.worlds_call import Worlds, cannot_hold, hand_in
from tests.engine.players.call_positions import ending
from tests.engine.positions import cards, pack_for, play_on, rigged

SEEDS = st.binary(min_size=32, max_size=32)


def position(seed: bytes, steps: int, chance: int):
    """A game in its first deal, some seat to act, after so many of its 56 actions."""
    game = new_game("callbridge", seed=seed)
    play_on(game, random.Random(chance), steps)
    return game


def replayed(game, world):
    """The same game with the hands of a world: the rules refuse what does not fit."""
    view = game.view(None)
    played = [0] * 4
    for trick in (*view.tricks, view.trick or Trick(0, ())):
        for place, one in enumerate(trick.cards):
            played[(trick.leader + place) % 4] |= one.bit
    hands = [cards_of(hand_in(world, seat) | played[seat]) for seat in range(4)]
    order = pack_for("callbridge", hands, view.dealer)
    again = rigged("callbridge", lambda deal: order if deal == 1 else None, seed=game.seed)
    for seat, text in game.actions:
        again.apply(seat, text)
    return again


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(0, 55), st.integers(0, 2**32))
def test_every_world_allows_what_was_seen(seed, steps, chance):
    game = position(seed, steps, chance)
    seat = game.to_act[0]
    view = game.view(seat)
    assert isinstance(view, CallBridgeView)
    source = Worlds(view)
    rng = random.Random(chance)
    worlds = [source.draw(rng) for _ in range(3)]
    worlds += Belief(view, seat).choose(source, 4, 2, rng, Net(1.0, lambda: 0.0))
    for world in worlds:
        assert hand_in(world, seat) == mask_of(view.hand)
        assert replayed(game, world).view(seat) == view


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(4, 55), st.integers(0, 2**32))
def test_the_true_hands_are_never_ruled_out(seed, steps, chance):
    game = position(seed, steps, chance)
    ruled_out = cannot_hold(game.view(None))
    for seat in range(4):
        assert not mask_of(game.view(seat).hand) & ruled_out[seat]


ABOVE_THE_NINE = mask_of(cards("TS JS QS KS AS"))


@pytest.mark.parametrize(
    ("trick", "expected"),
    [
        ("5H 6H 7H 8H", 0),
        ("5H 6H 7H 8C", SUIT_MASKS[2] | SPADE_MASK),  # no spade at all
        ("5H 9S 7H 8C", SUIT_MASKS[2] | ABOVE_THE_NINE),
        ("5H 9S 7H 2S", SUIT_MASKS[2] | ABOVE_THE_NINE),
        ("5H 9S 7H TS", SUIT_MASKS[2]),  # did what had to be done
        ("5S 9S 7S 8C", SPADE_MASK),
        ("5H 9S 7S 8H", 0),
    ],
)
def test_what_a_play_proves(trick, expected):
    view = replace(
        new_game("callbridge", seed=bytes(32)).view(None), tricks=(Trick(1, cards(trick)),)
    )
    assert cannot_hold(view)[0] == expected


def every_world(view):
    """All hands of the others that fit, found by trying all orders of the unseen cards."""
    sizes = view.hand_sizes
    ruled_out = cannot_hold(view)
    found = set()
    for order in permutations(cards_of(unseen(view))):
        hands, at = [], 0
        for seat in (1, 2, 3):
            hands.append(mask_of(order[at : at + sizes[seat]]))
            at += sizes[seat]
        if not any(hand & ruled_out[seat] for seat, hand in enumerate(hands, 1)):
            found.add(tuple(hands))
    return found


POSITIONS = {
    "nothing known": ending("AH 3H", "KH 5H 6H 7S KD 4C"),
    "a void": ending("KH 5D", "3S JS AH 2H 5H AC", past=("KS 7H 4S 2S",)),
    "no spade above the ten": ending("QH 2H", "JS 5S 4S 3S AH 5D", past=("KH TS 9C 5H",)),
    "two voids": ending("3D 2D", "JS 6D 5D 5C 4C 3C", past=("KH 9C 8D 2C",)),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_worlds_are_all_there_and_equally_likely(name):
    view = POSITIONS[name]
    expected = every_world(view)
    source = Worlds(view)
    assert source.number() == len(expected)
    rng = random.Random(4)
    each = 200
    drawn = Counter(
        tuple(hand_in(world, seat) for seat in (1, 2, 3))
        for world in (source.draw(rng) for _ in range(each * len(expected)))
    )
    assert set(drawn) == expected
    # Chi squared: its mean is one less than the number of worlds, its variance twice that.
    freedom = len(expected) - 1
    chi = sum((number - each) ** 2 / each for number in drawn.values())
    assert abs(chi - freedom) <= 4 * (2 * freedom) ** 0.5


def test_drawing_repeats_itself():
    view = POSITIONS["a void"]
    first, second = random.Random(9), random.Random(9)
    source = Worlds(view)
    assert [source.draw(first) for _ in range(20)] == [Worlds(view).draw(second) for _ in range(20)]


def test_a_spectator_imagines_nothing():
    with pytest.raises(ValueError, match="spectator"):
        Worlds(new_game("callbridge", seed=bytes(32)).view(None))


def test_a_view_that_nothing_fits_is_refused():
    # Only seat 1 can hold the two diamonds and the spade, and it has two cards.
    view = ending("3D 2D", "JS 6D 5D 5C 4C 3C", past=("8D 9C KH 2C",))
    with pytest.raises(ValueError, match="no hands fit"):
        Worlds(view)
