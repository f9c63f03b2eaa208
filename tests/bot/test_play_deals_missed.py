"""Deals that were played out while their table could not be drawn."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.tables import rush
from bot.tables.table import Deed
from tests.harness import house, legal


async def test_each_deal_is_kept_however_late_it_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rush, "LONGEST", 600.0)
    async with house(tmp_path) as home:
        table = await home.two()
        await table.settled()
        own, chance = await table.bots_own(), random.Random(5)
        tables = home.client.app.tables
        with tables.rush.press():  # somebody presses all the while
            while len(own.game.view(None).deals) < 3:
                seat = own.game.to_act[0]
                number = own.game.decisions[seat]
                deed = Deed(seat, number, legal(own, seat, chance), own.seats[seat].user_id)
                await tables.act(own, deed)
        await table.settled()
        texts = [seen.text for seen in home.person("Ada").messages(home.channel)]
        kept = [text for text in texts if "**Dealer:** " in text]
        played = [deal.number for deal in own.game.view(None).deals]
        assert len(kept) == len(played) == 3
        for number, text in zip(played, kept, strict=True):
            assert f"deal {number} of" in text
        assert f"deal {own.game.view(None).number} of" in texts[-1]
