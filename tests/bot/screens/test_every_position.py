"""Every screen over random games: Discord's limits, legal controls, no card leaks."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping

import discord
import pytest

from bot import controls, limits
from bot.screens.end import end
from bot.screens.hand import hand
from bot.screens.lists import more, scores
from bot.screens.table import finished_deal, table
from bot.screens.words import card as card_text
from engine.cards import PACK_WITH_COLONS, Card
from engine.game import Discard, Game, Kind, OptionValue, View
from tests.bot.screens.helpers import (
    ENGLISH,
    NAMES,
    VARIANTS,
    WORST_NAME,
    buttons,
    components,
    info_of,
    positions,
    read,
    selects,
    start,
)

SEEDS = range(2)
SHARE = 0.1  # of the positions of a game; seeds and generators differ, so tests see others
REASON_ON_TOP = 1  # a refusal is put above a panel, as a component of its own


def sound(layout: discord.ui.LayoutView) -> None:
    assert limits.problems(layout) == []
    assert sum(1 for _ in components(layout)) <= limits.COMPONENTS - REASON_ON_TOP


def drafts(game: Game, seat: int, rng: random.Random) -> tuple[str, ...]:
    decision = game.decision(seat)
    if decision is None:
        return ()
    if decision.kind == "discard":
        return tuple(str(card) for card in rng.sample(decision.cards, decision.count))
    return (str(rng.choice(decision.choices)),)


@pytest.mark.parametrize("names", [NAMES, (WORST_NAME,) * 4], ids=["names", "worst"])
@pytest.mark.parametrize(("kind", "options"), VARIANTS)
async def test_limits_hold_in_every_position(
    kind: Kind, options: Mapping[str, OptionValue], names: tuple[str, ...]
) -> None:
    rng = random.Random(7)
    for seed in SEEDS:
        game = start(kind, seed, options)
        info = info_of(game, names)
        for _ in positions(game, rng, SHARE):
            public = game.view(None)
            sound(table(public, info, ENGLISH))
            sound(scores(public, info, ENGLISH))
            for seat in range(game.seats):
                sound(hand(game.view(seat), info, ENGLISH))
                sound(hand(game.view(seat), info, ENGLISH, drafts(game, seat, rng)))
        for deal in public.deals:
            sound(finished_deal(public, deal.number, info, ENGLISH))
        sound(end(public, info, ENGLISH))
        sound(more(public, info, 0, ENGLISH))


@pytest.mark.parametrize(("kind", "options"), VARIANTS)
async def test_controls_do_what_the_game_allows(
    kind: Kind, options: Mapping[str, OptionValue]
) -> None:
    """Each choice has an enabled control of its seat and number, and no enabled one is illegal."""
    rng = random.Random(8)
    game = start(kind, 5, options)
    info = info_of(game)
    for _ in positions(game, rng, SHARE):
        for seat in range(game.seats):
            view = game.view(seat)
            decision = view.decision
            offered = offered_by(hand(view, info, ENGLISH), seat, view)
            if decision is None:
                assert offered == set()
            elif decision.kind == "discard":
                assert offered == {card.text for card in decision.cards}
                draft = drafts(game, seat, rng)
                confirmed = offered_by(hand(view, info, ENGLISH, draft), seat, view)
                ready = confirmed - offered
                assert len(ready) == 1
                assert set(ready.pop().split("-")) == set(draft)
            else:
                assert offered == {str(choice) for choice in decision.choices}


def offered_by(layout: discord.ui.LayoutView, seat: int, view: View) -> set[str]:
    """What the enabled controls of a decision send: arguments of buttons, values of selects."""
    found: set[str] = set()
    for custom_id, button in buttons(layout).items():
        control = controls.parse(custom_id)
        assert control is not None
        if control.seat is None or button.get("disabled"):
            continue
        assert (control.id, control.seat, control.number) == (12, seat, view.decisions[seat])
        found.add(control.arg)
    for select in selects(layout):
        control = controls.parse(select["custom_id"])
        assert control is not None
        assert (control.seat, control.number) == (seat, view.decisions[seat])
        found.update(option["value"] for option in select["options"])
    return found


@pytest.mark.parametrize(("kind", "options"), VARIANTS)
async def test_no_card_is_named_that_the_reader_cannot_know(
    kind: Kind, options: Mapping[str, OptionValue]
) -> None:
    rng = random.Random(9)
    game = start(kind, 6, options)
    info = info_of(game)
    for _ in positions(game, rng, SHARE):
        public = game.view(None)
        open_cards = public_cards(public)
        for layout in (
            table(public, info, ENGLISH),
            scores(public, info, ENGLISH),
            more(public, info, 0, ENGLISH),
        ):
            assert named(layout) <= open_cards
        for deal in public.deals:
            result = finished_deal(public, deal.number, info, ENGLISH)
            played = {card for trick in deal.tricks for card in trick.cards}
            assert named(result) <= played | {deal.up_card}
        for seat in range(game.seats):
            view = game.view(seat)
            known = open_cards | set(view.hand) | set(getattr(view, "drawn", ()))
            known |= set(getattr(view, "discarded", ()))
            assert named(hand(view, info, ENGLISH)) <= known
            assert set(view.hand) <= named(hand(view, info, ENGLISH))


def public_cards(view: View) -> set[Card]:
    tricks = [*view.tricks, *getattr(view, "draw_tricks", ())]
    if view.trick is not None:
        tricks.append(view.trick)
    found = {card for trick in tricks for card in trick.cards}
    found |= {getattr(view, "up_card", None), getattr(view, "stock_top", None)} - {None}
    return found | set(getattr(view, "stock_shown", ()))


SHOWN = {card_text(card, ENGLISH): card for card in PACK_WITH_COLONS}
SCORED = re.compile(r"\d(♠|♥|♦|♣|NT)( doubled| redoubled)? by ")
NAMED = re.compile("|".join(sorted((re.escape(text) for text in SHOWN), key=len, reverse=True)))


def named(layout: discord.ui.LayoutView) -> set[Card]:
    """The cards that a layout names anywhere: texts, labels, options, custom_ids.

    Bids such as 2♣ look like cards: lines of calls and contracts, and the controls of calls
    and jumps, are left out.
    """
    found: set[Card] = set()
    for whole in read(layout).splitlines():
        bids = whole.startswith(("**Calls:**", "**Contract:**", "Lowest bids", "-# ", "You chose"))
        line = SCORED.sub("", whole)
        if not bids or whole.startswith("-# You discarded"):
            found |= {SHOWN[text] for text in NAMED.findall(line)}
    for part in (*buttons(layout).values(), *selects(layout)):
        control = controls.parse(part["custom_id"])
        assert control is not None
        if control.verb in {"play", "pick", "discard"}:
            found |= {card for card in PACK_WITH_COLONS if card.text in control.arg.split("-")}
            labels = [part.get("label") or "", *(o["label"] for o in part.get("options", ()))]
            found |= {SHOWN[text] for label in labels for text in NAMED.findall(label)}
    return found


async def test_the_finder_of_names_finds() -> None:
    """The leak test above would be worth nothing if it read past cards."""
    game = start("bridgette", 1)
    view = game.view(0)
    layout = hand(view, info_of(game), ENGLISH)
    assert named(layout) >= set(view.hand)
    game.apply(0, Discard(view.decision.cards[: view.decision.count]))  # type: ignore[union-attr]
    assert not named(table(game.view(None), info_of(game), ENGLISH)) & set(game.view(0).hand) - {
        game.view(None).up_card  # type: ignore[attr-defined]
    }
