"""What commands there are: told to Discord once the bot is there, however long that takes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot import telling
from bot.translation import Translator
from tests.harness import WAIT, house

COMMANDS = ("PUT", "/applications/{application_id}/commands")


async def test_discord_fails_for_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(telling, "AGAIN", 0.01)
    async with house(tmp_path) as home:
        known = home.client.mentions.all()
        assert known
        # The library tries five times by itself.
        home.playground.faults.add(*COMMANDS, 429, times=7, retry_after=0.01)
        await home.restart()
        assert "not told or asked for yet" in caplog.text
        # The bot is there, and plays.
        await home.alone()
        async with asyncio.timeout(WAIT):
            while not home.client.mentions.all():  # noqa: ASYNC110 - nothing tells
                await asyncio.sleep(0.01)
        assert home.client.mentions.all() == known


async def test_commands_that_discord_does_not_take(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:

        async def shouted(*_: object) -> str:
            return "LOUD"

        monkeypatch.setattr(Translator, "translate", shouted)
        await home.restart()
        assert not home.client.mentions.all()
        home.errors.take("does not take the commands")
        await home.alone()
