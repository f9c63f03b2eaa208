"""A finished game looked back on by clicking, as somebody who was not there."""

from __future__ import annotations

import random

from playwright.async_api import expect

from tests.browser import IN_A_BROWSER, PHONE, Visit
from tests.page_games.home import AtHome
from tests.page_games.player import Player, by

pytestmark = IN_A_BROWSER


async def test_stepping_choosing_and_showing_to_all(at_home: AtHome, visit: Visit) -> None:
    home = await at_home(seed="page back")
    table = await home.two("drawbridge", target=50)
    await table.play_on(random.Random(3))
    await table.settled()
    page = await visit(f"{home.playground.url}/?show=Cleo", size=PHONE, scheme="dark")
    cleo = await Player(page, "Cleo").ready()
    await cleo.press(cleo.column.locator(by("lookback")).last)
    shown = cleo.told
    await expect(shown).to_contain_text("The cards as dealt")
    await cleo.press(shown.get_by_role("button", name="Next", exact=True))
    await expect(shown).to_contain_text("Draw 1 of 13")
    # An edit that comes late closes a select that is open.
    await home.client.app.pages.settled()
    selects = shown.locator("[data-custom-id*='~'][aria-haspopup]")
    await expect(selects.first).to_be_visible()
    play = selects.nth(1)
    trick = (await cleo.options(play))[1]
    await cleo.choose(play, [trick])
    await expect(shown).to_contain_text("Trick 1 of 13")
    await expect(shown).to_contain_text("With best play from this lead")
    await cleo.press(shown.get_by_role("button", name="Last", exact=True))
    await expect(shown).to_contain_text("The game is over")
    await expect(shown).not_to_contain_text("Looking at the play")
    await cleo.press(shown.get_by_role("button", name="Show to all"))
    public = cleo.column.locator('[data-message-id]:not([data-private="true"])').last
    await expect(public).to_contain_text("Shown by Cleo")
    await cleo.press(public.get_by_role("button", name="Look back from here"))
    await expect(cleo.told).to_contain_text("The game is over")


async def test_the_list_opens_a_game(at_home: AtHome, visit: Visit) -> None:
    home = await at_home(seed="page list")
    table = await home.two("bridgette", deals=2)
    await table.play_on(random.Random(3), lambda own: len(own.game.actions) > 20)
    page = await visit(f"{home.playground.url}/?show=Ada")
    ada = await Player(page, "Ada").ready()
    await ada.command("game resign", game=table.game_id)
    await ada.press(ada.told.get_by_role("button", name="Resign"))
    await expect(ada.column.locator(by("lookback"))).to_be_visible()
    await ada.command("game history", result="lost")
    listed = ada.column.locator('[data-private="true"]').filter(has_text="Past games of")
    await expect(listed).to_contain_text("lost by Ada")
    await ada.choose(listed.locator(by("pastopen")), [str(table.game_id)])
    await expect(ada.told).to_contain_text("deal 1 of 2")
    await expect(listed).to_contain_text("Past games of Card Room")
