"""How long the solver takes for thirteen cards against thirteen.

    python -m bench.solver [DEALS]

Prints the median, the 95th percentile and the slowest of so many random deals (100) without
colons, and of a quarter as many with one, two and three, at no trump and with trumps.
Positions are forgotten before each deal; the tables of what suits can look like are kept, as
they are in a running bot, after a few deals that do not count.  Times are of the processor, so
that other work on the machine matters less.
"""

from __future__ import annotations

import random
import sys
import time

from engine.cards import Suit
from engine.players.solver import Solver

WARM_UP = 20


def deal(rng: random.Random, colons: int) -> tuple[int, int]:
    """Two hands of thirteen with so many colons among them."""
    cards = rng.sample(range(52, 55), colons) + rng.sample(range(52), 26 - colons)
    rng.shuffle(cards)
    return sum(1 << card for card in cards[:13]), sum(1 << card for card in cards[13:])


def measure(solver: Solver, trump: Suit | None, colons: int, deals: int) -> list[float]:
    """Milliseconds for each deal, in ascending order."""
    rng = random.Random(colons)
    times: list[float] = []
    for _ in range(WARM_UP + deals):
        hands = deal(rng, colons)
        solver.clear()
        start = time.process_time()
        solver.solve(hands, 0, trump)
        times.append((time.process_time() - start) * 1000)
    return sorted(times[WARM_UP:])


def main() -> None:
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    solver = Solver()
    print("colons  strain     median ms   p95 ms   max ms   deals")
    for colons in range(4):
        for trump in (None, Suit.SPADES):
            count = deals if colons == 0 else max(1, deals // 4)
            times = measure(solver, trump, colons, count)
            name = "no trump" if trump is None else "trumps"
            median, p95 = times[count // 2], times[count * 95 // 100]
            print(f"{colons:6}  {name:9} {median:10.2f} {p95:8.2f} {times[-1]:8.2f} {count:7}")


if __name__ == "__main__":
    main()
