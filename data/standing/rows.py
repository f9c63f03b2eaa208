"""Standing as rows of the derived tables, the same for one game and for a whole server.

Rows are tuples in the order of the table's columns.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

from data.standing.ledger import (
    OVER_ALL,
    Change,
    Finished,
    MeetingKey,
    PersonKey,
    Rated,
    RatingKey,
    Run,
    RunKey,
    Tally,
    TallyKey,
)
from data.standing.records import Unrated

Rows = list[tuple[Any, ...]]

_NO_RUN = Run()


def result_rows(
    guild_id: int,
    game: Finished,
    sequence: int,
    unrated: Unrated | None,
    given_up: Container[int],
) -> Rows:
    """Rows of ``results``; ``given_up`` are seats."""
    return [
        (
            game.game_id,
            entry.seat,
            guild_id,
            game.kind,
            entry.user_id,
            game.level is not None,
            entry.won,
            entry.points,
            entry.place,
            game.reason,
            entry.seat in given_up,
            game.at,
            sequence,
            game.season_id,
            game.hinted,
            game.level,
            entry.deals,
            entry.declared,
            unrated,
        )
        for entry in game.entries
    ]


def tally_rows(
    guild_id: int, tallies: Iterable[tuple[TallyKey, Tally]], runs: dict[RunKey, Run]
) -> Rows:
    """Rows of ``tallies``; runs are of lines of all time, which have one each."""
    made: Rows = []
    for (period, kind, user_id, against), line in tallies:
        run = _NO_RUN if period else runs[user_id, kind, against]
        over_all = kind == OVER_ALL
        made.append(
            (
                guild_id,
                period,
                kind,
                user_id,
                against,
                line.games,
                line.wins,
                line.share,
                line.points,
                line.deals,
                None if over_all else line.best,
                None if over_all else line.best_game,
                run.streak,
                run.longest,
                line.rated,
                line.ranked,
                line.rating,
                line.provisional,
            )
        )
    return made


def run_rows(guild_id: int, runs: Iterable[tuple[RunKey, Run]]) -> Rows:
    """What lines of all time are to be given of runs, for ``lines.Adding``."""
    return [(run.streak, run.longest, guild_id, *key) for key, run in runs]


def rating_rows(guild_id: int, ratings: Iterable[tuple[RatingKey, Rated]]) -> Rows:
    """Rows of ``ratings``: those of people, not of former players."""
    return [
        (guild_id, kind, user_id, rated.skill.mu, rated.skill.sigma, rated.games)
        for (kind, user_id), rated in ratings
        if user_id > 0 and rated.games
    ]


def change_rows(guild_id: int, changes: Iterable[Change]) -> Rows:
    """Rows of ``rating_changes``: those of people, not of former players."""
    return [(guild_id, *change) for change in changes if change[0] > 0]


def contract_rows(guild_id: int, words: Iterable[tuple[PersonKey, dict[str, int]]]) -> Rows:
    """Rows of ``contracts``."""
    return [(guild_id, user_id, kind, written(counts)) for (user_id, kind), counts in words]


def meeting_rows(guild_id: int, meetings: Iterable[tuple[MeetingKey, list[int]]]) -> Rows:
    """Rows of ``meetings``."""
    return [(guild_id, *key, *counts) for key, counts in meetings]


def written(counts: dict[str, int]) -> str:
    """Words and how often each came, in the order of the words."""
    return " ".join([f"{word} {counts[word]}" for word in sorted(counts)])


def read(text: str) -> dict[str, int]:
    """What ``written`` wrote."""
    parts = text.split(" ") if text else []
    return dict(zip(parts[::2], map(int, parts[1::2]), strict=True))
