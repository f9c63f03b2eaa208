"""A person who plays on the page: everything is done in one column, by clicking.

The player knows only what the page shows: legal is what can be pressed.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from playwright.async_api import Locator, Page, expect

VERBS = ("play", "call", "pick", "jump", "bid", "discard", "bidyes")
USABLE = ':not([disabled]):not([aria-disabled="true"])'


def by(verb: str, rest: str = "") -> str:
    """The selector of this verb's controls; ``rest`` is the text the custom_id ends with."""
    ending = f'[data-custom-id$=".{rest}"]' if rest else ""
    return f'[data-custom-id^="1.{verb}."]{ending}'


ASKED = ", ".join(by(verb) + USABLE for verb in VERBS)


class Player:
    """One person's column."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.name = name
        self.column = page.locator(f'[data-member-name="{name}"]')

    async def ready(self) -> Player:
        """Return when the column is connected."""
        await expect(self.column).to_have_attribute("data-state", "ready")
        return self

    # Messages

    @property
    def table(self) -> Locator:
        """The newest public message with a My hand button."""
        public = self.column.locator('[data-message-id]:not([data-private="true"])')
        return public.filter(has=self.the("hand")).last

    @property
    def panel(self) -> Locator:
        """The newest private message that shows the hand."""
        return self.column.locator('[data-private="true"]').filter(has_text="Your hand").last

    @property
    def told(self) -> Locator:
        """The newest private message."""
        return self.column.locator('[data-private="true"]').last

    @property
    def latest(self) -> Locator:
        """The newest message."""
        return self.column.locator("[data-message-id]").last

    def the(self, verb: str, rest: str = "") -> Locator:
        """The controls of this verb, anywhere in the column."""
        return self.page.locator(by(verb, rest))

    # Doing things

    async def command(self, name: str, **options: str | int) -> None:
        """Type a slash command, fill in these options, and send it."""
        await self.column.locator("[data-box]").fill("")
        await self.column.locator("[data-box]").press_sequentially(f"/{name} ")
        form = self.column.locator(f'[data-command-form="{name}"]')
        for option, value in options.items():
            adder = form.locator(f'[data-add-option="{option}"]')
            if await adder.count():
                await adder.click()
            field = form.locator(f'[data-option="{option}"]').locator("input, select")
            if await field.evaluate("field => field.nodeName") == "SELECT":
                await field.select_option(label=str(value))
            else:
                await field.fill(str(value))
        await form.locator("[data-send]").click()
        await expect(form).to_have_count(0)
        await expect(self.column.locator(".sending-note")).to_have_count(0)

    async def press(self, control: Locator) -> None:
        """Click a button, and wait until it is answered."""
        await control.click()
        await self.answered()

    async def answered(self) -> None:
        """Return when nothing waits for the bot any more; fails when something failed."""
        await expect(self.column.locator("[data-pending]")).to_have_count(0)
        await expect(self.column.locator("[data-error]")).to_have_count(0)

    async def open_hand(self) -> None:
        """Press My hand on the table."""
        await self.press(self.table.locator(by("hand")))
        await expect(self.panel).to_be_visible()

    async def choose(self, select: Locator, values: Sequence[str]) -> None:
        """Open a select, click these options, and Done where several are to be chosen."""
        custom_id = await select.get_attribute("data-custom-id")
        await select.click()
        popup = self.column.locator(f'[data-select-for="{custom_id}"]')
        chosen = await popup.locator('[aria-selected="true"]').evaluate_all(
            "all => all.map(each => each.dataset.value)"
        )
        done = popup.locator("[data-done]")
        several = await done.count() > 0
        unwanted = [value for value in chosen if value not in values] if several else []
        for value in (*unwanted, *(value for value in values if value not in chosen)):
            await popup.locator(f'[role=option][data-value="{value}"]').click()
        if several:
            await done.click()
        await expect(popup).to_have_count(0)
        await self.answered()

    async def options(self, select: Locator) -> list[str]:
        """What a select offers; it is closed again."""
        values: list[str] = []
        while not values:  # an edit of the message closes what is open
            custom_id = await select.get_attribute("data-custom-id")
            await select.click()
            popup = self.column.locator(f'[data-select-for="{custom_id}"]')
            values = await popup.locator("[role=option]").evaluate_all(
                "all => all.map(each => each.dataset.value)"
            )
        await self.page.keyboard.press("Escape")
        await expect(popup).to_have_count(0)
        return values

    # Playing

    async def asked(self) -> list[str]:
        """The custom_ids of what the panel asks for now; empty when it is another's turn."""
        found: list[str] = await self.panel.locator(ASKED).evaluate_all(
            "all => all.map(each => each.dataset.customId)"
        )
        return found

    async def act(self, chance: random.Random) -> None:
        """Take some legal action: whatever the panel offers, by chance."""
        offered = await self.asked()
        verb = offered[0].split(".")[1]
        if verb == "pick":
            await self._discard(chance)
        elif verb == "bid":
            await self._bid(chance)
        elif verb == "call" or "jump" in offered[0]:
            await self._call(chance)
        else:
            await self.press(self._exactly(chance.choice(offered)))

    def _exactly(self, custom_id: str) -> Locator:
        return self.panel.locator(f'[data-custom-id="{custom_id}"]')

    async def _discard(self, chance: random.Random) -> None:
        select = self.panel.locator(by("pick"))
        label = str(await select.get_attribute("aria-label"))
        count = int(next(word for word in label.split() if word.isdecimal()))
        await self.choose(select, chance.sample(await self.options(select), count))
        await self.press(self.panel.locator(by("discard")))

    async def _bid(self, chance: random.Random) -> None:
        select = self.panel.locator(by("bid"))
        await self.choose(select, [chance.choice(["2", "3", "4", "5", "8"])])
        await self.press(self.panel.locator(by("bidyes")))

    async def _call(self, chance: random.Random) -> None:
        jumps = self.panel.locator(by("jump"))
        if await jumps.count() and chance.random() < 0.25:
            values = await self.options(jumps.first)
            bid = chance.choice(values[:5])
            await self.choose(jumps.first, [bid])
            await self.press(self.panel.get_by_role("button", name="Confirm"))
            return
        calls = await self.panel.locator(by("call") + USABLE).evaluate_all(
            "all => all.map(each => each.dataset.customId)"
        )
        bids = [call for call in calls if not call.endswith(".pass")]
        passing = [call for call in calls if call.endswith(".pass")]
        wanted = bids if bids and chance.random() < 0.6 else passing
        await self.press(self._exactly(chance.choice(wanted)))
