"""A table: one game with its seats, its lock, its open panels, and where it stands on Discord."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Final, cast

from bot.errors import (
    CalledOff,
    GameOver,
    NotSeated,
    NotYourSeat,
    Paused,
    RuleBroken,
    Stale,
    TakenOver,
)
from bot.games import GAMES, Games
from bot.screens.models import Level, Player, TableInfo
from data.records import GameState, Seat, SeatClock, StoredGame
from data.standing.records import GameRatings
from engine import new_game
from engine.game import Game, IllegalAction, View

if TYPE_CHECKING:
    from bot.tables.hints import Shown
    from bot.tables.panels import Panel
    from bot.tables.renderer import Renderer

END_SHOWN: Final = 0  # in place of a deal's number: the message shows the end


@dataclass(frozen=True, slots=True)
class Deed:
    """What somebody wants done: an action for a seat's decision of this number.

    ``user_id`` is the person, ``None`` the computer in that seat.
    """

    seat: int | None
    number: int | None
    text: str
    user_id: int | None


class Table:
    """A game as it is played.

    Whoever reads or changes the game holds ``lock``: outside it the game may be ahead of the
    database for a moment.  ``behind`` says that memory and database may differ, so that
    the next one to hold the lock loads anew.  ``shown`` is the number of the deal on the current
    message (``END_SHOWN``: the end; ``None``: there is no message).
    """

    renderer: Renderer

    def __init__(self, stored: StoredGame, games: Games = GAMES) -> None:
        self.id: Final = stored.id
        self.kind: Final = stored.kind
        self._games = games
        self.guild_id: Final = stored.guild_id
        self.lock: Final = asyncio.Lock()
        self.panels: Final[dict[int, Panel]] = {}
        self.hints: Final[dict[int, Shown]] = {}  # by seat
        # The decision, by seat, that its player is known to have seen.
        self.noticed: Final[dict[int, int]] = {}
        # What the end meant, from when it is stored until it is shown.
        self.ratings: GameRatings | None = None
        self.thinker: asyncio.Task[None] | None = None
        self.behind = False
        self.restore(stored)

    def restore(self, stored: StoredGame) -> None:
        """Take over what is stored: replay the actions, and see which deal the message shows."""
        game = new_game(
            self.kind,
            seed=stored.seed,
            options=dict(stored.options),
            kinds=self._games.rules,
        )
        before = game.view(None).number
        for index, (seat, text) in enumerate(stored.actions):
            if index == len(stored.actions) - 1:
                before = game.view(None).number
            game.apply(seat, text)
        self.game: Game = game
        self.seats: tuple[Seat, ...] = stored.seats
        self.state: GameState = stored.state
        self.channel_id = stored.channel_id
        self.message_id = stored.message_id
        self.message_at = stored.message_at
        self.clock = stored.clock
        if not self.clock.seats:
            self.clock = replace(self.clock, seats=(SeatClock(),) * len(stored.seats))
        self.hinted = stored.hinted
        self.previous = stored.previous
        self.shown = self._shown(stored, before)
        self.behind = False

    def _shown(self, stored: StoredGame, before_last: int) -> int | None:
        if stored.message_id is None or stored.message_at is None:
            return None
        # A message older than the last action was posted for the position before it.
        if stored.actions and stored.message_at < stored.updated_at:
            return before_last
        return END_SHOWN if self.over else self.game.view(None).number

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.outcome is not None or self.called_off

    @property
    def called_off(self) -> bool:
        """Whether the game was ended from outside, without a result."""
        return self.state == "over" and self.game.outcome is None

    def seat_of(self, user_id: int) -> Seat | None:
        """The seat that this person owns, if any."""
        return next((seat for seat in self.seats if seat.user_id == user_id), None)

    def view(self, seat: int | None) -> View:
        """The view of a seat, or of a spectator; hold the lock."""
        return self.game.view(seat)

    def info(self) -> TableInfo:
        """The table as screens want it."""
        return TableInfo(
            game_id=self.id,
            kind=self.kind,
            games=self._games.screens,
            players=tuple(player_of(seat) for seat in self.seats),
            guild_id=self.guild_id,
            channel_id=self.channel_id,
            message_id=self.message_id,
            deadline=self.clock.deadline,
            deadlines=tuple(seat.deadline for seat in self.clock.seats),
            pace=self.clock.pace,
            hinted=self.hinted,
        )

    def rename(self, user_id: int, name: str) -> None:
        """Remember a person's display name."""
        self.seats = tuple(
            replace(seat, name=name) if seat.user_id == user_id else seat for seat in self.seats
        )

    def draw_no_more(self) -> None:
        """Stop drawing the table and its panels."""
        self.renderer.stop()
        for panel in self.panels.values():
            panel.close()

    def anonymise(self, former: Mapping[int, int]) -> None:
        """Put these ids in the place of people who were taken out, and have no name for them."""
        self.seats = tuple(
            replace(seat, user_id=former[seat.user_id], name=None)
            if seat.user_id is not None and seat.user_id in former
            else seat
            for seat in self.seats
        )

    def reseat(self, number: int, *, level: str | None, taken_over: bool) -> None:
        """Let a computer play a person's seat, or the person again."""
        seats = list(self.seats)
        seats[number] = replace(seats[number], level=level, taken_over=taken_over)
        self.seats = tuple(seats)

    def computers_due(self) -> tuple[Seat, ...]:
        """The seats played by a computer that may act now."""
        return tuple(self.seats[n] for n in self.game.to_act if self.seats[n].level is not None)

    def placed(self, channel_id: int, message_id: int, at: datetime, shown: int) -> None:
        """The current message is another one now."""
        self.channel_id = channel_id
        self.message_id = message_id
        self.message_at = at
        self.shown = shown

    def check_actor(self, seat: int | None, user_id: int | None) -> Seat:
        """The seat, if this person (``None``: the computer) plays it.

        Raises ``NotSeated`` or ``NotYourSeat``; ``TakenOver`` if the computer plays a person's
        seat; ``Stale`` if a person plays the computer's again.
        """
        if user_id is None:
            sitting = self.seats[seat or 0]
            if sitting.level is None:
                raise Stale
            return sitting
        own = self.seat_of(user_id)
        if own is None:
            raise NotSeated
        if own.number != seat:
            raise NotYourSeat
        if own.taken_over and not self.over:
            raise TakenOver
        return own

    def check_position(self, seat: int, number: int | None) -> None:
        """Raises ``GameOver``, ``Paused``, or ``Stale``: another decision is the seat's next."""
        if self.called_off:
            raise CalledOff
        if self.over:
            raise GameOver
        if self.state == "paused":
            raise Paused
        if number != self.game.decisions[seat]:
            raise Stale

    def apply(self, seat: int, text: str) -> None:
        """Carry out an action in memory; raises ``RuleBroken`` and then leaves all as it was."""
        try:
            self.game.apply(seat, text)
        except IllegalAction as error:
            raise RuleBroken(error.rule, self.game.view(seat), text, self.info()) from error


def player_of(seat: Seat) -> Player:
    """The seat's player as screens want it."""
    return Player(
        name=seat.name or "", user_id=seat.user_id, level=cast("Level | None", seat.level)
    )
