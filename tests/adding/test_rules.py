"""The engine's side of a fourth game: sound positions, secrets kept, records that prove it."""

from __future__ import annotations

import random

import pytest

from engine import IllegalAction, Rule, new_game
from engine.record import RecordError, read, verify, write
from tests.adding.games import WITH_WHIST
from tests.adding.whist import Whist, WhistView
from tests.engine.positions import play_on
from tests.engine.test_secrecy import cards_in

KINDS = WITH_WHIST.rules


def whist(number: int, **options: int) -> Whist:
    game = new_game("whist", seed=number.to_bytes(32), options=options, kinds=KINDS)
    assert isinstance(game, Whist)
    return game


@pytest.mark.parametrize("number", range(20))
def test_every_position_is_sound_and_shows_what_the_seat_may_know(number: int) -> None:
    game, rng = whist(number, deals=2), random.Random(number)
    while game.to_act:
        assert game.status() == ()
        for seat in (0, 1, None):
            view = game.view(seat)
            assert isinstance(view, WhistView)
            hand = set(view.hand)
            shown = set(cards_in(view)) - hand
            public = {view.turned, *(view.trick.cards if view.trick else ())}
            public |= {card for trick in view.tricks for card in trick.cards}
            public |= set(cards_in(view.deals))
            assert shown <= public
        play_on(game, rng, 1)
    assert game.status() == ()
    results = game.view(None).deals
    assert all(sum(deal.points) in range(1, 8) for deal in results)
    assert game.totals == tuple(map(sum, zip(*(deal.points for deal in results), strict=True)))


def test_suit_must_be_followed() -> None:
    game = whist(1)
    leader = game.to_act[0]
    for lead in game.view(leader).hand:
        refused = [card for card in game.view(1 - leader).hand if card.suit is not lead.suit]
        if len(refused) < 13:
            game.apply(leader, lead)
            with pytest.raises(IllegalAction) as error:
                game.apply(1 - leader, refused[0].text)
            assert error.value.rule is Rule.FOLLOW_SUIT
            return
    raise AssertionError("two hands without a suit in common")


def test_nothing_but_cards_is_an_action() -> None:
    game = whist(1)
    for text, rule in (("pass", Rule.WRONG_KIND), ("4", Rule.WRONG_KIND), ("x", Rule.UNREADABLE)):
        with pytest.raises(IllegalAction) as error:
            game.apply(game.to_act[0], text)
        assert error.value.rule is rule


def test_its_record_is_verified_by_those_who_know_it() -> None:
    game = whist(3)
    play_on(game, random.Random(3))
    text = write(game, ("Ada", "Ben"))
    verified = verify(text, KINDS)
    assert (verified.totals, verified.outcome) == (game.totals, game.outcome)
    with pytest.raises(RecordError, match="no game 'whist'"):
        read(text)


def test_its_options_are_checked() -> None:
    with pytest.raises(ValueError, match="deals must be a number from 1 to 9, not 10"):
        whist(1, deals=10)
