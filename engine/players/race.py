"""The race to a target in Draw Bridge: how likely a player is to win it from a score."""

from __future__ import annotations

from functools import cache
from typing import Final

_STEP: Final = 10  # points in which scores are counted
_FAR: Final = 60  # steps; whoever needs more is as good as this far away
# What a deal brings to whoever scores in it, in steps, and how often: from matches between
# searching players.
_SCORES: Final = ((4, 0.10), (6, 0.12), (9, 0.20), (12, 0.24), (15, 0.16), (18, 0.12), (24, 0.06))


def chance(need: int, other: int) -> float:
    """How likely the player who needs ``need`` points is to get there before the other.

    Both score in a deal equally often.  0 or fewer points needed: the race is over.
    """
    if need <= 0:
        return 1.0
    if other <= 0:
        return 0.0
    mine, theirs = -(-need // _STEP), -(-other // _STEP)
    # Far from the end only the difference counts.
    beyond = max(0, min(mine, theirs) - _FAR // 2)
    return _chance(min(_FAR, mine - beyond), min(_FAR, theirs - beyond))


@cache
def _chance(mine: int, theirs: int) -> float:
    return 0.5 * sum(
        often * (_step(mine - points, theirs) + _step(mine, theirs - points))
        for points, often in _SCORES
    )


def _step(mine: int, theirs: int) -> float:
    if mine <= 0:
        return 1.0
    return _chance(mine, theirs) if theirs > 0 else 0.0
