"""Finished games stepped through: every place of many games, what it says, and where it leads."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import pytest

from bot import controls, limits
from bot.screens import words
from bot.screens.models import Player
from bot.screens.replay import DEALS_LISTED, read_spot, replay, shared, stage_title
from bot.screens.replay_hands import hands_at
from bot.screens.replay_stages import (
    FinishedGame,
    Remarks,
    Spot,
    after,
    before,
    deal_numbered,
    end_of,
    nearest,
    stages_of,
)
from engine.analysis import SOLVED, analyse
from engine.game import Game, Kind, OptionValue
from engine.lookback import look_back
from tests.bot.screens.helpers import (
    ENGLISH,
    NAMES,
    VARIANTS,
    WORST_NAME,
    buttons,
    components,
    info_of,
    random_action,
    read,
    selects,
    start,
)


def finished(game: Game, names: tuple[str, ...] = NAMES) -> FinishedGame:
    return FinishedGame(tuple(look_back(game)), game.view(None), info_of(game, names))


@cache
def played(
    kind: Kind, options: tuple[tuple[str, OptionValue], ...], seed: int, leave_at: int = 0
) -> FinishedGame:
    """A game played at random, given up after so many actions if that is not 0."""
    rng = random.Random(seed)
    game = start(kind, seed, dict(options))
    while game.to_act:
        if leave_at and len(game.actions) >= leave_at and game.seats == 2:
            game.apply(rng.choice((0, 1)), "resign")
            break
        seat = rng.choice(game.to_act)
        game.apply(seat, random_action(game, seat, rng))
    return finished(game)


def a_game(kind: Kind, seed: int = 1, leave_at: int = 0) -> FinishedGame:
    options = next(given for name, given in VARIANTS if name == kind)
    return played(kind, tuple(options.items()), seed, leave_at)


def remarks_on(game: FinishedGame, number: int) -> Remarks:
    deal = game.deals[number]
    if game.view.kind not in SOLVED or deal.contract is None:
        return "none"
    return analyse(deal, 20_000)


def places(game: FinishedGame) -> list[Spot]:
    found: list[Spot] = []
    spot: Spot | None = Spot()
    while spot is not None:
        found.append(spot)
        spot = after(game.deals, spot)
    return found


@pytest.mark.parametrize(("kind", "options"), VARIANTS)
@pytest.mark.parametrize("seed", range(2))
async def test_every_place_of_a_game_keeps_to_the_limits(
    kind: Kind, options: Mapping[str, OptionValue], seed: int
) -> None:
    for leave_at in (0, 17 + 40 * seed):
        game = played(kind, tuple(options.items()), seed, leave_at)
        info = replace(game.info, game_id=2**53 - 1, players=(Player(WORST_NAME, 1),) * 4)
        worst = FinishedGame(game.deals, game.view, info)
        remarks = {number: remarks_on(game, number) for number in range(len(game.deals))}
        for number, spot in enumerate(places(game)):
            said = remarks[spot.deal]
            assert limits.problems(replay(worst, spot, said, ENGLISH)) == []
            if number % 5 == 0:
                assert limits.problems(replay(game, spot, "pending", ENGLISH)) == []
                assert limits.problems(shared(worst, spot, said, WORST_NAME, ENGLISH)) == []
            layout = replay(game, spot, said, ENGLISH)
            assert limits.problems(layout) == []
            text = read(layout)
            assert not text.endswith("…")
            deal = game.deals[spot.deal]
            stage = stages_of(deal)[spot.stage]
            assert stage_title(stage, ENGLISH) in text
            for hand in hands_at(deal, stage):
                for suit, held in words.by_suit(hand):
                    if suit is not None:
                        ranks = " ".join(words.rank(card) for card in held) or "–"
                        assert f"{words.SYMBOLS[suit]} {ranks}" in text.replace("**", "").replace(
                            "\u00a0", " "
                        )


@pytest.mark.parametrize("kind", ["bridgette", "drawbridge", "callbridge"])
async def test_next_and_back_go_through_the_whole_game(kind: Kind) -> None:
    game = a_game(kind)
    spots = places(game)
    assert len(spots) == sum(len(stages_of(deal)) for deal in game.deals)
    backwards: list[Spot] = []
    spot: Spot | None = end_of(game.deals)
    while spot is not None:
        backwards.append(spot)
        spot = before(game.deals, spot)
    assert backwards == spots[::-1]
    for spot in spots:
        layout = replay(game, spot, "none", ENGLISH)
        steps = {
            part["label"]: read_spot(controls.parse(key).arg)  # type: ignore[union-attr]
            for key, part in buttons(layout).items()
            if key.startswith("1.look.") and not part.get("disabled")
        }
        wanted = {"Next": after(game.deals, spot), "Last": spots[-1]}
        if spot == spots[-1]:
            wanted = {}
        if spot != spots[0]:
            wanted |= {"First": spots[0], "Back": before(game.deals, spot)}
        assert steps == wanted


@pytest.mark.parametrize("kind", ["bridgette", "drawbridge", "callbridge"])
async def test_the_selects_name_every_stage_and_deal(kind: Kind) -> None:
    game = a_game(kind)
    for spot in places(game):
        layout = replay(game, spot, "none", ENGLISH)
        stages: list[Spot | None] = []
        for part in selects(layout):
            if controls.parse(part["custom_id"]).arg.startswith("t"):  # type: ignore[union-attr]
                stages += [read_spot(option["value"]) for option in part["options"]]
        count = len(stages_of(game.deals[spot.deal]))
        assert stages == [Spot(spot.deal, number) for number in range(count)]
        chosen = [
            read_spot(option["value"])
            for part in selects(layout)
            for option in part["options"]
            if option.get("default")
        ]
        assert spot in chosen


async def test_many_deals_are_chosen_in_parts() -> None:
    rng = random.Random(3)
    game = start("drawbridge", 4, {"target": 5000})
    while game.view(None).deal <= 2 * DEALS_LISTED + 4:
        seat = game.to_act[0]
        passing = game.view(None).phase == "auction"
        game.apply(seat, "pass" if passing else random_action(game, seat, rng))
    game.apply(0, "resign")
    long = finished(game)
    assert len(long.deals) > 2 * DEALS_LISTED
    reached: set[int] = set()
    for number in range(len(long.deals)):
        layout = replay(long, Spot(number, 0), "none", ENGLISH)
        assert limits.problems(layout) == []
        options = selects(layout)[-1]["options"]
        values = [read_spot(option["value"]) for option in options]
        assert Spot(number, 0) in values
        reached |= {value.deal for value in values if value is not None}
    assert reached == set(range(len(long.deals)))
    assert "(thrown in)" in read(replay(long, Spot(0, 0), "none", ENGLISH))
    last = read(replay(long, Spot(0, len(stages_of(long.deals[0])) - 1), "none", ENGLISH))
    assert "Both passed: the deal was thrown in" in last


async def test_a_spot_outside_gives_the_nearest() -> None:
    game = a_game("bridgette")
    last = end_of(game.deals)
    assert nearest(game.deals, Spot(99, 99)) == last
    assert nearest(game.deals, Spot(0, 99)).deal == 0
    assert read(replay(game, Spot(99, 99), "none", ENGLISH)) == read(
        replay(game, last, "none", ENGLISH)
    )


async def test_a_deal_is_found_by_its_number() -> None:
    rng = random.Random(9)
    game = start("drawbridge", 9, {"target": 5000})
    while game.view(None).number < 4:
        seat = game.to_act[0]
        once = game.view(None).phase == "auction" and game.view(None).thrown_in < 2
        game.apply(seat, "pass" if once else random_action(game, seat, rng))
    game.apply(0, "resign")
    deals = finished(game).deals
    assert [deal.end for deal in deals[:3]] == ["thrown in", "thrown in", "scored"]
    assert deal_numbered(deals, 1) == Spot(2, 0)
    for number in (2, 3, 4):
        assert deals[deal_numbered(deals, number).deal].number == number
    assert deal_numbered(deals, 99) == Spot(len(deals) - 1)
    assert deal_numbered(deals, 0) == Spot(0)


@pytest.mark.parametrize(
    ("arg", "spot"),
    [
        ("n~2-5", Spot(2, 5)),
        ("0-0", Spot(0, 0)),
        ("", None),
        ("n~2", None),
        ("n~-1-2", None),
        ("n~²-1", None),
        ("x~a-b", None),
    ],
)
async def test_spots_are_read(arg: str, spot: Spot | None) -> None:
    assert read_spot(arg) == spot


async def test_the_exchange_and_the_draw_are_told() -> None:
    game = a_game("bridgette")
    deal = game.deals[0]
    text = read(replay(game, Spot(0, 1), "none", ENGLISH))
    for seat in (0, 1):
        drawn = words.cards(deal.drawn[seat], ENGLISH)
        gone = words.cards(deal.discarded[seat], ENGLISH)
        assert f"**{NAMES[seat]}** drew {drawn}, and put away {gone}." in text
    draw = a_game("drawbridge")
    trick = draw.deals[0].draw_tricks[2]
    assert trick.winner is not None
    text = read(replay(draw, Spot(0, 3), "none", ENGLISH))
    first = words.card(draw.deals[0].drawn[trick.winner][2], ENGLISH)
    second = words.card(draw.deals[0].drawn[1 - trick.winner][2], ENGLISH)
    winner, loser = NAMES[trick.winner], NAMES[1 - trick.winner]
    assert f"{winner} drew **{first}**, the top of the stock; {loser} drew **{second}**." in text


async def test_a_hint_is_told_at_the_end() -> None:
    game = a_game("callbridge")
    hinted = replace(game, info=replace(game.info, hinted=True))
    last = end_of(game.deals)
    assert "A hint was used" in read(replay(hinted, last, "none", ENGLISH))
    assert "A hint was used" not in read(replay(hinted, Spot(), "none", ENGLISH))
    assert "A hint was used" not in read(replay(game, last, "none", ENGLISH))


async def test_the_last_place_has_the_outcome_and_the_proof() -> None:
    for kind in ("bridgette", "drawbridge", "callbridge"):
        game = a_game(kind)
        for spot in places(game):
            text = read(replay(game, spot, "none", ENGLISH))
            last = spot == end_of(game.deals)
            assert (str(game.view.seed) in text) is last
            assert ("The game is over" in text) is last


@pytest.mark.parametrize("leave_at", range(1, 58, 8))
@pytest.mark.parametrize("kind", ["bridgette", "drawbridge"])
async def test_a_game_that_was_given_up(kind: Kind, leave_at: int) -> None:
    game = a_game(kind, 5, leave_at)
    text = read(replay(game, end_of(game.deals), remarks_on(game, len(game.deals) - 1), ENGLISH))
    assert "The deal was not played to its end" in text
    assert "resigned." in text
    assert game.view.commitment in text


async def test_given_up_before_anything_was_done() -> None:
    game = start("bridgette", 1)
    game.apply(1, "resign")
    given = finished(game)
    assert [stage.name for stage in stages_of(given.deals[0])] == ["deal", "exchange", "end"]
    text = read(replay(given, Spot(0, 1), "none", ENGLISH))
    assert text.count("had not yet discarded") == 2
    layout = replay(given, Spot(), "none", ENGLISH)
    assert len(selects(layout)) == 1


async def test_what_everybody_sees_has_no_controls_that_turn_its_page() -> None:
    game = a_game("bridgette")
    layout = shared(game, Spot(0, 4), "none", "Ada", ENGLISH)
    verbs = {key.split(".")[1]: part["label"] for key, part in buttons(layout).items()}
    assert verbs == {"lookback": "Look back from here", "record": "Record"}
    assert selects(layout) == []
    assert "Shown by Ada" in read(layout)
    (key,) = [key for key in buttons(layout) if ".lookback." in key]
    control = controls.parse(key)
    assert control is not None
    assert read_spot(control.arg) == Spot(0, 4)
    assert components(layout)


async def test_other_peoples_names_are_harmless() -> None:
    game = a_game("callbridge")
    info = replace(game.info, players=(Player("<@1> **x**", 1),) * 4)
    text = read(replay(FinishedGame(game.deals, game.view, info), Spot(0, 3), "none", ENGLISH))
    assert "<@1>" not in text
