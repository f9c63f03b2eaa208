"""What screens need beside a ``View``: who sits where, and what an invitation says.

Plain data, made by ``bot.tables`` and the cogs from the database; names are raw (screens
escape them), nothing here speaks to Discord.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from engine.game import Kind, OptionValue

if TYPE_CHECKING:
    from bot.screens.game import AnyGame

Games = Mapping[Kind, "AnyGame"]
"""The screens of every game there is, by its kind."""

Level = Literal["easy", "medium", "hard"]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits in a seat: a person (``user_id``) or a computer (``level``)."""

    name: str
    user_id: int | None = None
    level: Level | None = None


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table as its screens know it.  ``deadline`` is when a seat to act runs out of time first.

    ``deadlines`` are those of all seats, ``pace`` that of the clock.  ``hinted`` says that a
    person used a hint.
    """

    game_id: int
    kind: Kind
    games: Games
    players: tuple[Player, ...]
    guild_id: int
    channel_id: int
    message_id: int | None
    deadline: datetime | None = None
    four_colours: bool = False
    hinted: bool = False
    deadlines: tuple[datetime | None, ...] = ()
    pace: str | None = None

    def runs_out(self, seat: int | None) -> datetime | None:
        """The deadline for the reader in this seat: his own if time runs for him."""
        own = self.deadlines[seat] if seat is not None and self.deadlines else None
        return own or self.deadline

    @property
    def has_hints(self) -> bool:
        """Whether there are hints: one person plays against computers, who know the game well."""
        alone = sum(player.user_id is not None for player in self.players) == 1
        return alone and self.game.advised

    @property
    def game(self) -> AnyGame:
        """What this kind of game says of itself."""
        return self.games[self.kind]


@dataclass(frozen=True, slots=True)
class InvitationInfo:
    """A challenge, an open challenge (``opponent`` ``None``), or a lobby of more than two seats.

    ``seats`` are those taken so far in playing order, the host first.
    """

    invitation_id: int
    game: AnyGame
    options: Mapping[str, OptionValue]
    host: Player
    opponent: Player | None
    seats: tuple[Player, ...]
    size: int
    expires_at: datetime
    state: Literal["open", "started", "declined", "withdrawn", "expired"]
    game_id: int | None = None
    starts_at: datetime | None = None
    pace: str | None = None


@dataclass(frozen=True, slots=True)
class GameLine:
    """One running game in a person's list."""

    game_id: int
    game: AnyGame
    players: tuple[Player, ...]
    guild_id: int
    channel_id: int
    message_id: int | None
    your_turn: bool
    paused: bool
    updated_at: datetime
