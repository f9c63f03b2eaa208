"""Bridgette, rule by rule, on hands made for it."""

import random

import pytest

from engine import Discard, IllegalAction, Rule, new_game
from engine.cards import PACK_WITH_COLONS, card
from tests.engine.positions import (
    asked,
    bridgette,
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


def up_card_game(up: str, dealer: int = 0, **options):
    hands = filled("bridgette", "", "", keep_out=up)
    order = pack_for("bridgette", hands, dealer, [card(up)])
    return rigged("bridgette", lambda _: order, dealer=dealer, options=options), order, hands


# The deal and the exchange.


@pytest.mark.parametrize("dealer", [0, 1])
def test_dealt_one_at_a_time_from_the_dealers_next_seat(dealer):
    game, order, hands = up_card_game("9S", dealer)
    for seat in (0, 1):
        assert set(hands[seat]) <= set(game.view(seat).hand)
    assert set(order[0:26:2]) <= set(game.view(1 - dealer).hand)
    assert game.view(None).up_card == order[26]


@pytest.mark.parametrize(
    ("up", "count"),
    [
        ("2C", 4),
        ("TS", 4),
        (":L", 4),
        ("JD", 8),
        ("QH", 8),
        ("KS", 8),
        (":R", 8),
        ("AC", 12),
        (":G", 12),
    ],
)
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("upcard", ["draw", "aside"])
def test_draws(up, count, dealer, upcard):
    game, order, _ = up_card_game(up, dealer, upcard=upcard)
    stock = order[26:] if upcard == "draw" else order[27:]
    theirs, own = game.view(1 - dealer), game.view(dealer)
    assert theirs.drawn == stock[:2]
    assert own.drawn == stock[2 : 2 + count]
    assert set(theirs.drawn) <= set(theirs.hand)
    assert set(own.drawn) <= set(own.hand)
    assert theirs.stock_size == len(stock) - 2 - count
    assert own.discards == ((count, 2) if dealer == 0 else (2, count))
    assert own.hand_sizes == ((13 + count, 15) if dealer == 0 else (15, 13 + count))
    assert asked(game, dealer).count == count
    assert asked(game, 1 - dealer).count == 2
    assert asked(game, dealer).choices == ()
    assert asked(game, dealer).cards == own.hand
    assert (card(up) in theirs.drawn) == (upcard == "draw")


def test_both_discard_at_the_same_time_in_either_order():
    for first in (0, 1):
        game, _, _ = up_card_game("9S")
        assert game.to_act == (0, 1)
        pick = asked(game, first).cards[: asked(game, first).count]
        game.apply(first, "discard " + " ".join(map(str, reversed(pick))))
        assert game.to_act == (1 - first,)
        assert game.view(first).discarded == pick
        assert game.view(1 - first).has_discarded == (first == 0, first == 1)
        assert game.view(1 - first).discarded == ()
        assert game.actions == [(first, "discard " + " ".join(map(str, pick)))]
        assert refused(game, first, "pass") is Rule.NOT_YOUR_TURN
        second = 1 - first
        game.apply(second, Discard(asked(game, second).cards[: asked(game, second).count]))
        assert game.to_act == (0,), "the dealer calls first"
        assert game.view(None).hand_sizes == (13, 13)


def test_refused_discards():
    game, _, hands = up_card_game("9S", dealer=0)
    mine = game.view(1).hand
    assert refused(game, 1, f"discard {mine[0]}") is Rule.DISCARD_COUNT
    assert refused(game, 1, f"discard {mine[0]} {mine[1]} {mine[2]}") is Rule.DISCARD_COUNT
    assert refused(game, 1, f"discard {mine[0]} {mine[0]}") is Rule.DISCARD_TWICE
    other = next(c for c in hands[0] if c not in mine)
    assert refused(game, 1, f"discard {mine[0]} {other}") is Rule.NOT_HELD
    assert refused(game, 1, str(mine[0])) is Rule.WRONG_KIND
    assert refused(game, 1, "pass") is Rule.WRONG_KIND
    assert refused(game, 1, Discard(())) is Rule.DISCARD_COUNT
    assert refused(game, 1, Discard(("AS", "KS"))) is Rule.NOT_HELD  # type: ignore[arg-type]
    assert refused(game, 1, "discard") is Rule.UNREADABLE
    assert refused(game, 1, f"discard  {mine[0]} {mine[1]}") is Rule.UNREADABLE
    assert refused(game, 1, f"Discard {mine[0]} {mine[1]}") is Rule.UNREADABLE
    assert game.actions == []


# The auction.

SHAPELY = "AS KS QS JS 9H 8H 7D :G"  # four spades, two hearts, one diamond, no club


def shapely(*calls: str):
    hand = cards(SHAPELY + " TS 9S 8S 7S TH")
    game = bridgette(hand, filled("bridgette", "", keep_out=" ".join(map(str, hand)))[0])
    play(game, *calls)
    return game


def test_what_a_hand_may_bid():
    game = shapely()
    bids = choices(game) - {"pass"}
    assert bids == {"1H", "1S", *(f"{level}S" for level in range(2, 8))}
    barred = game.view(0).barred
    assert barred["0NT"] is Rule.BID_NO_TRUMP
    assert barred["7NT"] is Rule.BID_NO_TRUMP
    assert barred["1C"] is barred["5C"] is Rule.BID_SUIT
    assert barred["1D"] is Rule.BID_SUIT
    assert barred["2H"] is Rule.BID_JUMP
    assert "0C" not in barred
    for text, rule in barred.items():
        assert refused(game, 0, text) is rule
    assert refused(game, 0, "0C") is Rule.BID_UNKNOWN
    assert refused(game, 0, "8S") is Rule.BID_UNKNOWN
    assert refused(game, 0, "AS") is Rule.WRONG_KIND
    assert refused(game, 0, "double") is Rule.DOUBLE
    assert refused(game, 0, "redouble") is Rule.REDOUBLE
    assert game.view(1).barred == {}


def test_the_lowest_level_after_a_bid_is_no_jump():
    game = shapely("1S", "2C")
    assert "2H" in choices(game), "the lowest level at which hearts can be bid now"
    assert "3H" not in choices(game)
    assert refused(game, 0, "1S") is Rule.BID_TOO_LOW
    assert refused(game, 0, "2C") is Rule.BID_TOO_LOW
    assert refused(game, 0, "1NT") is Rule.BID_TOO_LOW
    assert "4S" in choices(game)


def test_a_jump_in_no_trump_needs_one_of_every_suit_only():
    hands = filled("bridgette", "AC AD AH AS KS QS JS TS 9S 8S 7S 6S 5S", "")
    game = bridgette(*hands)
    assert {"0NT", "3NT", "7NT"} <= choices(game)


def test_zero_no_trump_is_the_lowest_bid():
    hands = filled("bridgette", "AC KC AD KD AH KH AS KS QS QH QD QC JC", "TC TD TH TS JS JH JD")
    game = bridgette(*hands)
    play(game, "0NT")
    assert "1C" in choices(game)
    assert refused(game, 1, "0NT") is Rule.BID_TOO_LOW
    play(game, "1C")
    assert refused(game, 0, "0NT") is Rule.BID_TOO_LOW


def test_two_passes_throw_the_deal_in():
    hands = filled("bridgette", "AS", "KS")
    game = bridgette(*hands, dealer=1)
    play(game, "pass", "pass")
    view = game.view(0)
    assert (view.number, view.deal, view.thrown_in, view.dealer) == (1, 2, 1, 1)
    assert view.phase == "discard"
    assert view.calls == ()
    assert view.deals == ()
    assert view.totals == (0, 0)
    assert view.has_discarded == (False, False)


def test_the_declarers_opponent_leads():
    hands = filled("bridgette", "AC KC AD KD AH KH AS KS", "QC QD QH QS")
    game = bridgette(*hands)
    play(game, "1C", "double", "pass")
    assert game.view(None).contract.declarer == 0
    assert game.view(None).contract.factor == 2
    assert game.to_act == (1,)


# The play.


def at_play(hand_0: str, hand_1: str, contract: str = "0NT", declarer: int = 0):
    """Seat ``declarer`` deals, bids and is passed out: the other one leads."""
    game = bridgette(*filled("bridgette", hand_0, hand_1), dealer=declarer)
    play(game, contract, "pass")
    return game


ALL_SUITS = "5C 6C 5D 6D 5H 6H 5S 6S"  # allows any bid at its lowest level


def test_any_card_may_be_led_a_colon_too():
    game = at_play(ALL_SUITS, ":G :R :L AS KS")
    assert choices(game) == {str(c) for c in game.view(1).hand}
    assert game.view(1).barred == {}


@pytest.mark.parametrize(
    ("led", "colon"),
    [
        ("AS", ":G"),
        ("KS", ":R"),
        ("QS", ":R"),
        ("JS", ":R"),
        ("TS", ":L"),
        ("9S", ":L"),
        ("8S", ":L"),
    ],
)
def test_follow_suit_or_the_matching_colon(led, colon):
    game = at_play(f"{ALL_SUITS} :G :R :L", "AS KS QS JS TS 9S 8S")
    play(game, led)
    view = game.view(0)
    spades = {str(c) for c in view.hand if c.suit is not None and c.suit.letter == "S"}
    assert choices(game) == spades | {colon}
    for text, rule in view.barred.items():
        assert rule is (Rule.COLON_MISMATCH if text[0] == ":" else Rule.FOLLOW_SUIT)
        assert refused(game, 0, text) is rule
    assert len(view.barred) == 13 - len(choices(game))


def test_without_the_suit_any_suit_card_or_the_matching_colon():
    game = at_play("AC KC AD KD AH KH 2C 2D 2H 3C :G :R :L", "AS KS QS JS TS 9S 8S", "1C")
    play(game, "AS")
    assert choices(game) == {str(c) for c in game.view(0).hand} - {":R", ":L"}
    assert game.view(0).barred == {":R": Rule.COLON_MISMATCH, ":L": Rule.COLON_MISMATCH}


def test_only_wrong_colons_in_hand():
    hands = (
        cards("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD :L :R"),
        cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 2C AH"),
    )
    game = bridgette(*hands, dealer=0)
    play(game, "1D", "1S", "pass")  # seat 1 declares spades, so seat 0 leads
    # Diamonds are ruffed until seat 0 holds two colons, neither of them the Grand one.
    play(game, "QD", "2C")  # the queen wins: seat 1 may throw what it likes
    assert game.to_act == (0,)
    play(game, "JD", "4S")
    for led, reply in zip(
        ["5S", "6S", "7S", "8S", "9S", "TS", "JS", "QS", "KS"],
        ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD"],
        strict=True,
    ):
        play(game, led, reply)
    assert game.view(0).hand == cards(":R :L")
    play(game, "AS")
    assert choices(game) == {":R", ":L"}
    assert game.view(0).barred == {}
    play(game, ":R")
    view = game.view(1)
    assert view.tricks[-1].winner == 1
    assert view.banned is None, "only a matching colon bans"
    play(game, "AH", ":L")
    assert game.view(None).deals[0].tricks_won == (1, 12)


def test_a_matching_colon_loses_and_bans_the_suit():
    game = at_play(f"{ALL_SUITS} :R", "KS QS 9S 8S AH KH QH")
    play(game, "KS", ":R")
    view = game.view(1)
    assert view.tricks[-1].winner == 1
    assert view.banned == 3
    assert game.view(None).banned == 3
    assert not {"QS", "9S", "8S"} & choices(game)
    assert {"AH", "KH"} <= choices(game)
    assert view.barred["QS"] is Rule.SUIT_BANNED
    assert refused(game, 1, "QS") is Rule.SUIT_BANNED
    play(game, "AH")
    assert game.view(None).banned is None
    play(game, "5H")
    assert {"QS", "9S"} <= choices(game), "the ban is for one lead"


def test_a_colon_may_be_led_under_a_ban():
    game = at_play(f"{ALL_SUITS} :R", "KS QS :G :L")
    play(game, "KS", ":R")
    assert {":G", ":L"} <= choices(game)


def test_the_ban_falls_away_when_nothing_else_is_held():
    hands = (
        cards("2D 3D 4D 5D 6D 7D 8D 9D TD JD QD 2C :G"),
        cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"),
    )
    game = bridgette(*hands)
    play(game, "1D", "1S", "pass")
    play(game, "2C", "2S")  # seat 1 ruffs and has only spades left
    play(game, "AS", ":G")
    view = game.view(1)
    assert view.tricks[-1].winner == 1
    assert choices(game) == {str(c) for c in view.hand}
    assert view.barred == {}
    assert view.banned == 3


@pytest.mark.parametrize(
    ("contract", "led", "reply", "winner"),
    [
        ("0NT", ":G", "5S", 1),
        ("0NT", ":G", "AH", 0),
        ("0NT", ":G", "KH", 1),
        ("0NT", ":R", "KH", 0),
        ("0NT", ":R", "JH", 0),
        ("0NT", ":R", "AH", 1),
        ("0NT", ":R", "5S", 1),
        ("0NT", ":L", "5S", 0),
        ("0NT", ":L", "TH", 0),
        ("0NT", ":L", "JH", 1),
        ("1S", ":G", "5S", 0),
        ("1S", ":R", "5S", 0),
        ("1S", ":G", "5D", 1),
    ],
)
def test_a_colon_that_is_led(contract, led, reply, winner):
    game = at_play(f"{ALL_SUITS} AH KH JH TH", ":G :R :L", contract)
    play(game, led)
    assert choices(game) == {str(c) for c in game.view(0).hand}
    play(game, reply)
    assert game.view(None).tricks[-1].winner == winner
    assert game.view(None).banned is None


def test_a_second_colon_loses_to_the_one_led():
    game = at_play(f"{ALL_SUITS} :R", ":G :L KS")
    play(game, ":L", ":R")
    assert game.view(None).tricks[-1].winner == 1
    assert game.view(None).banned is None


def test_trumps_and_high_cards():
    game = at_play("2C 3C AD KD QD JD TD 9D 8D 7D 6D 5D 4D", "AS KS AH 3D 2D", "1C")
    play(game, "AS", "2C")
    assert game.view(None).tricks[-1].winner == 0
    play(game, "AD", "2D")
    assert game.view(None).tricks[-1].winner == 0
    play(game, "4D")
    assert choices(game) == {"3D"}


# The end.


def test_six_deals_then_further_ones_while_tied():
    rng = random.Random(4)
    for number in range(30):
        game = new_game("bridgette", seed=rng.randbytes(32), options={"deals": number % 6 * 2 + 2})
        play_on(game, rng)
        view = game.view(None)
        deals = len(view.deals)
        assert deals >= number % 6 * 2 + 2
        assert view.outcome.reason == "played out"
        winner = view.outcome.winners[0]
        assert view.totals[winner] > view.totals[1 - winner]
        for deal in view.deals[number % 6 * 2 + 1 : -1]:
            assert deal.totals[0] == deal.totals[1]
        assert [deal.number for deal in view.deals] == list(range(1, deals + 1))
        assert [deal.dealer for deal in view.deals] == [
            (view.deals[0].dealer + place) % 2 for place in range(deals)
        ]


def test_a_tie_is_played_off():
    """Three deals of the same cards, so that the first two score the same for each side."""
    strong = cards("AC KC QC JC AD KD QD JD AH KH AS KS QS")
    weak = filled("bridgette", "", keep_out=" ".join(map(str, strong)))[0]

    def order(deal):
        # The dealer has the strong hand each time; the deal alternates.
        dealer = (deal - 1) % 2
        pair = (strong, weak) if dealer == 0 else (weak, strong)
        low = [
            c for c in PACK_WITH_COLONS if c not in strong and c not in weak and c.suit is not None
        ]
        low.sort(key=lambda c: c.rank or 0)
        return pack_for("bridgette", pair, dealer, low[:6])

    game = rigged("bridgette", order, dealer=0, options={"deals": 2})
    for number in (1, 2, 3):
        view = game.view(None)
        assert view.number == number
        for seat in (0, 1):
            own = strong if seat == view.dealer else weak
            game.apply(seat, Discard(tuple(c for c in asked(game, seat).cards if c not in own)))
        play(game, "1NT", "pass")
        while game.to_act and len(game.view(None).deals) < number:
            game.apply(game.to_act[0], asked(game).choices[0])
        if number < 3:
            assert game.outcome is None
    assert game.view(None).deals[0].points == game.view(None).deals[1].points[::-1]
    assert game.outcome is not None
    assert game.outcome.winners == (0,)


@pytest.mark.parametrize(("text", "reason"), [("resign", "resigned"), ("time", "time")])
@pytest.mark.parametrize("steps", [0, 1, 2, 5, 20])
@pytest.mark.parametrize("seat", [0, 1])
def test_leaving_ends_the_game_at_any_moment(text, reason, steps, seat):
    game = new_game("bridgette", seed=seed_for("bridgette", 0))
    play_on(game, random.Random(1), steps)
    totals = game.totals
    game.apply(seat, text)
    assert game.outcome is not None
    assert game.outcome.winners == (1 - seat,)
    assert game.outcome.reason == reason
    assert game.actions[-1] == (seat, text)
    assert game.totals == totals
    assert game.to_act == ()
    assert game.view(None).seed == game.seed.hex()
    assert game.view(None).phase == "over"
    for action in ("pass", "resign", "nonsense"):
        for who in (0, 1, 2, None):
            assert refused(game, who, action) is Rule.OVER


def test_a_seat_that_does_not_exist():
    game = new_game("bridgette", seed=bytes(32))
    for seat in (2, -1, None, "0"):
        assert refused(game, seat, "resign") is Rule.NOT_YOUR_TURN
        assert refused(game, seat, "pass") is Rule.NOT_YOUR_TURN
    with pytest.raises(ValueError, match="no such seat"):
        game.view(2)
