"""The disk is full, the file may not be written, another program has it, the power goes.

Whatever the database refuses, and at whichever step of a move: the player is told, nothing is half
done, memory is what the file says, and the game goes on by itself when the trouble is over.
"""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.tables import coalesce, computers
from bot.tables.table import Table
from data import driver
from playground import Answer
from tests.harness import House, Sitting, TableOf, control_of, house, legal

pytestmark = pytest.mark.sqlite
CODES = {
    "full": sqlite3.SQLITE_FULL,
    "read-only": sqlite3.SQLITE_READONLY,
    "locked": sqlite3.SQLITE_BUSY,
    "disk failed": sqlite3.SQLITE_IOERR,
}


def in_play(table: Table) -> bool:
    """Whether the cards of the deal are being played."""
    return table.game.view(None).phase == "play"


@pytest.fixture(autouse=True)
def quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pauses between attempts that tests need not wait for."""
    monkeypatch.setattr(coalesce, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(computers, "RETRY_AFTER", 0.02)


@dataclass
class Faults:
    """Which statements fail from now on, and how often one did."""

    begins: str = ""  # what the statement begins with; "commit" is the end of a transaction
    code: int = 0
    after: bool = False  # the statement is carried out, and only then fails
    hits: int = field(default=0)

    def strike(self, statement: str) -> bool:
        if not self.begins or not statement.upper().startswith(self.begins.upper()):
            return False
        self.hits += 1
        return True

    def error(self) -> sqlite3.OperationalError:
        error = sqlite3.OperationalError("made up by a test")
        error.sqlite_errorcode = self.code
        return error


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[Faults]:
    """Makes statements fail as SQLite would have them fail."""
    made = Faults()
    connect = sqlite3.connect

    class Faulty(sqlite3.Connection):
        def execute(self, sql: str, /, *more: Any) -> sqlite3.Cursor:
            if not made.strike(sql):
                return super().execute(sql, *more)
            if made.after:
                super().execute(sql, *more)
            raise made.error()

        def commit(self) -> None:
            if not made.strike("commit"):
                super().commit()
                return
            if made.after:
                super().commit()
            raise made.error()

    monkeypatch.setattr(driver.sqlite3, "connect", partial(connect, factory=Faulty))
    yield made
    made.begins = ""


async def a_move(table: TableOf) -> tuple[Sitting, Any, str]:
    """Whose move it is, the panel, and a control that makes one."""
    own = await table.bots_own()
    (seat,) = own.game.to_act
    sitting = await table.at(seat)
    panel = await sitting.hand()
    await table.settled()
    return sitting, panel, control_of(panel, "play", legal(own, seat, random.Random(1)))


async def stored(home: House, table: TableOf) -> list[tuple[int, str]]:
    game = await home.database.games.load(table.game_id)
    assert game is not None
    return list(game.actions)


async def goes_on(table: TableOf) -> None:
    """Both may act as ever, and it is stored."""
    own = await table.bots_own()
    count = len(own.game.actions) + 4
    await table.play_on(random.Random(2), lambda table: len(table.game.actions) >= count)
    assert await stored(table.house, table) == own.game.actions
    assert len(own.game.actions) == count


def words(answer: Answer) -> str:
    assert answer.message is not None
    return answer.message.text


STEPS = [
    ("BEGIN IMMEDIATE", False),
    ("UPDATE games SET moves", False),
    ("INSERT INTO actions", False),
    ("INSERT INTO actions", True),
    ("commit", False),
    ("commit", True),
]


@pytest.mark.parametrize("code", CODES.values(), ids=CODES.keys())
async def test_a_move_is_saved_or_it_is_not(tmp_path: Path, faults: Faults, code: int) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(1), in_play)
        for begins, after in STEPS:
            own = await table.bots_own()
            sitting, panel, control = await a_move(table)
            before = await stored(home, table)
            faults.begins, faults.code, faults.after, faults.hits = begins, code, after, 0
            answer = await sitting.person.press(panel, control)
            assert faults.hits, begins
            assert "not saved" in words(answer), (begins, after)
            faults.begins = ""
            # Nothing but a transaction that was carried through before it failed is there.
            now = await stored(home, table)
            kept = begins == "commit" and after
            assert len(now) == len(before) + kept, (begins, after)
            again = await sitting.person.press(panel, control, forge=True)
            if kept:
                assert "decided already" in words(again)
            assert await stored(home, table) == own.game.actions
            assert len(own.game.actions) == len(before) + 1
            await table.settled()
        await goes_on(table)


async def test_computers_and_drawings_go_on_by_themselves(tmp_path: Path, faults: Faults) -> None:
    async with house(tmp_path) as home:
        table = await home.alone("drawbridge", target=50)
        own = await table.bots_own()
        faults.code, faults.begins = sqlite3.SQLITE_FULL, "UPDATE games"
        sitting = await table.at(own.seat_of(table.people[0].id).number)  # type: ignore[union-attr]
        await sitting.hand()
        async with eventually(lambda: faults.hits > 0, table):
            faults.begins = ""
        await table.play_on(random.Random(1))
        assert await stored(home, table) == own.game.actions


@asynccontextmanager
async def eventually(so: Any, table: TableOf) -> AsyncIterator[None]:
    """Somebody has tried by now: a computer, or a move is made so that somebody does."""
    if not so():
        own = await table.bots_own()
        for seat in await table.people_to_act():
            sitting = await table.at(seat)
            await sitting.act(legal(own, seat, random.Random(1)))
    assert so()
    yield


@contextmanager
def held_by_another(file: Path) -> Iterator[None]:
    """Another process holds the lock for writing."""
    program = (
        "import sqlite3, sys\n"
        "connection = sqlite3.connect(sys.argv[1], isolation_level=None)\n"
        "connection.execute('BEGIN IMMEDIATE')\n"
        "print('held', flush=True)\n"
        "sys.stdin.readline()\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "held\n"
        yield
    finally:
        process.communicate("\n")


async def pragma(home: House, text: str) -> Any:
    """Set something on the connection with which the bot writes."""
    connections = home.database._connections
    connections._grouping.spare()
    async with connections._writer.connect() as connection:
        raw = await connection.get_raw_connection()  # outside of any transaction
        rows, *_ = await raw.driver_connection.trip(driver._execute, f"PRAGMA {text}", ())  # type: ignore[union-attr]
    return rows[0][0] if rows else None


async def test_another_program_holds_the_file(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(1), in_play)
        sitting, panel, control = await a_move(table)
        await pragma(home, "busy_timeout=20")
        before = await stored(home, table)
        with held_by_another(tmp_path / "house.db"):
            answer = await sitting.person.press(panel, control)
            assert "not saved" in words(answer)
            # To look needs no lock: hands, lists and rules are answered as ever.
            listed = await sitting.person.command(home.channel, "game list")
            assert str(table.game_id) in words(listed)
        assert await stored(home, table) == before
        await sitting.person.press(panel, control, forge=True)
        assert len(await stored(home, table)) == len(before) + 1
        await goes_on(table)


async def test_a_file_that_may_only_be_read(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(1), in_play)
        sitting, panel, control = await a_move(table)
        before = await stored(home, table)
        await pragma(home, "query_only=ON")
        assert "not saved" in words(await sitting.person.press(panel, control))
        challenge = await sitting.person.command(home.channel, "bridgette start")
        assert "not saved" in words(challenge)
        assert await stored(home, table) == before
        assert home.database.troubles["DatabaseReadOnly"] >= 2
        await pragma(home, "query_only=OFF")
        await sitting.person.press(panel, control, forge=True)
        assert len(await stored(home, table)) == len(before) + 1
        await goes_on(table)


def fill(file: Path, pages: int) -> None:
    """Leave no room for actions in a file of so many pages: as if others had been at it."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA max_page_count={pages}")
        rows = ((number,) for number in range(100_000))
        with pytest.raises(sqlite3.OperationalError, match="full"):
            connection.executemany("INSERT INTO actions VALUES (0, ?, 0, '', 0)", rows)


async def test_a_disk_without_room(tmp_path: Path) -> None:
    """SQLite itself finds no page more: sooner or later, in the middle of whatever is stored."""
    async with house(tmp_path) as home:
        table = await home.two("drawbridge", target=5000)
        own = await table.bots_own()
        pages = await pragma(home, "page_count")
        await pragma(home, f"max_page_count={pages}")
        fill(tmp_path / "house.db", pages)
        refused = False
        chance = random.Random(1)
        while not refused and not own.over:
            seat = (await table.people_to_act())[0]
            count = len(own.game.actions)
            answer = await (await table.at(seat)).act(legal(own, seat, chance))
            refused = "not saved" in words(answer)
            if not refused:
                assert len(own.game.actions) == count + 1
        assert refused
        assert home.database.troubles["DatabaseFull"] >= 1
        count = len(await stored(home, table))
        await pragma(home, f"max_page_count={pages + 100_000}")
        await table.play_on(chance, lambda table: len(table.game.actions) >= count + 4)
        assert await stored(home, table) == own.game.actions
