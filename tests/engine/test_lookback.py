"""A finished game, deal by deal, compared with what every seat saw while it was played."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from engine import KINDS, new_game
from engine.cards import Card
from engine.game import BridgetteView, Game, OptionValue, Trick
from engine.lookback import PlayedDeal, look_back
from tests.engine.positions import asked, at_random, bridgette, cards, play

GAMES: list[tuple[str, Mapping[str, OptionValue]]] = [
    ("bridgette", {"deals": 2}),
    ("bridgette", {"deals": 2, "upcard": "aside"}),
    ("drawbridge", {"target": 50}),
    ("drawbridge", {"target": 100, "draw": "follow", "stock": "open"}),
    ("callbridge", {"target": 5}),
]
Hands = tuple[tuple[Card, ...], ...]


@dataclass
class Watched:
    """What all seats together saw of a deal: the hands whenever a trick was led."""

    dealt: Hands
    draws: list[Hands] = field(default_factory=list)
    tricks: list[Hands] = field(default_factory=list)
    actions: list[tuple[int, str]] = field(default_factory=list)


def hands_of(game: Game) -> Hands:
    return tuple(game.view(seat).hand for seat in range(game.seats))


def watched(game: Game, rng: random.Random, leave_at: int | None = None) -> list[Watched]:
    """Play at random to the end, or until somebody resigns after so many actions."""
    seen: list[Watched] = []
    while game.to_act:
        public = game.view(None)
        if len(seen) < public.deal:
            dealt = hands_of(game)
            if isinstance(public, BridgetteView):
                views = [game.view(seat) for seat in (0, 1)]
                assert all(isinstance(view, BridgetteView) for view in views)
                dealt = tuple(
                    tuple(card for card in view.hand if card not in view.drawn)  # type: ignore[attr-defined]
                    for view in views
                )
            seen.append(Watched(dealt))
        if public.trick is None and public.phase in {"draw", "play"}:
            (seen[-1].draws if public.phase == "draw" else seen[-1].tricks).append(hands_of(game))
        if leave_at is not None and len(game.actions) >= leave_at and game.seats == 2:
            game.apply(rng.choice((0, 1)), "resign")
            continue
        seat = rng.choice(game.to_act)
        game.apply(seat, at_random(asked(game, seat), rng))
        seen[-1].actions.append(game.actions[-1])
    return seen


def played(deal: PlayedDeal) -> list[tuple[int, str]]:
    """The actions that a deal tells of, in the order of the rules."""
    seats = len(deal.dealt)
    found = [
        (seat, "discard " + " ".join(str(card) for card in gone))
        for seat, gone in enumerate(deal.discarded)
        if gone
    ]
    found += _cards(deal.draw_tricks, seats)
    found += [(seat, str(call)) for seat, call in deal.calls]
    order = [(deal.dealer + 1 + place) % seats for place in range(seats)] if deal.bids else []
    found += [(seat, str(deal.bids[seat])) for seat in order if deal.bids[seat] is not None]
    return found + _cards(deal.tricks, seats)


def _cards(tricks: tuple[Trick, ...], seats: int) -> list[tuple[int, str]]:
    return [
        ((trick.leader + place) % seats, str(card))
        for trick in tricks
        for place, card in enumerate(trick.cards)
    ]


@pytest.mark.parametrize(("kind", "options"), GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_everything_is_as_it_was(kind: str, options: Mapping[str, OptionValue], seed: int) -> None:
    rng = random.Random(seed)
    game = new_game(kind, seed=seed.to_bytes(32), options=options)
    leave_at = rng.randrange(120) if seed >= 2 else None
    seen = watched(game, rng, leave_at)
    deals = list(look_back(game))
    assert [deal.deal for deal in deals] == list(range(1, len(seen) + 1))
    final = game.view(None)
    assert tuple(deal.result for deal in deals if deal.result is not None) == final.deals
    for deal, was in zip(deals, seen, strict=True):
        assert deal.dealt == was.dealt
        assert all(len(hand) == 13 for hand in deal.dealt)
        assert [deal.before_draw(n) for n in range(len(was.draws))] == was.draws
        assert [deal.before_trick(n) for n in range(len(was.tricks))] == was.tricks
        assert sorted(played(deal)) == sorted(was.actions)
        assert played(deal)[-1:] == was.actions[-1:] or deal.end == "broken off"
        for number in range(len(was.tricks)):
            assert sum(deal.won_before(number)) == number
    assert sum(deal.end == "thrown in" for deal in deals) == final.thrown_in
    ended = "broken off" if game.actions[-1][1] == "resign" else "scored"
    assert deals[-1].end == ended


@pytest.mark.parametrize("kind", KINDS)
def test_a_running_game_is_not_looked_into(kind: str) -> None:
    rng = random.Random(1)
    game = new_game(kind, seed=bytes(32))
    while len(game.actions) < 100 and game.to_act:
        with pytest.raises(ValueError, match="still being played"):
            look_back(game)
        seat = rng.choice(game.to_act)
        game.apply(seat, at_random(asked(game, seat), rng))


def test_the_exchange_of_bridgette() -> None:
    game = new_game("bridgette", seed=bytes(32))
    first = {seat: asked(game, seat) for seat in (0, 1)}
    game.apply(0, "discard " + " ".join(str(c) for c in first[0].cards[: first[0].count]))
    game.apply(1, "resign")
    (deal,) = look_back(game)
    assert deal.discarded == (first[0].cards[: first[0].count], ())
    assert deal.hands is None
    assert deal.end == "broken off"
    assert deal.tricks == ()
    for seat in (0, 1):
        assert len(deal.drawn[seat]) == first[seat].count
        assert {*deal.dealt[seat], *deal.drawn[seat]} == set(first[seat].cards)
    assert deal.up_card in deal.drawn[1 - deal.dealer]
    with pytest.raises(ValueError, match="not played"):
        deal.before_trick(0)


def test_a_deal_thrown_in_has_both_passes() -> None:
    game = new_game("drawbridge", seed=bytes(32), options={"target": 50})
    rng = random.Random(3)
    while game.view(None).phase == "draw":
        game.apply(game.to_act[0], at_random(asked(game), rng))
    play(game, "pass", "pass")
    game.apply(0, "resign")
    thrown, begun = look_back(game)
    assert thrown.end == "thrown in"
    assert [str(call) for _, call in thrown.calls] == ["pass", "pass"]
    assert [seat for seat, _ in thrown.calls] == [thrown.dealer, 1 - thrown.dealer]
    assert thrown.result is None
    assert begun.end == "broken off"
    assert begun.number == thrown.number == 1
    assert begun.deal == 2


def test_a_trick_that_was_begun() -> None:
    spades = cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S")
    hearts = cards("AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H")
    game = bridgette(spades, hearts)
    play(game, "7S", "pass", "AH")
    game.apply(0, "time")
    (deal,) = look_back(game, {"bridgette": type(game)})
    assert deal.hands == (spades, hearts)
    assert deal.tricks == (Trick(1, cards("AH"), None),)
    assert deal.before_trick(0) == (spades, hearts)
    assert deal.contract is not None
