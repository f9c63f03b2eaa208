"""The exchange, the auction and a trick of Bridgette without touching the mouse."""

from __future__ import annotations

from playwright.async_api import Locator, expect

from tests.browser import IN_A_BROWSER, Visit
from tests.page_games.home import AtHome
from tests.page_games.player import USABLE, Player, by

pytestmark = IN_A_BROWSER

FAR = 60  # presses of Tab after which a control counts as out of reach


class Typist(Player):
    """A player who has a keyboard only."""

    async def key(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    async def reach(self, control: Locator) -> None:
        """Tab until the control has the focus; fails when it is out of reach."""
        for _ in range(FAR):
            if await control.evaluate("control => control === document.activeElement"):
                return
            await self.key("Tab")
        raise AssertionError(f"{self.name} cannot reach {control}")

    async def newest(self) -> None:
        """From wherever the focus is: to the box, and up to the newest message."""
        while not await self._at_box():
            await self.key("F6")
        await self.key("Alt+ArrowUp")

    async def _at_box(self) -> bool:
        return bool(
            await self.column.locator("[data-box]").evaluate(
                "box => box === document.activeElement"
            )
        )

    async def use(self, control: Locator) -> None:
        """Reach a button from the newest message, and press it."""
        await self.newest()
        await self.reach(control)
        await self.key("Enter")
        await self.answered()

    async def discard_first(self) -> None:
        """Put away the first cards of the list, as many as are asked for."""
        select = self.panel.locator(by("pick"))
        label = str(await select.get_attribute("aria-label"))
        count = int(next(word for word in label.split() if word.isdecimal()))
        await self.newest()
        await self.reach(select)
        await self.key("Enter", "Space", *("ArrowDown", "Space") * (count - 1), "Tab", "Enter")
        await self.answered()
        await self.use(self.panel.locator(by("discard")))


async def to_act(*players: Typist) -> Typist:
    """Whoever of them is asked for a call or a card now."""
    wanted = [each.panel.locator(f"{by('call')}, {by('play')}") for each in players]
    somebody = wanted[0]
    for other in wanted[1:]:
        somebody = somebody.or_(other)
    await somebody.first.wait_for()
    there = [await own.count() for own in wanted]
    return next(player for player, count in zip(players, there, strict=True) if count)


async def test_a_trick_by_keyboard_alone(at_home: AtHome, visit: Visit) -> None:
    home = await at_home(seed="keyboard")
    page = await visit(home.playground.url)
    ada, ben = Typist(page, "Ada"), Typist(page, "Ben")
    await ada.ready()
    await ben.ready()
    await ada.key("F6")
    await page.keyboard.type("/bridgette start ")
    await ada.reach(ada.column.locator('[data-add-option="opponent"]'))
    await ada.key("Enter")
    await page.keyboard.type("Ben")
    await ada.key("Enter")
    await expect(ben.latest.locator(by("accept"))).to_be_visible()
    await ben.use(ben.latest.locator(by("accept")))
    for player in (ada, ben):
        await expect(player.latest.locator(by("hand"))).to_be_visible()
        await player.use(player.latest.locator(by("hand")))
        await player.discard_first()
    dealer = await to_act(ada, ben)
    await dealer.use(dealer.panel.locator(by("call", "pass")))
    other = await to_act(ada, ben)
    assert other is not dealer
    await other.use(other.panel.locator(by("call") + USABLE).nth(1))
    assert await to_act(ada, ben) is dealer
    await dealer.use(dealer.panel.locator(by("call", "pass")))
    for leader_or_other in (dealer, other):
        player = await to_act(ada, ben)
        assert player is leader_or_other
        await player.use(player.panel.locator(by("play") + USABLE).first)
    await expect(ada.table).to_contain_text("Last trick:")
