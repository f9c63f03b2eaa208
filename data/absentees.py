"""People who were taken out: recognised when they come again, though their id is not kept.

What is kept is a fingerprint, HMAC-SHA256 of the id under a key that each database has of its own
(made when its tables were).
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data import plain
from data.connections import Connections
from data.schema import absentees, facts, seats

_KEY: Final = "fingerprints"


class Absentees:
    """Who was taken out.

    All methods but ``out`` and ``recognised`` belong to somebody's transaction.
    """

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._key: bytes | None = None
        self._out = plain.Statement(
            select(absentees.c.fingerprint).where(
                absentees.c.fingerprint == bindparam("fingerprint")
            )
        )
        self._replace = plain.Statement(
            update(seats)
            .where(seats.c.game_id == bindparam("game"), seats.c.user_id == bindparam("person"))
            .values(user_id=bindparam("stand_in"))
        )

    async def out(self, user_id: int) -> bool:
        """Whether this person was taken out and has not come back."""
        async with self._connections.read() as connection:
            return bool(await self.among(connection, (user_id,)))

    async def among(self, connection: AsyncConnection, user_ids: Iterable[int]) -> set[int]:
        """Those of these people who were taken out."""
        key = await self._known(connection)
        prints = _fingerprints(key, user_ids)
        if not prints:
            return set()
        found = await connection.execute(
            select(absentees.c.fingerprint).where(absentees.c.fingerprint.in_(list(prints)))
        )
        return {prints[bytes(fingerprint)] for (fingerprint,) in found}

    async def leave_game(
        self, connection: AsyncConnection, game_id: int, user_ids: Iterable[int]
    ) -> dict[int, int]:
        """Put ids drawn by lot into the seats of those of these people who were taken out.

        For a game that ends now; gives the new ids by the old ones.
        """
        people = tuple(user_ids)
        known = _fingerprints(await self._known(connection), people)
        return await plain.at_once(connection, lambda asking: self.leave(asking, game_id, known))

    async def recognised(self, user_ids: Iterable[int]) -> dict[bytes, int]:
        """These people by their fingerprints, for ``leave``; not in a transaction."""
        if self._key is None:
            async with self._connections.read() as connection:
                await self._known(connection)
        return _fingerprints(self._key or b"", user_ids)

    def leave(
        self, asking: plain.Asking, game_id: int, known: Mapping[bytes, int]
    ) -> dict[int, int]:
        """As ``leave_game``, of people who are ``recognised``, among other statements."""
        drawn: dict[int, int] = {}
        for each, user_id in known.items():
            if asking.rows(self._out, fingerprint=each):
                drawn[user_id] = stand_in = pseudonym()
                asking.rows(self._replace, game=game_id, person=user_id, stand_in=stand_in)
        return drawn

    async def add(self, connection: AsyncConnection, user_id: int, at: datetime) -> None:
        """Remember that this person was taken out."""
        statement = self._connections.insert(absentees).values(
            fingerprint=_fingerprint(await self._known(connection), user_id), at=at
        )
        await connection.execute(statement.on_conflict_do_nothing())

    async def remove(self, connection: AsyncConnection, user_id: int) -> bool:
        """Forget that this person was taken out; whether that was so."""
        fingerprint = _fingerprint(await self._known(connection), user_id)
        removed = await connection.execute(
            delete(absentees).where(absentees.c.fingerprint == fingerprint)
        )
        return removed.rowcount > 0

    async def _known(self, connection: AsyncConnection) -> bytes:
        if self._key is None:
            text = await connection.scalar(select(facts.c.value).where(facts.c.name == _KEY))
            if text is None:
                raise LookupError("the database has lost its key of fingerprints")
            self._key = bytes.fromhex(text)
        return self._key


def pseudonym() -> int:
    """An id for a former player: negative, as no id of Discord's is, and drawn by lot."""
    return -1 - secrets.randbelow(2**62)


def _fingerprint(key: bytes, user_id: int) -> bytes:
    return hmac.digest(key, str(user_id).encode(), "sha256")


def _fingerprints(key: bytes, user_ids: Iterable[int]) -> dict[bytes, int]:
    return {_fingerprint(key, user_id): user_id for user_id in user_ids}
