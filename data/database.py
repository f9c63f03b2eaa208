"""The database as the bot knows it: one attribute per subject."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from filelock import FileLock

from data import foreign, lock, migrate
from data.absentees import Absentees
from data.address import file_of, parse
from data.administration import Administration
from data.boards import Boards
from data.clocks import Clocks
from data.connections import Connections
from data.games import Games
from data.invitations import Invitations
from data.people import People
from data.privacy import Privacy
from data.profiles import Profiles
from data.ratings import Ratings
from data.seasons import Seasons
from data.servers import Servers
from data.shares import EVERYTHING, Share
from data.standing.rebuild import bring_up_to_date
from data.standing.recording import Recorder
from data.transfer.transfer import Transfer
from data.turns import Turns


class Database:
    """An open database of the newest revision.  Close it, or use it in ``async with``."""

    def __init__(self, connections: Connections, held: FileLock | None = None) -> None:
        self._connections = connections
        self._held = held
        absentees = Absentees(connections)
        self.people = People(connections, absentees)
        self.servers = Servers(connections, self.people)
        self.games = Games(connections, self.people, Recorder(connections, absentees))
        self.invitations = Invitations(connections, self.games, self.people, absentees)
        self.clocks = Clocks(connections)
        self.administration = Administration(connections, absentees)
        self.boards = Boards(connections)
        self.ratings = Ratings(connections)
        self.profiles = Profiles(connections)
        self.seasons = Seasons(connections, self.boards)
        self.transfer = Transfer(connections, self.people, absentees)
        self.turns = Turns(connections)
        self.privacy = Privacy(connections, absentees, self.people)

    @classmethod
    async def open(cls, address: str, share: Share = EVERYTHING) -> Database:
        """Open the database at this ``DATABASE_URL``; make it or bring it up to date as needed.

        ``share`` is what this process serves of it, if it is not the only one.  Raises a
        ``StorageUnavailable`` whose text says what to do: ``BadAddress``,
        ``DatabaseUnreachable``, ``DatabaseBroken``, ``DatabaseNewer``, ``DatabaseLocked``, ...
        """
        url = parse(address)
        file = file_of(url)
        held = None
        if file is not None:
            await asyncio.to_thread(foreign.refuse, file)
            held = lock.hold(file)
        connections = Connections(url, share)
        try:
            async with connections.alone():
                await migrate.upgrade(connections)
                await bring_up_to_date(connections)
        except BaseException:
            await connections.close()
            if held is not None:
                held.release()
            raise
        return cls(connections, held)

    @property
    def place(self) -> str:
        """Where the database is, for logs and people; never a password."""
        return self._connections.place

    @property
    def troubles(self) -> Mapping[str, int]:
        """How often the database refused, by the name of the error."""
        return self._connections.troubles

    @property
    def share(self) -> Share:
        """The servers for which this process does what is to be done in the background."""
        return self._connections.share

    async def close(self) -> None:
        """Finish; every transaction that was answered is on the disk already."""
        await self._connections.close()
        if self._held is not None:
            self._held.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()
