"""People: last known names, so that nobody has to be looked up, and their settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from data.absentees import Absentees
from data.cache import Cache
from data.connections import Connections
from data.records import PersonSettings
from data.schema import people

CACHED: Final = 20_000  # people whose name or settings are kept in memory
FRESH: Final = 60.0  # seconds for which they are taken to be so if other processes may change them
LONGEST_NAME: Final = 100
_UNCHOSEN: Final = PersonSettings()


class People:
    """Names and settings.  Both are cached: a person seen lately costs no query.

    Names of people who were taken out are not stored.
    """

    def __init__(self, connections: Connections, absentees: Absentees) -> None:
        self._connections = connections
        self._absentees = absentees
        # A person may play on servers of several processes; a server has only one.
        lifetime = None if connections.share.whole else FRESH
        self._names: Cache[int, str] = Cache(CACHED, lifetime)
        self._settings: Cache[int, PersonSettings] = Cache(CACHED, lifetime)
        # Those who were taken out and were seen lately.
        self._nameless: Cache[int, bool] = Cache(CACHED, lifetime)

    async def remember(self, user_id: int, name: str) -> bool:
        """Note this person's display name; writes only when it is new.

        ``False`` for somebody who was taken out, whose name is not to be kept anywhere.
        """
        if self._nameless.get(user_id):
            return False
        names = {user_id: name}
        if self.news(names):
            async with self._connections.write() as connection:
                await self.write(connection, names)
            self.wrote(names)
        return not self._nameless.get(user_id)

    async def name(self, user_id: int) -> str | None:
        """The last known display name, ``None`` if this person was never seen."""
        known = self._names.get(user_id)
        if known is None:
            async with self._connections.read() as connection:
                known = await connection.scalar(select(people.c.name).where(people.c.id == user_id))
            if known is not None:
                self._names.put(user_id, known)
        return known

    def known_settings(self, user_id: int) -> PersonSettings | None:
        """What this person chose, as far as that is known without asking the database."""
        return self._settings.get(user_id)

    async def settings(self, user_id: int) -> PersonSettings:
        """What this person chose; the defaults for one who chose nothing."""
        known = self.known_settings(user_id)
        if known is None:
            columns = (
                people.c.language,
                people.c.four_colours,
                people.c.pings,
                people.c.turn_pings,
                people.c.in_words,
            )
            async with self._connections.read() as connection:
                row = (
                    await connection.execute(select(*columns).where(people.c.id == user_id))
                ).one_or_none()
            known = _UNCHOSEN if row is None else PersonSettings(*row)
            self._settings.put(user_id, known)
        return known

    async def choose(self, user_id: int, settings: PersonSettings) -> None:
        """Store what this person chose, in place of everything chosen before."""
        values = {
            "language": settings.language,
            "four_colours": settings.four_colours,
            "pings": settings.pings,
            "turn_pings": settings.turn_pings,
            "in_words": settings.in_words,
            "updated_at": datetime.now(UTC),
        }
        statement = self._connections.insert(people).values(id=user_id, **values)
        statement = statement.on_conflict_do_update(index_elements=[people.c.id], set_=values)
        async with self._connections.write() as connection:
            await connection.execute(statement)
        self._settings.put(user_id, settings)

    def news(self, names: Mapping[int, str]) -> dict[int, str]:
        """Those of these names that differ from what is known to be stored."""
        return {
            user_id: name
            for user_id, name in names.items()
            if self._names.get(user_id) != name[:LONGEST_NAME]
        }

    async def write(self, connection: AsyncConnection, names: Mapping[int, str]) -> None:
        """Store new names within somebody's transaction; call ``wrote`` once it is committed."""
        news = self.news(names)
        out = await self._absentees.among(connection, news)
        for user_id in out:
            self._nameless.put(user_id, True)
        # In order of id, so that two transactions never wait for each other.
        for user_id, name in sorted(news.items()):
            if user_id in out:
                continue
            statement = self._connections.insert(people).values(
                id=user_id,
                name=name[:LONGEST_NAME],
                four_colours=_UNCHOSEN.four_colours,
                pings=_UNCHOSEN.pings,
                updated_at=datetime.now(UTC),
            )
            await connection.execute(
                statement.on_conflict_do_update(
                    index_elements=[people.c.id],
                    set_={"name": statement.excluded.name},
                    where=people.c.name.is_distinct_from(statement.excluded.name),
                )
            )

    async def add(self, connection: AsyncConnection, names: Mapping[int, str]) -> None:
        """Store names of people of whom none is known, within somebody's transaction."""
        out = await self._absentees.among(connection, names)
        rows = [
            {
                "id": user_id,
                "name": name[:LONGEST_NAME],
                "four_colours": _UNCHOSEN.four_colours,
                "pings": _UNCHOSEN.pings,
                "updated_at": datetime.now(UTC),
            }
            for user_id, name in sorted(names.items())
            if user_id not in out
        ]
        if rows:
            statement = self._connections.insert(people)
            await connection.execute(
                statement.on_conflict_do_update(
                    index_elements=[people.c.id],
                    set_={"name": statement.excluded.name},
                    where=people.c.name.is_(None),
                ),
                rows,
            )

    def wrote(self, names: Mapping[int, str]) -> None:
        """These names are stored for certain now."""
        for user_id, name in names.items():
            if not self._nameless.get(user_id):
                self._names.put(user_id, name[:LONGEST_NAME])

    def forget(self, user_id: int) -> None:
        """Keep nothing of this person in memory: what is stored was changed by others."""
        self._names.drop(user_id)
        self._settings.drop(user_id)
        self._nameless.drop(user_id)


def names_of(seats: Iterable[tuple[int | None, str | None]]) -> dict[int, str]:
    """The names among (user id, name) pairs in which both are known."""
    return {user_id: name for user_id, name in seats if user_id is not None and name is not None}
