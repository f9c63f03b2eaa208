"""Records: write, read, replay, and refusing whatever is not so."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import KINDS, new_game
from engine.record import RecordError, read, replay, to_record, verify, write
from tests.engine.positions import play_on
from tests.engine.test_properties import everything_but_the_memo

OPTIONS = {"bridgette": {"deals": 2}, "drawbridge": {"target": 50}, "callbridge": {"target": 5}}
NAMES = ["Ann", "Bob", "Ćira \"x\"", "丁"]  # fmt: skip


def played(kind: str, seed: int = 3, steps: int = 100_000):
    rng = random.Random(seed)
    game = new_game(kind, seed=rng.randbytes(32), options=OPTIONS[kind])
    play_on(game, rng, steps)
    return game


def record_of(kind: str, steps: int = 100_000) -> dict:
    game = played(kind, steps=steps)
    return to_record(game, NAMES[: game.seats])


def unlinked(record: dict) -> dict:
    """The record as it was written before records had a chain."""
    return {key: value for key, value in record.items() if key != "chain"}


def refused(record) -> str:
    text = record if isinstance(record, str) else json.dumps(record)
    with pytest.raises(RecordError) as caught:
        verify(text)
    return str(caught.value)


@pytest.mark.parametrize("kind", KINDS)
def test_a_finished_game_is_verified(kind):
    game = played(kind)
    text = write(game, NAMES[: game.seats])
    proved = verify(text)
    assert proved.kind == kind
    assert proved.players == tuple(NAMES[: game.seats])
    assert proved.totals == game.totals
    assert proved.outcome == game.outcome
    assert proved.options == game.options
    assert proved.actions == len(game.actions)
    assert proved.deals == tuple(deal.points for deal in game.view(None).deals)
    again = replay(read(text))
    assert everything_but_the_memo(again) == everything_but_the_memo(game)
    assert write(again, NAMES[: game.seats]) == text


@pytest.mark.parametrize("kind", KINDS)
def test_the_keys_of_the_record(kind):
    record = record_of(kind)
    assert list(record)[:8] == [
        "game", "rules", "seed", "commitment", "options", "players", "actions", "chain",
    ]  # fmt: skip
    bare = {key: record[key] for key in list(record)[:7]}
    assert verify(json.dumps(bare)).totals == tuple(record["totals"])
    bare["options"] = OPTIONS[kind]
    assert verify(json.dumps(bare)).totals == tuple(record["totals"])
    assert json.loads(write(played(kind), NAMES[: KINDS[kind].seats])) == record


@pytest.mark.parametrize("kind", KINDS)
def test_a_running_game_keeps_its_seed(kind):
    game = played(kind, steps=20)
    text = write(game, NAMES[: game.seats])
    assert game.outcome is None
    assert game.seed.hex() not in text
    record = json.loads(text)
    assert "seed" not in record
    assert record["outcome"] is None
    assert read(text).seed is None
    assert "the seed is not in the record" in refused(text)
    record["seed"] = game.seed.hex()
    assert verify(json.dumps(record)).outcome is None


def test_a_game_that_was_resigned():
    game = played("bridgette", steps=20)
    game.apply(1, "resign")
    proved = verify(write(game, ["Ann", "Bob"]))
    assert proved.outcome.winners == (0,)
    assert proved.outcome.reason == "resigned"


def test_names_for_every_seat():
    with pytest.raises(ValueError, match="2 seats, not 1"):
        write(played("bridgette"), ["Ann"])


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_that_is_not_legal_is_named(kind):
    record = unlinked(record_of(kind))
    place = next(at for at, (_, text) in enumerate(record["actions"]) if at > 12 and len(text) == 2)
    seat, text = record["actions"][place]
    record["actions"][place] = [seat, record["actions"][place - 1][1]]
    message = refused(record)
    assert f"action {place + 1}, seat {seat}: " in message
    assert "is not legal" in message
    record["actions"][place] = [(seat + 1) % KINDS[kind].seats, text]
    assert "not-your-turn" in refused(record)


def test_a_discard_in_another_order_is_not_the_record():
    record = unlinked(record_of("bridgette"))
    seat, text = record["actions"][0]
    word, *names = text.split()
    record["actions"][0] = [seat, " ".join([word, *reversed(names)])]
    assert "action 1, seat" in refused(record)
    assert "is written" in refused(record)


@pytest.mark.parametrize("kind", KINDS)
def test_a_tampered_seed_or_commitment_is_named(kind):
    record = record_of(kind)
    for key in ("seed", "commitment"):
        value = record[key]
        for place in (0, 31, 63):
            digit = "0" if value[place] != "0" else "1"
            changed = record | {key: value[:place] + digit + value[place + 1 :]}
            assert refused(changed) == "the seed is not the one of the commitment"


@pytest.mark.parametrize("kind", KINDS)
def test_a_tampered_result_is_named(kind):
    record = record_of(kind)
    deals = [list(deal) for deal in record["deals"]]
    deals[-1][0] += 10
    assert f"deal {len(deals)}: the points are" in refused(record | {"deals": deals})
    assert "scored deals, not" in refused(record | {"deals": record["deals"][:-1]})
    totals = [*record["totals"]]
    totals[1] -= 1
    assert "the totals are" in refused(record | {"totals": totals})
    winner = record["outcome"]["winners"][0]
    other = {"winners": [(winner + 1) % len(totals)], "reason": "played out"}
    assert "the outcome is played out, won by seat" in refused(record | {"outcome": other})
    assert "not open" in refused(record | {"outcome": None})


@pytest.mark.parametrize("kind", KINDS)
def test_missing_and_further_actions(kind):
    record = record_of(kind)
    count = len(record["actions"])
    shorter = refused(record | {"actions": record["actions"][:-1]})
    assert shorter == f"the chain has {count} links for {count - 1} actions"
    longer = refused(record | {"actions": [*record["actions"], [0, "pass"]]})
    assert longer == f"the chain has {count} links for {count + 1} actions"
    record = unlinked(record)
    assert "the points" in refused(
        record | {"actions": record["actions"][:-1]}
    ) or "deals" in refused(record | {"actions": record["actions"][:-1]})
    more = [*record["actions"], [0, "pass"]]
    assert f"action {len(more)}" in refused(record | {"actions": more})
    assert "(over)" in refused(record | {"actions": more})


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"game": "whist"}, "no game 'whist'"),
        ({"game": 5}, "no game 5"),
        ({"game": ["bridgette"]}, "no game"),
        ({"rules": 2}, "rules 2"),
        ({"rules": True}, "rules True"),
        ({"rules": "1"}, "rules '1'"),
        ({"seed": "00"}, "seed: 64 hexadecimal digits"),
        ({"seed": "G" * 64}, "seed: 64 hexadecimal digits"),
        ({"seed": None}, "seed: 64 hexadecimal digits"),
        ({"seed": "A" * 64}, "seed: 64 hexadecimal digits"),
        ({"commitment": 1}, "commitment: 64 hexadecimal digits"),
        ({"options": []}, "options: an object"),
        ({"options": {"deals": 3}}, "options: deals must be"),
        ({"options": {"deals": [2]}}, "options: 'deals' must be a number or a word"),
        ({"options": {"\x1b[2J\n": None}}, r"options: '\x1b[2J\n' must be a number"),
        ({"options": {"colour": "red"}}, "options: unknown option 'colour'"),
        ({"players": ["Ann"]}, "players: 2 names"),
        ({"players": ["Ann", 5]}, "players: 2 names"),
        ({"players": "ab"}, "players: a list"),
        ({"actions": {}}, "actions: a list"),
        ({"actions": ["pass"]}, "action 1: a list"),
        ({"actions": [[0]]}, "action 1: a seat"),
        ({"actions": [[2, "pass"]]}, "action 1: a seat"),
        ({"actions": [[-1, "pass"]]}, "action 1: a seat"),
        ({"actions": [[True, "pass"]]}, "action 1: a seat"),
        ({"actions": [[0, 7]]}, "action 1: a seat"),
        ({"actions": [[0.0, "pass"]]}, "action 1: a seat"),
        ({"chain": None}, "chain: a list"),
        ({"chain": "00000000"}, "chain: a list"),
        ({"chain": [5]}, "chain, link 1: 8 hexadecimal digits"),
        ({"chain": ["0000000"]}, "chain, link 1: 8 hexadecimal digits"),
        ({"chain": ["0" * 8, "ABCDEF00"]}, "chain, link 2: 8 hexadecimal digits"),
        ({"deals": [[1]]}, "deal 1: 2 whole numbers"),
        ({"deals": 5}, "deals: a list"),
        ({"totals": [1.5, 2]}, "totals: 2 whole numbers"),
        ({"outcome": {}}, "outcome: winners and reason"),
        ({"outcome": {"winners": [0], "reason": "bribed"}}, "outcome: winners and reason"),
        ({"outcome": {"winners": [5], "reason": "time"}}, "outcome: winners and reason"),
        ({"outcome": 3}, "outcome: winners and reason"),
        ({"extra": 1}, "unknown key 'extra'"),
    ],
)
def test_malformed_records_are_refused_in_words(change, words):
    assert words in refused(record_of("bridgette") | change)


@pytest.mark.parametrize("key", ["game", "rules", "commitment", "options", "players", "actions"])
def test_missing_keys(key):
    record = record_of("bridgette")
    del record[key]
    assert refused(record) == f"{key} is missing"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[1]", "a JSON object"),
        ("null", "a JSON object"),
        ("\x00", "not JSON"),
        ("[" * 200_000, "not JSON"),
        ('{"rules": 1, "rules": 1}', "a key is there twice"),
        ('{"rules": ' + "9" * 5000 + "}", "not JSON"),
        (" " * 4_000_001, "too long"),
    ],
)
def test_what_is_no_record(text, words):
    assert words in refused(text)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)
KEYS = [
    "game",
    "rules",
    "seed",
    "commitment",
    "options",
    "players",
    "actions",
    "chain",
    "deals",
    "totals",
    "outcome",
]
WHOLE = {kind: record_of(kind) for kind in KINDS}


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(KINDS)), st.sampled_from(KEYS), JSON)
def test_any_other_value_is_refused_or_true(kind, key, value):
    record = WHOLE[kind] | {key: value}
    try:
        proved = verify(json.dumps(record))
    except RecordError:
        return
    assert proved.totals == tuple(WHOLE[kind]["totals"])


@settings(max_examples=200, deadline=None)
@given(st.sampled_from(sorted(KINDS)), st.randoms(use_true_random=False), st.binary(max_size=3))
def test_a_damaged_text_is_refused_or_true(kind, rng, junk):
    text = json.dumps(rng.choice([WHOLE[kind], unlinked(WHOLE[kind])]))
    start = rng.randrange(len(text))
    damaged = text[:start] + junk.decode("latin-1") + text[start + rng.randrange(4) :]
    try:
        proved = verify(damaged)
    except RecordError:
        return
    assert proved.totals == tuple(WHOLE[kind]["totals"])


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=50))
def test_any_text_is_refused(text):
    with pytest.raises(RecordError):
        read(text)
