"""Whether computer players keep to the rules and to their time, over positions at random.

    python -m bench.legality LEVEL [DECISIONS] [BUDGET] [SEED]

Asks a level for so many decisions (10,000) in games of all kinds with house rules at random, with
a budget in seconds (1) for each.  After each answer the game goes on with it or, as often, with
anything legal, so that positions come up that no sensible player would get into.  Prints how many
answers were illegal, and how many took more than a tenth over the budget in processor time; the
exit code is 1 if there was any of either.  Every ten seconds it tells how far it is and what it has
found, and Ctrl-C ends it with the counts of what was done, so that a long run is never for nothing.

Rings of garbage are looked for between games: in a worker of the bot, where a player lasts for one
decision, it is between decisions.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections import Counter

from engine import KINDS, new_game
from engine.game import Action, Discard, Game, View
from engine.options import Number
from engine.players import player

EVERY = 10.0  # seconds between two lines of progress


def some_game(rng: random.Random) -> Game:
    """A game of any kind, with any house rules, short rather than long."""
    kind = rng.choice(sorted(KINDS))
    options = {
        name: rng.choice(range(option.low, min(option.high, option.low + 40) + 1, 1 + option.even))
        if isinstance(option, Number)
        else rng.choice(option.words)
        for name, option in KINDS[kind].allowed_options.items()
    }
    return new_game(kind, seed=rng.randbytes(32), options=options)


def allowed(view: View, action: Action) -> bool:
    """Whether the answer is one of those that were asked for."""
    decision = view.decision
    if decision is None or decision.kind != "discard":
        return decision is not None and action in decision.choices
    cards = action.cards if isinstance(action, Discard) else ()
    return len(cards) == len(set(cards)) == decision.count and set(cards) <= set(decision.cards)


def main() -> int:
    level = sys.argv[1]
    wanted = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    budget = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
    seed = sys.argv[4] if len(sys.argv) > 4 else "1"
    rng = random.Random(f"{level}/{seed}")
    chance = random.Random(f"chance/{seed}")
    anybody = player("random", random.Random(f"anybody/{seed}"))
    asked: Counter[str] = Counter()
    late: Counter[str] = Counter()
    illegal = 0
    longest = 0.0
    told = time.monotonic()
    gc.freeze()
    gc.disable()
    try:
        while asked.total() < wanted:
            game = some_game(rng)
            # As in the bot no player lasts: what one remembers does not grow for ever.
            someone = player(level, chance, budget)
            gc.collect()
            while game.to_act and asked.total() < wanted:
                seat = rng.choice(game.to_act)
                view = game.view(seat)
                before = time.thread_time()
                action = someone.choose(view)
                spent = time.thread_time() - before
                asked[f"{game.kind} {view.phase}"] += 1
                longest = max(longest, spent)
                late[f"{game.kind} {view.phase}"] += spent > budget * 1.1
                if not allowed(view, action):
                    illegal += 1
                    print(f"illegal: {action} in {view}")
                    action = anybody.choose(view)
                game.apply(seat, action if rng.random() < 0.5 else anybody.choose(view))
                if time.monotonic() - told > EVERY:
                    told = time.monotonic()
                    so_far = (
                        f"{illegal} illegal, {late.total()} late, longest {longest * 1000:.1f} ms"
                    )
                    print(f"{asked.total():,} of {wanted:,}: {so_far}", file=sys.stderr)
    except KeyboardInterrupt:
        print(f"Stopped before {wanted:,}.")
    print(f"{level}, {budget:g} s a decision: {asked.total():,} decisions, {illegal} illegal")
    print(f"{late.total()} over the budget by more than a tenth; longest {longest * 1000:.1f} ms")
    for what, count in sorted(asked.items()):
        print(f"  {what:22} {count:10,}" + (f"  {late[what]:,} late" if late[what] else ""))
    return 1 if illegal or late.total() else 0


if __name__ == "__main__":
    sys.exit(main())
