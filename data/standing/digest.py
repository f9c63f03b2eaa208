"""The log of a server made into rows of all that is derived from it; knows of no database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple, TypeVar

from data.standing import rows
from data.standing.ledger import Entry, Finished, Ledger
from data.standing.periods import day_of

T = TypeVar("T")

_FIRST: Final = itemgetter(0)
_RATING: Final = itemgetter(1, 2)  # of a change: its kind and number


class Made(NamedTuple):
    """Rows of a server; lines are those of months and seasons, as for ``lines.Adding``."""

    changes: rows.Rows
    ratings: rows.Rows
    lines: rows.Rows
    contracts: rows.Rows
    meetings: rows.Rows
    runs: rows.Rows


def summed(guild_id: int, ledger: Ledger) -> Made:
    """The rows that a ledger comes to, person by person, so that neighbours are stored together."""
    return Made(
        rows.change_rows(guild_id, _sorted(ledger.changes, _FIRST, _RATING)),
        rows.rating_rows(guild_id, sorted(ledger.ratings.items(), key=_FIRST)),
        rows.tally_rows(guild_id, _sorted(ledger.cells.items(), _of_key, _FIRST), {}),
        rows.contract_rows(guild_id, sorted(ledger.words.items(), key=_FIRST)),
        rows.meeting_rows(guild_id, _sorted(ledger.meetings.items(), _of_key, _FIRST)),
        rows.run_rows(guild_id, sorted(ledger.runs.items(), key=_FIRST)),
    )


def _sorted(
    items: Iterable[T], person: Callable[[T], int], place: Callable[[T], Any]
) -> Iterator[T]:
    """By person, then by place: with far fewer comparisons than all at once."""
    of: defaultdict[int, list[T]] = defaultdict(list)
    for item in items:
        of[person(item)].append(item)
    for user_id in sorted(of):
        own = of[user_id]
        own.sort(key=place)
        yield from own


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
    if isinstance(at, str):
        return int(at[:4] + at[5:7] + at[8:10])
    return day_of(at)


def _of_key(item: tuple[tuple[int, *tuple[Any, ...]], Any]) -> int:
    return item[0][0]
