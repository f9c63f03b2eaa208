"""Every rule has words of its own, and they are true."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from bot.screens.refusals import read_bid, read_card, refusal
from engine.game import IllegalAction, Rule
from tests.bot.screens.helpers import ENGLISH, VARIANTS, info_of, positions, start


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_has_words(rule: Rule) -> None:
    view = start("bridgette", 1).view(0)
    text = refusal(rule, view, ENGLISH)
    assert text.endswith(".")
    assert "That is against the rules now" not in text


TRIED = (
    *("2H", "3C", "7NT", "0NT", "pass", "double", "redouble", "2", "12"),
    *("AS", "TH", ":G", ":L", "2C", "discard 2C 7D", "discard", "nonsense", "resign?"),
)


@pytest.mark.parametrize(("kind", "options"), VARIANTS[::2])
def test_words_for_whatever_is_refused_in_a_game(kind: str, options: dict[str, str]) -> None:
    rng = random.Random(3)
    game = start(kind, 2, options)  # type: ignore[arg-type]
    heard: dict[Rule, set[str]] = defaultdict(set)
    for _ in positions(game, rng):
        for seat in range(game.seats):
            view = game.view(seat)
            for action in TRIED:
                if (
                    action in {str(choice) for choice in view.decision.choices}
                    if view.decision
                    else ()
                ):
                    continue
                try:
                    game.apply(seat, action)
                except IllegalAction as error:
                    heard[error.rule].add(refusal(error.rule, view, ENGLISH, action, info_of(game)))
    assert Rule.NOT_YOUR_TURN in heard
    assert any("Ada" in text or "Ben" in text for text in heard[Rule.NOT_YOUR_TURN])
    for texts in heard.values():
        assert all("{" not in text and text.endswith(".") for text in texts), texts


def test_reading() -> None:
    assert str(read_bid("0NT")) == "0NT"
    assert str(read_bid("7S")) == "7S"
    for wrong in ("8S", "NT", "", "1", "1X", "pass", "10S"):
        assert read_bid(wrong) is None
    assert str(read_card(":G")) == ":G"
    assert read_card("10S") is None
