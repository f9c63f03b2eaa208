"""Hints in words: within the limits, of nothing hidden, and of nothing that is not so."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from dataclasses import replace

import discord
import pytest

from bot import limits
from bot.screens import words
from bot.screens.end import end
from bot.screens.hand import hand
from bot.screens.hints import Hint, hint_line
from bot.screens.models import Player, TableInfo
from bot.screens.table import table
from engine import new_game
from engine.auction import DOUBLE, PASS, REDOUBLE, Call, Contract, Strain
from engine.cards import PACK_WITH_COLONS, Card
from engine.game import AuctionView, Discard, Game, Kind, OptionValue, TrickBid, View
from engine.players import player
from engine.players.advice import Advice, Adviser, Compared
from tests.adding.games import WITH_WHIST
from tests.bot.screens.helpers import (
    ENGLISH,
    VARIANTS,
    WORST_NAME,
    buttons,
    components,
    info_of,
    positions,
    read,
    start,
)

BUDGET = 0.005


def alone(game: Game, seat: int = 0, name: str = WORST_NAME) -> TableInfo:
    """A table at which this seat is a person's and all others are computers'."""
    info = info_of(game)
    computer = Player("", None, "hard")
    return replace(
        info,
        players=tuple(
            Player(name, 100) if each == seat else computer for each in range(game.seats)
        ),
        hinted=True,
    )


def visible(view: View) -> set[Card]:
    """The cards that a sentence may name: the own hand, and what lies open now."""
    cards = set(view.hand)
    if view.trick is not None:
        cards.update(view.trick.cards)
    top: Card | None = getattr(view, "stock_top", None)
    return cards if top is None else cards | {top}


def named(text: str) -> set[Card]:
    return {
        card
        for card in PACK_WITH_COLONS
        if re.search(rf"(?<![\w]){re.escape(words.card(card, ENGLISH))}", text)
    }


@pytest.mark.parametrize(("kind", "options"), VARIANTS)
async def test_true_hints_in_every_kind_of_position(
    kind: Kind, options: Mapping[str, OptionValue]
) -> None:
    rng = random.Random(9)
    game = start(kind, 3, options)
    for _ in positions(game, rng, 0.15):
        for seat in game.to_act:
            view, info = game.view(seat), alone(game, seat)
            adviser = player("hard", random.Random(1), BUDGET)
            assert isinstance(adviser, Adviser)
            advice = adviser.advise(view)
            hints: tuple[Hint | None, ...] = (None, "question", "thinking", "late", advice)
            for hint in hints:
                layout = hand(view, info, ENGLISH, hint=hint)
                assert limits.problems(layout) == []
                assert sum(1 for _ in components(layout)) < limits.COMPONENTS
                verbs = {custom_id.split(".")[1] for custom_id in buttons(layout)}
                assert ("hint" in verbs) == (hint in (None, "question", "late"))
            line = hint_line(advice, view, info, ENGLISH)
            assert line in read(hand(view, info, ENGLISH, hint=advice))
            if (
                view.decision is not None and view.decision.kind != "call"
            ):  # a bid reads like a card
                assert named(line) <= visible(view), line
            assert line.endswith(".")
            assert "{" not in line
            own = (
                words.cards(advice.action.cards, ENGLISH)
                if isinstance(advice.action, Discard)
                else None
            )
            assert own is None or own in line
            drafted = hand(view, info, ENGLISH, _draft(advice), hint=advice)
            assert limits.problems(drafted) == []


def _draft(advice: Advice) -> tuple[str, ...]:
    if isinstance(advice.action, Discard):
        return tuple(card.text for card in advice.action.cards)
    return (str(advice.action),)


async def test_only_who_is_alone_sees_the_button() -> None:
    game = start("callbridge", 1)
    seat = game.to_act[0]
    view = game.view(seat)
    for info, there in ((alone(game, seat), True), (info_of(game), False)):
        verbs = {custom_id.split(".")[1] for custom_id in buttons(hand(view, info, ENGLISH))}
        assert ("hint" in verbs) == there
    shared = replace(
        alone(game, seat), players=(Player("Ada", 1),) * 2 + (Player("", None, "hard"),) * 2
    )
    assert not shared.has_hints
    # Somebody who left may come back, and is a person still.
    left = replace(
        shared, players=(Player("Ada", 1), Player("Ben", 2, "easy"), *shared.players[2:])
    )
    assert not left.has_hints


async def test_a_game_that_the_level_hard_does_not_know_offers_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = start("callbridge", 1)
    seat = game.to_act[0]
    info = alone(game, seat)
    assert find_verb(hand(game.view(seat), info, ENGLISH), "hint")
    monkeypatch.setattr(type(info.game), "advised", False)
    assert not info.has_hints
    assert not find_verb(hand(game.view(seat), info, ENGLISH), "hint")


def find_verb(layout: discord.ui.LayoutView, verb: str) -> bool:
    """Whether a button of this verb is there."""
    return any(custom_id.split(".")[1] == verb for custom_id in buttons(layout))


async def test_whoever_waits_is_offered_nothing() -> None:
    game = start("callbridge", 1)
    seat = (game.to_act[0] + 1) % 4
    layout = hand(game.view(seat), alone(game, seat), ENGLISH, hint="late")
    assert "hint" not in {custom_id.split(".")[1] for custom_id in buttons(layout)}


async def test_the_table_and_the_end_say_that_a_hint_was_used() -> None:
    game = start("bridgette", 1, {"deals": 2})
    info = alone(game)
    said = "A hint was used in this game: it is unrated."
    assert said in read(table(game.view(None), info, ENGLISH))
    assert said not in read(table(game.view(None), replace(info, hinted=False), ENGLISH))
    game.apply(0, "resign")
    assert said in read(end(game.view(None), info, ENGLISH))
    assert said not in read(end(game.view(None), replace(info, hinted=False), ENGLISH))


def auction(*calls: str) -> tuple[Game, int, AuctionView]:
    """An auction of Draw Bridge with these calls, from the seat that is to call."""
    game = start("drawbridge", 2)
    while game.view(None).phase == "draw":
        seat = game.to_act[0]
        decision = game.decision(seat)
        assert decision is not None
        game.apply(seat, decision.choices[0])
    for call in calls:
        game.apply(game.to_act[0], call)
    seat = game.to_act[0]
    view = game.view(seat)
    assert isinstance(view, AuctionView)
    return game, seat, view


@pytest.mark.parametrize(
    ("calls", "call", "declares", "known", "said"),
    [
        ((), PASS, None, True, "I would pass: no bid came out better in the deals tried."),
        (
            ("4S",), PASS, False, False,
            ("I would pass: 4♠ needs 10 tricks, and Computer should win about 8.7; no other call "
             "came out better in the deals tried."),
        ),
        (
            ("4S",), DOUBLE, False, True,
            "I would double: 4♠ needs 10 tricks, and Computer wins 9 if both play their best.",
        ),
        (
            ("4S", "double"), REDOUBLE, True, False,
            ("I would redouble: with spades as trumps you should win about 10.7 tricks, and need "
             "10."),
        ),
        (
            ("3S",), Call("bid", 4, Strain.SPADES), True, True,
            ("I would bid 4♠: with spades as trumps you win 9 tricks if both play their best, and "
             "need 10; every other call came out worse."),
        ),
    ],
)  # fmt: skip
async def test_reasons_for_calls(
    calls: tuple[str, ...], call: Call, declares: bool | None, known: bool, said: str
) -> None:
    game, seat, view = auction(*calls)
    contract = (
        None if declares is None else Contract(seat if declares else 1 - seat, 4, Strain.SPADES, 2)
    )
    tricks = 10.7 if call is REDOUBLE else 8.7
    advice = Advice(call, worlds=9, known=known, tricks=tricks, contract=contract)
    assert hint_line(advice, view, alone(game, seat), ENGLISH) == f"**Hint:** {said}"


async def test_reasons_for_bids_of_tricks() -> None:
    game = start("callbridge", 1)
    seat = game.to_act[0]
    view, info = game.view(seat), alone(game, seat)
    plain = Advice(TrickBid(4), worlds=50, tricks=4.62, chance=0.78)
    assert hint_line(plain, view, info, ENGLISH) == (
        "**Hint:** I would bid 4: on average this hand wins 4.6 tricks, and in 78 % of the deals "
        "tried 4 or more."
    )
    odd = Advice(TrickBid(7), worlds=50, tricks=5.0, chance=0.07)
    assert "best chance to win the game" in hint_line(odd, view, info, ENGLISH)
    bonus = Advice(TrickBid(8), worlds=50, tricks=8.3, chance=0.6)
    assert hint_line(bonus, view, info, ENGLISH).endswith(
        "in 60 % of the deals tried exactly 8 or 9."
    )


async def test_reasons_for_cards() -> None:
    game, _, _ = auction()
    game.apply(game.to_act[0], "1NT")
    game.apply(game.to_act[0], "pass")
    seat = game.to_act[0]
    view, info = game.view(seat), alone(game, seat)
    first, second = view.hand[0], view.hand[1]
    shown, other = words.card(first, ENGLISH), words.card(second, ENGLISH)

    def line(**figures: object) -> str:
        advice = Advice(first, worlds=40, **figures)  # type: ignore[arg-type]
        return hint_line(advice, view, info, ENGLISH)

    assert line(tricks=7.2, chance=0.5, next_best=Compared(second, 6.4, 0.5)) == (
        f"**Hint:** I would play {shown}: on average it takes 7.2 of the 13 tricks left, the next "
        f"best, {other}, 6.4."
    )
    assert line(tricks=7.2, chance=0.5, next_best=Compared(second, 7.2, 0.25)) == (
        f"**Hint:** I would play {shown}: it breaks the contract in 50 % of the deals tried, "
        f"{other} in 25 %."
    )
    assert line(tricks=7.2, chance=0.5, next_best=Compared(second, 7.4, 0.5)).endswith(
        "on average it takes 7.2 of the 13 tricks left, and no other card scores better."
    )
    assert line(known=True, tricks=7.0, chance=1.0, next_best=Compared(second, 6.0, 0.0)) == (
        f"**Hint:** I would play {shown}: if both play their best it takes 7 of the 13 tricks "
        f"left, {other} only 6."
    )
    assert line(tricks=7.0, chance=1.0).endswith(
        "7.0 of the 13 tricks left, and so does any other."
    )
    assert "no time to look further" in hint_line(Advice(first), view, info, ENGLISH)


async def test_a_player_that_gives_no_reasons_is_given_none() -> None:
    whist = new_game("whist", seed=bytes(32), kinds=WITH_WHIST.rules)
    seat = whist.to_act[0]
    view = whist.view(seat)
    info = replace(alone(whist, seat), kind="whist", games=WITH_WHIST.screens)
    card = view.hand[0]
    said = f"**Hint:** I would play {words.card(card, ENGLISH)}."
    assert hint_line(Advice(card), view, info, ENGLISH) == said
    assert said in read(hand(view, info, ENGLISH, hint=Advice(card)))
    _, seat, calling = auction()
    assert hint_line(Advice(PASS), calling, info, ENGLISH) == "**Hint:** I would choose Pass."
