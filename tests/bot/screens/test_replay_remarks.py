"""What is said of the play, in words: true of the figures it is made from."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from bot.screens.replay import replay
from bot.screens.replay_bids import is_made, settle
from bot.screens.replay_remarks import better_cards, fate, lapse_in_words, remarks_block
from bot.screens.replay_stages import FinishedGame, Spot, Stage, stages_of
from engine.analysis import Analysis, Lapse, analyse
from engine.lookback import look_back
from engine.scoring import call_bridge
from tests.bot.screens.helpers import ENGLISH, NAMES, info_of, read, selects
from tests.bot.screens.test_replay import a_game
from tests.engine.positions import bridgette, cards, play
from tests.engine.reference import group


def lapse(trick: int, before: int, after: int, seat: int = 0, better: str = "AD") -> Lapse:
    return Lapse(trick, 0, seat, *cards("9D"), before, after, cards(better))


def analysis(needed: int, *values: int | None, lapses: tuple[Lapse, ...] = ()) -> Analysis:
    return Analysis(0, needed, values, lapses)


@pytest.mark.parametrize(
    ("before", "after", "better", "said"),
    [
        (10, 9, "AD", "**9♦** lost the contract; A♦ would have kept it."),
        (10, 8, "AD KD", "**9♦** lost the contract; A♦ or K♦ would have kept it."),
        (9, 10, "AD", "**9♦** let the contract make; A♦ would have beaten it."),
        (12, 11, "AD", "**9♦** gave up a trick; A♦ would have kept it."),
        (9, 7, "AD", "**9♦** gave up 2 tricks; A♦ would have kept them."),
        (7, 8, "AD", "**9♦** gave up a trick; A♦ would have kept it."),
        (10, 11, "AD", "**9♦** gave up a trick; A♦ would have kept it."),
    ],
)
async def test_a_card_that_was_not_best(before: int, after: int, better: str, said: str) -> None:
    assert lapse_in_words(lapse(2, before, after, 0, better), analysis(10), ENGLISH) == said


@pytest.mark.parametrize(("value", "said"), [(0, "0 tricks"), (1, "1 trick"), (2, "2 tricks")])
async def test_tricks_are_counted_in_their_number(value: int, said: str) -> None:
    deal = replace(next(deal for deal in a_game("bridgette", 3).deals if deal.contract), tricks=())
    found = analysis(9, value, value)
    info = a_game("bridgette", 3).info
    text = remarks_block(deal, Stage("auction", 0), found, info, ENGLISH)
    assert f"takes {said}: " in text
    text = remarks_block(deal, Stage("trick", 0), found, info, ENGLISH)
    assert f"takes {said} in all." in text


async def test_better_cards_are_counted_when_they_are_many() -> None:
    assert better_cards(cards("AD"), ENGLISH) == "A♦"
    assert better_cards(cards("AS AD :G"), ENGLISH) == "A♠, A♦, or Grand :G"
    assert better_cards(cards("AS AD KD QD"), ENGLISH) == "A♠, A♦, K♦, or 1 other card"
    assert better_cards(cards("AS AD KD QD JD"), ENGLISH) == "A♠, A♦, K♦, or 2 other cards"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (analysis(9, 10, 10), "The contract could be made from the first card to the last."),
        (analysis(9, 8, 8), "Against best defence the contract could not be made at any time."),
        (
            analysis(9, 9, 8, lapses=(lapse(4, 9, 8),)),
            "After trick 5 the contract could no longer be made.",
        ),
        (
            analysis(9, 9, 8, 9, lapses=(lapse(4, 9, 8), lapse(7, 8, 9, 1))),
            "After trick 8 the contract could no longer be beaten.",
        ),
        (
            analysis(9, 11, 10, lapses=(lapse(4, 11, 10),)),
            "The contract could be made from the first card to the last.",
        ),
        (analysis(9, None, None, 9), "From trick 2 on the contract was always safe."),
        (analysis(9, None, None, 8), "From trick 2 on the contract was always lost."),
    ],
)
async def test_since_when_the_contract_was_certain(found: Analysis, said: str) -> None:
    assert fate(found, ENGLISH) == said


async def test_remarks_stand_where_they_belong() -> None:
    game = a_game("drawbridge")
    number, deal = next(
        (number, deal) for number, deal in enumerate(game.deals) if analyse_lapses(deal)
    )
    found = analyse(deal, None)
    by_trick = {each.trick for each in found.lapses}
    for place, stage in enumerate(stages_of(deal)):
        layout = replay(game, Spot(number, place), found, ENGLISH)
        text = read(layout)
        said = [lapse_in_words(x, found, ENGLISH) for x in found.lapses if x.trick == stage.number]
        if stage.name == "trick":
            assert all(words in text for words in said)
            assert ("Nothing was given up" in text) is (stage.number not in by_trick)
            value = found.before_trick(stage.number)
            name = NAMES[found.declarer]
            tricks = "1 trick" if value == 1 else f"{value} tricks"
            assert f"With best play from this lead {name} takes {tricks} in all." in text
        elif stage.name == "score":
            for each in found.lapses:
                words = lapse_in_words(each, found, ENGLISH)
                assert f"- Trick {each.trick + 1}, {NAMES[each.seat]}: {words}" in text
            assert fate(found, ENGLISH) in text
        elif stage.name != "auction":
            assert "Best play" not in text
        marked = {
            option["label"]
            for part in selects(layout)
            for option in part["options"]
            if "not best" in option.get("description", "")
        }
        assert marked == {f"Trick {trick + 1} of 13" for trick in by_trick}


def analyse_lapses(deal: object) -> bool:
    return bool(getattr(deal, "contract", None)) and bool(analyse(deal).lapses)  # type: ignore[arg-type]


async def test_remarks_that_are_not_there_yet_or_not_to_be_had() -> None:
    game = a_game("bridgette")
    deal = next(n for n, each in enumerate(game.deals) if each.contract is not None)
    last = Spot(deal, len(stages_of(game.deals[deal])) - 1)
    assert "Looking at the play…" in read(replay(game, last, "pending", ENGLISH))
    assert "could not be looked at" in read(replay(game, last, "unavailable", ENGLISH))
    assert "Looking" not in read(replay(game, Spot(deal, 0), "pending", ENGLISH))
    assert "Best play" not in read(replay(game, last, "none", ENGLISH))


async def test_too_hard_a_play_is_said_to_be_so() -> None:
    game = a_game("bridgette")
    at, deal = next(
        (n, d) for n, d in enumerate(game.deals) if d.contract is not None and len(d.tricks) == 13
    )
    values = analyse(deal).values
    short = Analysis(0, 9, (None,) * 7 + values[7:], ())
    first = next(n for n, stage in enumerate(stages_of(deal)) if stage.name == "trick")
    for number in range(13):
        text = read(replay(game, Spot(at, first + number), short, ENGLISH))
        assert ("looked at from trick 5 on" in text) is (number < 4)


@pytest.mark.parametrize("bid", range(2, 13))
async def test_a_bid_is_settled_when_nothing_can_change_it(bid: int) -> None:
    """Against every way in which the last tricks may go, and the score itself."""
    for head in itertools.product((False, True), repeat=5):
        winners = [*(number < bid - 2 for number in range(8)), *head]
        settled = settle(bid, winners)
        assert settled is not None
        assert settled.made == (call_bridge(0, bid, sum(winners)).points > 0)
        for number in range(6, 13):
            left = 12 - number
            known = winners[: number + 1]
            ends = {
                call_bridge(0, bid, sum(known) + sum(rest)).points > 0
                for rest in itertools.product((False, True), repeat=left)
            }
            assert (settle(bid, known) is not None) is (len(ends) == 1)
            assert (settled.number <= number) is (len(ends) == 1)


async def test_what_makes_a_bid_is_what_scores() -> None:
    for bid in range(2, 13):
        for won in range(14):
            assert is_made(bid, won) is (call_bridge(0, bid, won).points > 0)


async def test_settled_bids_are_told_in_their_trick_and_at_the_score() -> None:
    game = a_game("callbridge")
    for number, deal in enumerate(game.deals):
        stages = stages_of(deal)
        score = read(replay(game, Spot(number, len(stages) - 1), "none", ENGLISH))
        for seat, bid in enumerate(deal.bids):
            assert bid is not None
            when = settle(bid, [trick.winner == seat for trick in deal.tricks])
            assert when is not None
            words = "has made the bid" if when.made else "can no longer make the bid"
            assert f"- Trick {when.number + 1}: {NAMES[seat]} {words} of {bid}" in score
            for place, stage in enumerate(stages):
                if stage.name == "trick":
                    text = read(replay(game, Spot(number, place), "none", ENGLISH))
                    told = f"**{NAMES[seat]}** {words} of {bid}." in text
                    assert told is (stage.number == when.number)


async def test_a_ban_is_told_where_a_colon_made_it() -> None:
    told = 0
    for seed in range(8):
        game = a_game("bridgette", seed)
        for number, deal in enumerate(game.deals):
            for place, stage in enumerate(stages_of(deal)):
                if stage.name != "trick":
                    continue
                text = read(replay(game, Spot(number, place), "none", ENGLISH))
                trick = deal.tricks[stage.number]
                lead, reply = (str(card) for card in trick.cards)
                bans = stage.number < 12 and reply.startswith(":") and reply == group(lead)
                assert ("**Ban:**" in text) is (bans and not lead.startswith(":"))
                if "**Ban:**" not in text:
                    continue
                told += 1
                assert f"{NAMES[trick.leader]} might not lead" in text
                left = deal.before_trick(stage.number + 1)[trick.leader]
                only = all(str(card)[1] == lead[1] and str(card)[0] != ":" for card in left)
                assert ("the ban fell away" in text) is only
    assert told > 3


@pytest.mark.parametrize("second", ["2H", "2C"])
async def test_a_ban_that_falls_away(second: str) -> None:
    hearts = cards(f"AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H {second}")
    spades = cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S :G")
    rigged = bridgette(hearts, spades, dealer=1)
    play(rigged, "7S", "pass", "AH", ":G")
    rigged.apply(0, "resign")
    deals = tuple(look_back(rigged, {"bridgette": type(rigged)}))
    game = FinishedGame(deals, rigged.view(None), info_of(rigged))
    text = read(replay(game, Spot(0, 3), "none", ENGLISH))
    assert "The Grand colon :G was played on A♥, so Ada might not lead hearts next." in text
    assert ("Ada held nothing else" in text) is (second == "2H")
