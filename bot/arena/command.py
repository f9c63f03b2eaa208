"""Plays sets until there are deals enough, in this process or several."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from itertools import count
from multiprocessing import get_context

from bot.arena.figures import ahead, figures
from bot.arena.matches import Pairing, Set, play_set
from bot.arena.report import Progress, table


def measure(pairing: Pairing, deals: int, jobs: int) -> str:
    """Play sets until ``deals`` deals have been scored, and give the table.

    ``jobs`` processes share the work; 1 stays in this one.  Sets are counted in their order,
    however the work was shared, so that the same seed gives the same table but for the times.
    When interrupted from the keyboard, what was played so far is given, if anything was.
    """
    sets: list[Set] = []
    progress = Progress(sys.stderr, deals)
    done = 0
    note = ""
    with closing(_played(pairing, jobs)) as played:
        try:
            for one in played:
                sets.append(one)
                done += one.deals
                progress.show(done, ahead(sets))
                if done >= deals:
                    break
        except KeyboardInterrupt:
            if not sets:
                raise
            note = "\nInterrupted: these are the sets played until then."
    progress.clear()
    return table(pairing, figures(sets)) + note


def _played(pairing: Pairing, jobs: int) -> Generator[Set]:
    """Sets in their order, without end."""
    if jobs == 1:
        for number in count():
            yield play_set(pairing, number)
    # Not forked: threads of the parent are none of the players' business.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[Set]] = deque()
        numbers = count()
        try:
            while True:
                while len(waiting) < 2 * jobs:
                    waiting.append(pool.submit(play_set, pairing, next(numbers)))
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
