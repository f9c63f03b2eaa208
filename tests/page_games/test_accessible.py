"""The page with a game on it, checked by axe: with pictures of cards, on light and on dark."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Page, expect

from bot.faces import faces
from tests.browser import IN_A_BROWSER, Visit
from tests.harness import House
from tests.page_games.home import AtHome
from tests.page_games.player import USABLE, Player, by

pytestmark = IN_A_BROWSER

FACE = "img.emoji"
CARD = re.compile(r":(\w+_of_\w+|\w+_colon)_2_[0-9a-f]{6}:")


async def serious(page: Page) -> list[str]:
    """What axe finds that is serious or worse, each with where it is."""
    results: dict[str, Any] = (await Axe().run(page)).response
    assert results["testEngine"]["name"] == "axe-core"
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in results["violations"]
        if each["impact"] in {"serious", "critical"}
        for node in each["nodes"]
    ]


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uploads follow each other without a pause."""
    monkeypatch.setattr(faces, "APART", 0)


async def faces_uploaded(home: House) -> None:
    await home.client.app.faces.settled()
    assert home.client.app.faces.writing().faces


async def test_a_game_in_play_has_no_serious_findings(at_home: AtHome, visit: Visit) -> None:
    home = await at_home(seed="axe", faces=True)
    await faces_uploaded(home)
    table = await home.two("bridgette")
    page = await visit(home.playground.url)
    ada, ben = await Player(page, "Ada").ready(), await Player(page, "Ben").ready()
    for player in (ada, ben):
        await player.open_hand()
    await expect(ada.panel.locator(FACE).first).to_have_attribute("alt", CARD)
    await expect(ada.table.locator(FACE).first).to_be_visible()
    select = ada.panel.locator(by("pick"))
    await select.click()
    assert await serious(page) == []
    await page.keyboard.press("Escape")
    await table.play_on(random.Random(3), until=lambda own: own.game.view(None).phase == "play")
    leader = await table.at((await table.people_to_act())[0])
    someone = ada if leader.person.display_name == "Ada" else ben
    await expect(someone.panel.locator(by("play") + USABLE + f" {FACE}").first).to_be_visible()
    assert await serious(page) == []
    await page.emulate_media(color_scheme="dark")
    assert await serious(page) == []
    broken = await page.locator(FACE).evaluate_all(
        "all => all.filter(each => !each.complete || !each.naturalWidth).length"
    )
    assert broken == 0
