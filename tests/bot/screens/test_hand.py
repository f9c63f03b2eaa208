"""The hand in chosen positions: what is offered, what is refused in words, what is read back."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.screens.games import SCREENS
from bot.screens.hand import hand
from bot.screens.hand_auction import cheapest_bids
from bot.screens.models import Player, TableInfo
from engine.auction import Call, Contract, Strain
from engine.cards import Card, card
from engine.game import (
    BridgetteView,
    CallBridgeView,
    Decision,
    DrawBridgeView,
    Outcome,
    Rule,
    Trick,
    View,
)
from tests.bot.screens.helpers import (
    ENGLISH,
    NAMES,
    buttons,
    info_of,
    random_action,
    read,
    selects,
    start,
)

INFO = TableInfo(12, "bridgette", SCREENS, (Player("Ada", 1), Player("Ben", 2)), 1, 2, 3)
FOUR = TableInfo(12, "callbridge", SCREENS, tuple(Player(name, 1) for name in NAMES), 1, 2, 3)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(one) for one in text.split())


def bridgette(**changes: object) -> BridgetteView:
    """Ada's view as declarer of 4♠, Ben to lead; ``changes`` replace parts of it."""
    view = start("bridgette", 1).view(0)
    assert isinstance(view, BridgetteView)
    common = {
        "phase": "play",
        "to_act": (0,),
        "hand": cards("AS 7S KH 2H 3D :R :L"),
        "contract": Contract(1, 4, Strain.SPADES, 1),
        "calls": ((1, Call("bid", 4, Strain.SPADES)), (0, Call("pass"))),
        "has_discarded": (True, True),
        "decisions": (3, 3),
    }
    return replace(view, **{**common, **changes})  # type: ignore[arg-type]


def enabled(view: View, info: TableInfo = INFO) -> dict[str, bool]:
    """Label of each card button -> whether it can be pressed."""
    return {
        str(part["label"]): not part.get("disabled", False)
        for custom_id, part in buttons(hand(view, info, ENGLISH)).items()
        if ".play." in custom_id
    }


async def test_follow_suit_and_the_matching_colon() -> None:
    choices = cards("KH 2H :R")
    view = bridgette(
        trick=Trick(1, cards("QH")),
        decision=Decision("play", choices),
        barred={
            "AS": Rule.FOLLOW_SUIT,
            "7S": Rule.FOLLOW_SUIT,
            "3D": Rule.FOLLOW_SUIT,
            ":L": Rule.COLON_MISMATCH,
        },
    )
    text = read(hand(view, INFO, ENGLISH))
    assert "You hold hearts: follow suit with any ♥.\n" in text
    assert (
        "The Royal colon :R may be played on Q♥: it loses the trick, and Ben may then not lead "
        "hearts." in text
    )
    assert "The Little colon :L may be played only on a card from 10 down to 2" in text
    assert enabled(view) == {
        "A♠": False,
        "7♠": False,
        "K♥": True,
        "2♥": True,
        "3♦": False,
        "Royal :R": True,
        "Little :L": False,
    }


async def test_a_ban_is_pointed_out() -> None:
    view = bridgette(
        trick=None,
        banned=2,
        decision=Decision("play", cards("AS 7S 3D :R :L")),
        barred={"KH": Rule.SUIT_BANNED, "2H": Rule.SUIT_BANNED},
    )
    text = read(hand(view, INFO, ENGLISH))
    assert "**Ban:** A colon was played to the last trick: Ada may not lead hearts ♥ now" in text
    assert "so you may not lead hearts ♥ now" in text
    assert "The Royal colon :R may be led: Ben then wins only with a trump or a king" in text
    assert not enabled(view)["K♥"]


async def test_a_colon_that_was_led() -> None:
    view = bridgette(
        trick=Trick(1, cards(":G")), decision=Decision("play", cards("AS 7S KH 2H 3D :R :L"))
    )
    text = read(hand(view, INFO, ENGLISH))
    assert "wins with a trump or an ace; otherwise Ben wins" in text
    no_trump = replace(view, contract=Contract(1, 1, Strain.NO_TRUMP, 1))
    assert "wins with an ace; otherwise Ben wins" in read(hand(no_trump, INFO, ENGLISH))


async def test_bids_that_the_hand_does_not_allow() -> None:
    game = start("bridgette", 1)
    view = bridgette(
        phase="auction",
        contract=None,
        calls=((1, Call("bid", 1, Strain.HEARTS)),),
        hand=cards("AS 7S 6S 5S KH 4D 3D"),
        decision=Decision(
            "call",
            (
                Call("pass"),
                Call("double"),
                Call("bid", 1, Strain.SPADES),
                Call("bid", 2, Strain.SPADES),
            ),
        ),
        barred={
            "2C": Rule.BID_SUIT,
            "2H": Rule.BID_SUIT,
            "1NT": Rule.BID_NO_TRUMP,
            "3D": Rule.BID_JUMP,
        },
    )
    layout = hand(view, info_of(game), ENGLISH)
    text = read(layout)
    assert "2♥ needs at least 2 hearts; you hold 1" in text
    assert "2♣ needs at least 2 clubs; you hold 0" in text
    assert "1NT needs a card of every suit; you hold no clubs" in text
    assert "A jump needs at least 4 cards of the suit: not in diamonds." in text
    found = buttons(layout)
    assert found["1.call.c.0.3.2H"]["disabled"]
    assert not found["1.call.c.0.3.1S"].get("disabled")
    assert "1.call.c.0.3.redouble" not in found
    assert found["1.call.c.0.3.double"]["label"] == "Double"
    (jumps,) = selects(layout)
    assert [option["value"] for option in jumps["options"]] == ["2S"]
    assert jumps["options"][0]["description"] == "eight tricks with spades as trumps"


@pytest.mark.parametrize(
    ("calls", "told"),
    [
        ((), "If you pass, Ben may still bid."),
        (((1, Call("pass")),), "If you pass too, the deal is thrown in and dealt again."),
        (
            ((1, Call("bid", 1, Strain.HEARTS)),),
            "If you pass, the contract is 1♥ by Ben.",
        ),
        (
            ((0, Call("bid", 0, Strain.NO_TRUMP)), (1, Call("double"))),
            "If you pass, the contract is 0NT doubled by Ada.",
        ),
        (
            (
                (1, Call("bid", 2, Strain.CLUBS)),
                (0, Call("double")),
                (1, Call("redouble")),
            ),
            "If you pass, the contract is 2♣ redoubled by Ben.",
        ),
    ],
)
async def test_what_a_pass_leads_to(calls: tuple[tuple[int, Call], ...], told: str) -> None:
    view = bridgette(
        phase="auction", contract=None, calls=calls, decision=Decision("call", (Call("pass"),))
    )
    assert told in read(hand(view, INFO, ENGLISH))


async def test_a_new_deal_begins_with_how_the_last_one_came_out() -> None:
    game = start("callbridge", 3)
    info = info_of(game)
    assert "Last deal" not in read(hand(game.view(0), info, ENGLISH))
    rng = random.Random(3)
    while game.view(None).number == 1:
        game.apply(game.to_act[0], random_action(game, game.to_act[0], rng))
    won = game.view(None).deals[0].tricks_won[0]
    for seat in range(4):
        assert f"({won} of " in read(hand(game.view(seat), info, ENGLISH)).split("**Bids:**")[0]
    game = start("bridgette", 3)
    for seat in game.to_act:
        game.apply(seat, random_action(game, seat, rng))
    for _ in range(2):
        game.apply(game.to_act[0], "pass")
    assert "**Last deal:** thrown in, as both passed" in read(
        hand(game.view(0), info_of(game), ENGLISH)
    )


async def test_what_was_discarded_is_shown_while_the_other_chooses() -> None:
    game = start("bridgette", 2)
    seat = game.to_act[0]
    game.apply(seat, random_action(game, seat, random.Random(1)))
    text = read(hand(game.view(seat), info_of(game), ENGLISH))
    assert "You discarded" in text
    assert "You drew" not in text


async def test_a_jump_is_read_back_and_can_be_chosen_again() -> None:
    view = bridgette(
        phase="auction",
        contract=None,
        calls=(),
        decision=Decision("call", (Call("pass"), *(Call("bid", n, Strain.SPADES) for n in (1, 4)))),
    )
    before, after = hand(view, INFO, ENGLISH), hand(view, INFO, ENGLISH, ("4S",))
    assert "You chose **4♠**: ten tricks with spades as trumps." in read(after)
    assert buttons(after)["1.call.c.0.3.4S"]["label"] == "Confirm 4♠"
    assert "1.call.c.0.3.4S" not in buttons(before)
    (first,), (second,) = selects(before), selects(after)
    assert first["custom_id"] != second["custom_id"]
    assert not any(option.get("default") for option in second["options"])


@pytest.mark.parametrize("draft", [("7C",), ("4S", "1S"), ("pass",), ("nonsense",), ("",)])
async def test_a_draft_that_does_not_fit_is_left_out(draft: tuple[str, ...]) -> None:
    view = bridgette(
        phase="auction",
        contract=None,
        calls=(),
        decision=Decision("call", (Call("pass"), *(Call("bid", n, Strain.SPADES) for n in (1, 4)))),
    )
    assert read(hand(view, INFO, ENGLISH, draft)) == read(hand(view, INFO, ENGLISH))


async def test_a_discard_is_read_back_and_changed_one_by_one() -> None:
    view = start("bridgette", 4).view(1)
    decision = view.decision
    assert decision is not None
    picked = [one.text for one in decision.cards[: decision.count]]
    (before,) = selects(hand(view, INFO, ENGLISH))
    layout = hand(view, INFO, ENGLISH, picked)
    (after,) = selects(layout)
    assert before["min_values"] == before["max_values"] == decision.count
    assert len(before["options"]) == len(decision.cards)
    assert [o["value"] for o in after["options"] if o.get("default")] == picked
    assert before["custom_id"] != after["custom_id"]
    assert f"1.discard.c.1.0.{'-'.join(picked)}" in buttons(layout)
    assert "You discard **" in read(layout)
    assert "You keep:" in read(layout)
    for wrong in (picked[:-1], [*picked[:-1], "ZZ"], [*picked[:-1], picked[0]]):
        assert not any(
            ".discard." in custom_id for custom_id in buttons(hand(view, INFO, ENGLISH, wrong))
        )


async def test_thirty_jumps_are_split_by_level() -> None:
    game = start("drawbridge", 3)
    while game.view(None).phase == "draw":
        seat = game.to_act[0]
        decision = game.decision(seat)
        assert decision is not None
        game.apply(seat, decision.choices[0])
    layout = hand(game.view(game.to_act[0]), info_of(game), ENGLISH)
    assert [len(select["options"]) for select in selects(layout)] == [15, 15]


async def test_cheapest_bids() -> None:
    def over(kind_view: View, *bids: str) -> list[str]:
        calls = tuple(
            (0, Call("bid", int(b[0]), {s.letters: s for s in Strain}[b[1:]])) for b in bids
        )
        return [str(bid) for bid in cheapest_bids(replace(kind_view, calls=calls))]  # type: ignore[call-arg]

    view, draw = bridgette(), start("drawbridge", 1).view(0)
    assert isinstance(draw, DrawBridgeView)
    assert over(view) == ["1C", "1D", "1H", "1S", "0NT"]
    assert over(draw) == ["1C", "1D", "1H", "1S", "1NT"]
    assert over(view, "0NT") == ["1C", "1D", "1H", "1S", "1NT"]
    assert over(view, "1H") == ["2C", "2D", "2H", "1S", "1NT"]
    assert over(view, "7H") == ["7S", "7NT"]
    assert over(view, "7NT") == []


async def test_the_duty_to_trump_is_explained() -> None:
    view = start("callbridge", 1).view(1)
    assert isinstance(view, CallBridgeView)
    view = replace(
        view,
        phase="play",
        to_act=(1,),
        bids=(2, 3, 8, 2),
        hand=cards("9S 4S KH"),
        trick=Trick(3, cards("5D 6S")),
        decision=Decision("play", cards("9S")),
        barred={"4S": Rule.MUST_TRUMP, "KH": Rule.MUST_TRUMP},
    )
    text = read(hand(view, FOUR, ENGLISH))
    assert "You hold no diamonds, so you must play a spade that beats 6♠." in text
    assert "**Cleo** bonus bid 8: exactly 8 or 9 · won 0 · needs 8 more" in text


async def test_a_bid_of_tricks_is_read_back() -> None:
    game = start("callbridge", 1)
    seat = game.to_act[0]
    layout = hand(game.view(seat), info_of(game), ENGLISH, ("9",))
    assert "You chose **9**: bonus bid: 9 or 10 tricks score +13, else -9." in read(layout)
    assert f"1.bidyes.c.{seat}.0.9" in buttons(layout)
    (select,) = selects(layout)
    assert [option["value"] for option in select["options"]] == [str(n) for n in range(2, 13)]


async def test_not_your_turn_and_the_deadline() -> None:
    when = datetime(2026, 1, 2, tzinfo=UTC)
    view = bridgette(to_act=(1,), decision=None, trick=None)
    text = read(hand(view, replace(INFO, deadline=when), ENGLISH))
    assert f"### **Ben** leads to the trick. Time runs out <t:{int(when.timestamp())}:R>." in text


async def test_the_end() -> None:
    view = bridgette(
        phase="over", to_act=(), decision=None, outcome=Outcome((1,), "resigned"), seed="00"
    )
    assert "**Ben** wins: Ada resigned." in read(hand(view, INFO, ENGLISH))


async def test_a_spectator_is_told_so() -> None:
    view = start("bridgette", 1).view(None)
    text = read(hand(view, INFO, ENGLISH))
    assert "You are not seated at this table" in text


async def test_the_computer_plays_for_you() -> None:
    players = (replace(FOUR.players[0], level="easy"), *FOUR.players[1:])
    game = start("callbridge", 1)
    layout = hand(game.view(0), replace(FOUR, players=players), ENGLISH)
    assert "The computer plays for you" in read(layout)
    assert "1.back.c..." in buttons(layout)
