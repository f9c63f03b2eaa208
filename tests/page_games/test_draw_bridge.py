"""Draw Bridge by clicking: two people, to the target."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from tests.browser import IN_A_BROWSER, Visit
from tests.page_games.home import AtHome
from tests.page_games.player import Player
from tests.page_games.room import check_the_end, play

pytestmark = IN_A_BROWSER


@pytest.mark.parametrize("target", [50, pytest.param(300, marks=pytest.mark.long)])
async def test_two_people_to_the_target(at_home: AtHome, visit: Visit, target: int) -> None:
    home = await at_home(seed=f"page {target}")
    page = await visit(home.playground.url)
    ada, ben = await Player(page, "Ada").ready(), await Player(page, "Ben").ready()
    await ada.command("drawbridge start", opponent="Ben", target=target)
    await expect(ben.latest).to_contain_text(f"to {target} points")
    await ben.press(ben.latest.get_by_role("button", name="Accept"))
    assert await play((ada, ben), random.Random(target)) > 26
    stored = await check_the_end(home, ada)
    assert max((await home.table(stored.id)).game.totals) >= target


@pytest.mark.long
async def test_an_open_stock_with_following_suit(at_home: AtHome, visit: Visit) -> None:
    home = await at_home(seed="page open")
    page = await visit(f"{home.playground.url}/?show=Cleo,Dev")
    cleo, dev = await Player(page, "Cleo").ready(), await Player(page, "Dev").ready()
    await cleo.command(
        "drawbridge start",
        target=100,
        draw="suit must be followed",
        stock="its top card is seen by both",
    )
    await dev.press(dev.latest.get_by_role("button", name="Accept"))
    await expect(cleo.table).to_contain_text("Top of the stock:")
    await play((cleo, dev), random.Random(5))
    await check_the_end(home, dev)
