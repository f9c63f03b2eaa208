"""The searching levels of Call Bridge: legal, repeatable, in time, and blind to what is hidden."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import new_game
from engine.cards import PACK, Suit, card, card_at
from engine.hands import cards_of
from engine.players.hard_call import SearchingCaller
from engine.players.hard_call_belief import bid_likelihood
from engine.players.hard_call_effort import Effort, Net, hard, medium
from engine.players.hard_call_playout import play_out
from engine.players.hard_call_policy import follow, lead, throw
from engine.players.hard_call_strength import promise
from engine.players.hard_call_trial import Trial, different, union
from engine.players.hard_call_value import chance_to_win
from engine.players.worlds_call import Worlds, hand_in, spread
from engine.tricks import follow_or_overtrump, winner
from tests.engine.players.call_positions import ending, opening
from tests.engine.players.test_worlds_call import SEEDS, position, replayed
from tests.engine.positions import asked, cards

QUICK = Effort(budget=1.0, units=2_000, most=10, tries=3)
EFFORTS = {"hard": QUICK, "medium": medium(0.1)}


def still() -> float:
    """A clock on which no time passes."""
    return 0.0


def chosen(view, effort=QUICK, chance=5):
    return SearchingCaller(random.Random(chance), effort, still).choose(view)


@pytest.mark.parametrize("level", EFFORTS)
@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(0, 55), st.integers(0, 2**32))
def test_choices_are_legal_and_repeatable(level, seed, steps, chance):
    game = position(seed, steps, chance)
    seat = game.to_act[0]
    view = game.view(seat)
    choice = chosen(view, EFFORTS[level])
    assert choice in asked(game, seat).choices
    assert chosen(view, EFFORTS[level]) == choice


@settings(max_examples=30, deadline=None)
@given(SEEDS, st.integers(0, 55), st.integers(0, 2**32))
def test_hidden_cards_change_nothing(seed, steps, chance):
    game = position(seed, steps, chance)
    seat = game.to_act[0]
    other = replayed(game, Worlds(game.view(seat)).draw(random.Random(chance)))
    assert chosen(other.view(seat)) == chosen(game.view(seat))


@pytest.mark.parametrize("level", EFFORTS)
def test_whole_games_end(level):
    game = new_game("callbridge", seed=bytes(31) + b"\x05", options={"target": 5})
    player = SearchingCaller(random.Random(1), EFFORTS[level], still)
    while game.to_act:
        game.apply(game.to_act[0], player.choose(game.view(game.to_act[0])))
    assert game.status() == ()
    assert game.outcome is not None


def test_who_is_asked_nothing_is_told_so():
    game = new_game("callbridge", seed=bytes(32))
    idle = (game.to_act[0] + 1) % 4
    with pytest.raises(ValueError, match="nothing is asked"):
        chosen(game.view(idle))
    with pytest.raises(ValueError, match="nothing is asked"):
        chosen(game.view(None))


class Ticking:
    """A clock on which each look takes so long."""

    def __init__(self, step: float) -> None:
        self.now = 0.0
        self.looks = 0
        self._step = step

    def __call__(self) -> float:
        self.now += self._step
        self.looks += 1
        return self.now


@pytest.mark.parametrize(
    "view",
    [
        opening("AH KH QH " + "5D 4D 3D 2D 9C 8C 7C 6C 3S 2S"),
        ending("AH JH 4C", "KH QH 2H 3H 2S KD", trick="TH 5H 6H"),
    ],
    ids=["bid", "play"],
)
@pytest.mark.parametrize("step", [0.1, 0.4, 5.0])
def test_a_search_ends_when_its_time_is_up(view, step):
    clock = Ticking(step)
    choice = SearchingCaller(random.Random(1), hard(1.0), clock).choose(view)
    assert choice in view.decision.choices
    # Beyond the end of the net (0.9 s) a look a stage, and the one that began it.
    assert clock.now <= 0.9 + 5 * step
    assert clock.looks < 20


def test_time_enough_ends_nothing_early():
    net = Net(1.0, Ticking(0.3))  # its end lies at 0.3 + 0.9
    assert [net.reached() for _ in range(5)] == [False, False, False, True, True]


def test_worlds_are_counted_out_of_the_budget():
    assert hard(0.8).worlds(8, 52, 0) == pytest.approx(2 * hard(0.4).worlds(8, 52, 0), abs=1)
    assert medium().worlds(8, 52, 0) < hard().worlds(8, 52, 0) / 5
    assert hard(1e-6).worlds(13, 52, 0) == 4
    assert hard(100.0).worlds(2, 8, 44) == hard().most


# The rules of thumb.


@settings(max_examples=80, deadline=None)
@given(st.integers(0, 2**32), st.lists(st.integers(0, 14), min_size=4, max_size=4))
def test_playouts_play_by_the_rules(chance, stop):
    rng = random.Random(chance)
    pack = list(PACK)
    rng.shuffle(pack)
    size = rng.randint(1, 13)
    hands = [sum(one.bit for one in pack[seat * size : (seat + 1) * size]) for seat in range(4)]
    world = spread(hands)
    leader = rng.randrange(4)
    won = [0] * 4
    play_out(world.copy(), union(world), won, stop, leader)
    assert won == _slowly(world, stop, leader)


def _slowly(world, stop, leader):
    """A playout with tricks as the engine knows them, which checks that each card may be played."""
    left, won = union(world), [0] * 4
    for _ in range(hand_in(world, 0).bit_count()):
        trick = []
        for seat in ((leader + step) % 4 for step in range(4)):
            wants = won[seat] < stop[seat]
            hand = cards_of(hand_in(world, seat))
            if not trick:
                code, legal = lead(world, left, seat, wants), hand
            else:
                legal = follow_or_overtrump(hand, trick)
                best = trick[winner(trick, Suit.SPADES)]
                led, ruffed = trick[0].suit, best.suit is not trick[0].suit
                rank = 1 << (best.rank or 0)
                if legal[0].suit is led:
                    own = world[led * 4 + seat]
                    bit = follow(own, left[led] ^ own, rank | ruffed << 13, 3 - len(trick), wants)
                    code = led << 13 | bit
                else:
                    code = throw(world, left, seat, rank if ruffed else 0, wants)
            suit, bit = code >> 13, code & 8191
            played = card_at(suit * 13 + bit.bit_length() - 1)
            assert played in legal
            trick.append(played)
            world[suit * 4 + seat] ^= bit
            left[suit] ^= bit
        leader = (leader + winner(trick, Suit.SPADES)) % 4
        won[leader] += 1
    return won


@pytest.mark.parametrize(
    ("choices", "out", "kept"),
    [
        ("AH KH QH", "", "QH"),
        ("AH QH", "KH", "AH QH"),
        ("AH QH TH", "JH", "TH QH"),
        ("AH 2H AC 2C", "9H", "2H AH 2C"),
        ("5S", "4S 6S", "5S"),
    ],
)
def test_neighbours_count_once(choices, out, kept):
    hidden = sum(one.bit for one in cards(out))
    assert set(different(cards(choices), hidden)) == set(cards(kept))


@pytest.mark.parametrize(
    ("view", "kept"),
    [
        (ending("AH JH 4C", "KH QH 2H 3H 2S KD", trick="TH 5H 6H"), "JH"),  # the last to play
        (ending("AH JH 4C", "KH QH 2H 3H 5H 6H 2S KD", trick="TH"), "JH AH"),
        (ending("TH 4H 9C", "QH JH 7S AC KC QC JC 3D", trick="AH"), "4H"),
        (ending("TH 4H 9C", "QH JH 7S AC KC QC JC 3D", trick="AH", bids=(8, 2, 2, 2)), "4H TH"),
        (ending("KC 4C 9H", "QH JH 7S AC TC QC 2H 3H", trick="5D"), "4C 9H"),
    ],
)
def test_pointless_cards_are_not_tried(view, kept):
    # Ten tricks are won, or nine: a bonus bid of 8 wants no more.
    assert set(Trial(view, 0).sensible(asked_of(view))) == set(cards(kept))


def asked_of(view):
    return view.decision.choices


# What things are worth.


def test_the_chance_to_win_adds_up_and_grows_with_points():
    for totals in ((0, 0, 0, 0), (3, 12, 7, -2), (19, 19, 0, 5)):
        chances = [chance_to_win(totals, 20, seat) for seat in range(4)]
        assert sum(chances) == pytest.approx(1)
        ordered = sorted(range(4), key=lambda seat: totals[seat])
        assert [chances[seat] for seat in ordered] == sorted(chances)


def test_a_game_that_is_over_is_won_or_lost():
    assert [chance_to_win((21, 24, 3, 0), 20, seat) for seat in range(4)] == [0, 1, 0, 0]
    assert chance_to_win((22, 22, 3, 0), 20, 0) == chance_to_win((22, 22, 3, 0), 20, 1) < 0.51


def test_a_lead_weighs_more_the_nearer_the_end():
    far = chance_to_win((2, 0, 0, 0), 20, 0)
    near = chance_to_win((19, 17, 17, 17), 20, 0)
    assert 0.25 < far < near < 1


def test_likelihoods_of_bids_are_probabilities():
    for promised in (0.5, 2.5, 4.0, 9.5):
        assert sum(bid_likelihood(bid, promised) for bid in range(2, 13)) == pytest.approx(
            1, abs=1e-4
        )
    assert max(range(2, 13), key=lambda bid: bid_likelihood(bid, 5.9)) == 5


def test_hands_promise_more_with_higher_cards():
    def promised(text: str) -> float:
        return promise(*spread([sum(one.bit for one in cards(text)), 0, 0, 0])[0::4])

    weak = promised("9H 8H 7H 6H 5D 4D 3D 2D 9C 8C 7C 6C 2S")
    fair = promised("AH 8H 7H 6H KD 4D 3D 2D 9C 8C 7C QS 2S")
    strong = promised("AH KH 7H 6H AD 4D 3D 2D 9C AS KS QS 2S")
    assert weak < 1.1 < fair < 3 < 5 < strong
    assert promised("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S") > 9
    assert card("AS").suit is Suit.SPADES
