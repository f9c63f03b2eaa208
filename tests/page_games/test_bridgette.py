"""Bridgette by clicking: two people, and one against the computer."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from playwright.async_api import expect

from playground.web import mount
from tests.browser import IN_A_BROWSER, Visit
from tests.harness import house
from tests.page_games.player import Player, by
from tests.page_games.room import check_the_end, play

pytestmark = IN_A_BROWSER


@pytest.mark.parametrize("deals", [2, pytest.param(6, marks=pytest.mark.long)])
async def test_two_people(tmp_path: Path, visit: Visit, deals: int) -> None:
    async with house(tmp_path, seed=f"page {deals}", extend=mount) as home:
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
async def test_one_person_against_the_computer(tmp_path: Path, visit: Visit) -> None:
    async with house(tmp_path, seed="page alone", extend=mount) as home:
        page = await visit(f"{home.playground.url}/?show=Ada")
        ada = await Player(page, "Ada").ready()
        await ada.command("bridgette start", computer="easy")
        await play((ada,), random.Random(1))
        await check_the_end(home, ada)
