"""Standing by clicking: boards, the picture of a profile, a season by its form, the way out."""

from __future__ import annotations

from playwright.async_api import expect

from tests.bot.test_play_settings import appoint
from tests.bot.test_play_standing import resigned
from tests.browser import IN_A_BROWSER, PHONE, Visit
from tests.harness import WAIT
from tests.page_games.home import AtHome
from tests.page_games.player import Player, by

pytestmark = IN_A_BROWSER


async def test_boards_and_the_picture_of_a_profile(at_home: AtHome, visit: Visit) -> None:
    # The first picture of a worker takes seconds, so its answer is a "thinking" one at first.
    home = await at_home(defer_after=1.0)
    await resigned(home, "bridgette", "Ada", "Ben")
    await resigned(home, "bridgette", "Ada", "Ben")
    page = await visit(f"{home.playground.url}/?show=Ben", scheme="dark", size=PHONE)
    ben = await Player(page, "Ben").ready()
    await ben.command("leaderboard", by="Wins")
    await expect(ben.told).to_contain_text("1. Ada: 2 wins in 2 games (100%)")
    await expect(ben.told).to_contain_text("2. Ben (you): 0 wins in 2 games (0%)")
    await ben.choose(ben.told.locator(by("boardgame")), ["bridgette"])
    await ben.press(ben.told.get_by_role("button", name="Rating"))
    await expect(ben.told).to_contain_text("Ada: 2 of 5 rated games, 2 wins")
    await ben.command("profile", member="Ada", game="Bridgette")
    picture = ben.told.locator("img[alt*='over 2 rated games']")
    await expect(picture).to_be_visible(timeout=WAIT * 1000)
    assert await picture.evaluate("each => each.decode().then(() => each.naturalWidth)") == 1000
    await ben.choose(ben.told.locator(by("profile")), ["drawbridge"])
    await expect(ben.told).to_contain_text("No finished game of this kind")
    await expect(picture).to_have_count(0)


async def test_a_season_and_the_way_out(at_home: AtHome, visit: Visit) -> None:
    home = await at_home()
    appoint(home, home.person("Ada"))
    page = await visit(f"{home.playground.url}/?show=Ada,Ben")
    ada, ben = await Player(page, "Ada").ready(), await Player(page, "Ben").ready()
    await ada.command("settings server")
    await ada.press(ada.told.locator(by("season")))
    form = page.locator('[data-modal^="1.seasonname."]')
    await form.locator("input").fill("Winter Cup")
    await form.locator("[data-submit]").click()
    await expect(form).to_have_count(0)
    await expect(ada.told).to_contain_text("Winter Cup has been running since")
    await resigned(home, "bridgette", "Ada", "Ben")
    await ada.press(ada.told.locator(by("seasonend")))
    await ada.press(ada.told.locator(by("seasonover")))
    await expect(ben.latest).to_contain_text("The season Winter Cup has ended")
    await expect(ben.latest).to_contain_text("🥇 1. Ada: 1 win in 1 game")

    await ben.command("privacy")
    await expect(ben.told).to_contain_text("1 game on 1 server, with 1 move of yours")
    await ben.press(ben.told.locator(by("takeout")))
    await ben.press(ben.told.locator(by("takeoutyes")))
    await expect(ben.told).to_contain_text("You have been taken out")
    await ada.command("leaderboard")
    await expect(ada.told).to_contain_text("1. Ada (you): 1 win in 1 game")
    await expect(ada.told).not_to_contain_text("Ben")
