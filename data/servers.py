"""Servers: what each chose."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from sqlalchemy import select

from data.cache import Cache
from data.connections import Connections
from data.records import ServerSettings
from data.schema import servers

CACHED: Final = 5_000
_UNCHOSEN: Final = ServerSettings()


class Servers:
    """Settings of servers.  Cached: a server seen lately costs no query."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._settings: Cache[int, ServerSettings] = Cache(CACHED)

    async def settings(self, guild_id: int) -> ServerSettings:
        """What this server chose; the defaults for one that chose nothing."""
        known = self._settings.get(guild_id)
        if known is None:
            columns = servers.c.language, servers.c.pace, servers.c.more
            async with self._connections.read() as connection:
                row = (
                    await connection.execute(select(*columns).where(servers.c.id == guild_id))
                ).one_or_none()
            known = _UNCHOSEN if row is None else ServerSettings(*row)
            self._settings.put(guild_id, known)
        return known

    async def choose(self, guild_id: int, settings: ServerSettings) -> None:
        """Store what this server chose, in place of everything chosen before."""
        values = {
            "language": settings.language,
            "pace": settings.pace,
            "more": dict(settings.more),
            "updated_at": datetime.now(UTC),
        }
        statement = self._connections.insert(servers).values(id=guild_id, **values)
        statement = statement.on_conflict_do_update(index_elements=[servers.c.id], set_=values)
        async with self._connections.write() as connection:
            await connection.execute(statement)
        self._settings.put(guild_id, settings)
