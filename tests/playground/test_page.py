"""The page in Chromium, with a small bot on the stand-in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

import pytest
from playwright.async_api import Locator, Page, expect

from playground import Playground
from playground.web import mount
from tests.browser import IN_A_BROWSER, PHONE, Visit
from tests.playground.page_stage import ANSWER_WITHIN, Stage

pytestmark = IN_A_BROWSER


def column(page: Page, name: str) -> Locator:
    return page.locator(f'[data-member-name="{name}"]')


def control(place: Locator, custom_id: str) -> Locator:
    return place.locator(f'[data-custom-id="{custom_id}"]')


async def ready(page: Page, *names: str) -> None:
    for name in names:
        await expect(column(page, name)).to_have_attribute("data-state", "ready")


async def active(page: Page, what: str) -> object:
    return await page.evaluate(f"() => document.activeElement.{what}")


async def test_a_command_by_keyboard_alone(stage: Stage, visit: Visit) -> None:
    page = await visit(stage.playground.url)
    await ready(page, "Ada", "Ben")
    ada = column(page, "Ada")
    for _ in range(40):
        if await active(page, "dataset.box") is not None:
            break
        await page.keyboard.press("Tab")
    assert await ada.locator("[data-box]").evaluate("box => box === document.activeElement")
    await page.keyboard.type("/")
    await expect(ada.get_by_role("option")).to_have_text(
        [
            "/filesShow files",
            "/guests inviteInvite somebody",
            "/muteNever answers",
            "/panelShow the panel",
        ]
    )
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(ada.locator('[data-option="guest"]')).to_contain_text("Choose a member.")
    assert await active(page, "name") == "guest"
    await page.keyboard.type("Ben")
    for name in ("seats", "dish"):
        await ada.locator(f'[data-add-option="{name}"]').focus()
        await page.keyboard.press("Enter")
        assert await active(page, "name") == name
        await page.keyboard.type("9" if name == "seats" else "sou")
    await expect(ada.locator('[data-value="soup of the day"]')).to_be_visible()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    await expect(ada.locator('[data-option="seats"]')).to_contain_text(
        "Write a whole number from 1 to 4."
    )
    assert await active(page, "name") == "seats"
    await page.keyboard.press("Backspace")
    await page.keyboard.type("3")
    await page.keyboard.press("Enter")
    for name in ("Ada", "Ben"):
        await expect(column(page, name).locator("[data-message-id]")).to_contain_text(
            "@Ben: 3 seats, mood None, dish soup of the day"
        )
    assert await ada.locator("[data-box]").evaluate("box => box === document.activeElement")


async def test_what_is_private_is_in_its_owners_column_alone(stage: Stage, visit: Visit) -> None:
    await stage.panel()
    page = await visit(stage.playground.url)
    await ready(page, "Ada", "Ben")
    ada, ben = column(page, "Ada"), column(page, "Ben")
    await expect(ben.locator(".used")).to_have_text("AAda used /panel")
    await control(ben, "secret").click()
    secret = ben.locator('[data-private="true"]')
    await expect(secret).to_contain_text("A secret for one")
    await expect(secret).to_contain_text("Only you can see this")
    await expect(control(ada, "secret")).to_have_count(1)
    await expect(ada.locator('[data-private="true"]')).to_have_count(0)
    await expect(ada).not_to_contain_text("secret for one")
    await secret.locator("[data-dismiss]").click()
    await expect(secret).to_have_count(0)
    await control(ben, "think").click()
    await expect(secret).to_contain_text("Thought of it")


async def test_an_edit_keeps_the_focus(stage: Stage, visit: Visit) -> None:
    message = await stage.panel()
    page = await visit(stage.playground.url)
    await ready(page, "Ada", "Ben")
    ada, ben = column(page, "Ada"), column(page, "Ben")
    await control(ada, "count").focus()
    await page.keyboard.press("Enter")
    await expect(ben).to_contain_text("Pressed 1 times")
    await expect(ada).to_contain_text("Pressed 1 times")
    await expect(control(ada, "count")).to_be_focused()
    await control(ben, "count").click()
    await expect(ada).to_contain_text("Pressed 2 times")
    await control(ada, "turn").focus()
    await page.keyboard.press("Enter")
    await expect(control(ada, "turn")).to_have_count(0)
    await expect(ada.locator(f'[data-message-id="{message}"]')).to_be_focused()
    stage.playground.delete_message(message)
    await expect(ada.locator("[data-message-id]")).to_have_count(0)


async def test_a_list_of_several(stage: Stage, visit: Visit) -> None:
    await stage.panel()
    page = await visit(stage.playground.url)
    await ready(page, "Ada", "Ben")
    ada = column(page, "Ada")
    await control(ada, "pick").focus()
    await page.keyboard.press("Enter")
    popup = ada.locator('[data-select-for="pick"]')
    await expect(popup).to_contain_text("0 chosen of 2 to 3")
    await page.keyboard.press("Space")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(popup).to_contain_text("Choose 1 more")
    await page.keyboard.press("Shift+Tab")
    for key in ("End", "Space", "ArrowUp", "Space", "ArrowUp", "Space"):
        await page.keyboard.press(key)
    await expect(popup).to_contain_text("No more than 3")
    await expect(popup.locator('[aria-selected="true"]')).to_have_text(["Ace", "Queen", "Jack"])
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(popup).to_have_count(0)
    await expect(ada.locator('[data-private="true"]')).to_contain_text("Picked ace, jack, queen")
    await expect(control(ada, "pick")).to_be_focused()
    await control(ada, "whom").click()
    await ada.get_by_role("option", name="Cleo").click()
    await expect(ada.locator('[data-private="true"]').last).to_contain_text("Chose @Cleo")
    await expect(control(ada, "closed")).to_be_disabled()


@pytest.mark.parametrize("after", [0, 30])
async def test_an_open_list_stays_in_sight_when_its_control_does_not(
    stage: Stage, visit: Visit, after: int
) -> None:
    ada = stage.playground.person("Ada")

    def lines(count: int) -> None:
        for number in range(count):
            ada.say(stage.channel, f"line {number} " + "long words " * 12)

    lines(30 - after)
    await stage.panel()
    lines(after)
    page = await visit(f"{stage.playground.url}/?show=Ada", size=(1280, 500))
    await ready(page, "Ada")
    own = column(page, "Ada")
    await control(own, "pick").click()
    popup = own.locator('[data-select-for="pick"]')
    await expect(popup).to_be_visible()
    # To the other end of the conversation, whose other end the control is at.
    other = "log.scrollHeight" if after else "0"
    await own.get_by_role("log").evaluate(f"log => {{ log.scrollTop = {other}; }}")
    await expect(control(own, "pick")).not_to_be_in_viewport()
    for name in ("Ace", "Jack", "Done"):
        await popup.get_by_text(name, exact=True).click()
    await expect(popup).to_have_count(0)


async def test_a_form(stage: Stage, visit: Visit) -> None:
    await stage.panel()
    page = await visit(stage.playground.url)
    await ready(page, "Ada", "Ben")
    ada = column(page, "Ada")
    await control(ada, "form").click()
    form = ada.get_by_role("dialog", name="A few words")
    await expect(form.get_by_label("Name")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(form).to_contain_text("This is needed.")
    await page.keyboard.press("Escape")
    await expect(form).to_have_count(0)
    await expect(control(ada, "form")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(form.get_by_label("Name")).to_be_focused()
    await page.keyboard.type("Zoë")
    await form.get_by_label("Notes").fill("two\nlines")
    await form.locator("[data-submit]").click()
    await expect(form).to_have_count(0)
    await expect(column(page, "Ben")).to_contain_text("Name: Zoë; notes: two")


async def test_no_answer_is_told_in_place(stage: Stage, visit: Visit) -> None:
    message = await stage.panel()
    page = await visit(stage.playground.url)
    await ready(page, "Ada", "Ben")
    ada = column(page, "Ada")
    panel = ada.locator(f'[data-message-id="{message}"]')
    await control(ada, "silent").click()
    await expect(control(ada, "silent")).to_have_attribute("data-pending", "true")
    stage.playground.advance(ANSWER_WITHIN)
    await expect(panel.locator("[data-error]")).to_have_text("⚠ This interaction failed")
    await expect(control(ada, "silent")).not_to_have_attribute("data-pending", "true")
    await expect(column(page, "Ben").locator("[data-error]")).to_have_count(0)
    await ada.locator("[data-box]").fill("/mute ")
    await page.keyboard.press("Enter")
    await expect(ada).to_contain_text("Sending /mute…")
    stage.playground.advance(ANSWER_WITHIN)
    await expect(ada).to_contain_text("/mute: The application did not respond")


async def test_people_channels_and_words(stage: Stage, visit: Visit) -> None:
    page = await visit(f"{stage.playground.url}/?show=cleo")
    await ready(page, "Cleo")
    await expect(page.locator("[data-member]")).to_have_count(1)
    for name in ("Ada", "Ben", "Dev"):
        await page.locator("[data-person]", has_text=name).click()
    await ready(page, "Ada", "Ben", "Cleo", "Dev")
    names = await page.locator("[data-member]").evaluate_all(
        "all => all.map(each => each.dataset.memberName)"
    )
    assert names == ["Ada", "Ben", "Cleo", "Dev"]
    await column(page, "Dev").locator(".close").click()
    await expect(page.locator("[data-member]")).to_have_count(3)
    ada, ben = column(page, "Ada"), column(page, "Ben")
    await ada.locator(".channel-tab", has_text="lounge").click()
    await ada.locator("[data-box]").fill(
        f"<img src=x onerror=alert(1)> **hi** <@{stage.playground.person('Ben').id}>"
    )
    await page.keyboard.press("Enter")
    await expect(ada.locator("[data-message-id]")).to_contain_text(
        "<img src=x onerror=alert(1)> hi @Ben"
    )
    await expect(ben.locator("[data-message-id]")).to_have_count(0)
    lounge = ben.locator('.channel-tab[data-unread="true"]')
    await expect(lounge).to_have_count(1)
    await lounge.click()
    await expect(ben.locator("[data-message-id] strong")).to_have_text("hi")
    await expect(ben.locator(".mention.own")).to_have_text("@Ben")


async def test_the_bot_goes_and_comes_back(stage: Stage, visit: Visit) -> None:
    page = await visit(stage.playground.url)
    await ready(page, "Ada", "Ben")
    banner = page.locator('[data-banner="bot"]')
    await expect(banner).to_have_count(0)
    stage.playground.gateway.refusing = True
    await stage.playground.drop_gateway()
    await expect(banner).to_be_visible()
    stage.playground.gateway.refusing = False
    await expect(banner).to_have_count(0, timeout=20_000)


@pytest.mark.parametrize(
    ("scheme", "size", "name"),
    [("light", None, "light"), ("dark", None, "dark"), ("light", PHONE, "phone")],
)
async def test_how_it_looks(
    stage: Stage,
    visit: Visit,
    tmp_path: Path,
    scheme: Literal["light", "dark"],
    size: tuple[int, int] | None,
    name: str,
) -> None:
    """Both themes differ, nothing sticks out sideways; ``SHOTS`` keeps the pictures."""
    await stage.panel()
    page = await visit(stage.playground.url, scheme=scheme, **({"size": size} if size else {}))
    await ready(page, "Ada", "Ben")
    ada = column(page, "Ada")
    await control(ada, "secret").click()
    await expect(ada.locator('[data-private="true"]')).to_be_visible()
    ground = await page.evaluate("() => getComputedStyle(document.body).backgroundColor")
    light = sum(int(part) for part in ground.strip("rgb()").split(",")) > 3 * 128
    assert light == (scheme == "light")
    over = "() => document.documentElement.scrollWidth - innerWidth"
    assert await page.evaluate(over) <= 0
    shown = await page.locator("[data-member]:visible").count()
    assert shown == (1 if size else 2)
    if size:
        await page.locator("[data-person]", has_text="Ben").click()
        await expect(column(page, "Ben")).to_be_visible()
        await expect(ada).to_be_hidden()
    await page.screenshot(path=Path(os.environ.get("SHOTS", tmp_path)) / f"{name}.png")


async def test_the_conversation_stays_at_its_end(stage: Stage, visit: Visit) -> None:
    ada = stage.playground.person("Ada")
    for number in range(30):
        ada.say(stage.channel, f"line {number} " + "long words " * 12)
    page = await visit(f"{stage.playground.url}/?show=Ada")
    await ready(page, "Ada")
    log = column(page, "Ada").get_by_role("log")
    left = "log => log.scrollHeight - log.scrollTop - log.clientHeight"
    await expect(log).to_contain_text("line 29")
    assert await log.evaluate(left) < 2
    for name in ("Ben", "Cleo", "Dev"):
        await page.locator("[data-person]", has_text=name).click()
        await ready(page, name)
    await expect(page.locator("[data-member]")).to_have_count(4)
    assert await page.evaluate("() => columns.scrollWidth - columns.clientWidth") <= 0
    await page.wait_for_function(f"() => ({left})(document.querySelector('.log')) < 2")
    await stage.panel()
    await expect(control(log, "count")).to_be_visible()
    await page.wait_for_function(f"() => ({left})(document.querySelector('.log')) < 2")
    # The page hears of it with the next frame.
    await log.evaluate(
        "log => { log.scrollTop = 0; return new Promise(done => requestAnimationFrame(done)); }"
    )
    assert await log.evaluate("log => log.scrollTop") == 0
    ada.say(stage.channel, "the newest")
    await expect(log).to_contain_text("the newest")
    assert await log.evaluate("log => log.scrollTop") == 0
    await column(page, "Ada").locator(".to-end").click()
    await page.wait_for_function(f"() => ({left})(document.querySelector('.log')) < 2")


async def test_the_page_comes_back_after_the_playground(stage: Stage, visit: Visit) -> None:
    page = await visit(stage.playground.url, expected=("WebSocket connection",))
    await ready(page, "Ada", "Ben")
    port = stage.playground.port
    await stage.playground.stop()
    lost = page.locator('[data-banner="line"]')
    await expect(lost).to_be_visible()
    async with await Playground.start(port=port, extend=mount) as again:
        again.person("Ben").say(again.channel(), "here again")
        await expect(lost).to_have_count(0, timeout=15_000)
        await ready(page, "Ada", "Ben")
        await expect(column(page, "Ada")).to_contain_text("here again")
        await expect(page.locator('[data-banner="bot"]')).to_be_visible()


async def test_files_pictures_and_spoilers(stage: Stage, visit: Visit) -> None:
    await stage.playground.person("Ada").command(stage.channel, "files")
    page = await visit(stage.playground.url)
    await ready(page, "Ada", "Ben")
    ada = column(page, "Ada")
    picture = ada.get_by_role("img", name="A dot")
    await expect(picture).to_be_visible()
    await page.wait_for_function(
        "picture => picture.naturalWidth === 1", arg=await picture.element_handle()
    )
    async with page.expect_download() as download:
        await ada.get_by_role("link", name="record.json").click()
    saved = await (await download.value).path()
    assert saved.read_bytes() == b'{"game": 1}'
    await expect(ada.get_by_text("behind a curtain")).to_be_hidden()
    await ada.get_by_role("button", name="Spoiler: show").click()
    await expect(ada.get_by_text("behind a curtain")).to_be_visible()
    await expect(column(page, "Ben").get_by_text("behind a curtain")).to_be_hidden()
