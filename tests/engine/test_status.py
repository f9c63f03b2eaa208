"""``status()`` names what is wrong with a position that was tampered with."""

import random

import pytest

from engine import Outcome, new_game
from engine.cards import card
from tests.engine.positions import play_on


def game_in_play(kind: str, seed: int = 1):
    game = new_game(kind, seed=bytes([seed]) * 32)
    rng = random.Random(seed)
    while not (game.view(None).phase == "play" and len(game.view(None).tricks) >= 4):
        play_on(game, rng, 1)
    assert game.status() == ()
    return game


KINDS = ["bridgette", "drawbridge", "callbridge"]


def broken(game) -> str:
    return "\n".join(game.status())


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_twice_and_a_hand_too_long(kind):
    game = game_in_play(kind)
    extra = next(c for c in game.view(1).hand)
    held = game.view(0).hand_sizes[0]
    game._hands[0].append(extra)
    assert f"card twice: {extra}" in broken(game)
    assert f"hand too long: seat 0 holds {held + 1}, not {held}" in broken(game)


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_missing_and_a_hand_too_short(kind):
    game = game_in_play(kind)
    gone = game.view(0).hand[0]
    held = game.view(0).hand_sizes[0]
    game._hands[0].remove(gone)
    assert f"cards missing: {gone}" in broken(game)
    assert f"hand too short: seat 0 holds {held - 1}, not {held}" in broken(game)


@pytest.mark.parametrize("kind", ["drawbridge", "callbridge"])
def test_a_card_of_another_pack(kind):
    game = game_in_play(kind)
    game._hands[0].append(card(":G"))
    assert "not in the pack: :G" in broken(game)


def test_a_card_of_the_stock_that_is_held_as_well():
    game = new_game("drawbridge", seed=bytes(32))
    game._hands[1].append(game._stock[-1])
    assert f"card twice: {game._stock[-1]}" in broken(game)


@pytest.mark.parametrize("kind", KINDS)
def test_counts_and_totals(kind):
    game = game_in_play(kind)
    game._won[0] += 1
    assert "trick count" in broken(game)
    game = game_in_play(kind)
    game._totals = (game._totals[0] + 5, *game._totals[1:])
    assert "totals do not add up" in broken(game)
    game = game_in_play(kind)
    game._counts[0] += 1
    assert "decision count" in broken(game)


@pytest.mark.parametrize("kind", KINDS)
def test_turn_and_phase(kind):
    game = game_in_play(kind)
    game._to_act = ((game._to_act[0] + 1) % game.seats,)
    assert "turn: " in broken(game)
    game = game_in_play(kind)
    game._to_act = ()
    assert "turn: " in broken(game)
    game = game_in_play(kind)
    game._outcome = Outcome((0,), "played out")
    assert "phase: play with outcome" in broken(game)
    game = game_in_play(kind)
    game._phase = "over"
    assert "phase: over with outcome None" in broken(game)


@pytest.mark.parametrize("kind", KINDS)
def test_legal_plays_hand_and_commitment(kind):
    game = game_in_play(kind)
    seat = game.to_act[0]
    other = next(c for c in game.pack if c not in game._hands[seat])
    game._playable = (*game._playable, other)
    assert f"legal plays not held: seat {seat}" in broken(game)
    game = game_in_play(kind)
    game._hands[0].reverse()
    assert "hand out of order: seat 0" in broken(game)
    game = game_in_play(kind)
    game._commitment = "0" * 64
    assert "commitment" in broken(game)
