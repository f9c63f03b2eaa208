"""Two games that differ only in what a seat cannot know look the same to it.

A game is played on for a while; then two cards that the seat has not seen change places in the
pack of the current deal, and the same actions are played again (discards of others with the cards
exchanged).  Where that is still a legal game, every view of the seat must be equal, and so must
the choice of a computer player.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator

import pytest

from engine import IllegalAction, View
from engine.cards import Card
from engine.players import player
from tests.engine.positions import play_on, rigged
from tests.engine.test_properties import OPTIONS

CASES = [(kind, options) for kind, several in OPTIONS.items() for options in several]


def cards_in(part: object) -> Iterator[Card]:
    """Every card that a value shows, however deep."""
    if isinstance(part, Card):
        yield part
    elif isinstance(part, tuple | list):
        for item in part:
            yield from cards_in(item)
    elif dataclasses.is_dataclass(part):
        for field in dataclasses.fields(part):
            yield from cards_in(getattr(part, field.name))


def exchanged(text: str, one: Card, other: Card) -> str:
    if not text.startswith("discard "):
        return text
    swap = {one.text: other.text, other.text: one.text}
    return "discard " + " ".join(swap.get(name, name) for name in text.split()[1:])


def twin(game, seat: int | None, rng: random.Random):
    """A game that differs from this one in two cards which the seat has not seen, or ``None``."""
    view = game.view(seat)
    seen = set(cards_in(dataclasses.replace(view, deals=())))
    hidden = [c for c in game.pack if c not in seen]
    if len(hidden) < 2:
        return None
    one, other = rng.sample(hidden, 2)
    deal = view.deal
    order = list(game._order())
    i, j = order.index(one), order.index(other)
    order[i], order[j] = order[j], order[i]
    copy = rigged(
        game.kind,
        lambda number: tuple(order) if number == deal else None,
        seed=game.seed,
        options=game.options,
    )
    try:
        for who, text in game.actions:
            here = copy.view(None).deal == deal and who != seat
            copy.apply(who, exchanged(text, one, other) if here else text)
    except IllegalAction:
        return None
    return copy


@pytest.mark.parametrize(("kind", "options"), CASES)
@pytest.mark.parametrize("who", ["seat", "spectator"])
def test_views_do_not_tell(kind, options, who):
    rng = random.Random(f"{kind} {options} {who}")
    compared = differing = 0
    for _ in range(60):
        game = rigged(kind, lambda _: None, seed=rng.randbytes(32), options=options)
        play_on(game, rng, rng.randrange(90))
        if game.outcome is not None:
            continue
        seat = rng.randrange(game.seats) if who == "seat" else None
        for _ in range(6):
            copy = twin(game, seat, rng)
            if copy is None:
                continue
            compared += 1
            assert copy.view(seat) == game.view(seat)
            differing += any(copy.view(s) != game.view(s) for s in range(game.seats))
            if seat is not None and game.decision(seat) is not None:
                choices = [
                    player("easy", random.Random(7)).choose(each.view(seat))
                    for each in (game, copy)
                ]
                assert choices[0] == choices[1]
            break
    assert compared >= 25
    assert differing >= 5, "the twins must differ for somebody, or nothing is shown"


def test_the_seed_is_hidden_until_the_end():
    rng = random.Random(2)
    for kind, options in CASES:
        game = rigged(kind, lambda _: None, seed=rng.randbytes(32), options=options)
        while game.to_act:
            for seat in (None, *range(game.seats)):
                view: View = game.view(seat)
                assert view.seed is None
                assert game.seed.hex() not in repr(view)
            play_on(game, rng, 11)
        assert game.view(None).seed == game.seed.hex()


def test_the_first_discard_is_not_shown_to_the_other():
    game = rigged("bridgette", lambda _: None, seed=bytes(32))
    before = game.view(1)
    decision = game.decision(0)
    game.apply(0, "discard " + " ".join(map(str, decision.cards[: decision.count])))
    after = game.view(1)
    changed = {
        field.name
        for field in dataclasses.fields(after)
        if getattr(after, field.name) != getattr(before, field.name)
    }
    assert changed == {"to_act", "decisions", "hand_sizes", "has_discarded"}
