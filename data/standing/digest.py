"""The log of a server made into rows of all that is derived from it; knows of no database."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from data.standing import rows
from data.standing.ledger import Entry, Finished, Ledger
from data.standing.periods import day_of

_FIRST: Final = itemgetter(0)


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
        rows.change_rows(guild_id, sorted(ledger.changes, key=_place)),
        rows.rating_rows(guild_id, sorted(ledger.ratings.items(), key=_FIRST)),
        rows.tally_rows(guild_id, sorted(ledger.cells.items(), key=_FIRST), {}),
        rows.contract_rows(guild_id, sorted(ledger.words.items(), key=_FIRST)),
        rows.meeting_rows(guild_id, sorted(ledger.meetings.items(), key=_FIRST)),
        rows.run_rows(guild_id, sorted(ledger.runs.items(), key=_FIRST)),
    )


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


def _place(change: tuple[Any, ...]) -> tuple[Any, ...]:
    return change[:3]
