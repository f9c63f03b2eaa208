"""Advice is the choice itself, with figures of the search that are true of it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from engine import new_game
from engine.game import Decision, View
from engine.players import player
from engine.players.advice import Advice, Adviser

BUDGET = 0.02
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("bridgette", {"deals": 2}),
    ("drawbridge", {"target": 60}),
    ("drawbridge", {"target": 60, "stock": "open", "draw": "follow"}),
    ("callbridge", {"target": 6}),
]


def positions(kind: str, options: dict[str, Any], seed: int) -> Iterator[View]:
    """Every third decision of a game."""
    game = new_game(kind, seed=bytes([seed] * 32), options=options)
    easy = player("easy", random.Random(seed))
    number = 0
    while game.to_act:
        view = game.view(game.to_act[0])
        if number % 3 == 0:
            yield view
        number += 1
        game.apply(game.to_act[0], easy.choose(view))


def advice_on(view: View, seed: int = 1) -> Advice:
    adviser = player("hard", random.Random(seed), BUDGET)
    assert isinstance(adviser, Adviser)
    return adviser.advise(view)


@pytest.mark.parametrize(("kind", "options"), GAMES)
def test_advice_is_what_would_be_chosen(kind: str, options: dict[str, Any]) -> None:
    kinds: set[str] = set()
    for view in positions(kind, options, 3):
        advice = advice_on(view)
        assert advice.action == player("hard", random.Random(1), BUDGET).choose(view)
        decision = view.decision
        assert decision is not None
        kinds.add(decision.kind)
        check(advice, decision, view)
    assert "play" in kinds
    assert len(kinds) > 1


def check(advice: Advice, decision: Decision, view: View) -> None:
    if len(decision.choices) == 1:
        assert advice == Advice(decision.choices[0])
        return
    if decision.kind == "discard":
        assert advice.contract is not None
    if advice.tricks is not None:
        assert advice.worlds > 0
        assert -0.5 <= advice.tricks <= 13.5
    if advice.chance is not None:
        assert 0 <= advice.chance <= 1
    other = advice.next_best
    if other is not None:
        assert other.action != advice.action
        assert other.action in decision.choices
        assert 0 <= other.chance <= 1
        left = 13 if view.kind == "callbridge" else len(view.hand)
        assert 0 <= other.tricks <= left


def test_only_one_choice_needs_no_reason() -> None:
    for view in positions("callbridge", {"target": 6}, 5):
        assert view.decision is not None
        if len(view.decision.choices) == 1:
            assert advice_on(view).worlds == 0
            return
    raise AssertionError("no decision without a choice")


@pytest.mark.parametrize("kind", ["bridgette", "callbridge"])
def test_nobody_else_is_advised(kind: str) -> None:
    game = new_game(kind, seed=bytes(32))
    adviser = player("hard", random.Random(1), BUDGET)
    assert isinstance(adviser, Adviser)
    with pytest.raises(ValueError, match="asked"):
        adviser.advise(game.view(None))
