"""Drawing: never two at once, the newest state last, failures tried again."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot.tables import coalesce
from bot.tables import rush as rush_module
from bot.tables.coalesce import Coalescer, TryLater
from bot.tables.rush import Rush


async def test_touches_during_a_drawing_become_one_more() -> None:
    state, drawn, at_once = 0, [], 0
    gate = asyncio.Event()

    async def draw() -> None:
        nonlocal at_once
        at_once += 1
        assert at_once == 1
        drawn.append(state)
        await gate.wait()
        at_once -= 1

    drawing = Coalescer(draw, "test")
    drawing.touch()
    await asyncio.sleep(0)
    for state in range(1, 6):  # noqa: B007 - read by draw
        drawing.touch()
    gate.set()
    await drawing.settled()
    assert drawn == [0, 5]
    assert not drawing.busy


async def test_a_failure_that_passes_is_tried_until_it_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coalesce, "FIRST_PAUSE", 0.001)
    tries = 0

    async def draw() -> None:
        nonlocal tries
        tries += 1
        if tries < 4:
            raise TryLater

    drawing = Coalescer(draw, "test")
    drawing.touch()
    await drawing.settled()
    assert tries == 4


async def test_a_mistake_is_logged_without_its_text(caplog: pytest.LogCaptureFixture) -> None:
    hand = " ".join(("AS", "KS", "QS"))

    async def draw() -> None:
        raise ValueError(hand)

    drawing = Coalescer(draw, "table of game 7")
    with caplog.at_level(logging.ERROR):
        drawing.touch()
        await drawing.settled()
    assert "table of game 7" in caplog.text
    assert "ValueError" in caplog.text
    assert hand not in caplog.text


async def test_stop_breaks_off() -> None:
    async def draw() -> None:
        await asyncio.Event().wait()

    drawing = Coalescer(draw, "test")
    drawing.touch()
    await asyncio.sleep(0)
    drawing.stop()
    await drawing.settled()
    assert not drawing.busy


async def test_what_is_touched_before_the_lull_is_drawn_once() -> None:
    rush, drawn = Rush(), 0

    async def draw() -> None:
        nonlocal drawn
        drawn += 1

    drawing = Coalescer(draw, "test", lull=rush.lull)
    with rush.press():
        for _ in range(3):
            drawing.touch()
            await asyncio.sleep(0)
        assert (drawing.busy, drawing.drawing, drawn) == (True, False, 0)
    await drawing.settled()
    assert drawn == 1


async def test_a_drawing_does_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rush_module, "LONGEST", 0.001)
    rush = Rush()
    with rush.press():
        await rush.lull()
