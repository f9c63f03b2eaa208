"""Servers: what each chose, and those that the bot has left."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import Final

from sqlalchemy import bindparam, select, update

from data import wiping
from data.cache import Cache
from data.connections import Connections
from data.people import People
from data.records import ServerSettings
from data.schema import servers

CACHED: Final = 5_000
KEPT_AFTER_LEAVING: Final = timedelta(days=30)
KEPT_CHALLENGES: Final = timedelta(days=7)
"""How long after they were made challenges and lobbies are kept that are not open any more."""
_UNCHOSEN: Final = ServerSettings()


class Servers:
    """Settings of servers.  Cached: a server seen lately costs no query."""

    def __init__(self, connections: Connections, people: People) -> None:
        self._connections = connections
        self._people = people
        self._settings: Cache[int, ServerSettings] = Cache(CACHED)

    def known_settings(self, guild_id: int) -> ServerSettings | None:
        """What this server chose, as far as that is known without asking the database."""
        return self._settings.get(guild_id)

    async def settings(self, guild_id: int) -> ServerSettings:
        """What this server chose; the defaults for one that chose nothing."""
        known = self.known_settings(guild_id)
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

    async def present(self, guild_ids: Iterable[int], now: datetime) -> None:
        """Note on which servers of this process's share the bot is: these, and no others.

        For a start, when what happened meanwhile is not known.  Servers that were left meanwhile
        count as left now.
        """
        here = set(guild_ids)
        async with self._connections.write() as connection:
            found = await connection.execute(
                select(servers.c.id, servers.c.left_at).where(
                    self._connections.share.of(servers.c.id)
                )
            )
            known = {row.id: row.left_at for row in found}
            gone = [guild for guild, left in known.items() if left is None and guild not in here]
            back = [guild for guild, left in known.items() if left is not None and guild in here]
            for guilds, left_at in ((gone, now), (back, None)):
                if guilds:
                    await connection.execute(
                        update(servers).where(servers.c.id == bindparam("guild")),
                        [{"guild": guild, "left_at": left_at} for guild in guilds],
                    )
            fresh = [{"id": guild, "updated_at": now} for guild in sorted(here - known.keys())]
            if fresh:
                statement = self._connections.insert(servers).values(more={})
                await connection.execute(statement.on_conflict_do_nothing(), fresh)

    async def left(self, guild_id: int, at: datetime) -> None:
        """Note that the bot is not on this server any more; again is no harm."""
        statement = self._connections.insert(servers).values(
            id=guild_id, more={}, updated_at=at, left_at=at
        )
        async with self._connections.write() as connection:
            await connection.execute(
                statement.on_conflict_do_update(
                    index_elements=[servers.c.id],
                    set_={"left_at": statement.excluded.left_at},
                    where=servers.c.left_at.is_(None),
                )
            )

    async def joined(self, guild_id: int, at: datetime) -> None:
        """Note that the bot is on this server, for the first time or again."""
        statement = self._connections.insert(servers).values(id=guild_id, more={}, updated_at=at)
        async with self._connections.write() as connection:
            await connection.execute(
                statement.on_conflict_do_update(
                    index_elements=[servers.c.id], set_={"left_at": None}
                )
            )

    async def wipe(self, guild_id: int) -> int:
        """Delete all that is kept of a server, running games too; gives how many games it had.

        Names of people who have played nowhere else go with it.  In several transactions: one
        that was cut short is simply begun again.
        """
        count = await wiping.wipe(self._connections, guild_id, self._people.forget)
        self._settings.drop(guild_id)
        return count

    async def sweep(self, now: datetime) -> tuple[int, ...]:
        """Delete what is kept of servers left ``KEPT_AFTER_LEAVING`` ago, and old challenges.

        Gives these servers.  For once a day.
        """
        async with self._connections.read() as connection:
            found = await connection.execute(
                select(servers.c.id)
                .where(servers.c.left_at <= now - KEPT_AFTER_LEAVING)
                .order_by(servers.c.id)
            )
            due = tuple(guild_id for (guild_id,) in found)
        for guild_id in due:
            await self.wipe(guild_id)
        await wiping.closed_challenges(self._connections, now - KEPT_CHALLENGES)
        return due
