"""Call Bridge, rule by rule."""

import random

import pytest

from engine import IllegalAction, Rule, TrickBid, new_game
from tests.engine.positions import (
    asked,
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


def dealt(*held: str, dealer: int = 3, **options):
    hands = filled("callbridge", *(*held, "", "", "", "")[:4])
    order = pack_for("callbridge", hands, dealer)
    return rigged("callbridge", lambda _: order, dealer=dealer, options=options)


def at_play(*held: str):
    """Seat 3 deals, all bid 2, seat 0 leads."""
    game = dealt(*held)
    play(game, "2", "2", "2", "2")
    return game


@pytest.mark.parametrize("dealer", range(4))
def test_deal_bids_and_lead_begin_with_the_dealers_next_seat(dealer):
    seed = seed_for("callbridge", dealer)
    game = new_game("callbridge", seed=seed)
    order = rigged("callbridge", lambda _: None, seed=seed)._order()
    for step in range(4):
        assert set(game.view((dealer + 1 + step) % 4).hand) == set(order[step:52:4])
    view = game.view(None)
    assert (view.phase, view.bids) == ("bid", (None,) * 4)
    for step in range(4):
        seat = (dealer + 1 + step) % 4
        assert game.to_act == (seat,)
        game.apply(seat, str(2 + step))
        assert game.view(None).bids[seat] == 2 + step
    assert game.view(None).phase == "play"
    assert game.to_act == ((dealer + 1) % 4,)


def test_bids_are_from_2_to_12():
    game = dealt()
    assert choices(game) == {str(n) for n in range(2, 13)}
    for text in ("0", "1", "13", "99"):
        assert refused(game, 0, text) is Rule.BID_RANGE
    assert refused(game, 0, TrickBid(13)) is Rule.BID_RANGE
    assert refused(game, 0, TrickBid("5")) is Rule.BID_RANGE  # type: ignore[arg-type]
    for text in ("100", "02", "-2", "2.0", " 2", "two", "٣"):
        assert refused(game, 0, text) is Rule.UNREADABLE
    for text in ("2C", "pass", "AS", "3NT", "discard AS"):
        assert refused(game, 0, text) is Rule.WRONG_KIND
    assert refused(game, 1, "2") is Rule.NOT_YOUR_TURN
    game.apply(0, TrickBid(12))
    assert game.actions == [(0, "12")]


def test_any_card_may_be_led():
    game = at_play("AS KS AH 2D")
    assert choices(game) == {str(c) for c in game.view(0).hand}


def seat_1_after(led: str, hand: str, *others: str):
    """Seat 0 leads; what seat 1, holding ``hand`` and nothing else, may do."""
    assert len(hand.split()) == 13
    game = at_play(led, hand, *others)
    game.apply(0, led)
    return game


HEARTS = "QH JH TH 9H 8H 7H 6H 5H 4H 3H"


def test_follow_suit_with_any_card_of_the_suit():
    game = seat_1_after("AH", f"{HEARTS} 2H AS KS")
    assert choices(game) == set(f"{HEARTS} 2H".split())
    assert game.view(1).barred == {"AS": Rule.FOLLOW_SUIT, "KS": Rule.FOLLOW_SUIT}
    assert refused(game, 1, "AS") is Rule.FOLLOW_SUIT


def test_without_the_suit_any_spade_when_there_is_none_in_the_trick():
    game = seat_1_after("AD", f"{HEARTS} AS 9S 2S")
    assert choices(game) == {"AS", "9S", "2S"}
    assert refused(game, 1, "QH") is Rule.MUST_TRUMP
    assert game.view(1).barred["QH"] is Rule.MUST_TRUMP


def test_a_spade_must_beat_the_highest_in_the_trick():
    game = at_play("AD", f"{HEARTS} AS KS 9S", "TC 9C 8C 7C 6C 5C 4C 3C QS JS 2S 3S 4S")
    play(game, "AD", "9S")
    assert choices(game) == {"QS", "JS"}
    assert refused(game, 2, "2S") is Rule.MUST_TRUMP
    assert refused(game, 2, "TC") is Rule.MUST_TRUMP


def test_with_lower_spades_only_any_card():
    game = at_play("AD", f"{HEARTS} AS KS 9S", "TC 9C 8C 7C 6C 5C 4C 3C QC JC 2S 3S 4S")
    play(game, "AD", "9S")
    assert choices(game) == {str(c) for c in game.view(2).hand}
    assert game.view(2).barred == {}


def test_without_spades_any_card():
    game = seat_1_after("AD", "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C")
    assert choices(game) == {str(c) for c in game.view(1).hand}


def test_spades_led_are_simply_followed():
    game = seat_1_after("QS", f"{HEARTS} AS 9S 2S")
    assert choices(game) == {"AS", "9S", "2S"}, "no duty to beat when following suit"


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("TH QH 9H JH", 1),
        ("TH 8H 9H JH", 3),
        ("TS 9S 8S QS", 3),
        ("AS KS QS JS", 0),
        ("TD AD KD QD", 1),
    ],
)
def test_the_highest_card_of_the_suit_wins(trick, winner):
    game = at_play(*trick.split())
    play(game, *trick.split())
    assert game.view(None).tricks[-1].winner == winner


def test_a_card_of_another_suit_does_not_win():
    clubs = "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C"
    game = at_play("2D", clubs, "3D", "4D")
    play(game, "2D", "AC", "3D", "4D")
    assert game.view(None).tricks[-1].winner == 3


def test_a_higher_spade_wins():
    game = at_play("AD", f"{HEARTS} AS KS 9S", "TC 9C 8C 7C 6C 5C 4C 3C QS JS 2S 3S 4S", "KD")
    play(game, "AD", "9S", "JS", "KD")
    assert game.view(None).tricks[-1].winner == 2
    assert game.to_act == (2,)
    assert game.view(None).tricks_won == (0, 0, 1, 0)


def test_each_scores_alone_and_the_deal_passes_on():
    rng = random.Random(5)
    game = new_game("callbridge", seed=rng.randbytes(32), options={"target": 5})
    play_on(game, rng)
    view = game.view(None)
    first = view.deals[0].dealer
    for number, deal in enumerate(view.deals):
        assert deal.dealer == (first + number) % 4
        assert sum(deal.tricks_won) == 13
        assert deal.contract is None
        for seat in range(4):
            bid, won = deal.bids[seat], deal.tricks_won[seat]
            assert deal.points[seat] == (bid if won >= bid else -bid)
            assert deal.scores[seat].seat == seat


def test_the_game_ends_with_one_highest_total_at_the_target():
    rng = random.Random(6)
    shared = 0
    for _ in range(40):
        game = new_game("callbridge", seed=rng.randbytes(32), options={"target": 5})
        play_on(game, rng)
        view = game.view(None)
        best = max(view.totals)
        assert best >= 5
        assert view.outcome.winners == (view.totals.index(best),)
        assert view.totals.count(best) == 1
        for deal in view.deals[:-1]:
            top = max(deal.totals)
            assert top < 5 or deal.totals.count(top) > 1
            shared += top >= 5
    assert shared, "no tie at the target was met"


def test_totals_may_be_negative():
    game = dealt()
    play(game, "12", "12", "12", "12")
    while not game.view(None).deals:
        game.apply(game.to_act[0], asked(game).choices[0])
    assert min(game.totals) == -12


@pytest.mark.parametrize("text", ["resign", "time"])
def test_there_is_no_resignation(text):
    game = dealt()
    for seat in range(4):
        assert refused(game, seat, text) is Rule.RESIGN
    assert game.actions == []
