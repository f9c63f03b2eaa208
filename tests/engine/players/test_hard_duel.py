"""The searching players of the games for two: repeatable, fair, and within their means."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine import IllegalAction, new_game
from engine.auction import CALLS, DOUBLE, PASS, REDOUBLE
from engine.game import AuctionView, BridgetteView, DrawBridgeView
from engine.hands import mask_of
from engine.players import duel_effort
from engine.players.bidding import Sequence
from engine.players.counting import unseen
from engine.players.hard_duel import SearchingDuelist
from engine.players.solved_auction import SolvedAuction
from engine.players.solver import Solver
from engine.players.worlds_draw import DrawWorlds
from tests.engine.players.duel_positions import bridgette_play, draw_play
from tests.engine.players.test_worlds import at, dealt, positions
from tests.engine.positions import everything, rigged

LITTLE = 0.02


def duelist(chance: int, budget: float = LITTLE) -> SearchingDuelist:
    return SearchingDuelist(random.Random(chance), duel_effort.hard(budget))


def swapped(game, kind: str, options, one, other):
    """The same game with two cards of the pack changed for each other, replayed."""
    change = {one: other, other: one}

    def order(deal: int):
        if deal != game.view(None).deal:
            return None
        return tuple(change.get(card, card) for card in game._order())

    again = rigged(kind, order, seed=game.seed, options=options)
    for seat, text in game.actions:
        again.apply(seat, text)
    return again


@settings(max_examples=60, deadline=None)
@given(positions("bridgette", 60))
def test_what_is_hidden_does_not_matter_in_bridgette(case):
    game, rng = at("bridgette", case)
    if not game.to_act:
        return
    seat = game.to_act[0]
    view = game.view(seat)
    assert isinstance(view, BridgetteView)
    theirs = game.view(1 - seat).hand
    assume(theirs)
    hidden = [card for card in everything_out(game) if card.bit & unseen(view)]
    for _ in range(10):
        one, other = rng.choice(theirs), rng.choice(hidden)
        try:
            again = swapped(game, "bridgette", case[0], one, other)
        except IllegalAction:
            continue  # the opponent could not have bid or played as it did
        if again.view(seat) == view and again.view(1 - seat).hand != theirs:
            assert duelist(7).choose(again.view(seat)) == duelist(7).choose(view)
            return


def everything_out(game):
    """The cards that are out of play in a deal of Bridgette."""
    return everything(game)["_gone"]


@settings(max_examples=30, deadline=None)
@given(positions("drawbridge", 25))
def test_what_is_hidden_does_not_matter_in_the_draw_phase(case):
    game, rng = at("drawbridge", ({"target": 100}, *case[1:]))
    seat = game.to_act[0]
    view = game.view(seat)
    assert isinstance(view, DrawBridgeView)
    other = DrawWorlds(view, rng, lambda index: 0.0).sample()
    again = dealt(view, other).view(seat)
    assert isinstance(again, DrawBridgeView)
    assert (again.hand, again.draw_tricks, again.trick) == (view.hand, view.draw_tricks, view.trick)
    assert duelist(7).choose(again) == duelist(7).choose(view)


@settings(max_examples=25, deadline=None)
@given(positions("bridgette", 60))
def test_what_was_decided_before_does_not_matter(case):
    """A player that has thought about other things chooses as one that has not."""
    game, _ = at("bridgette", case)
    if not game.to_act:
        return
    used = SearchingDuelist(random.Random(1), duel_effort.hard(LITTLE))
    for view in (
        bridgette_play("AH 3H 2D", "3NT", 1, (4, 6), trick="KS"),
        draw_play("AC 9C 2D", "TC 5D", "3NT", 1, (4, 6), trick="8C"),
    ):
        used.choose(view)
    view = game.view(game.to_act[0])
    assert isinstance(view, AuctionView)
    used._rng.seed(5)
    assert used.choose(view) == duelist(5).choose(view)


@pytest.mark.parametrize("budget", [0.05, 0.5])
def test_the_work_stays_within_its_limit(budget):
    """Thirteen cards on lead against all three colons are more than can be searched."""
    view = bridgette_play("AS QS 9S 7S KH JH 6H 5H AD TD 8C 6C 4C", "2S", 1, (0, 0))
    solver = Solver()
    effort = duel_effort.hard(budget)
    SearchingDuelist(random.Random(1), effort, solver).choose(view)
    assert 0 < solver.work <= effort.units * 1.1 + 3000


def test_less_is_looked_at_with_a_smaller_budget():
    small, large = duel_effort.hard(0.1), duel_effort.hard(1.0)
    assert small.units < large.units
    assert (small.calls, small.draw) < (large.calls, large.draw)
    assert duel_effort.medium().units < large.units
    assert large.worlds_to_play(13) < large.worlds_to_play(3)


def test_a_spectator_is_not_asked():
    view = new_game("drawbridge", seed=bytes(32)).view(None)
    assert isinstance(view, AuctionView)
    with pytest.raises(ValueError, match="nothing is asked"):
        duelist(1).choose(view)


# The solved auction.


def plain_minimax(at: Sequence, worth, highest: int) -> float:
    """The value of an auction of few bids by full search, both sides perfect."""
    best = None
    calls = [PASS, *(bid for bid in CALLS[5:highest] if bid.index > at.last)]
    if at.last >= 0 and at.bidder != at.turn and at.factor == 1:
        calls.append(DOUBLE)
    if at.last >= 0 and at.bidder == at.turn and at.factor == 2:
        calls.append(REDOUBLE)
    for call in calls:
        if call is PASS and at.last >= 0:
            value = worth(at.bidder, *divmod(at.last, 5), at.factor)
        elif call is PASS and at.passed:
            value = 0.0
        else:
            value = plain_minimax(at.after(call), worth, highest)
        if best is None or (value > best if at.turn == 0 else value < best):
            best = value
    assert best is not None
    return best


@pytest.mark.parametrize("number", range(6))
def test_the_solved_auction_is_the_minimax(number, monkeypatch):
    monkeypatch.setattr("engine.players.solved_auction._SLIP", 0.0)
    monkeypatch.setattr("engine.players.solved_auction._BIDS", CALLS[5:9])
    rng = random.Random(number)
    table = {
        key: float(rng.randint(-300, 300))
        for key in itertools.product((0, 1), range(1, 3), range(5), (1, 2, 4))
    }

    def worth(*contract: int) -> float:
        return table[contract]

    start = Sequence(0, -1, 0, 1, False)
    assert SolvedAuction(0, worth).value(start) == plain_minimax(start, worth, 9)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32))
def test_worlds_need_no_more_cards_than_there_are(number):
    """The hands given to the solver are of one size, whoever is to play."""
    game = new_game("drawbridge", seed=number.to_bytes(32), options={"target": 5000})
    rng = random.Random(number)
    someone = duelist(number)
    while game.view(None).phase == "draw":
        seat = game.to_act[0]
        game.apply(seat, rng.choice(game.view(seat).hand))
    for _ in range(12):
        seat = game.to_act[0]
        view = game.view(seat)
        assert isinstance(view, AuctionView)
        game.apply(seat, someone.choose(view))
        assert mask_of(view.hand) & unseen(view) == 0
