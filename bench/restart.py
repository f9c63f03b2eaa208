"""How soon the bot is there again with many games in play: python -m bench.restart.

    python -m bench.restart [--games 10000] [--times 3] [--presses 20]

Fills an SQLite file with games of every kind in all phases, half of them with a clock of days of
which some run out within hours, and some in which a computer is to act.  Then it starts a bare
discord.py bot (``bench.press_bare``) and this one by turns, on one stand-in for Discord, and prints
of each, as medians of ``--times`` starts:

- seconds, and seconds of the processor, from the start of the process until it is connected
- seconds until a press that was made at that moment was answered, on a game that nobody had touched
- milliseconds for the presses after that, one by one, each on another such game

Goals: connected within one second of the bare bot; the first press answered within 50 ms more.
A last block says what the bot's database is asked at the start, and how long each answer takes.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import product
from statistics import median
from typing import Final

import aiohttp
from sqlalchemy import Connection, bindparam, create_engine, func, insert, select

from bench.press import Bot, started
from bot.controls import Control, button
from bot.games import GAMES
from bot.tables import clocks
from bot.tables.choosing import any_legal
from bot.tables.opening import Place, prepare
from data.database import Database
from data.records import NewGame, Seat
from data.rows import mask
from data.schema import actions, games, seats
from engine import new_game
from engine.game import Game
from playground import Person, Playground

PHASES: Final = 8  # positions of each kind, from the first decision to the last deal
SPAN: Final = timedelta(days=2, hours=22)  # how long ago the oldest last action was
DUE: Final = 200  # one game in so many waits for a computer
ON_MESSAGE: Final = 1  # the game whose button the message has
WAIT: Final = 300.0  # seconds after which a bot that is not there is given up


@dataclass(frozen=True, slots=True)
class Position:
    """A game somewhere on its way, of which many are stored; ``due``: a computer is to act."""

    new: NewGame
    game: Game
    due: bool


@dataclass
class Start:
    """What one start took: seconds, and for the presses after the first milliseconds each."""

    connected: float
    processor: float
    answered: float
    first: float
    later: list[float]


async def measure(count: int, times: int, presses: int) -> None:
    """Fill the database, start both bots by turns, print."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{folder}/restart.db"
        async with await Playground.start(
            members=("Ada",), rate_limits=0, answer_within=60, journal_limit=50
        ) as playground:
            people = tuple(playground.add_person(f"P{number}") for number in range(4))
            message, table = await post(playground), await post(playground)
            async with await Database.open(address):
                pass  # makes the tables
            asleep = fill(f"{folder}/restart.db", positions(playground, people), count, table)
            chance = random.Random(count)
            starts: dict[str, list[Start]] = {"ours": [], "bare": []}
            for name in ("bare", "ours") * times:
                games_pressed = chance.sample(asleep, presses + 1)
                with started(playground, address, folder, name) as bot:
                    if name == "bare":  # which looks for what was pressed on the message
                        games_pressed = [ON_MESSAGE] * len(games_pressed)
                    starts[name].append(
                        await one(playground, bot, people[0], message, games_pressed)
                    )
                await until(lambda: not playground.bot_online)
        report(starts["ours"], starts["bare"])
        await asked(address)


async def post(playground: Playground) -> int:
    """A message with My hand on it: one to press, and one that is the table of every game."""
    one = button(Control("hand", ON_MESSAGE), "My hand").to_component_dict()
    body = {"flags": 1 << 15, "components": [{"type": 1, "components": [one]}]}
    url = f"{playground.api_url}/channels/{playground.channel().id}/messages"
    headers = {"Authorization": f"Bot {playground.token}"}
    async with (
        aiohttp.ClientSession() as session,
        session.post(url, json=body, headers=headers) as answer,
    ):
        answer.raise_for_status()
        return int((await answer.json())["id"])


def positions(playground: Playground, people: tuple[Person, ...]) -> list[Position]:
    """Games of every kind in all phases, with a clock and without, between people and alone."""
    chance = random.Random(1)
    place = Place(playground.guild.id, playground.channel().id, datetime.now(UTC) - SPAN)
    found: list[Position] = []
    for (kind, rules), phase in product(GAMES.rules.items(), range(PHASES)):
        humans = rules.seats if phase % 2 else 1
        taken = [
            Seat(n, people[n].id, None, people[n].display_name)
            if n < humans
            else Seat(n, None, "easy", None)
            for n in range(rules.seats)
        ]
        pace = "days" if phase % 4 < 2 else None
        new = prepare(kind, {}, taken, place, chance.randbytes(32), pace=pace)
        game = new_game(kind, seed=new.seed, options=dict(new.options), kinds=GAMES.rules)
        due = humans == 1 and phase % 4 == 0
        steps = 12 * phase
        while game.outcome is None and (steps > 0 or computer_acts(game, taken) != due):
            act(game, chance)
            steps -= 1
        if game.outcome is None:
            found.append(Position(new, game, due))
    return found


def computer_acts(game: Game, taken: Sequence[Seat]) -> bool:
    """Whether it is a computer's turn."""
    return any(taken[number].level is not None for number in game.to_act)


def act(game: Game, chance: random.Random) -> None:
    """One of the seats that may act does something legal."""
    seat = chance.choice(game.to_act)
    view = game.view(seat)
    decision = view.decision
    if decision is None or decision.kind == "discard":
        game.apply(seat, any_legal(view))
    else:
        game.apply(seat, str(chance.choice(decision.choices)))


def fill(file: str, found: Sequence[Position], count: int, message: int) -> list[int]:
    """Store so many games, the last of them the newest; gives those that nothing wakes."""
    waiting = [each for each in found if not each.due]
    due = [each for each in found if each.due]
    now, asleep = datetime.now(UTC), list[int]()
    first: dict[int, int] = {}  # the game in which the actions of a position are stored
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        for number in range(1, count + 1):
            these = waiting if number % DUE else due
            position = these[number % len(these)]
            at = now - SPAN * (1 - number / count)
            store(connection, number, position, at, message)
            copy_actions(connection, number, position, at, first)
            if not position.due and now - at > timedelta(hours=1):
                asleep.append(number)
        stored = connection.scalar(select(func.count()).select_from(actions))
    engine.dispose()
    print(f"{count} games in play, {stored} actions, {count // DUE} of them waiting for a computer")
    return asleep


def store(
    connection: Connection, number: int, position: Position, at: datetime, message: int
) -> None:
    """The rows of a game and its seats, as it stood ``at`` that time."""
    new, game = position.new, position.game
    clock = clocks.first_clock(new.clock.pace, game, new.seats, at)
    clock = clocks.noticed(clock, range(len(new.seats)))  # they were called long ago
    connection.execute(
        insert(games),
        {
            "id": number,
            "kind": new.kind,
            "options": dict(new.options),
            "seed": new.seed,
            "commitment": new.commitment,
            "rules": new.rules,
            "guild_id": new.guild_id,
            "channel_id": new.channel_id,
            "message_id": message,
            "message_at": at,
            "state": "running",
            "moves": len(game.actions),
            "computer_due": position.due,
            "to_act": mask(game.to_act),
            "deadline": clock.deadline,
            "alarm": clock.alarm,
            "pace": clock.pace,
            "created_at": new.created_at,
            "updated_at": at,
        },
    )
    connection.execute(
        insert(seats),
        [
            {
                "game_id": number,
                "seat": seat.number,
                "user_id": seat.user_id,
                "level": seat.level,
                "taken_over": False,
                "deadline": of_seat.deadline,
                "warn_at": of_seat.warn_at,
            }
            for seat, of_seat in zip(new.seats, clock.seats, strict=True)
        ],
    )


def copy_actions(
    connection: Connection, number: int, position: Position, at: datetime, first: dict[int, int]
) -> None:
    """The actions of a game; copied within the database if another stands at this position."""
    known = first.setdefault(id(position), number)
    if known != number:
        connection.execute(_COPY, {"to": number, "of": known})
        return
    for index, (seat, text) in enumerate(position.game.actions):
        row = {"game_id": number, "number": index, "seat": seat, "text": text, "at": at}
        connection.execute(insert(actions), row)


_COPY: Final = insert(actions).from_select(
    ["game_id", "number", "seat", "text", "at"],
    select(
        bindparam("to", type_=actions.c.game_id.type),
        *(actions.c[name] for name in ("number", "seat", "text", "at")),
    ).where(actions.c.game_id == bindparam("of")),
)


async def one(
    playground: Playground, bot: Bot, person: Person, message: int, pressed: Sequence[int]
) -> Start:
    """A start until it is connected, then presses of My hand, each on another sleeping game."""
    began = time.perf_counter()
    await until(lambda: playground.bot_online)
    connected, processor = time.perf_counter() - began, bot.processor()
    took: list[float] = []
    for game in pressed:
        before = time.perf_counter()
        answer = await person.press(message, str(Control("hand", game)), forge=True)
        if answer.message is None:
            raise RuntimeError(f"{bot.name} did not answer: {answer.error}")
        took.append(1000 * (time.perf_counter() - before))
    return Start(connected, processor, connected + took[0] / 1000, took[0], took[1:])


async def until(there: Callable[[], bool]) -> None:
    """Return when this has become true; raises ``TimeoutError``."""
    async with asyncio.timeout(WAIT):
        while True:
            if there():
                return
            await asyncio.sleep(0.01)


def report(ours: Sequence[Start], bare: Sequence[Start]) -> None:
    """A line for each figure: ours, the bare bot's, and how much more ours is."""
    print(f"{'medians of ' + str(len(ours)) + ' starts':36}{'ours':>10}{'bare':>10}{'more':>10}")

    def line(what: str, of: Callable[[Start], float]) -> None:
        mine, least = median(map(of, ours)), median(map(of, bare))
        print(f"{what:36}{mine:10.2f}{least:10.2f}{mine - least:10.2f}")

    line("until connected, s", lambda start: start.connected)
    line("processor until then, s", lambda start: start.processor)
    line("until the first press is answered, s", lambda start: start.answered)
    line("first press on a sleeping game, ms", lambda start: start.first)
    line("presses after that, ms", lambda start: median(start.later))


async def asked(address: str) -> None:
    """What the database is asked at a start, in this process: milliseconds, and rows."""
    async with await Database.open(address) as db:

        async def line(what: str, ask: Callable[[], Awaitable[Sequence[object]]]) -> None:
            began = time.perf_counter()
            rows = len(await ask())
            print(f"{what:36}{1000 * (time.perf_counter() - began):10.1f} ms {rows:8} rows")

        await line("games to wake", db.games.to_wake)
        await line("alarms", db.clocks.alarms)
        await line("pings that call nobody any more", db.clocks.old_pings)
        await line("open invitations", db.invitations.open_ones)


def main() -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(prog="python -m bench.restart")
    parser.add_argument("--games", type=int, default=10_000, help="in play")
    parser.add_argument("--times", type=int, default=3, help="starts of each bot")
    parser.add_argument("--presses", type=int, default=20, help="after the first, in each start")
    given = parser.parse_args()
    asyncio.run(measure(given.games, given.times, given.presses))


if __name__ == "__main__":
    main()
