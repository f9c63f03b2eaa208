"""Whether presses wait while computers think.

    python -m bench.thinking [ROUNDS] [WORKERS] [BUDGET]

A bot on a playground of its own.  Eight tables are searched at ``hard``, one search after the
other, as fast as the workers (one less than the cores) with their budget in seconds (1) allow;
two people play Bridgette at a ninth.  In each of so many rounds (12) their presses are timed from
the click to the answer, some with the searches under way and as many without, in turn, so that
whatever else the machine does strikes both alike.  Prints medians and 95th percentiles in
milliseconds, and how many searches were finished meanwhile.  Goal: at most 50 ms more at the
median on two cores.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from bot.tables.table import Table
from bot.tables.thinking import Thinking
from bot.workers.pool import Pool, usual_size
from engine import KINDS, new_game
from engine.game import View
from engine.players import player
from playground import Person
from tests.harness import House, TableOf, control_of, find_control, house, legal

TABLES = 8
PRESSES = 20  # of each sort in a round


class Searches:
    """Eight tables at which computers think without a pause, while they are let."""

    def __init__(self, pool: Pool, budget: float) -> None:
        self._thinking = Thinking(pool, player, lambda: 1, budget)
        self._let = asyncio.Event()
        self._idle = asyncio.Semaphore(TABLES)
        self.done = 0

    async def table(self, number: int) -> None:
        """One table: game after game, in which ``hard`` is asked before each action."""
        for view in positions(number):
            await self._let.wait()
            async with self._idle:
                await self._thinking.choose("hard", view, number)
                self.done += 1
            await asyncio.sleep(0)

    def begin(self) -> None:
        """Let the tables search."""
        self._let.set()

    async def pause(self) -> None:
        """Return when the last search under way is finished."""
        self._let.clear()
        for _ in range(TABLES):
            await self._idle.acquire()
        for _ in range(TABLES):
            self._idle.release()


def positions(number: int) -> Iterator[View]:
    """Positions of games, each kind in turn, in which there is something to choose."""
    chance = random.Random(number)
    kinds = list(KINDS)
    while True:
        number += 1
        game = new_game(kinds[number % len(kinds)], seed=chance.randbytes(32))
        easy = player("easy", chance)
        while game.to_act:
            seat = game.to_act[0]
            view = game.view(seat)
            if view.decision is not None and len(view.decision.choices) != 1:
                yield view
            game.apply(seat, easy.choose(view))


async def presses(home: House, table: TableOf, count: int, chance: random.Random) -> list[float]:
    """Milliseconds from click to answer, of moves and of looks at the hand in turn."""
    spent: list[float] = []
    while len(spent) < count:
        own = await table.bots_own()
        if own.over:
            raise RuntimeError("the game ended: play fewer rounds")
        seat = own.game.to_act[0]
        sitting = await table.at(seat)
        panel = await sitting.hand()
        custom_id = find_control(panel, "play", move) if (move := card(own, seat, chance)) else None
        if custom_id is None:
            await sitting.act(legal(own, seat, chance))
            await table.settled()
            continue
        spent.append(await timed(sitting.person, panel.id, control_of(panel, "hand")))
        spent.append(await timed(sitting.person, panel.id, custom_id))
        await table.settled()
    return spent


def card(own: Table, seat: int, chance: random.Random) -> str | None:
    """A card that this seat may play now."""
    decision = own.game.decision(seat)
    assert decision is not None
    return str(chance.choice(decision.choices)) if decision.kind == "play" else None


async def timed(person: Person, message: int, custom_id: str) -> float:
    """Milliseconds that the answer to a press takes."""
    began = time.perf_counter()
    await person.press(message, custom_id)
    return (time.perf_counter() - began) * 1000


async def measure(rounds: int, workers: int, budget: float, folder: Path) -> None:
    chance = random.Random(1)
    quiet: list[float] = []
    searched: list[float] = []
    pool = Pool(workers)
    searches = Searches(pool, budget)
    async with house(folder, seed="thinking") as home:
        table = await home.two("bridgette", deals=12)
        tasks = [asyncio.create_task(searches.table(number)) for number in range(TABLES)]
        for number in range(rounds):
            for busy in (True, False) if number % 2 else (False, True):
                if busy:
                    searches.begin()
                    await asyncio.sleep(0.5)  # the workers are at work
                spent = await presses(home, table, PRESSES, chance)
                (searched if busy else quiet).extend(spent)
                if busy:
                    await searches.pause()
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks)
    await pool.close()
    print(f"{workers} workers, {budget} s for a decision, {searches.done} searches finished")
    print("searches    median ms   p95 ms   presses")
    for name, spent in (("none", quiet), ("8 tables", searched)):
        ordered = sorted(spent)
        p95 = ordered[len(ordered) * 95 // 100]
        print(f"{name:10} {median(ordered):10.1f} {p95:8.1f} {len(ordered):9}")
    print(f"added      {median(searched) - median(quiet):10.1f}")


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 12
    workers = int(sys.argv[2]) if len(sys.argv) > 2 else usual_size()
    budget = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(rounds, workers, budget, Path(folder)))


if __name__ == "__main__":
    main()
