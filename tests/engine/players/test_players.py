"""Computer players: legal, repeatable, and worth playing against."""

from __future__ import annotations

import pickle
import random
from collections import Counter

import pytest
from hypothesis import given, settings

from engine import KINDS, Discard, Game, new_game
from engine.auction import PASS
from engine.game import AuctionView, Leave
from engine.players import LEVELS, player
from tests.engine.positions import asked, at_random
from tests.engine.test_properties import at, games


def is_answer(game: Game, seat: int, action: object) -> bool:
    decision = asked(game, seat)
    if decision.kind != "discard":
        return action in decision.choices
    return (
        isinstance(action, Discard)
        and len(action.cards) == len(set(action.cards)) == decision.count
        and set(action.cards) <= set(decision.cards)
    )


LITTLE = 0.01  # seconds for a decision: the searching levels then look at very little
# Those that search take minutes here, and a busy machine may end a search of so little time early.
ALL_LEVELS = [
    level if level in ("random", "easy") else pytest.param(level, marks=pytest.mark.long)
    for level in LEVELS
]


@pytest.mark.parametrize("level", ALL_LEVELS)
@settings(max_examples=40, deadline=None)
@given(case=games())
def test_every_choice_is_legal_and_repeatable(level, case):
    game, rng = at(case)
    for _ in range(15 if level in ("random", "easy") else 4):
        for seat in game.to_act:
            view = game.view(seat)
            twin = pickle.loads(pickle.dumps(view))
            choice = player(level, random.Random(5), LITTLE).choose(view)
            assert is_answer(game, seat, choice)
            assert player(level, random.Random(5), LITTLE).choose(twin) == choice
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        game.apply(seat, at_random(asked(game, seat), rng))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("level", LEVELS)
def test_whole_games(kind, level):
    rng = random.Random(kind + level)
    for _ in range(3 if level in ("random", "easy") else 1):
        game = new_game(kind, seed=rng.randbytes(32))
        someone = player(level, rng, LITTLE)
        while game.to_act:
            seat = rng.choice(game.to_act)
            game.apply(seat, someone.choose(game.view(seat)))
        assert game.status() == ()
        assert not any(text in ("resign", "time") for _, text in game.actions)


@pytest.mark.parametrize("level", LEVELS)
def test_nothing_asked_nothing_chosen(level):
    game = new_game("bridgette", seed=bytes(32))
    someone = player(level, random.Random(1))
    with pytest.raises(ValueError, match="nothing is asked"):
        someone.choose(game.view(None))
    game.apply(0, Leave("resign"))
    with pytest.raises(ValueError, match="nothing is asked"):
        someone.choose(game.view(0))


@pytest.mark.parametrize("level", ["", "Easy", "grandmaster"])
def test_unknown_levels(level):
    with pytest.raises(ValueError, match="no player of level"):
        player(level, random.Random(1))


@pytest.mark.parametrize("budget", [0, -1.0])
def test_budgets_are_positive(budget):
    with pytest.raises(ValueError, match="budget"):
        player("hard", random.Random(1), budget)


def match(kind: str, games_to_play: int, rng: random.Random) -> tuple[Counter[str], list[Game]]:
    """Easy against random in alternating seats: who won, and the games."""
    wins: Counter[str] = Counter()
    played: list[Game] = []
    for number in range(games_to_play):
        game = new_game(kind, seed=rng.randbytes(32))
        levels = [("easy", "random")[(seat + number) % 2] for seat in range(game.seats)]
        seated = [player(level, rng) for level in levels]
        while game.to_act:
            seat = game.to_act[0]
            game.apply(seat, seated[seat].choose(game.view(seat)))
        assert game.outcome is not None
        wins.update(levels[seat] for seat in game.outcome.winners)
        played.append(game)
    return wins, played


@pytest.mark.parametrize(
    ("kind", "number"), [("bridgette", 20), ("drawbridge", 20), ("callbridge", 8)]
)
def test_easy_beats_random(kind, number):
    wins, _ = match(kind, number, random.Random(11))
    assert wins["easy"] >= 0.85 * number


@pytest.mark.parametrize("kind", ["bridgette", "drawbridge"])
def test_easy_makes_the_contracts_it_bids(kind):
    """Against an opponent who never calls and plays at random, so that easy always declares."""
    rng = random.Random(21)
    made = bid = 0
    for _ in range(25):
        game = new_game(kind, seed=rng.randbytes(32))
        easy = player("easy", rng)
        while game.to_act:
            for seat in game.to_act[:1]:
                view = game.view(seat)
                if seat == 0:
                    game.apply(seat, easy.choose(view))
                elif isinstance(view, AuctionView) and view.phase == "auction":
                    game.apply(seat, PASS)
                else:
                    game.apply(seat, at_random(asked(game, seat), rng))
        for deal in game.view(None).deals:
            assert deal.contract is not None
            assert deal.contract.declarer == 0
            bid += 1
            made += deal.tricks_won[0] >= deal.contract.tricks_needed
    assert bid >= 40
    assert made >= 0.8 * bid


def test_easy_makes_its_bids_in_call_bridge():
    rng = random.Random(31)
    made = bid = high = 0
    for _ in range(6):
        game = new_game("callbridge", seed=rng.randbytes(32))
        easy = player("easy", rng)
        while game.to_act:
            seat = game.to_act[0]
            game.apply(seat, easy.choose(game.view(seat)))
        for deal in game.view(None).deals:
            bid += 4
            made += sum(points > 0 for points in deal.points)
            high += sum(number > 2 for number in deal.bids)
    assert bid >= 200
    assert made >= 0.8 * bid
    assert high >= 0.1 * bid, "it does not just bid the least each time"


def test_easy_bids_more_on_a_better_hand():
    """Of many hands, those that it bids high on do win more tricks."""
    rng = random.Random(41)
    tricks: dict[bool, list[int]] = {True: [], False: []}
    for _ in range(5):
        game = new_game("callbridge", seed=rng.randbytes(32))
        easy = player("easy", rng)
        while game.to_act:
            seat = game.to_act[0]
            game.apply(seat, easy.choose(game.view(seat)))
        for deal in game.view(None).deals:
            for number, won in zip(deal.bids, deal.tricks_won, strict=True):
                tricks[number > 2].append(won)
    low, high = (sum(tricks[key]) / len(tricks[key]) for key in (False, True))
    assert high > low + 1
