"""How a game begins: its seed, its seats, and who deals first in a rematch."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.errors import BadOptions
from bot.games import GAMES, Games
from bot.tables.clocks import first_clock
from data.records import NewGame, Options, Seat, StoredGame
from engine import new_game
from engine.record import RULES
from engine.shuffle import first_dealer

Seeds = Callable[[], bytes]


def system_seed() -> bytes:
    """32 secret bytes from the operating system."""
    return os.urandom(32)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a game is to be played, and since when."""

    guild_id: int
    channel_id: int
    at: datetime


def full_options(kind: str, options: Options, games: Games = GAMES) -> Options:
    """The house rules with all defaults filled in; raises ``BadOptions``."""
    try:
        game = new_game(kind, seed=bytes(32), options=dict(options), kinds=games.rules)
    except ValueError as error:
        raise BadOptions(reason=str(error)) from error
    return dict(game.options)


def prepare(
    kind: str,
    options: Options,
    seats: Sequence[Seat],
    place: Place,
    seed: bytes,
    previous: StoredGame | None = None,
    games: Games = GAMES,
    pace: str | None = None,
) -> NewGame:
    """A game ready to be stored; raises ``BadOptions``.

    In a rematch of two the seats are put so that the other one deals first this time.  The clocks
    begin to run at once.
    """
    if previous is not None and len(seats) == 2:
        seats = _other_deals(seats, seed, previous)
    try:
        game = new_game(kind, seed=seed, options=dict(options), kinds=games.rules)
    except ValueError as error:
        raise BadOptions(reason=str(error)) from error
    return NewGame(
        kind=kind,
        options=dict(game.options),
        seed=seed,
        commitment=game.commitment,
        rules=RULES,
        guild_id=place.guild_id,
        channel_id=place.channel_id,
        seats=tuple(seats),
        computer_due=any(seats[number].level is not None for number in game.to_act),
        created_at=place.at,
        to_act=game.to_act,
        clock=first_clock(pace, game, seats, place.at),
        previous=None if previous is None else previous.id,
    )


def _other_deals(seats: Sequence[Seat], seed: bytes, previous: StoredGame) -> Sequence[Seat]:
    dealt = previous.seats[first_dealer(previous.seed, 2)].user_id
    if seats[first_dealer(seed, 2)].user_id != dealt:
        return seats
    first, second = seats
    return (replace(second, number=0), replace(first, number=1))
