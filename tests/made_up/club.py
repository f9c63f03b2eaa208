"""A server with something of everything, before which made-up presses are brought."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from bot.tables.table import Table
from data.records import Invitation
from data.schema import facts, metadata, servers
from playground import Person, Seen
from playground.state import DM, Channel
from tests.harness import WAIT, House
from tests.matrix.positions import PHASES
from tests.matrix.stage import Stage

PLAYERS = ("Ada", "Ben", "Cleo", "Dev")
STRANGER = "Eve"
MANAGER = "Mia"


@dataclass
class Club:
    """``tables`` stand in every phase of every game; ``messages`` are what can be pressed."""

    home: House
    tables: list[Table]
    asked: list[Invitation]
    messages: list[tuple[Person, Seen]]
    elsewhere: Channel
    direct: Channel

    @property
    def people(self) -> list[Person]:
        return [self.home.person(name) for name in (*PLAYERS, STRANGER, MANAGER)]

    @property
    def stranger(self) -> Person:
        return self.home.person(STRANGER)

    @property
    def manager(self) -> Person:
        return self.home.person(MANAGER)

    async def dump(self) -> dict[str, list[Any]]:
        """Everything that is stored, but the bot's sign of life."""
        found: dict[str, list[Any]] = {}
        async with self.home.database.games._connections.read() as connection:
            for table in metadata.sorted_tables:
                if table.name != facts.name:
                    rows = await connection.execute(select(table))
                    found[table.name] = sorted((tuple(row) for row in rows), key=repr)
        return found

    def public(self) -> dict[int, str]:
        """The messages that everybody sees, and what they show."""
        seen = self.stranger.messages() + self.manager.messages()
        return {each.id: repr(each.components) for each in seen if not each.ephemeral}

    def tidy(self) -> None:
        """Forget answers that were read, and interactions that are over."""
        kept = {message.id for _, message in self.messages}
        for channel in self.home.playground.world.channels():
            for message in list(channel.messages.values()):
                if message.ephemeral and message.id not in kept:
                    del channel.messages[message.id]
        desk = self.home.playground.interactions
        for timer in list(desk._timers):
            timer.cancel()
        desk._by_id.clear()
        desk._by_token.clear()
        desk.modals.clear()


async def found(home: House, count: int) -> Club:
    """So many games in different phases, one called off, invitations of every kind."""
    playground, stage = home.playground, Stage(home)
    playground.appoint(home.person(MANAGER), playground.guild, ("MANAGE_GUILD",))
    tables: list[Table] = []
    messages: list[tuple[Person, Seen]] = []
    for phase in PHASES[:: len(PHASES) // count]:
        cell = await stage.put(phase)
        for person in cell.people:  # the clock of whoever began still runs in some positions
            if person.id not in cell.panels and not cell.table.over:
                await cell.hand(person)
        tables.append(cell.table)
        messages.append((cell.actor, cell.public()))
        messages += [(person, cell.panel(person)) for person in (cell.actor, cell.other)]
    called_off = await stage.put(PHASES[0])
    await home.client.app.tables.call_off(called_off.table)
    await called_off.settled()
    tables.append(called_off.table)
    posted = await _invitations(home)
    messages += [(home.person("Ben"), seen) for seen in posted]
    guild = playground.add_guild("Another Club", people=[home.person(name) for name in PLAYERS])
    await _noted(home, guild.id)
    world = playground.world
    direct = Channel(world.ids.next(), None, "", DM, recipient=home.person("Ada").id)
    world.dms[direct.id] = direct
    elsewhere = next(iter(guild.channels.values()))
    return Club(home, tables, await _asked(home), messages, elsewhere, direct)


async def _noted(home: House, guild_id: int) -> None:
    """Return when the bot has stored that it is on this server."""
    async with asyncio.timeout(WAIT):
        while True:
            async with home.database.games._connections.read() as connection:
                found = await connection.scalar(
                    select(servers.c.id).where(servers.c.id == guild_id)
                )
            if found is not None:
                return
            await asyncio.sleep(0.002)


async def _invitations(home: House) -> list[Seen]:
    """A challenge, an open one, a lobby with two people, and a challenge that was declined."""
    ada, ben, cleo, dev = (home.person(name) for name in PLAYERS)
    posted = [
        await ada.command(home.channel, "bridgette start", opponent=ben),
        await ada.command(home.channel, "drawbridge start"),
        await cleo.command(home.channel, "callbridge start"),
        await ada.command(home.channel, "drawbridge start", opponent=dev),
    ]
    seen = [answer.message for answer in posted if answer.message is not None]
    assert len(seen) == len(posted)
    await dev.press_label(seen[2], "Join")
    await dev.press_label(seen[3], "Decline")
    return [ada.message(each) for each in seen]


async def _asked(home: House) -> list[Invitation]:
    found = [await home.database.invitations.load(number) for number in range(1, 5)]
    return [each for each in found if each is not None]
