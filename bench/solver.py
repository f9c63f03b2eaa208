"""How long the solver takes for thirteen cards against thirteen.

    python -m bench.solver [DEALS]

Prints, for the searches in Python and for the compiled ones if there are (``make compiled``), the
median, the 95th percentile and the slowest of so many random deals (100) without colons, and of a
quarter as many with one, two and three, at no trump and with trumps; and the median work, in
positions looked at (``Solver.work``), which is the same for both.
Positions are forgotten before each deal; the tables of what suits can look like are kept, as
they are in a running bot, after some deals that do not count: fewer with colons, since those
take so long in Python.  Times are of the processor, so that other work on the machine matters
less.
"""

from __future__ import annotations

import random
import sys
import time

from engine.cards import Suit
from engine.players.solver import Solver
from engine.players.solver_build import COMPILED, PURE, Searches

WARM_UP = (200, 20, 20, 20)  # by the number of colons


def deal(rng: random.Random, colons: int) -> tuple[int, int]:
    """Two hands of thirteen with so many colons among them."""
    cards = rng.sample(range(52, 55), colons) + rng.sample(range(52), 26 - colons)
    rng.shuffle(cards)
    return sum(1 << card for card in cards[:13]), sum(1 << card for card in cards[13:])


def measure(
    solver: Solver, trump: Suit | None, colons: int, deals: int
) -> tuple[list[float], list[int]]:
    """Milliseconds and work for each deal, both in ascending order."""
    rng = random.Random(colons)
    times: list[float] = []
    works: list[int] = []
    for _ in range(WARM_UP[colons] + deals):
        hands = deal(rng, colons)
        solver.clear()
        before = solver.work
        start = time.process_time()
        solver.solve(hands, 0, trump)
        times.append((time.process_time() - start) * 1000)
        works.append(solver.work - before)
    warm_up = WARM_UP[colons]
    return sorted(times[warm_up:]), sorted(works[warm_up:])


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    builds: list[tuple[str, Searches]] = [("Python", PURE)]
    if COMPILED is None:
        print("Not compiled: 'make compiled' does that.")
    else:
        builds.append(("compiled", COMPILED))
    solvers = [(name, Solver(searches=searches)) for name, searches in builds]
    print("colons  strain    build     median ms   p95 ms   max ms  median work   deals")
    for colons in range(4):
        for trump in (None, Suit.SPADES):
            count = deals if colons == 0 else max(1, deals // 4)
            strain = "no trump" if trump is None else "trumps"
            for name, solver in solvers:
                times, works = measure(solver, trump, colons, count)
                median, p95 = times[count // 2], times[count * 95 // 100]
                print(
                    f"{colons:6}  {strain:9} {name:9} {median:9.3f} {p95:8.3f} {times[-1]:8.3f}"
                    f" {works[count // 2]:12} {count:7}"
                )


if __name__ == "__main__":
    main()
