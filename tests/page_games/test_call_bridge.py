"""Call Bridge by clicking: a lobby filled with computers, and one with people."""

from __future__ import annotations

import random

import pytest
from playwright.async_api import expect

from tests.browser import IN_A_BROWSER, Visit
from tests.page_games.home import AtHome
from tests.page_games.player import Player, by
from tests.page_games.room import check_the_end, play

pytestmark = IN_A_BROWSER


@pytest.mark.parametrize("target", [5, pytest.param(20, marks=pytest.mark.long)])
async def test_one_person_and_three_computers(at_home: AtHome, visit: Visit, target: int) -> None:
    home = await at_home(seed=f"page {target}")
    page = await visit(f"{home.playground.url}/?show=Ada")
    ada = await Player(page, "Ada").ready()
    await ada.command("callbridge start", target=target)
    lobby = ada.latest
    await expect(lobby.locator(by("begin"))).to_be_disabled()
    for taken in (2, 3, 4):
        await ada.choose(lobby.locator(by("addbot")), ["easy"])
        await expect(lobby.get_by_role("listitem").nth(taken - 1)).to_contain_text("Computer")
    await ada.press(lobby.locator(by("begin")))
    assert await play((ada,), random.Random(target)) >= 14
    await check_the_end(home, ada)


@pytest.mark.long
async def test_three_people_and_one_who_leaves(at_home: AtHome, visit: Visit) -> None:
    home = await at_home(seed="page three")
    page = await visit(f"{home.playground.url}/?show=Ada,Ben,Cleo")
    ada, ben, cleo = [await Player(page, name).ready() for name in ("Ada", "Ben", "Cleo")]
    await ada.command("callbridge start", target=8)
    for guest in (ben, cleo):
        await guest.press(guest.latest.locator(by("join")))
    await ada.choose(ada.latest.locator(by("addbot")), ["easy"])
    await ada.press(ada.latest.locator(by("begin")))

    async def playing() -> bool:
        return "Play:" in await ada.table.inner_text()

    await play((ada, ben, cleo), random.Random(6), playing)
    await cleo.press(cleo.table.get_by_role("button", name="More"))
    await cleo.press(cleo.told.get_by_role("button", name="Leave"))
    await cleo.press(cleo.told.get_by_role("button", name="Leave the game"))
    await play((ada, ben), random.Random(7))
    await check_the_end(home, cleo)
