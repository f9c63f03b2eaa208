"""What commands there are: told to Discord once the bot is there, however long that takes."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot import telling
from bot.mentions import Mentions
from bot.telling import Telling
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

        known = home.client.mentions.all()
        monkeypatch.setattr(Translator, "translate", shouted)
        await home.restart()
        assert home.client.mentions.all() == known  # those of before still work
        home.errors.take("does not take the commands")
        await home.alone()


class Asked:
    """Discord as a process finds it that does not tell it of commands itself."""

    def __init__(self, *answers: tuple[str, ...]) -> None:
        self._answers = list(answers)

    def get_commands(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(name=name) for name in ("game", "rules")]

    async def fetch_commands(self) -> list[Any]:
        return [
            SimpleNamespace(name=name, mention=f"</{name}:1>", options=[])
            for name in self._answers.pop(0)
        ]


async def test_who_asks_goes_on_until_all_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "AGAIN", 0.01)
    mentions = Mentions()
    asking = Telling(cast("Any", Asked((), ("game",), ("game", "rules"))), mentions, leads=False)
    asking.start(asyncio.Event().wait)
    await asking.close()  # before it was tried at all
    assert not asking.tried.is_set()
    ready = asyncio.Event()
    ready.set()
    asking.start(ready.wait)
    await asking.tried.wait()
    async with asyncio.timeout(WAIT):
        while len(mentions.all()) < 2:  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)
    await asking.close()


async def test_an_error_that_nobody_expected_is_logged_and_it_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failing = [PermissionError("catalogue")]

    def read() -> None:
        if failing:
            raise failing.pop()

    monkeypatch.setattr(telling, "AGAIN", 0.01)
    monkeypatch.setattr(telling, "preload", read)
    mentions = Mentions()
    asking = Telling(cast("Any", Asked(("game", "rules"))), mentions, leads=False)
    ready = asyncio.Event()
    ready.set()
    asking.start(ready.wait)
    async with asyncio.timeout(WAIT):
        while not mentions.all():  # noqa: ASYNC110 - nothing tells
            await asyncio.sleep(0.01)
    await asking.close()
    assert "not told or asked for yet" in caplog.text
