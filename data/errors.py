# ruff: noqa: N818 - these are answers, named for what they say
"""What storage can answer instead of doing as asked; each carries a sentence for a person."""

from __future__ import annotations


class StorageError(Exception):
    """Something about storage went wrong, in one sentence."""


class Conflict(StorageError):
    """Another writer was first; nothing was changed.  Load again and decide anew."""


class ActionConflict(Conflict):
    """The action number exists, or the game is over: this writer's position is out of date."""


class InvitationConflict(Conflict):
    """The invitation was changed since the version that was read."""


class RematchExists(Conflict):
    """The rematch of that game was made by another press; it is game ``game_id``."""

    def __init__(self, game_id: int) -> None:
        super().__init__(f"The rematch exists already as game {game_id}.")
        self.game_id = game_id


class InvitationExists(Conflict):
    """A rematch is open as invitation ``invitation_id`` already."""

    def __init__(self, invitation_id: int) -> None:
        super().__init__(f"A challenge for this rematch is open as {invitation_id} already.")
        self.invitation_id = invitation_id


class SeasonRunning(StorageError):
    """A season runs on that server already: the one of this ``name``."""

    def __init__(self, name: str) -> None:
        super().__init__(f"The season {name} is still running: end it first.")
        self.name = name


class NoSeason(StorageError):
    """No season runs on that server."""

    def __init__(self) -> None:
        super().__init__("No season is running.")


class StillPlaying(StorageError):
    """A person cannot be taken out yet: there are ``games`` running and ``invitations`` open."""

    def __init__(self, games: int, invitations: int) -> None:
        super().__init__(
            f"There are {games} games running and {invitations} challenges open:"
            " finish, resign or withdraw them first."
        )
        self.games = games
        self.invitations = invitations


class BadLine(StorageError):
    """Line ``number`` of an export cannot be read; the text says why."""

    def __init__(self, number: int, reason: str) -> None:
        super().__init__(f"Line {number}: {reason}.")
        self.number = number


def reason_of(error: OSError) -> str:
    """Why a file cannot be used, in the operating system's words, to stand within a sentence."""
    return (error.strerror or type(error).__name__).lower()


class StorageUnavailable(StorageError):
    """The database cannot be used now; what was asked has not been done."""


class BadAddress(StorageUnavailable):
    """``DATABASE_URL`` cannot be understood, or names a kind of database that is not supported."""


class DatabaseUnreachable(StorageUnavailable):
    """There is no way to the database: folder missing, not permitted, or server down."""


class DatabaseBroken(StorageUnavailable):
    """The file is no database, is damaged, or is not this bot's."""


class DatabaseNewer(StorageUnavailable):
    """The database was written by a newer version of the bot."""


class DatabaseLocked(StorageUnavailable):
    """Another process holds the database."""


class DatabaseFull(StorageUnavailable):
    """There is no room left on the disk."""


class DatabaseReadOnly(StorageUnavailable):
    """The database may be read but not written."""
