"""The storm in long form: ``python -m tests.storm --kills 1000 --seed 1``.

The seed decides who does what and after how many presses a kill comes; the very instant is the
machine's.  What went wrong leaves the database and the bot's log behind.  Ctrl-C ends it after
the next kill, and what there is by then is looked through all the same.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from bot.progress import Bar
from tests.storm.books import Sums, audited
from tests.storm.hall import MORE, Hall, hall

_EVERY = 60.0  # seconds between two lines where there is no terminal


def say(text: str) -> None:
    """A line on standard output, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


class Teller:
    """Tells how far it is: a bar on a terminal, else a line a minute."""

    def __init__(self, kills: int, bar: Bar) -> None:
        self._kills = kills
        self._bar = bar
        self._said = time.monotonic()

    def __call__(self, storm: Hall) -> None:
        over = sum(len(place.ended) for place in storm.places)
        note = f"{storm.presses:,} presses, {over:,} games over"
        self._bar.show(storm.kills, self._kills, note)
        if not sys.stdout.isatty() and time.monotonic() - self._said >= _EVERY:
            self._said = time.monotonic()
            say(f"{storm.kills:,} of {self._kills:,} kills, {note}")


async def blow(folder: Path, kills: int, seed: int) -> tuple[Hall, Sums]:
    """The storm, and what was found afterwards."""
    with Bar(sys.stdout, "kills") as bar:
        async with hall(folder, MORE, seed) as storm:

            def stop() -> None:
                storm.stopping = True

            for number in (signal.SIGINT, signal.SIGTERM):
                asyncio.get_running_loop().add_signal_handler(number, stop)
            await storm.blow(kills, Teller(kills, bar))
            return storm, await audited(storm)


def told(storm: Hall, sums: Sums) -> str:
    """What came of it."""
    counts: Counter[str] = Counter()
    for place in storm.places:
        counts.update(vars(place.counts))
    stored, lost = storm.cut_short[True], storm.cut_short[False]
    lines = (
        ("Kills", f"{storm.kills:,}, of them {storm.early:,} while the bot was starting"),
        ("Presses", f"{storm.presses:,}, of them {storm.answers:,} answered before the kill"),
        ("Actions", f"{sums.actions:,} stored, {sums.told:,} told to those who pressed"),
        ("Cut short", f"{stored + lost:,} actions: {stored:,} stored, {lost:,} not"),
        ("Games", f"{sums.games:,}, of them {sums.over:,} over, {counts['rematches']:,} rematches"),
        ("Two presses", f"{counts['doubled']:,} times at once for one decision"),
        ("Leaving", f"{counts['resigned']:,} resigned, {storm.lost_on_time:,} lost on time"),
        ("Challenges", f"{counts['declined']:,} declined or withdrawn"),
        ("Shown", f"{storm.watch.versions:,} messages, every one true"),
        ("Records", f"{sums.records:,} handed out, each verified"),
        ("Took", f"{time.monotonic() - storm.began:,.0f} s"),
    )
    return "\n".join(f"{name:<13}{text}" for name, text in lines)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; the exit code is 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.storm", description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="storm-"))
    try:
        storm, sums = asyncio.run(blow(folder, asked.kills, asked.seed))
    except Exception:
        say(traceback.format_exc())
        say(f"WRONG with --seed {asked.seed}; the database and the log are in {folder}")
        return 1
    shutil.rmtree(folder)
    say(told(storm, sums))
    say("Everything that was told is there, once; games, results and ratings agree.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
