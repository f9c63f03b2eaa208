"""Remarks that come late never overtake the next page of their message."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, cast

import discord
import pytest

from bot.replaying import pages as module
from bot.replaying.pages import Pages
from bot.screens.notice import notice
from tests.harness import Errors


class Interaction:
    """The answer whose message is edited; ``landed`` lets the edit come through."""

    def __init__(self) -> None:
        self.begun = asyncio.Event()
        self.landed = asyncio.Event()
        self.client = None  # which knows no commands
        self.edits = 0
        self.error: Exception | None = None

    async def edit_original_response(self, *, view: discord.ui.LayoutView) -> None:
        self.begun.set()
        await self.landed.wait()
        if self.error is not None:
            raise self.error
        self.edits += 1

    @property
    def real(self) -> discord.Interaction:
        return cast("discord.Interaction", self)


class Remarks:
    """Remarks that are there when they are let go."""

    def __init__(self) -> None:
        self.ready = asyncio.Event()

    async def draw(self) -> discord.ui.LayoutView:
        await self.ready.wait()
        return notice("remarks")


async def turned(pages: Pages, message_id: int | None) -> None:
    async with pages.turning(message_id):
        pass


@pytest.fixture
async def pages() -> AsyncIterator[Pages]:
    kept = Pages()
    yield kept
    await kept.close()


async def test_remarks_are_put_in_when_they_are_there(pages: Pages) -> None:
    page, remarks = Interaction(), Remarks()
    page.landed.set()
    await pages.follow(1, page.real, remarks.draw)
    assert page.edits == 0
    remarks.ready.set()
    await pages.settled()
    assert page.edits == 1


async def test_a_page_that_was_turned_gets_none(pages: Pages) -> None:
    page, remarks = Interaction(), Remarks()
    page.landed.set()
    await pages.follow(1, page.real, remarks.draw)
    await turned(pages, 1)
    remarks.ready.set()
    await pages.settled()
    assert page.edits == 0


async def test_an_edit_under_way_is_waited_for(pages: Pages) -> None:
    page, remarks = Interaction(), Remarks()
    remarks.ready.set()
    await pages.follow(1, page.real, remarks.draw)
    await page.begun.wait()
    turning = asyncio.create_task(turned(pages, 1))
    for _ in range(5):
        await asyncio.sleep(0)
        assert not turning.done()
    page.landed.set()
    await turning
    assert page.edits == 1


async def test_two_who_turn_a_page_do_so_one_after_the_other(pages: Pages) -> None:
    order: list[str] = []
    first_may_end, remarks = asyncio.Event(), Remarks()
    old, new = Interaction(), Interaction()
    old.landed.set()
    new.landed.set()

    async def turn(name: str, page: Interaction, end: asyncio.Event | None) -> None:
        async with pages.turning(1):
            order.append(f"{name} begins")
            if end is not None:
                await end.wait()
            await pages.follow(1, page.real, remarks.draw)
            order.append(f"{name} ends")

    first = asyncio.create_task(turn("first", old, first_may_end))
    await asyncio.sleep(0)
    second = asyncio.create_task(turn("second", new, None))
    await asyncio.sleep(0)
    first_may_end.set()
    await asyncio.gather(first, second)
    remarks.ready.set()
    await pages.settled()
    assert order == ["first begins", "first ends", "second begins", "second ends"]
    assert (old.edits, new.edits) == (0, 1)


async def test_another_message_is_left_alone(pages: Pages) -> None:
    one, two, remarks = Interaction(), Interaction(), Remarks()
    one.landed.set()
    two.landed.set()
    await pages.follow(1, one.real, remarks.draw)
    await pages.follow(2, two.real, remarks.draw)
    for message in (2, 3, None):
        await turned(pages, message)
    remarks.ready.set()
    await pages.settled()
    assert (one.edits, two.edits) == (1, 0)


async def test_the_newest_page_of_a_message_is_the_one_that_is_followed(pages: Pages) -> None:
    old, new, remarks = Interaction(), Interaction(), Remarks()
    old.landed.set()
    new.landed.set()
    await pages.follow(1, old.real, remarks.draw)
    await pages.follow(1, new.real, remarks.draw)
    remarks.ready.set()
    await pages.settled()
    assert (old.edits, new.edits) == (0, 1)


async def test_the_oldest_do_without_when_too_many_wait(
    pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST", 3)
    waiting, remarks = [Interaction() for _ in range(5)], Remarks()
    for number, page in enumerate(waiting):
        page.landed.set()
        await pages.follow(number, page.real, remarks.draw)
    remarks.ready.set()
    await pages.settled()
    assert [page.edits for page in waiting] == [0, 0, 1, 1, 1]


async def test_a_message_that_is_gone_is_no_error(pages: Pages) -> None:
    errors, secret = Errors(), "A♠ K♠"
    module._log.addHandler(errors)
    try:
        page, remarks = Interaction(), Remarks()
        page.error = OSError()
        page.landed.set()
        remarks.ready.set()
        await pages.follow(1, page.real, remarks.draw)
        await pages.settled()
        assert errors.records == []

        async def broken() -> Any:
            raise ValueError(secret)

        await pages.follow(1, page.real, broken)
        await pages.settled()
        (record,) = errors.records
        assert secret not in record.getMessage()
    finally:
        module._log.removeHandler(errors)
