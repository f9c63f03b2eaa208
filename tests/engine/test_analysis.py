"""What is said of a play, against searches that leave nothing out."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import new_game
from engine.analysis import SOLVED, Analysis, Lapse, analyse
from engine.auction import Strain
from engine.cards import Card, Suit, card_at
from engine.hands import mask_of
from engine.lookback import PlayedDeal, look_back
from engine.players.solver import Solver
from tests.engine.players.solver_reference import Minimax
from tests.engine.positions import asked, at_random, bridgette, cards, play, play_on

LATE = 4  # tricks that the plain search can do in a test


def deals(kind: str, seed: int, leave_at: int | None = None) -> Iterator[PlayedDeal]:
    """The played contracts of a game of chance."""
    rng = random.Random(seed)
    game = new_game(kind, seed=seed.to_bytes(32))
    play_on(game, rng, leave_at or 1_000_000)
    if game.to_act:
        game.apply(0, "resign")
    yield from (deal for deal in look_back(game) if deal.contract and deal.hands)


def trumps(deal: PlayedDeal) -> Suit | None:
    assert deal.contract is not None
    return None if deal.contract.strain is Strain.NO_TRUMP else Suit(deal.contract.strain)


def banned(deal: PlayedDeal, number: int) -> Suit | None:
    """The suit that may not be led to this trick, by the words of the rules."""
    if not number:
        return None
    lead, reply = deal.tricks[number - 1].cards
    matching = reply.is_colon and not lead.is_colon and reply.group is lead.group
    return lead.suit if matching else None


def truth(deal: PlayedDeal, number: int, place: int, search: Minimax) -> dict[Card, int]:
    """The declarer's tricks after each card that might be played here, card by card."""
    assert deal.contract is not None
    trick, declarer = deal.tricks[number], deal.contract.declarer
    masks = [mask_of(hand) for hand in deal.before_trick(number)]
    if place:
        masks[trick.leader] &= ~trick.cards[0].bit
        plays = search.replies((masks[0], masks[1]), trick.leader, trick.cards[0].index)
    else:
        plays = search.leads((masks[0], masks[1]), trick.leader, banned(deal, number))
    won, left = deal.won_before(number)[declarer], 13 - number
    own = (trick.leader + place) % 2 == declarer
    return {card_at(at): won + (value if own else left - value) for at, value in plays.items()}


@pytest.mark.parametrize("kind", sorted(SOLVED))
@pytest.mark.parametrize("seed", range(4))
def test_late_tricks_against_a_search_of_everything(kind: str, seed: int) -> None:
    for deal in deals(kind, seed):
        found = analyse(deal)
        search = Minimax(trumps(deal))
        lapses = {(lapse.trick, lapse.place): lapse for lapse in found.lapses}
        for number in range(13 - LATE, len(deal.tricks)):
            trick = deal.tricks[number]
            for place, card in enumerate(trick.cards):
                plays = truth(deal, number, place, search)
                seat = (trick.leader + place) % 2
                best = max(plays.values()) if seat == found.declarer else min(plays.values())
                assert found.values[2 * number + place] == best
                lapse = lapses.get((number, place))
                if plays[card] == best:
                    assert lapse is None
                    continue
                assert lapse is not None
                assert (lapse.seat, lapse.card) == (seat, card)
                assert (lapse.before, lapse.after) == (best, plays[card])
                assert set(lapse.better) == {c for c, value in plays.items() if value == best}


@pytest.mark.parametrize("kind", sorted(SOLVED))
def test_every_value_is_the_solvers(kind: str) -> None:
    for deal in deals(kind, 11):
        found = analyse(deal, None)
        assert found.seen_from == 0
        assert deal.contract is not None
        for number, trick in enumerate(deal.tricks):
            masks = [mask_of(hand) for hand in deal.before_trick(number)]
            value = Solver().solve(
                (masks[0], masks[1]), trick.leader, trumps(deal), banned=banned(deal, number)
            )
            own = trick.leader == found.declarer
            tricks = value if own else 13 - number - value
            assert found.before_trick(number) == deal.won_before(number)[found.declarer] + tricks


@pytest.mark.parametrize("kind", sorted(SOLVED))
@pytest.mark.parametrize("seed", range(20, 23))
def test_values_change_by_lapses_alone(kind: str, seed: int) -> None:
    for deal in deals(kind, seed, 30 * (seed - 18)):
        found = analyse(deal, None)
        assert len(found.values) == 1 + sum(len(trick.cards) for trick in deal.tricks)
        if deal.result is not None:
            assert found.values[-1] == deal.result.tricks_won[found.declarer]
        changes: dict[tuple[int, int], tuple[int | None, int | None]] = {
            (at // 2, at % 2): (before, found.values[at + 1])
            for at, before in enumerate(found.values[:-1])
            if before != found.values[at + 1]
        }
        assert changes == {(x.trick, x.place): (x.before, x.after) for x in found.lapses}
        for lapse in found.lapses:
            assert (lapse.after < lapse.before) == (lapse.seat == found.declarer)
            assert lapse.tricks >= 1
            assert lapse.better
            assert lapse.card not in lapse.better


def test_what_is_too_hard_is_left_open_and_the_rest_is_right() -> None:
    compared = 0
    for seed in (40, 41):
        for deal in deals("bridgette", seed):
            whole, short = analyse(deal, 20_000), analyse(deal, 40)
            unseen = sum(value is None for value in short.values)
            assert short.values == (None,) * unseen + whole.values[unseen:]
            assert whole.seen_from <= short.seen_from
            assert all(2 * lapse.trick + lapse.place >= unseen for lapse in short.lapses)
            assert set(short.lapses) <= set(whole.lapses)
            assert short.before_trick(short.seen_from) is not None
            compared += unseen > 0
    assert compared > 3


def test_an_ace_thrown_away() -> None:
    """An ace is thrown where a trump would have won the trick."""
    north = cards("AS KS QS JS TS 9S 8S 7S 6S 5S 4S AH AD")
    south = cards("3S 2S KH QH 3H 4H 5H 6H 2C 3C 4C 5C 6C")
    game = bridgette(north, south, dealer=0)
    play(game, "7S", "pass", "2C", "AH")
    play_on(game, random.Random(2))
    deal = next(iter(look_back(game, {"bridgette": type(game)})))
    found = analyse(deal)
    assert (found.values[0], found.needed) == (13, 13)
    first = found.lapses[0]
    assert (first.trick, first.place, first.seat, str(first.card)) == (0, 1, 0, "AH")
    assert (first.before, first.after) == (13, 12)
    assert set(first.better) == set(north) - set(cards("AH AD"))


def test_call_bridge_and_unplayed_deals_have_no_analysis() -> None:
    rng = random.Random(1)
    four = new_game("callbridge", seed=bytes(32), options={"target": 5})
    play_on(four, rng)
    with pytest.raises(ValueError, match="between two"):
        analyse(next(look_back(four)))
    two = new_game("drawbridge", seed=bytes(32))
    two.apply(two.to_act[0], at_random(asked(two), rng))
    two.apply(0, "resign")
    with pytest.raises(ValueError, match="between two"):
        analyse(next(look_back(two)))


def test_lapses_and_analyses_are_plain_values() -> None:
    lapse = Lapse(4, 0, 1, card_at(3), 9, 8, (card_at(5),))
    assert lapse.tricks == 1
    assert Analysis(1, 9, (None, None, None, 8), (lapse,)).seen_from == 2
    assert Analysis(1, 9, (8, 8), ()).before_trick(4) is None
