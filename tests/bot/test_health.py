from __future__ import annotations

import asyncio
import logging
import os
import time
from pathlib import Path

import pytest

from bot import health


async def test_the_file_is_touched_only_while_the_bot_is_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "EVERY", 0.001)
    monkeypatch.setattr(health, "AGAIN", 0.001)
    file = tmp_path / "alive"
    well = False
    asked: asyncio.Queue[None] = asyncio.Queue()

    def answer() -> bool:
        asked.put_nowait(None)
        return well

    heart = asyncio.create_task(health.beat(file, answer))
    for _ in range(3):
        await asked.get()
    assert not health.alive(file)
    well = True
    for _ in range(3):
        await asked.get()
    assert health.alive(file)
    heart.cancel()


def test_an_old_sign_of_life_is_none(tmp_path: Path) -> None:
    file = tmp_path / "alive"
    file.touch()
    assert health.alive(file)
    long_ago = time.time() - health.STALE - 1
    os.utime(file, (long_ago, long_ago))
    assert not health.alive(file)


async def test_a_file_that_cannot_be_touched_stops_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(health, "EVERY", 0.001)
    asked: asyncio.Queue[None] = asyncio.Queue()

    def answer() -> bool:
        asked.put_nowait(None)
        return True

    heart = asyncio.create_task(health.beat(tmp_path / "nowhere" / "alive", answer))
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            await asked.get()
    assert "no sign of life can be left" in caplog.text
    assert not heart.done()
    heart.cancel()
