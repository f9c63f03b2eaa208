"""A press at the table against the least that a press can cost: python -m bench.press.

    python -m bench.press [TABLES ...] [--presses 400] [--seconds 20] [--postgres URL]

Three processes: a stand-in for Discord with the people who press (this one), and two bots. ``ours``
is the bot as it is run: each press is a legal card, call or discard of a game of Bridgette between
two people, committed to disk before it is answered, after which the public table and the other
player's open panel are redrawn. ``bare`` is discord.py and nothing else: it answers the same
presses on the same messages with a fixed layout of the size of a hand panel.

For 1, 100 and 1,000 tables in play, or as many as named, in 25 channels, each bot is pressed one
press at a time (the times from press to answer, each on a bot at rest), and then by sixteen people
at once (presses a second until all that follows them is shown, and the bot's own processor time).
Both are up all the while and take turns in short rounds, so that whatever else the machine does
strikes both alike. Goals, with 100 tables: at most 1.5 times the bare bot's median and 99th
percentile, at least 60 % of its presses a second, at most 30 kB a table.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from typing import Final

from bot.controls import Control, parse
from bot.games import GAMES
from bot.tables.opening import Place, prepare
from data.database import Database
from data.records import Seat
from engine import new_game
from engine.game import Game
from playground import Person, Playground, Seen

ROOT: Final = Path(__file__).parents[1]
AT_ONCE: Final = 16
ROUNDS: Final = 4
CHANNELS: Final = 25
COMMANDS: Final = {"ours": ("bot", "run"), "bare": ("bench.press_bare",)}
BARE_BUTTON: Final = "1.play.1.0.2.3"
START: Final = 300.0  # seconds after which a bot that is not there is given up
PAGE: Final = os.sysconf("SC_PAGE_SIZE")
QUIET: Final = 0.1  # seconds without work after which a bot is at rest
TICKS: Final = os.sysconf("SC_CLK_TCK")
LONG: Final = 300  # presses that a game of twelve deals surely has


@dataclass
class Bot:
    """A bot in a process of its own."""

    name: str
    process: subprocess.Popen[bytes]
    times: list[float] = field(default_factory=list[float])
    presses: int = 0
    seconds: float = 0.0
    cpu: float = 0.0
    late: int = 0

    def memory(self) -> int:
        """Bytes of memory that are its own."""
        fields = Path(f"/proc/{self.process.pid}/statm").read_text().split()
        return (int(fields[1]) - int(fields[2])) * PAGE

    def processor(self) -> float:
        """Seconds of processor time that it has used."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(stat[11]) + int(stat[12])) / TICKS


@dataclass
class Game2:
    """A game of two as the people know it who play: the bench made its seed."""

    id: int
    game: Game
    people: tuple[Person, Person]
    panels: dict[str, list[Seen]]
    chance: random.Random
    pressing: bool = False

    def next(self) -> tuple[int, str, str]:
        """A seat that may act, the custom_id of a legal action and its text."""
        seat = self.game.to_act[0]
        decision, number = self.game.decision(seat), self.game.decisions[seat]
        assert decision is not None
        if decision.kind == "discard":
            cards = self.chance.sample(list(decision.cards), decision.count)
            text = "discard " + " ".join(map(str, cards))
            verb, arg = "discard", "-".join(map(str, cards))
        else:
            text = arg = str(self.chance.choice(decision.choices))
            verb = decision.kind
        return seat, str(Control(verb, self.id, seat=seat, number=number, arg=arg)), text


async def measure(count: int, presses: int, seconds: float, url: str | None) -> None:
    """Both bots with so many tables; prints what they did."""
    with tempfile.TemporaryDirectory() as folder:
        database = url or f"sqlite:///{folder}/press.db"
        async with await Playground.start(
            members=("Ada",), rate_limits=0, answer_within=60, journal_limit=50
        ) as playground:
            people = [playground.add_person(f"P{n}") for n in range(2 * min(count, 100))]
            games = await store(playground, database, people, count)
            with started(playground, database, folder, "ours") as ours:
                before = await there(playground, ours)
                await open_panels(playground, ours, games)
                grown = ours.memory() - before
                with started(playground, database, folder, "bare") as bare:
                    await there(playground, bare)
                    with only(playground, 1):
                        await open_panels(playground, bare, games)
                    await rounds(playground, (ours, bare), games, presses, seconds)
            report(count, ours, bare, grown)


async def store(
    playground: Playground, database: str, people: list[Person], count: int
) -> list[Game2]:
    """So many games of two, of which the bot will find that their tables are to be posted."""
    games: list[Game2] = []
    guild = playground.guild
    # As on servers: Discord takes few edits of one channel at a time, and so does discord.py.
    channels = [playground.add_channel(f"tables-{n}", guild) for n in range(CHANNELS)]
    async with await Database.open(database) as db:
        for number in range(count):
            pair = people[2 * number % len(people)], people[(2 * number + 1) % len(people)]
            seed = hashlib.sha256(f"press/{number}".encode()).digest()
            seats = [Seat(n, each.id, None, each.display_name) for n, each in enumerate(pair)]
            now = datetime.now(UTC)
            place = Place(guild.id, channels[number % CHANNELS].id, now)
            new = prepare("bridgette", {"deals": 12}, seats, place, seed)
            game_id = await db.games.create(new)
            game = new_game("bridgette", seed=seed, options=dict(new.options), kinds=GAMES.rules)
            games.append(Game2(game_id, game, pair, {}, random.Random(number)))
    return games


@contextmanager
def started(playground: Playground, database: str, folder: str, name: str) -> Iterator[Bot]:
    """One of the two bots, ended afterwards.

    What a first start compiles is kept, as in the image: else every start would be a first one.
    """
    kept_out = ("DISCORD_", "SHARD", "PYTHONDONTWRITEBYTECODE")
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith(kept_out)},
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": playground.token,
        "DISCORD_API": playground.api_url,
        "DISCORD_GATEWAY": playground.gateway_url,
        "DATABASE_URL": database,
        "LOG_LEVEL": "WARNING",
    }
    command = COMMANDS[name]
    process = subprocess.Popen([sys.executable, "-m", *command], cwd=folder, env=environment)
    try:
        yield Bot(name, process)
    finally:
        process.terminate()
        process.wait()


async def there(playground: Playground, bot: Bot) -> int:
    """Return when it is connected and at rest, with the memory that it takes then."""
    known = len(playground.gateway.sessions)
    async with asyncio.timeout(START):
        # Ours reads the catalogues to tell Discord of its commands; the bare bot comes after it.
        while (
            len(playground.gateway.sessions) == known
            or not playground.bot_online
            or not playground.commands_known
        ):
            if bot.process.poll() is not None:
                raise SystemExit(f"the bot {bot.name} has ended")
            await asyncio.sleep(0.05)
    await asyncio.sleep(1)
    await rest(bot)
    return bot.memory()


async def open_panels(playground: Playground, bot: Bot, games: list[Game2]) -> None:
    """Everybody presses My hand on the table."""
    tables = await posted(playground, len(games))
    for each in games:
        panels: list[Seen] = []
        for person in each.people:
            answer = await person.press(tables[each.id], str(Control("hand", each.id)))
            assert answer.message is not None
            panels.append(answer.message)
        each.panels[bot.name] = panels


async def posted(playground: Playground, count: int) -> dict[int, Seen]:
    """The messages of so many tables, once they are all there."""
    ada = playground.person("Ada")
    async with asyncio.timeout(START):
        while True:
            found: dict[int, Seen] = {}
            for seen in ada.messages():
                for control in (parse(str(each["custom_id"])) for each in seen.controls()):
                    if control is not None and control.verb == "hand" and control.id is not None:
                        found[control.id] = seen
            if len(found) == count:
                return found
            await asyncio.sleep(0.5)


async def rounds(
    playground: Playground, bots: tuple[Bot, Bot], games: list[Game2], presses: int, seconds: float
) -> None:
    """Both bots by turns: first one press at a time, then sixteen.

    Few tables are pressed less often: half of their games one by one, half at once.
    """
    most = LONG * len(games) // 2
    for round_ in range(2 * ROUNDS):
        for number, bot in enumerate(bots):
            with only(playground, number):
                if round_ < ROUNDS:
                    await one_by_one(bot, games, min(presses, most) // ROUNDS)
                else:
                    await at_once(bot, games, seconds / ROUNDS, most // ROUNDS)
                await asyncio.sleep(0.2)


@contextmanager
def only(playground: Playground, number: int) -> Iterator[None]:
    """Let one of the bots alone hear of presses, the first or the second that came."""
    sessions = list(playground.gateway.sessions.values())
    connections = [session.connection for session in sessions]
    for other, session in enumerate(sessions):
        session.connection = connections[other] if other == number else None
    try:
        yield
    finally:
        for session, connection in zip(sessions, connections, strict=True):
            session.connection = connection


async def press(bot: Bot, each: Game2) -> float:
    """One action at this table; seconds until it was answered."""
    seat, custom_id, text = each.next()
    panel, person = each.panels[bot.name][seat], each.people[seat]
    if bot.name == "bare":
        custom_id = BARE_BUTTON
    began = time.perf_counter()
    # What a select would have drafted is sent at once.
    answer = await person.press(panel, custom_id, forge=True).outcome()
    took = time.perf_counter() - began
    if not answer.ok:
        raise RuntimeError(f"{bot.name} did not answer: {answer.error}")
    # Deferred: it took the two seconds after which Discord is told to wait.
    bot.late += answer.kind not in ("update", "message")
    if bot.name == "ours":
        each.game.apply(seat, text)
    return took


async def one_by_one(bot: Bot, games: list[Game2], presses: int) -> None:
    chance = random.Random(presses)
    for _ in range(presses):
        each = chance.choice(games)
        if each.game.outcome is None:
            bot.times.append(await press(bot, each))
            await rest(bot)  # what follows an answer is not to be counted to the next


async def rest(bot: Bot) -> float:
    """Return when this bot has nothing to do any more: the moment since which it has not."""
    before, since = -1.0, time.perf_counter()
    while time.perf_counter() - since <= QUIET:
        now = bot.processor()
        if now != before:
            before, since = now, time.perf_counter()
        await asyncio.sleep(0.02)
    return since


async def at_once(bot: Bot, games: list[Game2], seconds: float, most: int) -> None:
    chance = random.Random(1)
    began, cpu, last = time.perf_counter(), bot.processor(), bot.presses + most

    async def hand() -> None:
        while time.perf_counter() - began < seconds and bot.presses < last:
            each = chance.choice(games)
            if each.pressing or each.game.outcome is not None:
                await asyncio.sleep(0)
                continue
            each.pressing = True
            await press(bot, each)
            each.pressing = False
            bot.presses += 1

    await asyncio.gather(*(hand() for _ in range(min(AT_ONCE, len(games)))))
    # What follows the answers, drawings that were put off above all, is part of the work.
    bot.seconds += await rest(bot) - began
    bot.cpu += bot.processor() - cpu


def report(count: int, ours: Bot, bare: Bot, grown: int) -> None:
    """A block of lines for so many tables."""
    print(f"\n{count} tables, {len(ours.times)} presses one by one, then {AT_ONCE} at once")
    print(f"{'':28}{'ours':>10}{'bare':>10}{'ratio':>9}")

    def line(what: str, ours: float, bare: float, form: str = "10.2f") -> None:
        print(f"{what:28}{ours:{form}}{bare:{form}}{ours / bare if bare else 0:9.2f}")

    line("press to answer, p50, ms", 1000 * median(ours.times), 1000 * median(bare.times))
    line("press to answer, p99, ms", 1000 * high(ours.times), 1000 * high(bare.times))
    line("presses a second", ours.presses / ours.seconds, bare.presses / bare.seconds)
    line(
        "bot's processor, ms a press",
        1000 * ours.cpu / max(1, ours.presses),
        1000 * bare.cpu / max(1, bare.presses),
    )
    print(f"{'answers later than two seconds':28}{ours.late:8}{bare.late:10}")
    print(f"memory, kB a table with two open panels: {grown / count / 1000:.1f}", flush=True)


def high(times: list[float]) -> float:
    """The 99th percentile."""
    return quantiles(times, n=100)[-1]


def main() -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m bench.press")
    parser.add_argument("tables", nargs="*", type=int, default=[1, 100, 1000], metavar="TABLES")
    parser.add_argument("--presses", type=int, default=400, help="one by one, for each bot")
    parser.add_argument("--seconds", type=float, default=20.0, help="of pressing at once")
    parser.add_argument("--postgres", metavar="URL", help="an empty database instead of SQLite")
    asked = parser.parse_args()
    for count in asked.tables:
        asyncio.run(measure(count, asked.presses, asked.seconds, asked.postgres))


if __name__ == "__main__":
    main()
