"""Leaderboards, profiles and ratings on a large database: python -m bench.leaderboard.

Fills a temporary SQLite file with a million results of 20,000 people on 500 servers, a few of them
very large, makes all standing from them, and prints how long questions and endings take.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import resource
import sqlite3
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, Final

from bot.progress import Bar
from data import Database
from data.records import End, NewGame, Seat, SeatResult, Step
from data.standing.declared import Declared
from data.standing.periods import ALL_TIME, Period
from data.standing.records import HistoryFilter, Order

KINDS: Final = ("bridgette", "drawbridge", "callbridge")
SINCE: Final = datetime(2025, 1, 1, tzinfo=UTC)
UNTIL: Final = datetime(2026, 11, 30, tzinfo=UTC)
STRAINS: Final = ("C", "D", "H", "S", "NT")
COLUMNS: Final = (
    "game_id", "seat", "guild_id", "kind", "user_id", "against_computers", "won", "points", "place",
    "reason", "given_up", "finished_at", "sequence", "season_id", "hinted", "level", "deals",
    "declared", "unrated",
)  # fmt: skip
MINE: Final = 10**15  # ids of people; servers begin at twice this


@dataclass(frozen=True, slots=True)
class World:
    """Who plays where: the members of each server, and how often it is played on."""

    guilds: list[int]
    members: list[list[int]]
    weights: list[float]  # added up


def world(rng: random.Random, people: int, servers: int) -> World:
    """Servers of very different sizes: the largest has half of all people."""
    everybody = range(MINE, MINE + people)
    sizes = [max(12, round(people / 2 / rank)) for rank in range(1, servers + 1)]
    members = [rng.sample(everybody, min(size, people)) for size in sizes]
    guilds = [2 * MINE + number for number in range(servers)]
    return World(guilds, members, list(accumulate(map(float, sizes))))


def fill(file: Path, rng: random.Random, where: World, results: int) -> None:
    """Put games with their seats and results into an empty database."""
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.executemany(
            "INSERT INTO people (id, name, four_colours, pings, updated_at)"
            " VALUES (?, ?, 0, 1, '2026-01-01 00:00:00.000000')",
            (
                (user, f"Player {user - MINE}")
                for user in sorted({user for each in where.members for user in each})
            ),
        )
        finished = dict.fromkeys(where.guilds, 0)
        games = made(rng, where, finished, results)
        number = 0
        bar = Bar(sys.stderr, "results")
        while chunk := list(islice(games, 2_000)):
            connection.executemany(
                "INSERT INTO games (id, kind, options, seed, commitment, rules, guild_id,"
                " channel_id, state, reason, moves, computer_due, to_act, created_at, updated_at,"
                " finished_at, hinted) VALUES (?, ?, '{}', x'00', ?, 1, ?, 7, 'over',"
                " 'played out', 0, 0, 0, ?, ?, ?, 0)",
                [game for game, _ in chunk],
            )
            rows = [row for _, seats in chunk for row in seats]
            connection.executemany(
                "INSERT INTO seats (game_id, seat, user_id, level, taken_over)"
                " VALUES (?, ?, ?, ?, 0)",
                [(row[0], row[1], row[4], row[15] if row[4] is None else None) for row in rows],
            )
            connection.executemany(
                f"INSERT INTO results ({', '.join(COLUMNS)})"
                f" VALUES ({', '.join('?' * len(COLUMNS))})",
                rows,
            )
            number += len(rows)
            bar.show(min(number, results), results)
        connection.executemany(
            "INSERT INTO servers (id, more, updated_at, finished)"
            " VALUES (?, '{}', '2026-01-01 00:00:00.000000', ?)",
            finished.items(),
        )
        bar.clear()
    connection.close()


def made(
    rng: random.Random, where: World, finished: dict[int, int], results: int
) -> Iterator[tuple[tuple[Any, ...], list[tuple[Any, ...]]]]:
    """Games in the order of their ends, each with a row for every seat."""
    count = number = 0
    # A game every so often up to the end; one in ten has four seats, the others two.
    step = (UNTIL - SINCE) / (results / 2.2)
    at = SINCE
    while count < results:
        number += 1
        at += step
        kind = rng.choices(KINDS, (6, 3, 1))[0]
        seats = 4 if kind == "callbridge" else 2
        index = rng.choices(range(len(where.guilds)), cum_weights=where.weights)[0]
        guild = where.guilds[index]
        players: list[int | None] = [*rng.sample(where.members[index], seats)]
        level = rng.choice(("easy", "medium", "hard")) if rng.random() < 0.15 else None
        if level:
            players[1:] = [None] * (seats - 1)
        order = rng.sample(range(seats), seats)
        finished[guild] += 1
        ended = at.strftime("%Y-%m-%d %H:%M:%S.%f")
        deals = rng.randint(4, 9)
        rows: list[tuple[Any, ...]] = []
        for seat, user in enumerate(players):
            declared = " ".join(
                f"{rng.randint(1, 7)}{rng.choice(STRAINS)}{rng.choice(('', '', '', 'x'))}"
                f"{rng.choice('++-')}"
                for _ in range(rng.randint(1, 4))
            )
            place = order.index(seat) + 1
            rows.append(
                (number, seat, guild, kind, user, level is not None, place == 1,
                 rng.randint(-20, 30) if seats == 4 else rng.randrange(0, 6000, 50), place,
                 "played out", False, ended, finished[guild], None, False, level, deals, declared,
                 None)
            )  # fmt: skip
        count += seats
        yield (number, kind, f"{number:064x}", guild, ended, ended, ended), rows


@dataclass(frozen=True, slots=True)
class Times:
    """How long each of several askings took, in seconds: on the clock, and of a processor."""

    clock: list[float]
    work: list[float]

    async def take(self, ask: Callable[[], Awaitable[object]]) -> None:
        """Ask once more."""
        start, work = time.perf_counter(), time.process_time()
        await ask()
        self.clock.append(time.perf_counter() - start)
        self.work.append(time.process_time() - work)

    def line(self, name: str) -> str:
        """Median, 99th percentile and worst in milliseconds, and the first two of a processor."""
        clock, work = sorted(self.clock), sorted(self.work)
        half, most = len(clock) // 2, min(len(clock) - 1, round(0.99 * len(clock)))
        shown = (clock[half], clock[most], clock[-1], work[half], work[most])
        return f"{name:<34}" + "".join([f"{1000 * seconds:>10.2f}" for seconds in shown])


HEAD: Final = f"\n{'ms':<34}{'median':>10}{'p99':>10}{'worst':>10}{'cpu':>10}{'cpu p99':>10}"


async def timed(ask: Callable[[], Awaitable[object]], repeats: int) -> Times:
    """How long so many questions took."""
    times = Times([], [])
    for _ in range(repeats):
        await times.take(ask)
    return times


async def measure(file: Path, rng: random.Random, where: World, repeats: int) -> None:
    """Ask and record, and print a line for each sort."""
    async with await Database.open(str(file)) as db:
        bar = Bar(sys.stderr, "results")
        start, work = time.perf_counter(), _of_processors()
        count = await db.ratings.rebuild(progress=bar.show)
        took = time.perf_counter() - start
        bar.clear()
        work = _of_processors() - work
        print(
            f"made anew                                 {took:.1f} s, {count / took:,.0f}/s;"
            f" {work:.1f} s of processors, {count / work:,.0f} a second of one"
        )
        print(HEAD)
        for name, ask in questions(db, rng, where):
            print((await timed(ask, repeats)).line(name), flush=True)
        print((await recorded(db, rng, where, repeats)).line("recording an end"))


def _of_processors() -> float:
    """Seconds of this process and of those that helped it and have ended."""
    helpers = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + helpers.ru_utime + helpers.ru_stime


def additions() -> float:
    """How long Python takes for a million additions in a loop, to compare machines by."""
    start = time.process_time()
    number = 0
    for each in range(1_000_000):
        number += each
    return time.process_time() - start


def questions(
    db: Database, rng: random.Random, where: World
) -> Iterator[tuple[str, Callable[[], Awaitable[object]]]]:
    """Every sort of question, each time about another server, person and page."""
    times = (ALL_TIME, Period.year(UNTIL), Period.month(UNTIL))

    def index(largest: bool) -> int:
        if largest:
            return 0
        return rng.choices(range(len(where.guilds)), cum_weights=where.weights)[0]

    def board(by: Order, largest: bool) -> Callable[[], Awaitable[object]]:
        def ask() -> Awaitable[object]:
            at = index(largest)
            return db.boards.board(
                where.guilds[at],
                rng.choice(KINDS),
                by=by,
                period=ALL_TIME if largest else rng.choice(times),
                against="people" if by == "rating" else rng.choice(("people", "people", "hard")),
                page=rng.randrange(len(where.members[at]) // 10 + 1),
                reader=rng.choice(where.members[at]),
            )

        return ask

    for by in ("wins", "points", "best", "rating"):
        yield f"board by {by}", board(by, False)
        yield f"board by {by}, the largest server", board(by, True)

    def of_month() -> Awaitable[object]:
        day = timedelta(days=rng.randrange((UNTIL - SINCE).days))
        return db.boards.board(
            where.guilds[0],
            period=Period.month(SINCE + day),
            page=rng.randrange(400),
            reader=rng.choice(where.members[0]),
        )

    yield "month over all games, the largest", of_month

    def person(ask: Callable[[int, int, int], Awaitable[object]]) -> Callable[[], Awaitable[Any]]:
        def asked() -> Awaitable[object]:
            at = index(rng.random() < 0.3)
            return ask(where.guilds[at], *rng.sample(where.members[at], 2))

        return asked

    yield (
        "profile of one game",
        person(lambda guild, a, b: db.profiles.profile(a, guild, rng.choice(KINDS), viewer=b)),
    )
    yield (
        "profile of all games",
        person(lambda guild, a, b: db.profiles.profile(a, guild, viewer=b)),
    )
    yield (
        "rating over time",
        person(lambda guild, a, _: db.ratings.history(a, guild, rng.choice(KINDS))),
    )
    yield (
        "past games of a person",
        person(lambda guild, a, _: db.games.history(guild, HistoryFilter(a))),
    )


async def recorded(db: Database, rng: random.Random, where: World, repeats: int) -> Times:
    """How long storing the last action of a game takes, with all that follows from it."""
    times = Times([], [])
    for number in range(repeats):
        index = rng.choices(range(len(where.guilds)), cum_weights=where.weights)[0]
        kind = rng.choices(KINDS, (6, 3, 1))[0]
        seats = 4 if kind == "callbridge" else 2
        players = rng.sample(where.members[index], seats)
        at = UNTIL + timedelta(seconds=number)
        game_id = await db.games.create(
            NewGame(
                kind=kind,
                options={},
                seed=rng.randbytes(32),
                commitment=rng.randbytes(32).hex(),
                rules=1,
                guild_id=where.guilds[index],
                channel_id=7,
                seats=tuple(Seat(seat, user) for seat, user in enumerate(players)),
                computer_due=False,
                created_at=at,
            )
        )
        declared = (Declared(4, "S", 1, True), Declared(2, "NT", 2, False))
        results = tuple(
            SeatResult(seat, user, 100 - seat, seat == 0, seat + 1, deals=6, declared=declared)
            for seat, user in enumerate(players)
        )
        last = Step(
            number=0,
            seat=0,
            text="pass",
            at=at,
            computer_due=False,
            to_act=(),
            end=End("played out", results),
        )
        await times.take(partial(db.games.act, game_id, last))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.leaderboard")
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--people", type=int, default=20_000)
    parser.add_argument("--servers", type=int, default=500)
    parser.add_argument("--repeats", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    rng = random.Random(asked.seed)
    where = world(rng, asked.people, asked.servers)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "leaderboard.db"

        async def make() -> None:
            await (await Database.open(str(file))).close()

        asyncio.run(make())
        start = time.perf_counter()
        fill(file, rng, where, asked.results)
        os.sync()  # what follows is not to wait for what the filling left to be written
        print(
            f"{asked.results:,} results of {asked.people:,} people on {asked.servers} servers;"
            f" load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores;"
            f" a million additions in {additions():.2f} s"
        )
        print(f"filled in                                 {time.perf_counter() - start:.1f} s")
        asyncio.run(measure(file, rng, where, asked.repeats))
        print(f"\nthe file is {file.stat().st_size / 1e6:,.0f} MB; load {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
