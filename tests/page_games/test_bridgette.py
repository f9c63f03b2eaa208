"""Bridgette by clicking: two people, and one against the computer."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from tests.browser import IN_A_BROWSER, Visit
from tests.page_games.home import AtHome
from tests.page_games.player import Player, by
from tests.page_games.room import check_the_end, play

pytestmark = IN_A_BROWSER


@pytest.mark.parametrize("deals", [2, pytest.param(6, marks=pytest.mark.long)])
async def test_two_people(at_home: AtHome, visit: Visit, deals: int) -> None:
    home = await at_home(seed=f"page {deals}")
    page = await visit(home.playground.url)
    ada, ben = await Player(page, "Ada").ready(), await Player(page, "Ben").ready()
    await ada.command("bridgette start", opponent="Ben", deals=deals)
    await ben.press(ben.latest.get_by_role("button", name="Accept"))
    assert await play((ada, ben), random.Random(deals)) >= deals * 30
    await check_the_end(home, ada)
    for player in (ada, ben):
        await expect(player.latest.locator(by("rematch"))).to_be_enabled()
        await expect(player.column).not_to_contain_text("decided already")


@pytest.mark.long
async def test_one_person_against_the_computer(at_home: AtHome, visit: Visit) -> None:
    home = await at_home(seed="page alone")
    page = await visit(f"{home.playground.url}/?show=Ada")
    ada = await Player(page, "Ada").ready()
    await ada.command("bridgette start", computer="easy")
    await play((ada,), random.Random(1))
    await check_the_end(home, ada)
