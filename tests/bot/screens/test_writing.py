"""Cards as pictures and in words: what is written, and that Discord's limits hold everywhere."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

import discord
import pytest

from bot import limits
from bot.faces.names import CARDS, FaceName
from bot.screens import words
from bot.screens.hand import hand
from bot.screens.table import finished_deal, table
from bot.texts import Texts
from bot.writing import WORDS, Writing
from engine.auction import Call, Strain
from engine.cards import PACK_WITH_COLONS, Group, card
from engine.game import Kind, OptionValue
from tests.bot.screens.helpers import (
    ENGLISH,
    VARIANTS,
    WORST_NAME,
    buttons,
    info_of,
    positions,
    read,
    selects,
    start,
)
from tests.bot.screens.test_every_position import drafts, sound

ID = 18_446_744_073_709_551_000  # as long as an id can be
PICTURED = ENGLISH.written(
    Writing(
        {
            text: discord.PartialEmoji(name=str(FaceName.of(4, text, "abcdef012")), id=ID + at)
            for at, text in enumerate(CARDS)
        }
    )
)
SPOKEN = ENGLISH.written(WORDS)
SIGNS = re.compile(r"(?<![\d:])(10|[2-9AKQJ])[♠♥♦♣]|:[GRL]\b")


@pytest.mark.parametrize("texts", [PICTURED, SPOKEN], ids=["pictures", "words"])
@pytest.mark.parametrize(
    ("kind", "options"),
    [VARIANTS[0], ("drawbridge", {"target": 50, "stock": "open"}), VARIANTS[-1]],
)
async def test_limits_hold_with_pictures_and_words(
    kind: Kind, options: Mapping[str, OptionValue], texts: Texts
) -> None:
    rng = random.Random(11)
    game = start(kind, 3, options)
    info = info_of(game, (WORST_NAME,) * 4)
    for _ in positions(game, rng, 0.02):
        public = game.view(None)
        sound(table(public, info, texts))
        for seat in range(game.seats):
            panels = (
                hand(game.view(seat), info, texts),
                hand(game.view(seat), info, texts, drafts(game, seat, rng)),
            )
            for panel in panels:
                sound(panel)
                if texts is SPOKEN:
                    assert not SIGNS.findall(all_of(panel))
    for deal in public.deals:
        sound(finished_deal(public, deal.number, info, texts))


def all_of(layout: discord.ui.LayoutView) -> str:
    """Texts, labels and options."""
    labels = [str(each.get("label")) for each in buttons(layout).values()]
    options = [option["label"] for each in selects(layout) for option in each["options"]]
    return "\n".join((read(layout), *labels, *options))


def test_no_panel_is_cut_to_fit() -> None:
    """The fullest panel: 25 cards to put away 12 of, all chosen."""
    for seed in range(400):
        game = start("bridgette", seed)
        view = game.view(None)
        if game.decision(view.dealer).count == 12:  # type: ignore[union-attr]
            break
    dealer = view.dealer
    choice = drafts(game, dealer, random.Random(1))
    for texts in (PICTURED, SPOKEN):
        layout = hand(game.view(dealer), info_of(game), texts, choice)
        assert "…" not in read(layout)
        assert limits.length(read(layout)) < limits.TEXT - 500  # for long names


async def test_a_hand_in_pictures() -> None:
    game = start("callbridge", 2)
    for seat in (1, 2, 3, 0):
        game.apply((game.view(None).dealer + seat) % 4, "2")
    seat = game.to_act[0]
    view = game.view(seat)
    layout = hand(view, info_of(game), PICTURED)
    faces = PICTURED.writing.faces
    for held in view.hand:
        assert read(layout).count(str(faces[held.text])) == 1
    played = {
        each["label"]: each["emoji"]["name"]
        for each in buttons(layout).values()
        if each.get("emoji")
    }
    assert played == {words.card(held, ENGLISH): faces[held.text].name for held in view.hand}
    game.apply(seat, str(view.decision.choices[0]))  # type: ignore[union-attr]
    assert str(faces[game.view(None).trick.cards[0].text]) in read(  # type: ignore[union-attr]
        table(game.view(None), info_of(game), PICTURED)
    )


async def test_what_is_put_away_has_its_picture_in_the_list() -> None:
    game = start("bridgette", 1)
    (picker,) = selects(hand(game.view(0), info_of(game), PICTURED))
    for option in picker["options"]:
        assert option["emoji"]["name"] == PICTURED.writing.faces[option["value"]].name


def test_pages_of_many_cards_stay_in_signs() -> None:
    game = start("drawbridge", 4, {"target": 50})
    list(positions(game, random.Random(3), 0))
    public = game.view(None)
    assert "<:" not in read(finished_deal(public, 1, info_of(game), PICTURED))


def test_every_card_and_bid_in_words() -> None:
    said = [words.card(each, SPOKEN) for each in PACK_WITH_COLONS]
    assert len(set(said)) == len(said) == 55
    assert words.card(card("TS"), SPOKEN) == "ten of spades"
    assert words.card(card(":G"), SPOKEN) == "the Grand colon"
    assert words.colon_name(Group.LITTLE, SPOKEN) == "Little colon"
    assert not SIGNS.search(" ".join(said))
    bids = [words.call(Call("bid", level, strain), SPOKEN) for level in (1, 4) for strain in Strain]
    assert bids[:2] + bids[-2:] == ["1 club", "1 diamond", "4 spades", "4 no trump"]
    assert "ten of spades" in words.hand_lines([card("TS"), card(":L")], SPOKEN)
    assert "**hearts:** none" in words.hand_lines([card("TS")], SPOKEN)


def test_the_same_texts_are_one_object() -> None:
    """What is remembered for a reader's texts is found again at the next press."""
    assert ENGLISH.written(WORDS) is SPOKEN
    assert ENGLISH.written(ENGLISH.writing) is ENGLISH
