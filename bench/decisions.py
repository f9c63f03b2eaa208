"""How long the computer players of the games for two think.

    python -m bench.decisions [GAMES] [LEVEL] [BUDGET]

Plays so many matches (2) of Bridgette and of Draw Bridge between two players of a level (hard)
with a budget in seconds (1), and prints for each kind of decision the median, the 95th percentile
and the slowest, in milliseconds of processor time.  Decisions that leave no choice are not
counted.
"""

from __future__ import annotations

import random
import sys
import time
from collections import defaultdict

from engine import new_game
from engine.players import player


def measure(kind: str, level: str, budget: float, games: int) -> dict[str, list[float]]:
    """Milliseconds by what was decided, in ascending order."""
    times: dict[str, list[float]] = defaultdict(list)
    for number in range(games):
        rng = random.Random(f"{kind}/{number}")
        game = new_game(kind, seed=rng.randbytes(32))
        someone = player(level, rng, budget)
        while game.to_act:
            seat = game.to_act[0]
            view = game.view(seat)
            start = time.thread_time()
            action = someone.choose(view)
            if view.decision is not None and len(view.decision.choices) != 1:
                times[view.phase].append((time.thread_time() - start) * 1000)
            game.apply(seat, action)
    return {phase: sorted(spent) for phase, spent in times.items()}


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    level = sys.argv[2] if len(sys.argv) > 2 else "hard"
    budget = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    print("game        decision   median ms   p95 ms   max ms   decisions")
    for kind in ("bridgette", "drawbridge"):
        for phase, spent in measure(kind, level, budget, games).items():
            count = len(spent)
            median, p95 = spent[count // 2], spent[count * 95 // 100]
            print(f"{kind:11} {phase:9} {median:10.1f} {p95:8.1f} {spent[-1]:8.1f} {count:11}")


if __name__ == "__main__":
    main()
