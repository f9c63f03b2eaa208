"""The log of a server made into rows of all that is derived from it; knows of no database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from functools import cache
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeVar

from data.standing import rows
from data.standing.ledger import Entry, Finished, Ledger
from data.standing.periods import day_of

T = TypeVar("T")

_FIRST: Final = itemgetter(0)
_KIND: Final = itemgetter(1)  # of a change; those of a person and kind are in order already


class Made(NamedTuple):
    """Rows of a server; lines are those of months and seasons, as for ``lines.Adding``."""

    changes: rows.Rows
    ratings: rows.Rows
    lines: rows.Rows
    contracts: rows.Rows
    meetings: rows.Rows
    runs: rows.Rows


def summed(guild_id: int, ledger: Ledger) -> Made:
    """The rows that a ledger comes to, in the order of the tables, which is quicker to store."""
    return Made(
        rows.change_rows(guild_id, _sorted(ledger.changes, _FIRST, _KIND)),
        rows.rating_rows(guild_id, sorted(ledger.ratings.items(), key=_FIRST)),
        rows.tally_rows(guild_id, _sorted(ledger.cells.items(), _of_key, _FIRST), {}),
        rows.contract_rows(guild_id, sorted(ledger.words().items(), key=_FIRST)),
        rows.meeting_rows(guild_id, _sorted(ledger.meetings.items(), _of_key, _FIRST)),
        rows.run_rows(guild_id, sorted(ledger.runs.items(), key=_FIRST)),
    )


def _sorted(items: Iterable[T], first: Callable[[T], int], then: Callable[[T], Any]) -> Iterator[T]:
    """By the one number, then by what follows: with far fewer comparisons than all at once."""
    of: defaultdict[int, list[T]] = defaultdict(list)
    for item in items:
        of[first(item)].append(item)
    for number in sorted(of):
        together = of[number]
        together.sort(key=then)
        yield from together


def enter(ledger: Ledger, batch: Iterable[Any]) -> list[dict[str, Any]]:
    """Enter these games; gives those of which the log says another thing about being rated.

    ``batch`` has a row for each seat, of the columns of ``log.of_server``, game by game.
    """
    differing: list[dict[str, Any]] = []
    for _, group in groupby(batch, key=_FIRST):
        seats = list(group)
        # In the order of the columns.
        _, game_id, kind, at, season_id, reason, hinted, level, unrated, *_ = seats[0]
        why = ledger.enter(
            Finished(
                game_id,
                kind,
                at,
                _day(at),
                season_id,
                reason,
                hinted,
                level,
                unrated == "private",
                tuple([Entry(*line[9:]) for line in seats]),
            )
        )
        if why != unrated:
            differing.append({"game": game_id, "because": why})
    return differing


def _day(at: str | datetime) -> int:
    """The day in UTC, as a number, of a time as the driver has it."""
    return _numbered(at[:10]) if isinstance(at, str) else day_of(at)


@cache
def _numbered(date: str) -> int:
    return int(date.replace("-", ""))


def _of_key(item: tuple[tuple[int, *tuple[Any, ...]], Any]) -> int:
    return item[0][0]
