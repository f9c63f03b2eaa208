"""Whole games in every language: all that is said is in it.  ``make languages`` plays all."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.texts import languages
from tests.languages.evening import PEOPLE, SHORT, evening

SAMPLE = {"bridgette": "gu", "drawbridge": "uk", "callbridge": "be"}
NAMES = (*PEOPLE, "Card Room", "general", "bridge_table")


@pytest.mark.parametrize(("kind", "language"), SAMPLE.items())
async def test_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, language: str
) -> None:
    listener = await evening(tmp_path, kind, language, monkeypatch, around=False)
    listener.check(NAMES)
    assert len(listener.asked) > 50


@pytest.mark.long
@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("kind", SHORT)
async def test_an_evening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, language: str
) -> None:
    listener = await evening(tmp_path, kind, language, monkeypatch, around=True)
    listener.check(NAMES)
    assert len(listener.asked) > 200
