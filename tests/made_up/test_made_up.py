"""Made-up presses, forms and commands: each is answered, nothing changes, nothing is an error."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Final

import pytest

from tests.harness import WAIT, house
from tests.made_up.club import MANAGER, PLAYERS, STRANGER, Club, found
from tests.made_up.requests import Forger, Sent, covered
from tests.made_up.wire import straight

SHORT: Final = 1500
LONG: Final = int(os.environ.get("COUNT", "100000"))
AT_ONCE: Final = 20
MEMBERS: Final = (*PLAYERS, STRANGER, MANAGER)


def test_every_control_is_made_up() -> None:
    assert covered()


async def check(sent: Sent) -> None:
    """It was answered; and a stranger reads nobody's hand."""
    async with asyncio.timeout(WAIT * 3):
        answer = await sent.handle.outcome()
    assert answer.ok, sent.words
    if answer.message is not None:
        assert answer.message.ephemeral or answer.kind == "nothing", sent.words
        assert answer.message.text.strip(), sent.words
        if sent.person.display_name in (STRANGER, MANAGER):
            assert "Your hand" not in answer.message.text, sent.words


async def send(club: Club, seed: str, count: int) -> None:
    """So many, some at a time, with the network between or not."""
    forger = Forger(club, seed)
    for _ in range(0, count, AT_ONCE):
        sent = [forger.send() for _ in range(AT_ONCE)]
        for each in sent:
            await check(each)
        assert not club.home.errors.records, [
            *[each.words for each in sent], *club.home.errors.texts()
        ]  # fmt: skip
        club.tidy()


async def run(tmp_path: Path, count: int, over_gateway: int, games: int) -> None:
    async with house(tmp_path, members=MEMBERS, journal_limit=50) as home:
        home.playground.clock.stand_still()  # nothing runs out or expires meanwhile
        club = await found(home, games)
        for table in club.tables:
            await home.client.app.tables.settled(table)
        await home.client.app.tables.clockwork.settled()  # who has seen his turn is noted
        before, public = await club.dump(), club.public()
        await send(club, "gateway", over_gateway)
        with straight(home):
            await send(club, "made up", count)
        for table in club.tables:
            await home.client.app.tables.settled(table)
        await home.client.app.tables.clockwork.settled()
        after = await club.dump()
        for name, rows in before.items():
            assert len(after[name]) == len(rows), (name, after[name])
            changed = [
                (old[0], {k: (old[k], new[k]) for k in range(len(old)) if old[k] != new[k]})
                for old, new in zip(rows, after[name], strict=True)
                if old != new
            ]
            assert not changed, f"{name}: by row's key and column's place, before and after"
        assert club.public() == public


async def test_made_up_requests_change_nothing(tmp_path: Path) -> None:
    await run(tmp_path, SHORT - 100, 100, games=6)


@pytest.mark.long
async def test_very_many_made_up_requests_change_nothing(tmp_path: Path) -> None:
    await run(tmp_path, LONG, 1000, games=24)
