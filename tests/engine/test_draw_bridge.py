"""Draw Bridge, rule by rule."""

import random

import pytest

from engine import IllegalAction, Rule, new_game
from engine.cards import card
from engine.hands import cards_of, mask_of
from tests.engine.positions import (
    asked,
    cards,
    choices,
    filled,
    pack_for,
    play,
    play_on,
    rigged,
    seed_for,
)


def refused(game, seat, action) -> Rule:
    with pytest.raises(IllegalAction) as caught:
        game.apply(seat, action)
    return caught.value.rule


def dealt(hand_0: str = "", hand_1: str = "", top: str = "", dealer: int = 0, **options):
    hands = filled("drawbridge", hand_0, hand_1, keep_out=top)
    order = pack_for("drawbridge", hands, dealer, cards(top))
    return rigged("drawbridge", lambda _: order, dealer=dealer, options=options), order


def skip_draws(game) -> None:
    """Play the draw phase with the first choice each time."""
    while game.view(None).phase == "draw":
        game.apply(game.to_act[0], asked(game).choices[0])


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_deal(dealer):
    game, order = dealt(dealer=dealer)
    assert set(game.view(1 - dealer).hand) == set(order[0:26:2])
    assert set(game.view(dealer).hand) == set(order[1:26:2])
    assert game.view(None).stock_size == 26
    assert game.to_act == (1 - dealer,), "the non-dealer leads the first"
    assert game.view(None).phase == "draw"


@pytest.mark.parametrize(
    ("lead", "reply", "winner"),
    [("9S", "TH", 0), ("9S", "8S", 1), ("9S", "9D", 1), ("AS", "AC", 1), ("2S", "3C", 0)],
)
def test_the_draw_phase_is_won_by_rank_whatever_the_suit(lead, reply, winner):
    game, _ = dealt(reply, lead, "KC QD JC TD")
    game.apply(1, lead)
    assert choices(game) == {str(c) for c in game.view(0).hand}, "no duty to follow"
    assert game.view(0).barred == {}
    game.apply(0, reply)
    view = game.view(None)
    assert view.draw_tricks[0].winner == winner
    assert view.draw_tricks[0].cards == cards(f"{lead} {reply}")
    assert game.view(winner).drawn == (card("KC"),), "the winner draws the top card"
    assert game.view(1 - winner).drawn == (card("QD"),)
    assert card("KC") in game.view(winner).hand
    assert game.to_act == (winner,)
    assert "KC" in choices(game), "a card that was drawn may be played"
    assert view.stock_size == 24
    assert view.hand_sizes == (13, 13)
    assert view.tricks == ()
    assert view.tricks_won == (0, 0)
    hand = game.view(winner).hand
    assert hand == cards_of(mask_of(hand))


def test_following_suit_in_the_draw_phase():
    game, _ = dealt("TH 3S 2S AH", "9S", draw="follow")
    game.apply(1, "9S")
    spades = {str(c) for c in game.view(0).hand if str(c)[1] == "S"}
    assert choices(game) == spades
    assert refused(game, 0, "AH") is Rule.FOLLOW_SUIT
    assert game.view(0).barred["AH"] is Rule.FOLLOW_SUIT
    game.apply(0, "3S")
    assert game.view(None).draw_tricks[0].winner == 1


def test_the_highest_card_of_the_suit_led_wins_when_suit_is_followed():
    hearts = "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
    game, _ = dealt(hearts, "2S", draw="follow")
    game.apply(1, "2S")
    assert choices(game) == set(hearts.split())
    game.apply(0, "AH")
    assert game.view(None).draw_tricks[0].winner == 1


def test_after_thirteen_tricks_the_stock_is_used_up():
    game, order = dealt()
    skip_draws(game)
    view = game.view(None)
    assert (view.phase, view.stock_size, len(view.draw_tricks)) == ("auction", 0, 13)
    assert view.hand_sizes == (13, 13)
    assert {*game.view(0).drawn, *game.view(1).drawn} == set(order[26:])
    assert game.to_act == (0,), "the dealer begins the auction"
    held = {*game.view(0).hand, *game.view(1).hand}
    played = {c for trick in view.draw_tricks for c in trick.cards}
    assert held | played == set(order)
    assert not held & played


def test_an_open_stock_shows_its_top():
    game, order = dealt("TH", "9S", "KC QD JC TD", stock="open")
    for seat in (0, 1, None):
        assert game.view(seat).stock_top is card("KC")
        assert game.view(seat).stock_shown == (card("KC"),)
    game.apply(1, "9S")
    assert game.view(0).stock_top is card("KC")
    game.apply(0, "TH")
    assert game.view(None).stock_top is card("JC")
    assert game.view(None).stock_shown == cards("KC JC")
    skip_draws(game)
    view = game.view(None)
    assert view.stock_top is None
    assert view.stock_shown == order[26::2]
    for place, trick in enumerate(view.draw_tricks):
        assert view.stock_shown[place] in game.view(trick.winner).drawn


def test_a_closed_stock_shows_nothing():
    game, _ = dealt()
    for seat in (0, 1, None):
        assert game.view(seat).stock_top is None
        assert game.view(seat).stock_shown == ()


def test_the_auction_needs_no_holding_and_has_no_zero_bid():
    game, _ = dealt()
    assert refused(game, 1, "1C") is Rule.WRONG_KIND
    skip_draws(game)
    strains = ("C", "D", "H", "S", "NT")
    assert choices(game) == {"pass", *(f"{n}{s}" for n in range(1, 8) for s in strains)}
    assert refused(game, 0, "0NT") is Rule.BID_UNKNOWN
    assert refused(game, 0, "0C") is Rule.BID_UNKNOWN
    assert refused(game, 0, "8C") is Rule.BID_UNKNOWN
    play(game, "3H")
    assert refused(game, 1, "0NT") is Rule.BID_UNKNOWN
    assert refused(game, 1, "3D") is Rule.BID_TOO_LOW
    assert game.view(1).barred == {}


def test_two_passes_bring_a_new_deal_and_a_new_draw_phase():
    game = new_game("drawbridge", seed=seed_for("drawbridge", 1))
    skip_draws(game)
    play(game, "pass", "pass")
    view = game.view(None)
    assert (view.phase, view.deal, view.number, view.thrown_in) == ("draw", 2, 1, 1)
    assert view.dealer == 1
    assert view.draw_tricks == ()
    assert game.to_act == (0,)


def test_suit_must_be_followed_in_the_play():
    game, _ = dealt()
    skip_draws(game)
    play(game, "1C", "pass")
    assert game.to_act == (1,)
    led = asked(game).choices[0]
    game.apply(1, led)
    hand = game.view(0).hand
    suited = {str(c) for c in hand if c.suit == led.suit}
    assert choices(game) == (suited or {str(c) for c in hand})
    for text, rule in game.view(0).barred.items():
        assert rule is Rule.FOLLOW_SUIT
        assert refused(game, 0, text) is rule
    assert refused(game, 0, ":G") is Rule.NOT_HELD


@pytest.mark.parametrize("target", [50, 300, 1000])
def test_the_first_to_reach_the_target_wins(target):
    rng = random.Random(target)
    for _ in range(15):
        game = new_game("drawbridge", seed=rng.randbytes(32), options={"target": target})
        play_on(game, rng)
        view = game.view(None)
        assert max(view.totals) >= target
        assert view.outcome.winners == (view.totals.index(max(view.totals)),)
        for deal in view.deals[:-1]:
            assert max(deal.totals) < target
        for deal in view.deals:
            assert min(deal.points) == 0
            assert len(deal.draw_tricks) == len(deal.tricks) == 13


def test_without_penalty_failed_contracts_score_nothing():
    rng = random.Random(8)
    failed = 0
    for _ in range(10):
        options = {"penalty": "off", "target": "50"}
        game = new_game("drawbridge", seed=rng.randbytes(32), options=options)
        play_on(game, rng)
        for deal in game.view(None).deals:
            contract = deal.contract
            if deal.tricks_won[contract.declarer] < contract.tricks_needed:
                failed += 1
                assert deal.points == (0, 0)
                assert deal.scores[0].points == 0
    assert failed > 20


def test_resigning():
    game, _ = dealt()
    game.apply(0, "resign")
    assert game.outcome.winners == (1,)
    view = game.view(1)
    assert view.phase == "over"
    assert view.decision is None
