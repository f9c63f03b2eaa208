import copy
import pickle

import pytest

from engine.auction import (
    CALLS,
    CALLS_BY_TEXT,
    DOUBLE,
    LEVELS_FROM_ONE,
    PASS,
    REDOUBLE,
    Auction,
    Call,
    Contract,
    Strain,
    calls_of,
)


def auction(text: str, dealer: int = 0) -> Auction:
    made = Auction(dealer)
    for name in text.split():
        call = CALLS_BY_TEXT[name]
        assert call.bit & made.legal(LEVELS_FROM_ONE), f"{name} is illegal in {text!r}"
        made.add(call)
    return made


def legal(text: str) -> set[str]:
    made = auction(text)
    return {str(call) for call in calls_of(made.legal(LEVELS_FROM_ONE))}


def test_one_object_per_call():
    assert Call("pass") is PASS
    assert Call("bid", 3, Strain.NO_TRUMP) is CALLS_BY_TEXT["3NT"]
    for call in CALLS:
        assert Call(call.kind, call.level, call.strain) is call
        assert pickle.loads(pickle.dumps(call)) is call
        assert copy.deepcopy(call) is call


@pytest.mark.parametrize("wrong", [("bid", 8), ("bid", -1), ("Pass",), ("bid", 1, 5), ("bid", [])])
def test_what_is_no_call(wrong):
    with pytest.raises(ValueError, match="not a call"):
        Call(*wrong)


def test_bids_rise():
    assert "1D" in legal("1C")
    assert "1C" not in legal("1C")
    assert "1NT" in legal("1S")
    assert "2C" in legal("1NT")
    assert "1NT" not in legal("2C")
    assert {"pass", "double"} == legal("7NT")


def test_doubles():
    assert {"double", "redouble"}.isdisjoint(legal(""))
    assert {"double", "redouble"}.isdisjoint(legal("pass"))
    assert "double" in legal("1C")
    assert "redouble" not in legal("1C")
    assert "redouble" in legal("1C double")
    assert "double" not in legal("1C double")
    assert {"double", "redouble"}.isdisjoint(legal("1C double redouble"))
    assert "double" in legal("1C double 1D")
    assert "double" in legal("1C double redouble 2C")
    assert "1D" in legal("1C double"), "the bidder may bid on over a double"


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("1C pass", Contract(0, 1, Strain.CLUBS, 1)),
        ("pass 1C pass", Contract(1, 1, Strain.CLUBS, 1)),
        ("1C double pass", Contract(0, 1, Strain.CLUBS, 2)),
        ("1C double redouble pass", Contract(0, 1, Strain.CLUBS, 4)),
        ("1C double 1D pass", Contract(0, 1, Strain.DIAMONDS, 1)),
        ("pass 3NT double redouble pass", Contract(1, 3, Strain.NO_TRUMP, 4)),
        ("1S 2H 2S double pass", Contract(0, 2, Strain.SPADES, 2)),
    ],
)
def test_contracts(text, contract):
    made = auction(text)
    assert made.over
    assert made.contract == contract
    assert not made.thrown_in
    for length in range(1, len(text.split())):
        assert not auction(" ".join(text.split()[:length])).over
        assert auction(" ".join(text.split()[:length])).contract is None


def test_thrown_in():
    assert not auction("pass").over
    assert auction("pass pass").thrown_in
    assert auction("pass pass").contract is None


def test_the_dealer_calls_first():
    made = auction("1C 1D pass", dealer=1)
    assert [seat for seat, _ in made.calls] == [1, 0, 1]
    assert made.contract == Contract(0, 1, Strain.DIAMONDS, 1)


def test_calls_are_in_order():
    assert [str(c) for c in calls_of(auction("6NT double").legal(LEVELS_FROM_ONE))] == [
        "pass", "redouble", "7C", "7D", "7H", "7S", "7NT",
    ]  # fmt: skip
    assert DOUBLE.text == "double"
    assert REDOUBLE.text == "redouble"
