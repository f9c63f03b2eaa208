"""How the log of results is read: a row for each seat, game by game in the order of their ends."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import BindParameter, Select, select

from data.schema import results

_LOG: Final = select(
    results.c.sequence,
    results.c.game_id,
    results.c.kind,
    results.c.finished_at,
    results.c.season_id,
    results.c.reason,
    results.c.hinted,
    results.c.level,
    results.c.unrated,
    results.c.seat,
    results.c.user_id,
    results.c.points,
    results.c.won,
    results.c.place,
    results.c.deals,
    results.c.declared,
).order_by(results.c.sequence, results.c.seat)


def of_server(guild_id: int | BindParameter[int], after: int = -1) -> Select[*tuple[Any, ...]]:
    """The log of a server, after the game of this ``sequence``."""
    return _LOG.where(results.c.guild_id == guild_id, results.c.sequence > after)
