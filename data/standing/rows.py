"""Standing as rows of the derived tables, the same for one game and for a whole server."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from data.standing.ledger import Change, ContractKey, MeetingKey, Rated, RatingKey, Tally, TallyKey

Rows = list[dict[str, Any]]


def tally_rows(guild_id: int, tallies: Iterable[tuple[TallyKey, Tally]]) -> Rows:
    """Rows of ``tallies``."""
    return [
        {
            "guild_id": guild_id,
            "user_id": user_id,
            "kind": kind,
            "period": period,
            "against": against,
            "games": line.games,
            "wins": line.wins,
            "share": line.share,
            "points": line.points,
            "deals": line.deals,
            "best": line.best,
            "best_game": line.best_game,
            "streak": line.streak,
            "longest": line.longest,
            "rated": line.rated,
            "ranked": line.ranked,
            "rating": line.rating,
            "provisional": line.provisional,
        }
        for (user_id, kind, period, against), line in tallies
    ]


def rating_rows(guild_id: int, ratings: Iterable[tuple[RatingKey, Rated]]) -> Rows:
    """Rows of ``ratings``: those of people, not of former players."""
    return [
        {
            "guild_id": guild_id,
            "kind": kind,
            "user_id": user_id,
            "mu": rated.skill.mu,
            "sigma": rated.skill.sigma,
            "games": rated.games,
        }
        for (kind, user_id), rated in ratings
        if user_id > 0 and rated.games
    ]


def change_rows(guild_id: int, changes: Iterable[Change]) -> Rows:
    """Rows of ``rating_changes``: those of people, not of former players."""
    return [
        {
            "game_id": change.game_id,
            "seat": change.seat,
            "guild_id": guild_id,
            "kind": change.kind,
            "user_id": change.user_id,
            "number": change.number,
            "before": change.before,
            "after": change.after,
            "mu": change.skill.mu,
            "sigma": change.skill.sigma,
            "provisional_before": change.provisional_before,
            "provisional": change.provisional,
            "at": change.at,
        }
        for change in changes
        if change.user_id > 0
    ]


def contract_rows(guild_id: int, contracts: Iterable[tuple[ContractKey, list[int]]]) -> Rows:
    """Rows of ``contracts``."""
    return [
        {
            "guild_id": guild_id,
            "user_id": user_id,
            "kind": kind,
            "level": level,
            "strain": strain,
            "doubled": doubled,
            "bid": bid,
            "made": made,
        }
        for (user_id, kind, level, strain, doubled), (bid, made) in contracts
    ]


def meeting_rows(guild_id: int, meetings: Iterable[tuple[MeetingKey, list[int]]]) -> Rows:
    """Rows of ``meetings``."""
    return [
        {
            "guild_id": guild_id,
            "user_id": user_id,
            "other_id": other_id,
            "kind": kind,
            "games": games,
            "ahead": ahead,
            "behind": behind,
        }
        for (user_id, other_id, kind), (games, ahead, behind) in meetings
    ]
