"""The solver against searches that leave nothing out, and on positions worked out by hand."""

from __future__ import annotations

import random

import pytest

from engine.cards import Suit, card
from engine.players import solver_colons
from engine.players.solver import Solver
from engine.players.solver_build import PURE
from engine.players.solver_colon_shapes import bounds_of
from engine.players.solver_colons import TooFar
from tests.engine.players.solver_reference import Exhaustive, Minimax, deal, question


def pure(limit: int = 200_000) -> Solver:
    """The searches in Python, whether there are compiled ones or not."""
    return Solver(limit=limit, searches=PURE)


def hand(text: str) -> int:
    return sum(1 << card(word).index for word in text.split())


def played(plays: dict[str, int]) -> dict[int, int]:
    return {card(word).index: tricks for word, tricks in plays.items()}


@pytest.mark.parametrize("seed", range(8))
def test_agrees_with_plain_minimax(seed: int) -> None:
    """Every lead, and every reply to one lead, of small deals: colons, bans, any trumps.

    The solver's memory is small here, so that it is used, filled and emptied all the time.
    """
    rng = random.Random(seed)
    solver = pure(limit=2000)
    for _ in range(250):
        hands, leader, trump, banned = question(rng, rng.choice([1, 2, 3, 3, 4, 4, 4, 5]))
        truth = Minimax(trump)
        leads = truth.leads(hands, leader, banned)
        asked = f"{hands} {leader=} {trump=} {banned=}"
        assert solver.best_plays(hands, leader, trump, banned=banned) == leads, asked
        assert solver.solve(hands, leader, trump, banned=banned) == max(leads.values()), asked

        led = rng.choice(list(leads))
        left = [hands[0], hands[1]]
        left[leader] &= ~(1 << led)
        position = (left[0], left[1])
        replies = truth.replies(position, leader, led)
        asked += f" {led=}"
        assert solver.best_plays(position, leader, trump, led=led) == replies, asked
        assert solver.solve(position, leader, trump, led=led) == max(replies.values()), asked


@pytest.mark.parametrize("colons", range(4))
@pytest.mark.parametrize("trump", [None, Suit.HEARTS])
def test_agrees_with_exhaustive_search_of_longer_deals(trump: Suit | None, colons: int) -> None:
    rng = random.Random(100 + colons)
    solver = pure()
    for _ in range(3 if colons else 20):
        hands = deal(rng, 7, rng.choice([2, 3, 4]), colons)
        leader = rng.randint(0, 1)
        assert solver.solve(hands, leader, trump) == Exhaustive(trump).value(hands, leader), hands


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("colons", range(4))
def test_agrees_with_exhaustive_search_of_whole_deals(colons: int, seed: int) -> None:
    rng = random.Random(1000 * colons + seed)
    trump = rng.choice([None, *Suit])
    hands = deal(rng, 13, 4, colons)
    assert pure().solve(hands, 0, trump) == Exhaustive(trump).value(hands, 0), hands


@pytest.mark.parametrize(
    ("first", "second", "leader", "banned", "tricks"),
    [
        ("4C 9C TC JC AD 2H 8H QH :L", "KC 4D 5D TD QD 3H 5H 7H 9H", 1, Suit.HEARTS, 3),
        ("3C AC 5D 8D 9D AD 8H 9H", "2C 6C 9C QC KC KH :L :R", 1, Suit.HEARTS, 5),
        ("5C 5D 7D 8D QD JH :L :G", "3C 7C TC QC 4D KD 7H TH", 0, Suit.DIAMONDS, 5),
        ("2C 9C JC KC 4D :L", "AC 3D 8D 9D TD :R", 0, None, 3),
    ],
)
def test_a_ban_can_take_the_lead_from_winners(
    first: str, second: str, leader: int, banned: Suit | None, tricks: int
) -> None:
    """No trump: who gets in with the only winner of a suit has no other to turn to at a ban.

    The tricks are those of the exhaustive search.
    """
    assert pure().solve((hand(first), hand(second)), leader, None, banned=banned) == tricks


@pytest.mark.parametrize("trump", [None, Suit.DIAMONDS])
def test_bounds_hold_wherever_a_search_without_them_comes(
    trump: Suit | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    claimed: dict[tuple[int, int], int] = {}

    def record(node: int, leader: int, tricks: int, banned: int) -> int:
        claimed[leader, node] = bounds_of(node, leader, tricks, banned)
        return tricks

    monkeypatch.setattr(solver_colons, "bounds_of", record)
    rng = random.Random(5)
    solver = pure()
    search = solver._colons if trump is None else solver._colons_trump
    for _ in range(40):
        hands = deal(rng, rng.choice([4, 5, 6]), rng.choice([2, 3, 4]), rng.randint(1, 3))
        claimed.clear()
        solver.clear()
        for leader in (0, 1):
            solver.solve(hands, leader, trump)
        assert claimed
        for (leader, node), bounds in claimed.items():
            found = search.known[leader][node]
            assert bounds >> 4 <= found & 15, (hands, leader, node)
            assert bounds & 15 >= found >> 4, (hands, leader, node)


@pytest.mark.parametrize("colons", range(4))
def test_both_sides_and_either_numbering_agree(colons: int) -> None:
    """After each lead the two sides' tricks are all there are, whoever is player 0."""
    rng = random.Random(colons)
    solver = pure()
    for trump in (None, Suit.CLUBS):
        tricks = 9 if colons > 1 else 13
        hands = deal(rng, tricks, 4, colons)
        best = solver.solve(hands, 0, trump)
        assert pure().solve((hands[1], hands[0]), 1, trump) == best
        leads = solver.best_plays(hands, 0, trump)
        assert max(leads.values()) == best
        led = max(leads, key=leads.__getitem__)
        assert solver.solve((hands[0] & ~(1 << led), hands[1]), 0, trump, led=led) == tricks - best


def test_a_holder_of_all_trumps_takes_everything() -> None:
    spades, hearts = hand("AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S"), hand("AH KH QH")
    hearts |= hand("JH TH 9H 8H 7H 6H 5H 4H 3H 2H")
    assert pure().solve((spades, hearts), 0, Suit.SPADES) == 13
    assert pure().solve((spades, hearts), 1, Suit.SPADES) == 0
    assert pure().solve((spades, hearts), 1, None) == 13


def test_ducking_keeps_the_tempo() -> None:
    # Leading from the tenace gives up a trick; being led to does not.
    hands = (hand("AS QS"), hand("KS 2S"))
    assert pure().best_plays(hands, 0, None) == played({"AS": 1, "QS": 1})
    assert pure().best_plays(hands, 1, None) == played({"KS": 0, "2S": 0})


def test_a_ban_forces_another_lead() -> None:
    hands = (hand("KS QS 2H"), hand("3H 4H 5H"))
    assert pure().best_plays(hands, 0, None) == played({"KS": 2, "QS": 2, "2H": 0})
    assert pure().best_plays(hands, 0, None, banned=Suit.SPADES) == played({"2H": 0})


def test_a_ban_falls_away_when_nothing_else_is_held() -> None:
    hands = (hand("KS QS"), hand("3H 4H"))
    assert pure().best_plays(hands, 0, None, banned=Suit.SPADES) == played({"KS": 2, "QS": 2})


def test_a_matching_colon_loses_the_trick_and_bans_the_suit() -> None:
    # Kept for the king of spades, the Royal colon makes the leader open the hearts.
    hands = (hand("KS QS 2H"), hand(":R 3H 4H 5H"))
    replies = pure().best_plays(hands, 0, None, led=hand_of("KC"))
    assert replies == played({":R": 1, "3H": 2, "4H": 2, "5H": 2})


def test_a_matching_colon_may_be_played_with_the_suit_in_hand() -> None:
    replies = pure().best_plays((0, hand(":G")), 0, None, led=hand_of("AS"))
    assert replies == played({":G": 0})
    replies = pure().best_plays((hand("2S"), hand(":G 3S")), 0, None, led=hand_of("AS"))
    assert replies == played({"3S": 0, ":G": 1})


def test_other_colons_may_be_played_only_when_nothing_else_is_held() -> None:
    assert pure().best_plays((hand("3S"), hand(":G 2H")), 0, None, led=hand_of("2S")) == played(
        {"2H": 0}
    )
    assert pure().best_plays((hand("3S"), hand(":G :R")), 0, None, led=hand_of("2S")) == played(
        {":G": 0, ":R": 0}
    )


def test_a_colon_led_loses_only_to_its_group_and_to_trumps() -> None:
    replies = pure().best_plays((0, hand("KH")), 0, None, led=hand_of(":R"))
    assert replies == played({"KH": 1})
    replies = pure().best_plays((0, hand("AH")), 0, None, led=hand_of(":R"))
    assert replies == played({"AH": 0})
    replies = pure().best_plays((0, hand("2H")), 0, Suit.HEARTS, led=hand_of(":R"))
    assert replies == played({"2H": 1})
    replies = pure().best_plays((0, hand(":L")), 0, Suit.HEARTS, led=hand_of(":R"))
    assert replies == played({":L": 0})


def hand_of(text: str) -> int:
    """The index of a card led."""
    return card(text).index


def test_memory_is_bounded_and_can_be_emptied() -> None:
    rng = random.Random(1)
    solver = pure(limit=50)
    for _ in range(20):
        solver.solve(deal(rng, 5, 4, 1), 0, None)
    before = solver.remembered
    solver.clear()
    assert solver.remembered == 0 < before < 5000


@pytest.mark.parametrize(
    ("hands", "leader", "led"),
    [
        ((hand("AS"), hand("AS")), 0, None),
        ((hand("AS"), hand("KS QS")), 0, None),
        ((hand("AS"), hand("KS")), 0, 0),
        ((hand("AS"), hand("KS QS")), 0, hand_of("KS")),
        ((hand("AS"), hand("KS")), 2, None),
        ((0, 0), 0, None),
        ((1 << 55, 1), 0, None),
        ((-1, 1), 0, None),
        ((0, 1), 0, 55),
        (((1 << 14) - 1, ((1 << 14) - 1) << 14), 0, None),
    ],
)
def test_impossible_positions_are_refused(
    hands: tuple[int, int], leader: int, led: int | None
) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        pure().solve(hands, leader, None, led=led)
    with pytest.raises(ValueError, match=r"\w"):
        pure().best_plays(hands, leader, None, led=led)


def test_a_limit_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        pure(limit=0)


def test_a_search_can_be_limited():
    """Thirteen cards each with three colons take thousands of positions."""
    rng = random.Random(3)
    indices = [*rng.sample(range(52), 23), 52, 53, 54]
    rng.shuffle(indices)
    hands = sum(1 << i for i in indices[:13]), sum(1 << i for i in indices[13:])
    solver = pure()
    solver.allow(400)
    with pytest.raises(TooFar):
        solver.solve(hands, 0, None)
    assert solver.work <= 400 + 10_000
    solver.allow(None)
    exact = solver.solve(hands, 0, None)
    assert exact == pure().solve(hands, 0, None)
