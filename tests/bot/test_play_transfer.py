"""Games that people played at tables, out of one database and into another."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

from bot.screens.models import Level
from bot.standing.proof import fault
from bot.tables.table import Deed, Table
from data.database import Database
from data.transfer.admission import Known
from engine import KINDS
from tests.harness import House, TableOf, house, legal

SHORT: dict[str, dict[str, Any]] = {"bridgette": {"deals": 2}, "drawbridge": {"target": 50}}


async def play(
    home: House, table: TableOf, until: Callable[[Table], bool] = lambda _own: False
) -> Table:
    """Play by chance until this is so or the game is over, by the door behind the controls."""
    own, chance = await table.bots_own(), random.Random(table.game_id)
    await table.settled()
    while not own.over and not until(own):
        for seat in await table.people_to_act():
            number = own.game.view(None).decisions[seat]
            text = legal(own, seat, chance)
            await home.client.app.tables.act(own, Deed(seat, number, text, own.seats[seat].user_id))
        await table.settled()
    return own


async def give_up(home: House, own: Table, name: str) -> None:
    await home.client.app.tables.resign(own, home.person(name).id)


async def run_out(home: House, table: TableOf) -> Table:
    """Let time run out for whoever is to act."""
    own = await table.bots_own()
    assert own.clock.deadline is not None
    home.playground.advance(own.clock.deadline.timestamp() + 60 - home.playground.clock.now())
    await home.client.app.tables.run_out(own)
    return own


async def games_of_two(home: House, kind: str) -> None:
    """Played out, against a computer, given up, and lost on time."""
    await play(home, await home.two(kind, **SHORT[kind]))
    await play(home, await home.alone(kind, **SHORT[kind]))
    own = await play(home, await home.two(kind), lambda own: len(own.game.actions) > 6)
    await give_up(home, own, "Ben")
    assert (await run_out(home, await home.two(kind, pace="live"))).over


async def games_of_four(home: House) -> None:
    """With computers: one of two leaves; one leaves and comes back; one is out of time."""
    table = await home.four(("Ada", "Ben"), target=5)
    await give_up(home, await table.bots_own(), "Ada")
    await play(home, table)
    table = await home.four(("Ada", "Ben"), target=5)
    own = await table.bots_own()
    await give_up(home, own, "Ada")
    await home.client.app.tables.come_back(own, home.person("Ada").id)
    await play(home, table)
    table = await home.four(("Ada", "Ben"), target=5, pace="live")
    await table.settled()
    own = await run_out(home, table)
    assert any(seat.taken_over for seat in own.seats)
    await play(home, table)


async def exported(database: Database) -> list[str]:
    guilds = list(await database.transfer.servers())
    return [line async for line in database.transfer.export(guilds)]


async def test_what_was_played_here_is_taken_in_there(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        await games_of_two(home, "bridgette")
        await games_of_two(home, "drawbridge")
        await games_of_four(home)
        called_off = await (await home.two("bridgette")).bots_own()
        await home.client.app.tables.call_off(called_off)  # is in no export
        database, now = home.database, datetime.fromtimestamp(home.playground.clock.now(), UTC)
        known = Known(
            {kind: game.seats for kind, game in KINDS.items()}, get_args(Level), now, fault
        )
        lines = await exported(database)
        assert await database.transfer.check(lines, known) == 11
        await database.privacy.take_out(home.person("Ben").id, now)
        lines = await exported(database)
        assert await database.transfer.check(lines, known) == 11
        async with await Database.open(str(tmp_path / "there.db")) as there:
            arrived = await there.transfer.take(lines, now, lambda _done: None)
            await there.transfer.settle(arrived, lambda _done, _total: None)
            assert await exported(there) == lines
