"""Bringing a database up to date, if it is not."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, column, inspect, select, table

from data.connections import Connections
from data.errors import DatabaseNewer

_VERSIONS: Final = Path(__file__).parent / "migrations" / "versions"
_KEPT: Final = table("alembic_version", column("version_num"))


async def upgrade(connections: Connections) -> None:
    """Make the tables, or upgrade them, in one transaction: wholly or not at all.

    Raises ``DatabaseNewer``, ``DatabaseBroken`` and the other ``StorageUnavailable``.
    """
    await connections.check()
    async with connections.read() as connection:
        current = await connection.run_sync(_revision)
    known = revisions()
    if current == known[-1]:
        return
    if current is not None and current not in known:
        raise DatabaseNewer(
            f"The database {connections.place} was written by a newer version of the bot"
            f" (revision {current}): update the bot, or restore an older backup."
        )
    from data.upgrading import to_newest  # noqa: PLC0415 - hardly a start needs it

    async with connections.migrating() as connection:
        await connection.run_sync(to_newest, current, connections.place)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(_KEPT.name):
        return None
    return connection.scalar(select(_KEPT.c.version_num))


@cache
def revisions() -> tuple[str, ...]:
    """The revisions of a database that this version of the bot can bring up to date, in order.

    They are numbered in the names of their files.
    """
    return tuple(sorted(path.name.partition("_")[0] for path in _VERSIONS.glob("[0-9]*_*.py")))
