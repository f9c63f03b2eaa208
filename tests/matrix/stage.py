"""One bot at one stand-in for all cells: games are put into their phase by rows."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest import mock

from discord.ui import TextDisplay
from sqlalchemy import insert, update

from bot import reply, sending
from bot.controls import Control
from bot.tables import clockwork, coalesce
from bot.tables.clocks import first_clock
from bot.tables.opening import Place, prepare
from bot.tables.table import END_SHOWN, Table
from data.records import Seat
from data.schema import actions, games
from playground import Handle, Person, Seen
from playground.state import Channel
from tests.harness import WAIT, House, find_control, house
from tests.matrix.positions import OPTIONS, Phase, legal, position

NAMES = ("Ada", "Ben", "Cleo", "Dev")
STRANGER = "Eve"


class Hasty:
    """``asyncio`` for discord.py, whose pauses between attempts nobody need wait for."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(min(seconds, 0.002))


@dataclass
class Stage:
    """The bot and its people.  ``put`` sets up a cell."""

    home: House
    begun: int = 0

    async def put(
        self, phase: Phase, channel_id: int | None = None, *, clock: bool = False
    ) -> Cell:
        """A game in this phase, its table posted.

        The panels of two are open, unless it is played with a ``clock``: then nobody has seen
        that it is his turn.
        """
        where = self.home.channel.id if channel_id is None else channel_id
        people = tuple(self.home.person(name) for name in NAMES[: phase.people])
        stands = position(phase)
        now = datetime.fromtimestamp(self.home.playground.clock.now(), UTC)
        place = Place(self.home.playground.guild.id, where, now - timedelta(seconds=5))
        seats = [Seat(n, person.id, None, person.display_name) for n, person in enumerate(people)]
        options = OPTIONS[phase.kind]
        new = prepare(phase.kind, options, seats, place, stands.seed)
        if clock:
            new = replace(new, clock=first_clock("days", stands.game, seats, now))
        game_id = await self.home.database.games.create(new)
        await self._store(game_id, stands.actions, place.at)
        table = await self.home.table(game_id)
        self.home.client.app.tables.changed(table)
        cell = Cell(self, phase, table, people, random.Random(f"{phase}"))
        await cell.settled()
        for person in () if clock else (cell.actor, cell.other):
            cell.panels[person.id] = (await cell.hand(person)).id
        if phase.over:
            await self.home.client.app.tables.resign(table, people[0].id)
        await cell.settled()
        cell.stood = len(table.game.actions)
        return cell

    async def _store(self, game_id: int, done: tuple[tuple[int, str], ...], at: datetime) -> None:
        """All actions at once; the bot has its file for itself, so by its own connection."""
        if not done:
            return
        rows = [
            {"game_id": game_id, "number": number, "seat": seat, "text": text, "at": at}
            for number, (seat, text) in enumerate(done)
        ]
        async with self.home.database.games._connections.write() as connection:
            await connection.execute(insert(actions), rows)
            await connection.execute(
                update(games).where(games.c.id == game_id).values(moves=len(done), updated_at=at)
            )

    def clear(self) -> None:
        """Forget the messages of cells that are done."""
        for channel in self.home.playground.guild.channels.values():
            channel.messages.clear()


@dataclass
class Cell:
    """One game, about to meet one trouble."""

    stage: Stage
    phase: Phase
    table: Table
    people: tuple[Person, ...]
    chance: random.Random
    panels: dict[int, int] = field(default_factory=dict[int, int])
    stood: int = 0
    acted: int = 0

    @property
    def home(self) -> House:
        return self.stage.home

    @asynccontextmanager
    async def slow(self) -> AsyncIterator[asyncio.Event]:
        """Answers take so long that they are deferred; work goes on once the event is set."""
        go_on, speech = asyncio.Event(), self.home.client.app.speech
        usual = speech.to

        async def late(interaction: Any) -> Any:
            await go_on.wait()
            return await usual(interaction)

        with mock.patch.object(speech, "to", late), mock.patch.object(reply, "DEFER_AFTER", 0.0):
            yield go_on

    @property
    def idle(self) -> bool:
        """Whether the bot answers nobody at the moment."""
        return not self.home.client.app.underway.count

    def seen_by(self, person: Person) -> dict[int, int]:
        """The private messages of this person, and how often each was changed."""
        return {
            seen.id: seen.version
            for seen in person.messages()
            if seen.ephemeral and not seen.deferred
        }

    @property
    def stranger(self) -> Person:
        return self.home.person(STRANGER)

    @property
    def actor(self) -> Person:
        """Somebody who may act, or would like to when the game is over."""
        to_act = self.table.game.to_act
        return self.people[to_act[0] if to_act else 0]

    @property
    def other(self) -> Person:
        """Somebody else at the table, whose panel shows what the actor does."""
        seat = self.people.index(self.actor)
        return self.people[(seat + 1) % len(self.people)]

    def public(self) -> Seen:
        """The table message."""
        assert self.table.message_id is not None
        return self.actor.message(self.table.message_id)

    def panel(self, person: Person) -> Seen:
        return person.message(self.panels[person.id])

    async def hand(self, person: Person) -> Seen:
        """Press My hand on the table; on the end of a game, a button that was there before."""
        answer = await self.press(person, self.public(), "hand")
        assert answer.message is not None
        return answer.message

    def act(self) -> Handle:
        """Press an action on the actor's panel: a legal one, or, when it is over, a late one."""
        person, game = self.actor, self.table.game
        seat = self.people.index(person)
        if not game.to_act:
            control = Control("play", self.table.id, seat=seat, number=0, arg="AS")
            return person.press(self.panel(person), str(control), forge=True)
        decision = game.decision(seat)
        assert decision is not None
        text = legal(game, seat, self.chance)
        verb, arg = {
            "discard": ("discard", "-".join(text.split()[1:])),
            "call": ("call", text),
            "bid": ("bidyes", text),
            "play": ("play", text),
        }[decision.kind]
        number = game.view(None).decisions[seat]
        control = Control(verb, self.table.id, seat=seat, number=number, arg=arg)
        self.acted += 1
        return person.press(self.panel(person), str(control), forge=True)

    def press(self, person: Person, message: Seen, verb: str) -> Handle:
        """Press a control of this game that need not be on the message."""
        return person.press(message, str(Control(verb, self.table.id)), forge=True)

    def redraw(self) -> None:
        """Let the table be drawn even if nothing has changed."""
        self.table.renderer.forget()
        self.home.client.app.tables.changed(self.table)

    async def settled(self) -> None:
        """Return when everything shows the last state."""
        async with asyncio.timeout(WAIT * 3):
            while True:
                await self.home.client.app.tables.settled(self.table)
                if self.table.message_id is not None or self.table.state == "paused":
                    return
                if self.table.over and not self.table.renderer.busy:
                    return  # the end is posted where somebody asks for it
                await asyncio.sleep(0.002)

    @property
    def channel(self) -> Channel:
        return self.home.playground.world.channel(self.table.channel_id)

    @property
    def at_rest(self) -> bool:
        """Whether nothing is being drawn."""
        panels = self.table.panels.values()
        return not self.table.renderer.busy and not any(panel.busy for panel in panels)

    # Afterwards

    async def goes_on(self) -> None:
        """The trouble is over: the game stands as it should, and everybody finds it."""
        count = len(self.table.game.actions)
        assert count == self.stood + self.acted, "what was pressed was carried out, and once"
        stored = await self.home.database.games.load(self.table.id)
        assert stored is not None
        assert list(stored.actions) == self.table.game.actions
        if self.table.state == "paused":
            await self._continued()
        await self.settled()
        if self.table.message_id is None:
            await self._continued()
            await self.settled()
        seen = await self.hand(self.actor)
        assert self.table.over or "Your hand" in seen.text, seen.text
        assert self.table.state == ("over" if self.table.over else "running")
        await self._shown()

    async def _continued(self) -> None:
        """A paused game says so in words; it, or an end, goes on where somebody asks for it."""
        person = self.people[0]
        public = self.table.message_id and self._there(self.table.message_id)
        if public:
            answer = await person.press(public, str(Control("hand", self.table.id)), forge=True)
        else:
            answer = await person.command(self.channel, "game table", game=self.table.id)
        assert answer.ok

    async def over_and_done(self) -> None:
        """Nothing more will happen in this game."""
        if not self.table.over:
            await self.home.client.app.tables.call_off(self.table)
        await self.home.client.app.tables.settled(self.table)

    def _there(self, message_id: int) -> Seen | None:
        found = [seen for seen in self.people[0].messages() if seen.id == message_id]
        return found[0] if found else None

    async def _shown(self) -> None:
        """The table is there once, and shows the position."""
        view = self.table.game.view(None)
        layout = await self.table.renderer.layout(view)
        self.home.client.mentions.put(layout)
        wanted = [item.content for item in layout.walk_children() if isinstance(item, TextDisplay)]
        public = self.public()
        assert all(text in public.text for text in wanted), public.text
        same = [
            seen
            for seen in self.people[0].messages()
            if not seen.ephemeral and self._is_table(seen, wanted)
        ]
        there = [seen.id for seen in same]
        if self.table.over:  # an end that is posted again elsewhere stays where it was
            assert public.id in there
        else:
            assert there == [public.id], "the table stands there once"
        assert self.table.shown == (END_SHOWN if self.table.over else view.number)

    def _is_table(self, seen: Seen, wanted: list[str]) -> bool:
        mine = any(
            find_control(seen, verb, None) == str(Control(verb, self.table.id))
            for verb in ("hand", "rematch")
        )
        return mine and all(text in seen.text for text in wanted)


async def eventually(what: Callable[[], bool], words: str) -> None:
    """Return when this is so; ``AssertionError`` with these words if it does not become so."""
    pause = 0.002
    try:
        async with asyncio.timeout(WAIT * 3):
            while not what():
                await asyncio.sleep(pause)
                pause = min(pause * 1.5, 0.05)
    except TimeoutError:
        raise AssertionError(f"not so: {words}") from None


@asynccontextmanager
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    """A bot and its people; pauses are short, so that a cell takes milliseconds."""
    hasty = Hasty()
    with (
        mock.patch("discord.http.asyncio", hasty),
        mock.patch("discord.webhook.async_.asyncio", hasty),
        mock.patch.object(sending, "PAUSES", (0.0, 0.001, 0.002)),
        mock.patch.object(coalesce, "FIRST_PAUSE", 0.002),
        mock.patch.object(coalesce, "LONGEST_PAUSE", 0.01),
        mock.patch.object(clockwork, "AGAIN", timedelta(milliseconds=5)),
    ):
        async with house(tmp_path, members=(*NAMES, STRANGER), journal_limit=50) as home:
            home.playground.clock.stand_still()
            yield Stage(home)
