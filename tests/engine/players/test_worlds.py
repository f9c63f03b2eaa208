"""Worlds of the games for two: none contradicts what was seen, the true one is never ruled out."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game, new_game
from engine.cards import RANKS, Card
from engine.game import BridgetteView, DrawBridgeView, Trick
from engine.hands import cards_of, mask_of
from engine.players.counting import unseen
from engine.players.holding import proved_by
from engine.players.promise import Promises
from engine.players.worlds import BridgetteWorlds, played_by, ruled_out
from engine.players.worlds_draw import DrawWorlds
from tests.engine.positions import bridgette, cards, pack_for, play_on, rigged
from tests.engine.test_properties import OPTIONS

PROMISES = Promises()


def positions(kind: str, most: int):
    """Options, a seed, how far to play, and the chance to play with."""
    return st.tuples(
        st.sampled_from(OPTIONS[kind]),
        st.binary(min_size=32, max_size=32),
        st.integers(0, most),
        st.integers(0, 2**32),
    )


def at(kind: str, case) -> tuple[Game, random.Random]:
    options, seed, steps, chance = case
    game = new_game(kind, seed=seed, options=options)
    rng = random.Random(chance)
    play_on(game, rng, steps)
    return game, rng


def tricks_of(view):
    return view.tricks if view.trick is None else (*view.tricks, view.trick)


def replayed(view: BridgetteView, other: int) -> None:
    """The auction and the play of a view, with this hand of the opponent now."""
    seat = view.seat
    assert seat is not None
    hands: list[tuple[Card, ...]] = [(), ()]
    hands[seat] = cards_of(mask_of(view.hand) | played_by(tricks_of(view), seat))
    hands[1 - seat] = cards_of(other | played_by(tricks_of(view), 1 - seat))
    game = bridgette(hands[0], hands[1], view.dealer)
    for caller, call in view.calls:
        game.apply(caller, call)
    for trick in tricks_of(view):
        for place, card in enumerate(trick.cards):
            game.apply(trick.leader ^ place, card)
    again = game.view(seat)
    assert (again.calls, again.tricks, again.trick) == (view.calls, view.tricks, view.trick)
    assert again.tricks_won == view.tricks_won


@settings(max_examples=250, deadline=None)
@given(positions("bridgette", 150), st.sampled_from([3000, 3000, 20, 0]))
def test_worlds_of_bridgette(case, deals):
    game, rng = at("bridgette", case)
    truth = {seat: mask_of(game.view(seat).hand) for seat in (0, 1)}
    for seat in game.to_act:
        view = game.view(seat)
        assert isinstance(view, BridgetteView)
        worlds = BridgetteWorlds(view, rng, PROMISES, deals)
        settled = view.phase != "discard"
        if settled:
            assert not truth[1 - seat] & ~worlds.possible
            assert proved_by(view, 1 - seat).holds(truth[1 - seat] | worlds.played)
        for _ in range(5):
            hand = worlds.sample()
            size = view.hand_sizes[1 - seat] if settled else 13
            assert hand.bit_count() == size
            assert not hand & ~unseen(view)
            if settled:
                replayed(view, hand)


@settings(max_examples=60, deadline=None)
@given(positions("bridgette", 150), st.integers(1, 8))
def test_weighed_worlds_are_worlds(case, count):
    game, rng = at("bridgette", case)
    for seat in game.to_act:
        view = game.view(seat)
        assert isinstance(view, BridgetteView)
        worlds = BridgetteWorlds(view, rng, PROMISES)
        wanted = rng.getrandbits(52)
        chosen = worlds.sample_weighed(
            count, 3 * count, lambda hand, wanted=wanted: (hand & wanted).bit_count()
        )
        assert len(chosen) == count
        assert all(not hand & ~worlds.possible for hand in chosen)


def test_after_so_many_deals_no_more_are_made():
    class Counting(random.Random):
        samples = 0

        def sample(self, *args, **kwargs):
            self.samples += 1
            return super().sample(*args, **kwargs)

    view = new_game("bridgette", seed=bytes(32)).view(0)
    rng = Counting(1)
    worlds = BridgetteWorlds(view, rng, PROMISES, deals=10)
    # One hand has all the weight, so that as many rounds as are allowed would be drawn.
    chosen = worlds.sample_weighed(4, 50, lambda hand: float(rng.samples == 1))
    assert len(chosen) == 4
    assert rng.samples == 50


def test_weights_of_nothing_leave_the_hands_as_they_come():
    view = new_game("bridgette", seed=bytes(32)).view(0)
    worlds = BridgetteWorlds(view, random.Random(1), PROMISES)
    assert len(worlds.sample_weighed(4, 9, lambda hand: 0.0)) == 4


def test_heavy_hands_are_taken_more_often():
    view = new_game("bridgette", seed=bytes(32)).view(0)
    worlds = BridgetteWorlds(view, random.Random(1), PROMISES)
    spades = 0b1_1111_1111_1111 << 39

    def length(hands):
        return sum((hand & spades).bit_count() for hand in hands) / len(hands)

    usual = length([worlds.sample() for _ in range(200)])
    heavy = worlds.sample_weighed(200, 600, lambda hand: 4.0 ** (hand & spades).bit_count())
    assert length(heavy) > usual + 0.7


def test_players_are_taken_to_keep_the_better_cards():
    """The dealer who exchanged twelve holds more aces than come by chance."""
    for number in range(500):
        game = new_game("bridgette", seed=number.to_bytes(32))
        view = game.view(1 - game.view(None).dealer)
        assert isinstance(view, BridgetteView)
        if max(view.discards) == 12:
            break
    worlds = BridgetteWorlds(view, random.Random(1), PROMISES)
    aces = sum(1 << 13 * suit + 12 for suit in range(4)) & unseen(view)
    held = sum((worlds.sample() & aces).bit_count() for _ in range(200)) / 200
    by_chance = aces.bit_count() * 13 / unseen(view).bit_count()
    assert held > 1.4 * by_chance


def trick(leader: int, lead: str, reply: str) -> Trick:
    return Trick(leader, cards(f"{lead} {reply}"), leader)


def names(mask: int) -> set[str]:
    return {card.text for card in cards_of(mask)}


def test_who_does_not_follow_is_out_of_the_suit():
    out = names(ruled_out((trick(0, "KH", "2C"),), 1))
    assert out == {f"{rank}H" for rank in RANKS}
    assert ruled_out((trick(0, "KH", "2H"), trick(0, "KC", ":R"), trick(0, ":L", "2D")), 1) == 0


def test_who_plays_a_colon_that_does_not_match_holds_only_such():
    left = names(~ruled_out((trick(0, "KH", ":L"),), 1) & ((1 << 55) - 1))
    assert left == {":G", ":L"}


def test_who_leads_a_banned_suit_holds_nothing_else():
    tricks = (trick(0, "KH", ":R"), trick(0, "QH", "2H"))
    left = names(~ruled_out(tricks, 0) & ((1 << 55) - 1))
    assert left == {f"{rank}H" for rank in RANKS}
    # A colon that follows a colon bans nothing, and a ban lasts for one lead.
    assert ruled_out((trick(0, ":G", ":R"), trick(0, "QH", "2H")), 0) == 0
    assert ruled_out((trick(0, "KH", ":R"), trick(0, "2C", "3C"), trick(0, "QH", "2H")), 0) == 0


# Draw Bridge.


def dealt(view: DrawBridgeView, other: int) -> Game:  # noqa: C901  # a puzzle, solved in one place
    """The game of a view with this hand of the opponent now, played to where the view is.

    Which card came when is found by trying: cards are given to the places (dealt, or drawn after
    a trick) in which they can have come.
    """
    seat = view.seat
    assert seat is not None
    done = len(view.draw_tricks)
    them = 1 - seat
    shown = dict(enumerate(view.stock_shown))
    follow = view.options["draw"] == "follow"
    thrown = {trick.cards[trick.leader ^ them]: n for n, trick in enumerate(view.draw_tricks)}
    if view.trick is not None and view.trick.leader == them:
        thrown[view.trick.cards[0]] = done
    missing = [
        (number, trick.cards[0].suit)
        for number, trick in enumerate(view.draw_tricks)
        if follow and trick.leader == seat and trick.cards[1].suit is not trick.cards[0].suit
    ]
    slots = [-1] * 13 + list(range(done))

    def fits(card: Card, slot: int) -> bool:
        until = thrown.get(card, 99)
        since = max((n for n, suit in missing if suit is card.suit and n < until), default=-1)
        if not since <= slot < until:
            return False
        known = shown.get(slot) if slot >= 0 and view.draw_tricks[slot].winner == them else None
        return known is None or known is card

    held = [*thrown, *cards_of(other)]
    assert len(held) == len(slots)
    given: dict[int, Card] = {}

    def place(card: Card, seen: set[int]) -> bool:
        for number, slot in enumerate(slots):
            if number not in seen and fits(card, slot):
                seen.add(number)
                if number not in given or place(given[number], seen):
                    given[number] = card
                    return True
        return False

    for card in held:
        assert place(card, set()), "the opponent cannot have come to these cards"
    first = [given[number] for number in range(13)]
    mine = {*view.hand, *(trick.cards[trick.leader ^ seat] for trick in view.draw_tricks)}
    if view.trick is not None and view.trick.leader == seat:
        mine.add(view.trick.cards[0])
    own = sorted(mine - set(view.drawn), key=lambda card: card.index)
    stock: list[Card] = []
    for number, trick in enumerate(view.draw_tricks):
        pair = [view.drawn[number], given[13 + number]]
        stock += pair if trick.winner == seat else pair[::-1]
    if view.stock_top is not None:
        stock.append(view.stock_top)
    hands = (own, first) if seat == 0 else (first, own)
    order = pack_for("drawbridge", hands, view.dealer, stock)
    game = rigged("drawbridge", lambda deal: order, dealer=view.dealer, options=view.options)
    for trick in view.draw_tricks if view.trick is None else (*view.draw_tricks, view.trick):
        for at, card in enumerate(trick.cards):
            game.apply(trick.leader ^ at, card)
    return game


@settings(max_examples=200, deadline=None)
@given(positions("drawbridge", 25), st.integers(0, 3))
def test_worlds_of_the_draw_phase(case, option):
    _, *rest = case
    kinds = [
        {},
        {"draw": "follow"},
        {"stock": "open"},
        {"draw": "follow", "stock": "open"},
    ]
    game, rng = at("drawbridge", ({"target": 100, **kinds[option]}, *rest))
    seat = game.to_act[0]
    view = game.view(seat)
    assert isinstance(view, DrawBridgeView)
    assert view.phase == "draw"
    truth = mask_of(game.view(1 - seat).hand)
    worlds = DrawWorlds(view, rng, lambda index: index % 13)
    assert not truth & ~(worlds.pool | worlds.known)
    assert not worlds.known & ~truth
    for _ in range(5):
        hand = worlds.sample()
        assert hand.bit_count() == view.hand_sizes[1 - seat]
        assert not hand & ~unseen(view)
        again = dealt(view, hand)
        assert again.view(seat).hand == view.hand
        assert mask_of(again.view(1 - seat).hand) == hand
        seen = again.view(seat)
        assert isinstance(seen, DrawBridgeView)
        assert seen.draw_tricks == view.draw_tricks
        assert seen.stock_shown == view.stock_shown


@settings(max_examples=40, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.integers(26, 53), st.integers(0, 2**32))
def test_after_the_draw_phase_nothing_is_hidden(seed, steps, chance):
    game = new_game("drawbridge", seed=seed, options={"target": 5000})
    play_on(game, random.Random(chance), steps)
    for seat in (0, 1):
        view = game.view(seat)
        if view.phase in ("auction", "play"):
            assert cards_of(unseen(view)) == game.view(1 - seat).hand
