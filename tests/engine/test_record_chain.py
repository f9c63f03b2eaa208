"""The chain of a record: whatever was changed of an action is found, and said which."""

from __future__ import annotations

import hashlib
import json
import random

import pytest

from engine import KINDS
from engine.record import RecordError, read, to_record, verify
from tests.engine.test_record import NAMES, played, record_of, refused, unlinked


def stopped(kind: str, action: str) -> dict:
    """The record of a game broken off in the middle of its first deal's play."""
    game = played(kind, steps={"bridgette": 14, "drawbridge": 40, "callbridge": 20}[kind])
    if game.seats == 2:  # a game of four cannot be left
        game.apply(1, action)
    return to_record(game, NAMES[: game.seats]) | {"seed": game.seed.hex()}


def with_action(record: dict, place: int, seat: int, text: str) -> dict:
    actions = record["actions"]
    return record | {"actions": [*actions[:place], [seat, text], *actions[place + 1 :]]}


PARTS = {
    "whole": record_of,
    "resigned": lambda kind: stopped(kind, "resign"),
    "out of time": lambda kind: stopped(kind, "time"),
}


def changed(text: str, rng: random.Random, cards: list[str]) -> str:
    """The action with one card, call or number of tricks in place of another."""
    word, *names = text.split()
    if names:
        place = rng.randrange(len(names))
        names[place] = rng.choice([card for card in cards if card not in names])
        return " ".join([word, *names])
    if text in cards:
        others = cards
    elif text.isdigit():
        others = [str(number) for number in range(2, 13)]
    elif text in ("resign", "time"):
        others = ["resign", "time"]
    else:
        others = ["pass", "double", "redouble", "1C", "2H", "3NT", "7S"]
    return rng.choice([other for other in others if other != text])


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("kind", KINDS)
def test_any_other_card_in_place_of_one_that_was_played_is_found(kind, part):
    """And any other call, bid, discard and way to leave: all are named, whatever is legal."""
    record = PARTS[part](kind)
    pack = [card.text for card in KINDS[kind].pack]
    rng = random.Random(7)
    for place, (seat, text) in enumerate(record["actions"]):
        for _ in range(3):
            other = changed(text, rng, pack)
            message = refused(with_action(record, place, seat, other))
            assert message.startswith(f"action {place + 1}, seat {seat}: {other!r} does not fit")


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_record_that_was_not_touched_is_verified_with_its_chain_and_without(kind, part):
    record = PARTS[part](kind)
    assert verify(json.dumps(record)) == verify(json.dumps(unlinked(record)))
    assert read(json.dumps(record)).chain == tuple(record["chain"])
    assert read(json.dumps(unlinked(record))).chain is None


def test_the_cards_of_a_deal_that_was_broken_off_are_known_by_the_chain_alone():
    """Without it a card that might have been played as well is as good as the true one."""
    record = stopped("drawbridge", "resign")
    pack = [card.text for card in KINDS["drawbridge"].pack]
    seat, text = record["actions"][-2]
    others = [with_action(record, -2, seat, card) for card in pack if card != text]
    taken = [other for other in others if _stands(unlinked(other))]
    assert taken
    assert not any(map(_stands, others))


def _stands(record: dict) -> bool:
    try:
        verify(json.dumps(record))
    except RecordError:
        return False
    return True


@pytest.mark.parametrize("kind", KINDS)
def test_the_links_of_the_chain(kind):
    """Reckoned as the module tells it."""
    record = record_of(kind)
    digest = record["commitment"]
    for (seat, text), link in zip(record["actions"], record["chain"], strict=True):
        digest = hashlib.sha256(f"{digest} {seat} {text}".encode()).hexdigest()
        assert link == digest[:8]


@pytest.mark.parametrize("kind", KINDS)
def test_a_chain_that_was_tampered_with(kind):
    record = record_of(kind)
    chain, count = record["chain"], len(record["actions"])
    for place in (0, count // 2, count - 1):
        link = "0" * 8 if chain[place] != "0" * 8 else "1" * 8
        message = refused(record | {"chain": [*chain[:place], link, *chain[place + 1 :]]})
        assert message.startswith(f"action {place + 1}, seat ")
        assert message.endswith(" does not fit its link in the chain")
    cut = refused(record | {"chain": chain[:-1]})
    assert cut == f"the chain has {count - 1} links for {count} actions"
    assert refused(record | {"chain": []}) == f"the chain has 0 links for {count} actions"
    longer = refused(record | {"chain": [*chain, chain[-1]]})
    assert longer == f"the chain has {count + 1} links for {count} actions"
    seat, text = record["actions"][20]
    message = refused(with_action(record, 20, (seat + 1) % len(record["players"]), text))
    assert message.startswith("action 21, seat ")
    without = [*record["actions"][:20], *record["actions"][21:]]
    assert refused(record | {"actions": without}).startswith("action 21, seat ")


def test_a_chain_that_is_reckoned_anew_makes_nothing_legal():
    record = record_of("drawbridge")
    seat, _ = record["actions"][-1]
    false = with_action(record, -1, seat, record["actions"][-2][1])
    digest, links = record["commitment"], []
    for at, text in false["actions"]:
        digest = hashlib.sha256(f"{digest} {at} {text}".encode()).hexdigest()
        links.append(digest[:8])
    assert "is not legal" in refused(false | {"chain": links})


def test_half_a_character_is_an_action_like_any_other():
    record = record_of("bridgette")
    seat, _ = record["actions"][0]
    assert "action 1, seat" in refused(with_action(record, 0, seat, "\ud800"))
