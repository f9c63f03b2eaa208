"""The finder of card names finds them, however they are hidden, and takes no bid for a card."""

from __future__ import annotations

from typing import Any

import pytest

from bot.screens import words
from bot.texts import Texts
from engine.cards import PACK_WITH_COLONS
from tests.whole_games.names import in_payload, in_text

ENGLISH = Texts.for_locale("en")


@pytest.mark.parametrize("card", PACK_WITH_COLONS, ids=str)
def test_every_card_as_the_bot_writes_it(card: Any) -> None:
    shown = words.card(card, ENGLISH)
    for text in (
        shown,
        f"Ada **{shown}**, Ben",
        f"`{shown}`",
        f"x {card.text} y",
        f"[{card.text}]",
    ):
        assert in_text(text) == {card.text}, text


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("A♠ K♠ 10♠", {"AS", "KS", "TS"}),
        ("♠ **spades**  A♠  10♠\n♥ **hearts**  none", {"AS", "TS"}),
        ("**A**♠", {"AS"}),
        ("A \u200b♠\ufe0f", {"AS"}),
        ("||Q♡||", {"QH"}),
        ("♦J", {"JD"}),
        ("the Ace of Spades and two 2 of clubs", {"AS", "2C"}),
        ("tens of hearts", {"TH"}),
        ("\U0001f0a1 \U0001f0cd \U0001f0de", {"AS", "QD", "KC"}),
        ("<:TS:1234567890>", {"TS"}),
        ("the Grand colon", {":G"}),
        ("Royal :R", {":R"}),
        ("KD-7C", {"KD", "7C"}),
        ("won 3: 4♠, then 2♣", {"4S", "2C"}),
        ("９♠", {"9S"}),
    ],
)
def test_disguises(text: str, cards: set[str]) -> None:
    assert in_text(text) == cards


@pytest.mark.parametrize(
    "text",
    [
        "**Calls:** Ada 2♣ · Ben Double · Ada 7♠",
        "**Contract:** **4♠ doubled** by Ada, who needs 10 tricks.",
        "**3.** 4♠ doubled by Ada, made exactly: 1,400 → Ada **2** · Ben **3**",
        "Lowest bids: **2♣ 2♦ 1♥ 1♠ 1NT**.",
        "-# 2♥ needs at least 2 hearts; you hold 1",
        "You chose **4♠**: ten tricks with spades as trumps.",
        "It expires <t:1700000000:R>.",
        "Play: trick 3 of 13. You may not lead hearts ♥ now.",
        "Commitment `3a2c5d7c9d0e2c4d3a2c5d7c9d0e2c4d3a2c5d7c9d0e2c4d3a2c5d7c9d0e2c4d`",
        "Grand Hall, a Little late",
    ],
)
def test_what_is_no_card(text: str) -> None:
    assert in_text(text) == set()


def test_a_high_card_is_a_card_even_among_bids() -> None:
    assert in_text("**Calls:** Ada 2♣ · Ben K♠") == {"KS"}


def message(*components: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"content": "", "embeds": [], "attachments": [], "components": [*components], **more}


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "components": [{"type": 1, "components": [*components]}]}


@pytest.mark.parametrize(
    "payload",
    [
        message({"type": 10, "content": "9♥"}),
        message(content="9♥"),
        message(embeds=[{"fields": [{"name": "x", "value": "9♥"}]}]),
        message(attachments=[{"filename": "hand.png", "description": "the nine of hearts"}]),
        message(attachments=[{"filename": "9H.png"}]),
        message({"type": 12, "items": [{"media": {}, "description": "9♥"}]}),
        message(row({"type": 2, "label": "9♥", "custom_id": "x"})),
        message(row({"type": 2, "label": "x", "custom_id": "1.play.1.0.3.9H"})),
        message(row({"type": 2, "label": "x", "custom_id": "1.discard.1.0.3.9H"})),
        message(row({"type": 2, "label": "x", "emoji": {"name": "9H", "id": "1"}})),
        message(row({"type": 3, "custom_id": "x", "placeholder": "9♥?", "options": []})),
        message(row({"type": 3, "custom_id": "x", "options": [{"label": "x", "value": "9H"}]})),
        message(
            row(
                {
                    "type": 3,
                    "custom_id": "1.jump.1.0.3.4S",
                    "options": [{"label": "x", "value": "4H", "description": "9♥"}],
                }
            )
        ),
        {"title": "9♥", "custom_id": "x", "components": []},
        {"choices": [{"name": "9♥", "value": 1}]},
    ],
)
def test_every_place_in_a_message(payload: dict[str, Any]) -> None:
    assert in_payload(payload) == {"9H"}


def test_controls_of_calls_name_bids() -> None:
    jump = {
        "type": 3,
        "custom_id": "1.jump.1.0.3.2S-4S",
        "placeholder": "Jump bids, 2♠ to 4♠",
        "options": [{"label": "2♠", "value": "2S"}],
    }
    call = {"type": 2, "custom_id": "1.call.1.0.3.2C", "label": "2♣"}
    assert in_payload(message(row(jump), row(call))) == set()
