import pytest

from engine import KINDS, new_game

DEFAULTS = {
    "bridgette": {"deals": 6, "upcard": "draw"},
    "drawbridge": {"target": 300, "draw": "free", "stock": "closed", "penalty": "on"},
    "callbridge": {"target": 20},
}


@pytest.mark.parametrize("kind", KINDS)
def test_left_out_options_have_their_usual_value(kind):
    for given in (None, {}, DEFAULTS[kind]):
        game = new_game(kind, seed=bytes(32), options=given)
        assert game.options == DEFAULTS[kind]
        assert game.view(0).options == DEFAULTS[kind]


@pytest.mark.parametrize(
    ("kind", "given", "kept"),
    [
        ("bridgette", {"deals": "4"}, {"deals": 4}),
        ("bridgette", {"deals": 12, "upcard": "aside"}, {"deals": 12, "upcard": "aside"}),
        ("bridgette", {"deals": 2}, {"deals": 2}),
        ("drawbridge", {"target": "50"}, {"target": 50}),
        ("drawbridge", {"target": 5000, "penalty": "off"}, {"target": 5000, "penalty": "off"}),
        ("drawbridge", {"draw": "follow", "stock": "open"}, {"draw": "follow", "stock": "open"}),
        ("callbridge", {"target": "5"}, {"target": 5}),
        ("callbridge", {"target": 200}, {"target": 200}),
    ],
)
def test_options(kind, given, kept):
    assert new_game(kind, seed=bytes(32), options=given).options == DEFAULTS[kind] | kept


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("bridgette", {"deals": 3}),
        ("bridgette", {"deals": 0}),
        ("bridgette", {"deals": 14}),
        ("bridgette", {"deals": "six"}),
        ("bridgette", {"deals": " 6"}),
        ("bridgette", {"deals": "٦"}),
        ("bridgette", {"deals": True}),
        ("bridgette", {"deals": 6.0}),
        ("bridgette", {"deals": None}),
        ("bridgette", {"upcard": "Aside"}),
        ("bridgette", {"upcard": 1}),
        ("bridgette", {"target": 300}),
        ("drawbridge", {"target": 49}),
        ("drawbridge", {"target": 5001}),
        ("drawbridge", {"draw": "any"}),
        ("drawbridge", {"stock": ""}),
        ("drawbridge", {"penalty": "no"}),
        ("callbridge", {"target": 4}),
        ("callbridge", {"target": 201}),
        ("callbridge", {"deals": 6}),
    ],
)
def test_bad_options(kind, given):
    with pytest.raises(ValueError, match=next(iter(given))):
        new_game(kind, seed=bytes(32), options=given)


@pytest.mark.parametrize("kind", ["bridge", "", "Bridgette"])
def test_unknown_games(kind):
    with pytest.raises(ValueError, match="no game"):
        new_game(kind, seed=bytes(32))


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33), "0" * 32, None, bytearray(32)])
def test_bad_seeds(seed):
    with pytest.raises(ValueError, match="32 bytes"):
        new_game("bridgette", seed=seed)
