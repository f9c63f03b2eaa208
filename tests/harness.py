"""A bot and a stand-in for Discord in one process, for tests that play as people do.

::

    async with house(tmp_path) as home:
        table = await home.two("bridgette")          # Ada challenged Ben, Ben accepted
        await table.seat(0).act("discard 2C 7D")     # by the panel: select, Confirm
        await home.restart()                         # a new process on the same database
        await table.play_out()                       # to the end, by everybody's panels

Everything goes over the real gateway and REST calls on loopback.  Computers do not pause, the
clock is the playground's (``home.playground.advance``), and each game's seed follows from
``seed``.  Leaving the house fails if ``discord``, ``bot`` or ``data`` logged an error that the test
did not take out of ``home.errors``.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
import re
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import heartbeats, profiles, reply
from bot.client import BotClient
from bot.config import Settings, point_discord
from bot.controls import Control, parse
from bot.games import GAMES, Games
from bot.tables import thinking
from bot.tables.table import Table
from data.database import Database
from playground import Answer, Person, Playground, Seen
from playground.clock import Clock as PlaygroundClock
from playground.state import Channel
from tests import storage

WAIT = 120.0  # seconds after which a test gives up on something that should have come at once
THOUGHT = 180.0  # and on computers that think, beside whatever else the machine does


class HouseClock:
    """The playground's time, for the bot: both are advanced together."""

    def __init__(self, clock: PlaygroundClock) -> None:
        self._clock = clock

    def now(self) -> datetime:
        return datetime.fromtimestamp(self._clock.now(), UTC)

    async def sleep_until(self, when: datetime) -> None:
        await self._clock.sleep_until(when.timestamp())


class Errors(logging.Handler):
    """Collects what was logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record)

    def take(self, part: str) -> logging.LogRecord:
        """An expected error, which then does not fail the test; ``AssertionError`` without it."""
        for record in self.records:
            if part in record.getMessage():
                self.records.remove(record)
                return record
        raise AssertionError(f"no error with {part!r} among {self.texts()}")

    def texts(self) -> list[str]:
        """What was logged, with traces."""
        formatter = logging.Formatter()
        return [formatter.format(record) for record in self.records]


@dataclass
class House:
    """A running bot at a running playground."""

    playground: Playground
    settings: Settings
    errors: Errors
    seeds: Iterator[bytes]
    entropy: Callable[[], int]
    games: Games
    client: BotClient = field(init=False)
    database: Database = field(init=False)
    _task: asyncio.Task[None] = field(init=False)

    # The bot

    async def start(self) -> None:
        """Start the bot on the database, and return when it is there and its tables are awake."""
        self.database = await Database.open(self.settings.database_url)
        self.client = BotClient(
            self.settings,
            self.database,
            clock=HouseClock(self.playground.clock),
            seeds=lambda: next(self.seeds),
            entropy=self.entropy,
            games=self.games,
            guild_ready_timeout=0.05,
        )
        self._task = asyncio.create_task(self.client.start(self.playground.token))
        ready = asyncio.create_task(self.client.settled())
        try:
            async with asyncio.timeout(WAIT):
                await asyncio.wait((self._task, ready), return_when=asyncio.FIRST_COMPLETED)
        finally:
            ready.cancel()
        if self._task.done():
            self._task.result()

    async def stop(self) -> None:
        """Stop the bot; nothing but the database remains."""
        await self.client.close()
        await asyncio.gather(self._task, return_exceptions=True)
        await self.database.close()

    async def restart(self) -> None:
        """A new bot on the same database."""
        await self.stop()
        await self.start()

    # People and places

    def person(self, name: str) -> Person:
        return self.playground.person(name)

    @property
    def channel(self) -> Channel:
        return self.playground.channel()

    async def table(self, game_id: int) -> Table:
        """The bot's own table: for what a test must know and no person could."""
        return await self.client.app.tables.get(game_id)

    # Starting games

    async def two(
        self, kind: str = "bridgette", first: str = "Ada", second: str = "Ben", **options: Any
    ) -> TableOf:
        """A game of two people, by challenge and Accept."""
        host, guest = self.person(first), self.person(second)
        answer = await host.command(self.channel, f"{kind} start", opponent=guest, **options)
        assert answer.message is not None
        await guest.press_label(answer.message, "Accept")
        return await self._newest((host, guest))

    async def alone(
        self, kind: str = "bridgette", first: str = "Ada", level: str = "easy", **options: Any
    ) -> TableOf:
        """A game of one person against the computer."""
        host = self.person(first)
        await host.command(self.channel, f"{kind} start", computer=level, **options)
        return await self._newest((host,))

    async def four(
        self, people: tuple[str, ...] = ("Ada",), level: str = "easy", **options: Any
    ) -> TableOf:
        """A game of Call Bridge with these people, and computers in the seats left over."""
        host, *others = (self.person(name) for name in people)
        answer = await host.command(self.channel, "callbridge start", **options)
        assert answer.message is not None
        lobby = answer.message.id
        for other in others:
            await other.press_label(lobby, "Join")
        for _ in range(4 - len(people)):
            add = control_of(host.message(lobby), "addbot")
            await host.select(lobby, add, [level])
        await host.press_label(lobby, "Start")
        return await self._newest((host, *others))

    async def _newest(self, people: tuple[Person, ...]) -> TableOf:
        lines = await self.database.games.running_of(people[0].id)
        game_id = max(line.id for line in lines)
        table = TableOf(self, game_id, people)
        await table.public()
        return table


@dataclass
class TableOf:
    """A table as its people see it."""

    house: House
    game_id: int
    people: tuple[Person, ...]

    async def bots_own(self) -> Table:
        """The bot's own table: for what a test must know and no person could."""
        return await self.house.table(self.game_id)

    async def public(self) -> Seen:
        """The current table message, as soon as it stands."""
        own = await self.bots_own()
        async with asyncio.timeout(WAIT):
            while own.message_id is None:  # noqa: ASYNC110 - nothing tells that it will be posted
                await asyncio.sleep(0.01)
            async with own.lock:  # an action under way is to be drawn
                pass
            await own.renderer.settled()
        return self.people[0].message(own.message_id)

    async def settled(self) -> None:
        """Return when no computer is to act and everything shows the last state."""
        async with asyncio.timeout(THOUGHT):
            await self.house.client.app.tables.settled(await self.bots_own())

    def player(self, name: str) -> Sitting:
        """Somebody at this table, by name."""
        return Sitting(self, self.house.person(name))

    async def at(self, seat: int) -> Sitting:
        """Whoever sits in this seat."""
        own = await self.bots_own()
        user_id = own.seats[seat].user_id
        return Sitting(self, next(p for p in self.people if p.id == user_id))

    async def people_to_act(self) -> list[int]:
        """The seats, played by people, that may act now."""
        own = await self.bots_own()
        return [n for n in own.game.to_act if own.seats[n].level is None]

    async def play_on(
        self, chance: random.Random, until: Callable[[Table], bool] | None = None
    ) -> None:
        """Play legal actions by chance, by the panels, until this is so or the game is over."""
        own = await self.bots_own()
        await self.settled()
        while not own.over and not (until is not None and until(own)):
            await asyncio.sleep(0)  # a computer may be due that has not been woken yet
            stuck = [text for text in self.house.errors.texts() if "could not act" in text]
            assert not stuck, "\n".join(stuck)
            for seat in await self.people_to_act():
                sitting = await self.at(seat)
                await sitting.act(legal(own, seat, chance))
                if own.over or (until is not None and until(own)):
                    break
            await self.settled()


@dataclass
class Sitting:
    """A person at a table: opens the panel, and acts by it."""

    table: TableOf
    person: Person

    async def hand(self) -> Seen:
        """Press My hand on the table: a new private panel."""
        public = await self.table.public()
        answer = await self.person.press(public, control_of(public, "hand"))
        assert answer.message is not None
        return answer.message

    async def panel(self) -> Seen:
        """The newest panel of this game, as it stands now; opened if there is none."""
        for seen in reversed(self.person.messages()):
            if seen.ephemeral and self._is_panel(seen):
                return seen
        return await self.hand()

    async def panel_or_any(self) -> Seen:
        """The newest private message, whatever it shows."""
        return next(seen for seen in reversed(self.person.messages()) if seen.ephemeral)

    def _is_panel(self, seen: Seen) -> bool:
        return "Your hand" in seen.text and any(
            control is not None and control.id == self.table.game_id
            for control in (parse(str(each["custom_id"])) for each in seen.controls())
        )

    async def act(self, text: str) -> Answer:
        """Carry out an action by the controls of the panel: selects and Confirm where need be."""
        panel = await self.panel()
        if self._wanted(panel, text) is None and not text.startswith("discard"):
            # The panel may not have been refreshed yet, or its token may have run out.
            panel = await self.hand()
        if text.startswith("discard"):
            cards = text.split()[1:]
            if find_control(panel, "pick") is None:
                panel = await self.hand()
            await self._choose(panel, control_of(panel, "pick"), cards)
            panel = self.person.message(panel.id)
            return await self.person.press(panel, control_of(panel, "discard"))
        wanted = self._wanted(panel, text)
        if wanted is None:
            await self._draft(panel, text)
            panel = self.person.message(panel.id)
            wanted = self._wanted(panel, text)
        assert wanted is not None, f"no control for {text!r} in:\n{panel.text}"
        return await self.person.press(panel, wanted)

    def _wanted(self, panel: Seen, text: str) -> str | None:
        for verb in ("play", "call", "bidyes"):
            found = find_control(panel, verb, text)
            if found is not None:
                return found
        return None

    async def _draft(self, panel: Seen, text: str) -> None:
        for select in panel.selects():
            if any(option["value"] == text for option in select.get("options", ())):
                await self._choose(panel, str(select["custom_id"]), [text])
                return
        raise AssertionError(f"nothing to choose {text!r} from in:\n{panel.text}")

    async def _choose(self, panel: Seen, custom_id: str, values: list[str]) -> None:
        await self.person.select(panel, custom_id, values)


def control_of(seen: Seen, verb: str, arg: str | None = None) -> str:
    """The custom_id of the control with this verb (and argument); fails if there is none."""
    found = find_control(seen, verb, arg)
    assert found is not None, f"no control {verb!r} {arg or ''} in:\n{seen.text}"
    return found


def find_control(seen: Seen, verb: str, arg: str | None = None) -> str | None:
    """The custom_id of the control with this verb (and argument), ``None`` if there is none."""
    for each in seen.controls():
        control = parse(str(each["custom_id"]))
        if control is not None and control.verb == verb and arg in (None, control.arg):
            return str(each["custom_id"])
    return None


def with_names(text: str) -> str:
    """A text with names of commands in place of their mentions, as the screens write them."""
    return re.sub(
        r"</([a-z ]+):\d+>(?: `([^`]+)`)?",
        lambda match: "`/" + " ".join(filter(None, match.groups())) + "`",
        text,
    )


def made_up(verb: str, game_id: int | None, **more: Any) -> str:
    """A custom_id made by hand."""
    return str(Control(verb, game_id, **more))


def legal(table: Table, seat: int, chance: random.Random) -> str:
    """Some legal action of this seat."""
    decision = table.game.decision(seat)
    assert decision is not None
    if decision.kind == "discard":
        cards = chance.sample(list(decision.cards), decision.count)
        return "discard " + " ".join(str(card) for card in cards)
    return str(chance.choice(decision.choices))


def _seeds(seed: str) -> Iterator[bytes]:
    number = 0
    while True:
        yield hashlib.sha256(f"{seed}/{number}".encode()).digest()
        number += 1


@asynccontextmanager
async def house(
    tmp_path: Path,
    *,
    seed: str = "house",
    computer_pause: float = 0.0,
    computer_budget: float = 0.05,
    rate_limits: float = 0.0,
    members: tuple[str, ...] = ("Ada", "Ben", "Cleo", "Dev"),
    games: Games = GAMES,
    answer_within: float = 60.0,
    defer_after: float = 40.0,
    faces: bool = False,
    **playground_options: Any,
) -> AsyncIterator[House]:
    """A playground with a bot that is connected and plays ``games``; database in ``tmp_path``.

    ``faces`` says whether it uploads its pictures of cards; else cards are written in signs.

    ``answer_within`` and ``defer_after`` are Discord's three seconds and our two, stretched so
    that a busy machine changes no answer, as the time for a picture, the wait for a worker and the
    time that it has are; a test of lateness gives its own.  And Discord always counts as heard
    just now, also when time was skipped.
    """
    errors = Errors()
    loggers = [logging.getLogger(name) for name in ("discord", "bot", "data", "asyncio")]
    for logger in loggers:
        logger.addHandler(errors)
    base, gateway = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY
    usual, reply.DEFER_AFTER = reply.DEFER_AFTER, defer_after  # type: ignore[misc]
    drawn, profiles.DRAWN_WITHIN = profiles.DRAWN_WITHIN, answer_within  # type: ignore[misc]
    waited, thinking.PATIENCE = thinking.PATIENCE, THOUGHT  # type: ignore[misc]
    leeway, thinking.LEEWAY = thinking.LEEWAY, THOUGHT  # type: ignore[misc]
    silence, heartbeats.silence = heartbeats.silence, timedelta
    playground = await Playground.start(
        members=members,
        rate_limits=rate_limits,
        answer_within=answer_within,
        **playground_options,
    )
    settings = Settings(
        token=playground.token,
        api=playground.api_url,
        gateway=playground.gateway_url,
        database_url=storage.address(tmp_path / "house.db"),
        computer_pause=computer_pause,
        computer_budget=computer_budget,
        workers=1,
        faces=faces,
    )
    point_discord(settings)
    chance = random.Random(seed)
    home = House(playground, settings, errors, _seeds(seed), lambda: chance.getrandbits(64), games)
    try:
        await home.start()
        yield home
        await home.stop()
    finally:
        if not home.client.is_closed():
            await home.stop()
        await playground.stop()
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = base, gateway
        reply.DEFER_AFTER = usual  # type: ignore[misc]
        profiles.DRAWN_WITHIN = drawn  # type: ignore[misc]
        thinking.PATIENCE = waited  # type: ignore[misc]
        thinking.LEEWAY = leeway  # type: ignore[misc]
        heartbeats.silence = silence
        for logger in loggers:
            logger.removeHandler(errors)
    assert not errors.records, "\n".join(errors.texts())
    assert not playground.journal.crashes, playground.journal.crashes
