"""How fast whole random games run: ``python -m bench.engine [seconds]``.

A decision is: ask who is to act, ask for the decision, choose at random, apply.  Shuffling, dealing
and scoring are included.  In Call Bridge bids are drawn from the lowest three, since with
uniformly random bids the totals only fall and no game would end.
"""

from __future__ import annotations

import random
import sys
import time

from engine import KINDS, Discard, Game, new_game

ROUNDS = 10


def play(game: Game, rng: random.Random) -> int:
    """Play a game to its end at random; the number of decisions."""
    chance = rng.random
    taken = 0
    while turn := game.to_act:
        seat = turn[0]
        decision = game.decision(seat)
        if decision is None:
            raise AssertionError("a seat to act is asked something")
        choices = decision.choices
        if not choices:
            hand = list(decision.cards)
            gone = [hand.pop(int(chance() * len(hand))) for _ in range(decision.count)]
            game.apply(seat, Discard(tuple(gone)))
        elif decision.kind == "bid":
            game.apply(seat, choices[int(chance() * 3)])
        else:
            game.apply(seat, choices[int(chance() * len(choices))])
        taken += 1
    return taken


def measure(kind: str, seconds: float) -> tuple[float, float]:
    """Decisions and games per second of one kind of game, in a round of this length."""
    rng = random.Random(1)
    decisions = games = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        decisions += play(new_game(kind, seed=rng.randbytes(32)), rng)
        games += 1
    return decisions / spent, games / spent


def main() -> None:
    """Print a line for each game: the best and the median of the rounds.

    The best says what the engine costs, as other work on the machine can only slow it down.
    """
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    for kind in KINDS:
        rounds = sorted(measure(kind, seconds / ROUNDS) for _ in range(ROUNDS))
        (decisions, games), median = rounds[-1], rounds[ROUNDS // 2][0]
        print(
            f"{kind:12} {decisions:10,.0f} decisions/s {games:10,.1f} games/s"
            f"   (best of {ROUNDS} rounds; median {median:,.0f} decisions/s)"
        )


if __name__ == "__main__":
    main()
