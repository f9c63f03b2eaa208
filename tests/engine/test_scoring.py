import pytest

from engine import scoring
from engine.auction import CALLS_BY_TEXT, Contract

BIDS = [text for text in CALLS_BY_TEXT if text[0].isdigit()]
VALUES = {
    150: "0NT 1C 1D 1H 1S",
    250: "1NT 2NT 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D",
    750: "3NT 4NT 4H 4S 5C 5D 5H 5S",
    1500: "5NT 6C 6D 6H 6S",
    2200: "6NT 7C 7D 7H 7S",
    2500: "7NT",
}
VALUE_OF = {bid: value for value, bids in VALUES.items() for bid in bids.split()}
EXACT = {"6": 100, "7": 0}
DOWN = {
    1: [100, 200, 300, 400, 700, 1000, 1000],
    2: [200, 500, 800, 1100, 2000, 3000, 3000],
    4: [300, 700, 1100, 1500, 2700, 4000, 4000],
}


def contract(bid: str, factor: int = 1, declarer: int = 0) -> Contract:
    call = CALLS_BY_TEXT[bid]
    return Contract(declarer, call.level, call.strain, factor)


def test_the_table_is_complete():
    assert sorted(VALUE_OF) == sorted(set(BIDS) - {"0C", "0D", "0H", "0S"})


@pytest.mark.parametrize("factor", [1, 2, 4])
@pytest.mark.parametrize("bid", VALUE_OF)
def test_bridgette_made_and_down(bid, factor):
    needed = 6 + int(bid[0])
    for won in range(14):
        score = scoring.bridgette(contract(bid, factor, declarer=1), won)
        if won < needed:
            assert (score.seat, score.points) == (0, DOWN[factor][min(needed - won, 7) - 1])
            continue
        total = VALUE_OF[bid]
        total += EXACT.get(bid[0], 250) if won == needed else 0
        total += 350 if won == needed + 3 else 0
        total += {1: 0, 2: 400, 4: 1000}[factor]
        assert (score.seat, score.points) == (1, total * factor)
        assert sum(part.points for part in score.parts) * score.factor == score.points
        assert all(part.points for part in score.parts)


@pytest.mark.parametrize(
    ("bid", "factor", "won", "points"),
    [
        ("2S", 1, 8, 500),
        ("2S", 1, 9, 250),
        ("2S", 1, 10, 250),
        ("2S", 1, 11, 600),
        ("4S", 2, 10, 2800),
        ("7NT", 4, 13, 14000),
        ("0NT", 1, 6, 400),
    ],
)
def test_bridgette_worked_examples(bid, factor, won, points):
    score = scoring.bridgette(contract(bid, factor), won)
    assert (score.seat, score.points) == (0, points)


def test_bridgette_worked_example_of_a_failure():
    score = scoring.bridgette(contract("3NT", 2), 7)
    assert (score.seat, score.points) == (1, 500)


def test_bridgette_parts_of_a_doubled_contract():
    score = scoring.bridgette(contract("4S", 2), 10)
    assert [(part.name, part.points) for part in score.parts] == [
        ("contract", 750), ("exact", 250), ("doubled", 400),
    ]  # fmt: skip
    assert score.factor == 2
    redoubled = scoring.bridgette(contract("1C", 4), 10)
    assert [part.name for part in redoubled.parts] == ["contract", "three-over", "redoubled"]


@pytest.mark.parametrize("factor", [1, 2, 4])
@pytest.mark.parametrize("bid", [bid for bid in BIDS if bid[0] != "0"])
def test_draw_bridge(bid, factor):
    needed = 6 + int(bid[0])
    for won in range(14):
        score = scoring.draw_bridge(contract(bid, factor), won, penalty=True)
        free = scoring.draw_bridge(contract(bid, factor), won, penalty=False)
        if won < needed:
            assert (score.seat, score.points) == (
                1,
                {1: 50, 2: 100, 4: 200}[factor] * (needed - won),
            )
            assert (free.seat, free.points) == (1, 0)
            continue
        each = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}[bid[1]]
        points = (each * (won - 6) + (10 if bid[1] == "N" else 0)) * factor
        assert (score.seat, score.points) == (0, points)
        assert free == score


@pytest.mark.parametrize(
    ("bid", "won", "points"),
    [(4, 6, 4), (4, 3, -4), (10, 11, 13), (10, 12, -10), (8, 7, -8)],
)
def test_call_bridge_worked_examples(bid, won, points):
    assert scoring.call_bridge(2, bid, won).points == points


@pytest.mark.parametrize("bid", range(2, 13))
def test_call_bridge(bid):
    for won in range(14):
        score = scoring.call_bridge(3, bid, won)
        if bid < 8:
            expected = bid if won >= bid else -bid
        else:
            expected = 13 if bid <= won <= bid + 1 else -bid
        assert (score.seat, score.points) == (3, expected)
        assert score.parts[0].name == ("bid" if bid < 8 else "bonus-bid")
