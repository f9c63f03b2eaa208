"""Whole games of each kind and with each house rule; ``make games`` plays a thousand more."""

from __future__ import annotations

import importlib
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import discord
import pytest

from tests.whole_games.plan import KINDS, Plan, plan, plans
from tests.whole_games.room import Report, play_all


def short(each: Plan, **options: int | str) -> Plan:
    """The same game, but over sooner."""
    return replace(each, options={**each.options, **options})


def count(report: Report) -> int:
    return sum(each.actions for each in report.games)


async def test_bridgette(tmp_path: Path) -> None:
    games = [
        *(short(plan("bridgette", number), deals=2) for number in (0, 2)),
        short(plan("bridgette", 1), deals=4),
        replace(plan("bridgette", 5), people=2, leaving="resign"),
    ]
    assert {game.people for game in games} == {1, 2}
    assert {game.level for game in games if game.people == 1} == {"hard", "medium"}
    assert len({game.options["upcard"] for game in games}) == 2
    report = await play_all(tmp_path, games)
    assert len(report.games) == len(games)
    assert report.versions > count(report)


async def test_draw_bridge(tmp_path: Path) -> None:
    # Every two choices of house rules together; all three are in the long form.
    games = [short(plan("drawbridge", number), target=50) for number in (0, 3, 5, 6)]
    for one, other in combinations(("draw", "stock", "penalty"), 2):
        assert len({(game.options[one], game.options[other]) for game in games}) == 4
    assert {game.people for game in games} == {1, 2}
    games.append(short(replace(plan("drawbridge", 9), people=2, leaving="resign")))
    report = await play_all(tmp_path, games)
    assert len(report.games) == len(games)
    assert report.versions > count(report)


async def test_call_bridge(tmp_path: Path) -> None:
    games = [short(plan("callbridge", number), target=5) for number in range(4)]
    games[1] = replace(games[1], leaving="away")
    assert {game.people for game in games} == {1, 2, 3, 4}
    report = await play_all(tmp_path, games)
    assert len(report.games) == len(games)
    assert report.versions > count(report)


@pytest.mark.parametrize(
    ("screen", "said"),
    [("bot.tables.renderer.table_screen", "Look"), ("bot.tables.panels.hand", "Psst")],
)
async def test_a_bot_that_gives_cards_away_is_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, screen: str, said: str
) -> None:
    """The whole machinery, with a leak planted into the running bot."""
    module, name = screen.rsplit(".", 1)
    good = getattr(importlib.import_module(module), name)

    def leaky(*arguments: Any, **more: Any) -> discord.ui.LayoutView:
        layout: discord.ui.LayoutView = good(*arguments, **more)
        for card in ("A♠", "K♥", "Q♦", "J♣", "10♠", "9♥"):  # somebody else has one of them
            layout.add_item(discord.ui.TextDisplay(f"{said}: {card}"))
        return layout

    monkeypatch.setattr(screen, leaky)
    with pytest.raises(ExceptionGroup) as caught:
        await play_all(tmp_path, [replace(plan("callbridge", 3), people=4)], at_once=1)
    (error,) = caught.value.exceptions
    assert "cannot be known" in str(error)
    assert said in str(error)


def test_the_long_form_covers_every_house_rule() -> None:
    games = plans({"bridgette": 500, "drawbridge": 300, "callbridge": 300})
    assert len({game.seed for game in games}) == 1100
    found = {
        kind: {tuple(game.options.items()) for game in games if game.kind == kind} for kind in KINDS
    }
    assert len(found["bridgette"]) == 6 * 2  # deals, up-card
    assert len(found["drawbridge"]) == 2 * 2 * 2 * 4  # draw, stock, penalty, targets
    assert len(found["callbridge"]) == 3
    for kind, people in (("bridgette", 2), ("drawbridge", 2), ("callbridge", 4)):
        for options in found[kind]:
            sat = {game.people for game in games if tuple(game.options.items()) == options}
            assert sat == set(range(1, people + 1)), (kind, options, sat)
