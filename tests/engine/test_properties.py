"""What holds in every game, at every moment."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import KINDS, Discard, Game, IllegalAction, Leave, Rule, new_game
from engine.auction import CALLS_BY_TEXT, Call
from engine.cards import PACK_WITH_COLONS
from engine.game import AuctionView, BridgetteView, TrickBid
from tests.engine import reference
from tests.engine.positions import asked, at_random, everything, play_on

OPTIONS: dict[str, list[dict[str, int | str]]] = {
    "bridgette": [{}, {"deals": 2}, {"upcard": "aside", "deals": "4"}],
    "drawbridge": [
        {"target": 100},
        {"target": 50, "draw": "follow"},
        {"target": 100, "stock": "open"},
        {"target": 50, "penalty": "off", "draw": "follow", "stock": "open"},
    ],
    "callbridge": [{"target": 5}, {"target": 10}],
}
GARBAGE = [
    "", " ", "AS ", " AS", "as", "3nt", "3 NT", "10S", "PASS", "Pass", "p", "x", "discard",
    "discard ", "discard XX", "1N", "NT", "-1", "2.0", "02", "٣", "\x00", "💥", "A" * 5000,
    "discard " + "AS " * 300, "Resign", "resign ",
]  # fmt: skip
TEXTS = [
    *(c.text for c in PACK_WITH_COLONS),
    *CALLS_BY_TEXT,
    *(f"8{strain}" for strain in ("C", "NT")),
    *map(str, range(15)),
    *GARBAGE,
]
OBJECTS = [None, 5, b"AS", ("AS",), [], object, Leave("quit"), TrickBid(1), Discard(())]  # type: ignore[arg-type]


def games(max_steps: int = 400):
    """A kind, its options, a seed, and how far to play."""
    return st.sampled_from(sorted(KINDS)).flatmap(
        lambda kind: st.tuples(
            st.just(kind),
            st.sampled_from(OPTIONS[kind]),
            st.binary(min_size=32, max_size=32),
            st.integers(0, max_steps),
            st.integers(0, 2**32),
        )
    )


def at(case) -> tuple[Game, random.Random]:
    kind, options, seed, steps, chance = case
    game = new_game(kind, seed=seed, options=options)
    rng = random.Random(chance)
    play_on(game, rng, steps)
    return game, rng


@settings(max_examples=60, deadline=None)
@given(games())
def test_positions_are_sound(case):
    game, rng = at(case)
    for _ in range(20):
        assert game.status() == ()
        play_on(game, rng, 1)


@settings(max_examples=40, deadline=None)
@given(games())
def test_hands_tricks_and_totals_add_up(case):
    game, rng = at(case)
    play_on(game, rng)
    view = game.view(None)
    totals = [0] * game.seats
    for deal in view.deals:
        assert len(deal.tricks) == 13
        assert sum(deal.tricks_won) == 13
        played = [c for trick in deal.tricks for c in trick.cards]
        assert len(played) == len(set(played)) == 13 * game.seats
        for seat in range(game.seats):
            assert deal.tricks_won[seat] == sum(trick.winner == seat for trick in deal.tricks)
            totals[seat] += deal.points[seat]
        for before, after in zip(deal.tricks, deal.tricks[1:], strict=False):
            assert after.leader == before.winner
        assert deal.totals == tuple(totals)
        for score in deal.scores:
            assert sum(part.points for part in score.parts) * score.factor == score.points
    assert view.totals == tuple(totals)
    assert view.outcome is not None
    assert game.to_act == ()
    assert all(game.decision(seat) is None for seat in range(game.seats))
    assert view.deal == len(view.deals) + view.thrown_in


@settings(max_examples=40, deadline=None)
@given(games())
def test_replaying_gives_the_same_game(case):
    game, _ = at(case)
    kind, options, seed, _, _ = case
    again = new_game(kind, seed=seed, options=options)
    for seat, text in game.actions:
        again.apply(seat, text)
    assert everything_but_the_memo(again) == everything_but_the_memo(game)
    for seat in (None, *range(game.seats)):
        assert again.view(seat) == game.view(seat)


def everything_but_the_memo(game: Game) -> dict[str, object]:
    return {name: value for name, value in everything(game).items() if name != "_asked"}


@settings(max_examples=60, deadline=None)
@given(games())
def test_whatever_is_illegal_leaves_everything_as_it_was(case):
    game, _ = at(case)
    legal = {seat: {str(c) for c in asked(game, seat).choices} for seat in game.to_act}
    for seat in range(game.seats):
        game.view(seat)
    before = everything(game)
    for seat in (*range(game.seats), -1, game.seats, None, "0"):
        for action in (*TEXTS, *OBJECTS):
            if isinstance(action, str) and action in legal.get(seat, ()):  # type: ignore[call-overload]
                continue
            with pytest.raises(IllegalAction) as caught:
                game.apply(seat, action)  # type: ignore[arg-type]
            message = str(caught.value)
            assert message.endswith(".")
            assert len(message) < 200
            if game.outcome is not None:
                assert caught.value.rule is Rule.OVER
            elif seat not in game.to_act:
                assert caught.value.rule is Rule.NOT_YOUR_TURN
    assert everything(game) == before


@settings(max_examples=40, deadline=None)
@given(games())
def test_discards_that_are_illegal_leave_everything_as_it_was(case):
    game, rng = at((*case[:3], case[3] % 3, case[4]))
    for seat in game.to_act:
        decision = asked(game, seat)
        if decision.kind != "discard":
            continue
        before = everything(game)
        picked = rng.sample(decision.cards, decision.count)
        other = rng.choice([c for c in PACK_WITH_COLONS if c not in decision.cards])
        for wrong, rule in (
            (picked[1:], Rule.DISCARD_COUNT),
            ([*picked, other], Rule.DISCARD_COUNT),
            ([*picked[1:], picked[-1]], Rule.DISCARD_TWICE),
            ([*picked[1:], other], Rule.NOT_HELD),
        ):
            for action in (Discard(tuple(wrong)), str(Discard(tuple(wrong)))):
                with pytest.raises(IllegalAction) as caught:
                    game.apply(seat, action)
                assert caught.value.rule is rule
        assert everything(game) == before


@settings(max_examples=60, deadline=None)
@given(games())
def test_objects_and_texts_do_the_same(case):
    game, rng = at(case)
    other, _ = at(case)
    for _ in range(30):
        if not game.to_act:
            break
        seat = rng.choice(game.to_act)
        action = at_random(asked(game, seat), rng)
        game.apply(seat, action)
        other.apply(seat, str(action))
    assert game.actions == other.actions
    assert everything_but_the_memo(game) == everything_but_the_memo(other)


@settings(max_examples=60, deadline=None)
@given(games())
def test_views_say_what_the_game_says(case):
    game, _ = at(case)
    for seat in (None, *range(game.seats)):
        view = game.view(seat)
        assert pickle.loads(pickle.dumps(view)) == view
        assert view.decision == (None if seat is None else game.decision(seat))
        assert view.to_act == game.to_act
        assert view.totals == game.totals
        assert view.outcome == game.outcome
        assert view.commitment == game.commitment
        assert (view.seed is None) == (game.outcome is None)
        assert view.decisions == game.decisions
        assert sum(view.decisions) == len(game.actions)
        if seat is None:
            assert view.hand == ()
            assert view.barred == {}
        else:
            assert len(view.hand) == view.hand_sizes[seat]
            if view.decision is None:
                assert view.barred == {}
            elif view.decision.kind == "play":
                texts = {str(choice) for choice in view.decision.choices}
                assert texts.isdisjoint(view.barred)
                assert texts | set(view.barred) == {c.text for c in view.hand}


@settings(max_examples=80, deadline=None)
@given(games(1))
def test_legality_and_winners_agree_with_the_slow_rules(case):
    game, rng = at(case)
    while game.to_act and len(game.actions) < 300:
        seat = rng.choice(game.to_act)
        view = game.view(seat)
        decision = asked(game, seat)
        texts = {str(choice) for choice in decision.choices}
        hand = [c.text for c in view.hand]
        if isinstance(view, AuctionView) and decision.kind == "call":
            _check_calls(view, texts, hand)
        elif decision.kind == "play":
            assert texts == _slow_plays(game, view, hand)
        done = len(view.tricks)
        game.apply(seat, at_random(decision, rng))
        after = game.view(None)
        if len(after.tricks) > done:
            _check_winner(after)


def _check_calls(view, texts, hand) -> None:
    last = next((c.text for _, c in reversed(view.calls) if c.kind == "bid"), None)
    bids = {text for text in texts if text[0].isdigit()}
    if isinstance(view, BridgetteView):
        assert bids == reference.bids_bridgette(hand, last)
    since = [c.kind for _, c in view.calls]
    assert "pass" in texts
    assert ("double" in texts) == (since[-1:] == ["bid"])
    assert ("redouble" in texts) == (since[-1:] == ["double"])
    assert all(isinstance(CALLS_BY_TEXT[text], Call) for text in texts)


def _slow_plays(game, view, hand) -> set[str]:
    trick = [c.text for c in view.trick.cards] if view.trick else []
    if view.phase == "draw":
        follow = view.options["draw"] == "follow"
        return reference.may_follow(hand, trick[0]) if trick and follow else set(hand)
    if game.kind == "bridgette":
        if trick:
            return reference.may_follow_bridgette(hand, trick[0])
        last = [c.text for c in view.tricks[-1].cards] if view.tricks else []
        return reference.may_lead_bridgette(hand, last)
    if not trick:
        return set(hand)
    if game.kind == "callbridge":
        return reference.may_follow_call(hand, trick)
    return reference.may_follow(hand, trick[0])


def _check_winner(view) -> None:
    trick = view.tricks[-1]
    names = [c.text for c in trick.cards]
    trumps = view.contract.strain.letters if isinstance(view, AuctionView) else "S"
    if view.kind == "bridgette":
        place = reference.winning_place_bridgette(names[0], names[1], trumps)
    else:
        place = reference.winning_place(names, trumps)
    assert trick.winner == (trick.leader + place) % view.seats


def test_a_decision_is_the_same_until_it_is_made():
    game = new_game("bridgette", seed=bytes(32))
    for seat in (0, 1):
        assert game.decision(seat) is game.decision(seat)
    assert game.decision(2) is None
