"""What is stored, as plain data: games, actions, results, invitations, settings.

Storage knows nothing of cards: kinds, options and actions are text and numbers to it.
Every time is an aware ``datetime`` in UTC; ids of Discord are integers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from data.standing.declared import Declared

OptionValue = int | str
Options = Mapping[str, OptionValue]
GameState = Literal["running", "paused", "over"]
InvitationState = Literal["open", "started", "declined", "withdrawn", "expired"]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits in a seat: a person, a computer, or (``taken_over``) a computer for a person.

    ``user_id`` is the person who owns the seat and its result; ``level`` the computer that
    plays it now.  A seat has at least one of them, and both only if ``taken_over``.
    ``name`` is the person's last known display name (``None`` if never seen); given to
    ``create`` it is remembered.
    """

    number: int
    user_id: int | None = None
    level: str | None = None
    name: str | None = None
    taken_over: bool = False


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The clock of a seat, for the decision that is asked of it now.

    ``deadline`` is the end of its time, the ``reserve`` that is left included (``None``: no clock
    runs).  At ``warn_at`` the player is warned, at ``remind_at`` told that it is his turn;
    ``None`` when that is done, or not to be.
    """

    deadline: datetime | None = None
    reserve: timedelta = timedelta(0)
    warn_at: datetime | None = None
    remind_at: datetime | None = None

    @property
    def alarm(self) -> datetime | None:
        """When the next thing is due."""
        return earliest((self.deadline, self.warn_at, self.remind_at))


@dataclass(frozen=True, slots=True)
class Ping:
    """A message that stands to call players: where it is, and the seats it still calls.

    One that calls nobody any more is to be deleted.
    """

    channel_id: int
    message_id: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clocks of a game, seat by seat, and the ping that stands.  ``pace`` ``None``: no clock.

    ``paused_at`` is since when the clocks of a paused game stand still.
    """

    pace: str | None = None
    seats: tuple[SeatClock, ...] = ()
    ping: Ping | None = None
    paused_at: datetime | None = None

    @property
    def deadline(self) -> datetime | None:
        """When the first seat runs out of time."""
        return earliest(seat.deadline for seat in self.seats)

    @property
    def alarm(self) -> datetime | None:
        """When the next thing is due."""
        return earliest(seat.alarm for seat in self.seats)


def earliest(moments: Iterable[datetime | None]) -> datetime | None:
    """The first of these moments, ``None`` if there is none."""
    return min((moment for moment in moments if moment is not None), default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game about to begin.

    ``computer_due`` says that a computer acts first; ``previous`` is the game of which this is the
    rematch.  ``to_act`` are the seats that act first.
    """

    kind: str
    options: Options
    seed: bytes = field(repr=False)
    commitment: str
    rules: int
    guild_id: int
    channel_id: int
    seats: tuple[Seat, ...]
    computer_due: bool
    created_at: datetime
    to_act: tuple[int, ...] = ()
    clock: GameClock = GameClock()
    previous: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """All that a replay needs, and where the table stands.

    ``message_at`` is when the current table message was posted; ``reason`` why the game ended.
    ``actions`` are (seat, text) in order; ``hinted`` says that a person used a hint.  Holds the
    seed: keep it from logs and people.
    """

    id: int
    kind: str
    options: Options
    seed: bytes = field(repr=False)
    commitment: str
    rules: int
    guild_id: int
    channel_id: int
    message_id: int | None
    message_at: datetime | None
    seats: tuple[Seat, ...]
    state: GameState
    reason: str | None
    actions: tuple[tuple[int, str], ...] = field(repr=False)
    computer_due: bool
    to_act: tuple[int, ...]
    deadline: datetime | None
    previous: int | None
    created_at: datetime
    updated_at: datetime
    finished_at: datetime | None
    hinted: bool = False
    clock: GameClock = GameClock()


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What a game came to for one seat; ``place`` counts from 1 and is shared on a tie.

    ``deals`` were scored; ``declared`` are the contracts (in Call Bridge the bids) of this seat.
    """

    seat: int
    user_id: int | None
    points: int
    won: bool
    place: int
    given_up: bool = False
    deals: int = 0
    declared: tuple[Declared, ...] = ()


@dataclass(frozen=True, slots=True)
class End:
    """The end of a game: why, and what it came to for each seat.

    ``level`` is that of the computers who had seats of their own, ``mixed`` if they differed,
    ``None`` in a game between people.  The reason ``aborted`` keeps the game out of all standing.
    """

    reason: str
    results: tuple[SeatResult, ...]
    level: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One action and everything that changes with it.

    ``number`` is the index of the action in the game, from 0; ``to_act``, ``computer_due`` and
    ``clock`` describe the position after it; ``reclocked`` are the seats whose clock changes.
    ``names`` are people's last known names.
    """

    number: int
    seat: int
    text: str = field(repr=False)
    at: datetime
    computer_due: bool
    to_act: tuple[int, ...]
    clock: GameClock = GameClock()
    reclocked: tuple[int, ...] = ()
    end: End | None = None
    names: Mapping[int, str] = field(default_factory=dict[int, str])


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in a person's list.  ``to_act`` are the seats whose turn it is."""

    id: int
    kind: str
    guild_id: int
    channel_id: int
    message_id: int | None
    state: GameState
    seats: tuple[Seat, ...]
    to_act: tuple[int, ...]
    updated_at: datetime
    finished_at: datetime | None

    def your_turn(self, user_id: int) -> bool:
        """Whether this person is to act now."""
        return self.state != "over" and any(
            seat.number in self.to_act and seat.user_id == user_id and not seat.taken_over
            for seat in self.seats
        )


@dataclass(frozen=True, slots=True)
class Waking:
    """A game to look at after a start: a computer is due, or its table may be behind.

    ``state`` is ``over`` for a game that had just ended when the bot stopped: its end may not
    have been shown.
    """

    id: int
    state: GameState
    computer_due: bool


@dataclass(frozen=True, slots=True)
class InvitedSeat:
    """A seat taken in an invitation: a person or a computer."""

    name: str
    user_id: int | None = None
    level: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NewInvitation:
    """A challenge, an open challenge (``opponent_id`` ``None``) or a lobby, about to be posted.

    ``seats`` are those taken so far in playing order; ``size`` is how many the game needs;
    ``previous`` is the game of which this asks a rematch; ``pace`` is of its clock.
    """

    kind: str
    options: Options
    guild_id: int
    channel_id: int
    host_id: int
    host_name: str
    opponent_id: int | None = None
    opponent_name: str | None = None
    seats: tuple[InvitedSeat, ...]
    size: int
    created_at: datetime
    expires_at: datetime
    starts_at: datetime | None = None
    message_id: int | None = None
    previous: int | None = None
    pace: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Invitation(NewInvitation):
    """An invitation as stored.  ``version`` grows with every change; ``update`` compares it."""

    id: int
    state: InvitationState = "open"
    version: int = 0
    game_id: int | None = None


@dataclass(frozen=True, slots=True)
class PersonSettings:
    """What a person chose; ``language`` ``None`` means: as the client says.

    ``in_words`` is whether cards are written in words, for somebody to whom they are read aloud.
    """

    language: str | None = None
    four_colours: bool = False
    pings: bool = True
    turn_pings: bool = True
    in_words: bool = False


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """What a server chose.  ``more`` holds further choices by name, as JSON values."""

    language: str | None = None
    pace: str | None = None
    more: Mapping[str, object] = field(default_factory=dict[str, object])
