"""Nothing in the log tells a seed, a card or a token, whatever is played and goes wrong."""

from __future__ import annotations

import io
import json
import random
import re
from pathlib import Path

import pytest

from bot import logs
from data.records import Step
from tests.bot.logging_kept import logging_kept
from tests.harness import House, TableOf, control_of, house, legal

CARD = re.compile(r"(?<![A-Za-z0-9])(?:10|[2-9TJQKA])(?:[SHDC]|[♠♥♦♣])(?![A-Za-z0-9])|:[GRL]\b")


async def test_the_log_of_games_at_its_loudest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stream = io.StringIO()
    with logging_kept():
        async with house(tmp_path) as home:
            logs.set_up("DEBUG", "json", secret=home.settings.token, stream=stream)
            games = [await home.two("bridgette", deals=2), await home.four(level="medium")]
            for table in games:
                await table.play_on(random.Random(1), once_in_play)
            await something_fails(home, games[0], monkeypatch)
            for table in games[:1]:
                await table.play_on(random.Random(2))
            seeds = [(await home.database.games.load(table.game_id)) for table in games]
    said = stream.getvalue()
    lines = [json.loads(line) for line in said.splitlines()]
    assert any(line.get("action") == "play" and line["game"] == 1 for line in lines)
    assert any(line["level"] == "error" and line.get("seat") in (0, 1) for line in lines)
    assert home.settings.token is not None
    assert home.settings.token not in said
    for stored in seeds:
        assert stored is not None
        assert stored.seed.hex() not in said
        assert repr(stored.seed)[2:-1] not in said
    assert not CARD.findall(said), CARD.findall(said)


def once_in_play(table: object) -> bool:
    game = table.game  # type: ignore[attr-defined]
    return bool(game.view(None).phase == "play")


async def something_fails(home: House, table: TableOf, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake of ours in the middle of a move, whose text names everything there is."""
    own = await table.bots_own()
    (seat,) = own.game.to_act
    stored = await home.database.games.load(table.game_id)
    assert stored is not None

    async def broken(game_id: int, step: Step) -> None:
        raise RuntimeError(f"{step.text} {stored.seed.hex()} {home.settings.token}")

    sitting = await table.at(seat)
    panel = await sitting.hand()
    with monkeypatch.context() as patch:
        patch.setattr(home.database.games, "act", broken)
        await sitting.person.press(
            panel, control_of(panel, "play", legal(own, seat, random.Random(3)))
        )
    home.errors.take("action play failed")
