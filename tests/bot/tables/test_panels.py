"""An open panel is drawn anew when something changed, and never before it was answered."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.clock import SystemClock
from bot.tables import panels
from bot.tables.panels import Panel
from bot.tables.rush import Rush
from bot.texts import Texts
from tests.harness import house


class Press:
    """An interaction."""

    def __init__(self, user_id: int) -> None:
        self.user = SimpleNamespace(id=user_id)
        self.client = None  # which knows no commands


async def test_a_change_before_the_answer_is_drawn_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edits: list[Press] = []

    async def edit(press: Any, _layout: discord.ui.LayoutView) -> None:
        edits.append(press)

    monkeypatch.setattr(panels, "edit_answer", edit)
    async with house(tmp_path) as home:
        table = await home.two("bridgette")
        own = await table.bots_own()
        ada = home.person("Ada").id
        press = Press(ada)
        panel = Panel(own, 0, press, Texts.for_locale("en"), SystemClock(), Rush())  # type: ignore[arg-type]
        own.panels[ada] = panel
        panel.touch()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not edits
        assert panel.busy
        panel.answered()
        await panel.settled()
        assert edits == [press]
        assert own.panels[ada] is panel
