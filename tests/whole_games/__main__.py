"""Whole games in long form: ``python -m tests.whole_games --bridgette 500 --jobs 2``.

Each job is a process with a bot, a playground and a database of its own, and takes every n-th
game.  ``--first-seed N`` begins with the N-th seed of each kind: a run that was broken off goes on
from the seeds it names.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Final

from tests.whole_games.batch import play_batch
from tests.whole_games.match import Played
from tests.whole_games.plan import KINDS, plans
from tests.whole_games.room import Report

BATCH: Final = 40  # games in one house: a small house is quick, and its tallies are checked


def say(text: str) -> None:
    """A line on standard output, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what the command line asks for; the exit code is 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.whole_games", description=__doc__)
    for kind in KINDS:
        parser.add_argument(f"--{kind}", type=int, default=0, metavar="GAMES")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--at-once", type=int, default=4, help="games at once in each")
    parser.add_argument("--first-seed", type=int, default=0, metavar="N")
    asked = parser.parse_args(arguments)
    counts = {kind: getattr(asked, kind) for kind in KINDS if getattr(asked, kind)}
    games = plans(counts, asked.first_seed)
    batches = [games[start : start + BATCH] for start in range(0, len(games), BATCH)]
    whole, wrong = Report(), 0
    began = time.monotonic()
    with ProcessPoolExecutor(asked.jobs, max_tasks_per_child=1) as pool:
        work = {pool.submit(play_batch, batch, asked.at_once): batch for batch in batches}
        for future in as_completed(work):
            batch = work[future]
            seeds = {kind: [each.number for each in batch if each.kind == kind] for kind in counts}
            spans = ", ".join(f"{kind} {min(n)}-{max(n)}" for kind, n in seeds.items() if n)
            try:
                _add(whole, future.result())
            except Exception as error:
                wrong += 1
                say(f"WRONG in {spans}: {_told(error)}")
            took = time.monotonic() - began
            say(f"{len(whole.games)} of {len(games)} games, {took:.0f} s: {spans}")
    whole.seconds = time.monotonic() - began
    for kind in counts:
        say(whole.line(kind))
    say(whole.total())
    say("everything agreed" if not wrong else f"{wrong} of {len(batches)} batches were wrong")
    return 1 if wrong else 0


def _add(whole: Report, part: Report) -> None:
    games: list[Played] = part.games
    whole.games += games
    whole.versions += part.versions
    whole.cpu += part.cpu


def _told(error: BaseException) -> str:
    if isinstance(error, BaseExceptionGroup):
        return "\n".join(_told(each) for each in error.exceptions)
    notes = "\n".join(getattr(error, "__notes__", ()))
    return f"{type(error).__name__}: {error}\n{notes}"


if __name__ == "__main__":
    sys.exit(main())
