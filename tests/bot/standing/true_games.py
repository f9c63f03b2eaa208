"""Games as the rules have them, played by chance and stored as the bot stores them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from bot.tables.opening import Place, prepare
from bot.tables.results import end_of
from data.database import Database
from data.records import Seat, Step
from engine import new_game
from engine.game import Game
from tests.bot.screens.helpers import random_action
from tests.data.makers import ADA, BEN, CLEO, DEV, GUILD

BEGAN: Final = datetime(2024, 3, 1, 12, tzinfo=UTC)
SHORT: Final[dict[str, dict[str, Any]]] = {
    "bridgette": {"deals": 2},
    "drawbridge": {"target": 50},
    "callbridge": {"target": 5},
}
PEOPLE: Final = tuple(Seat(n, who, name=f"Player {who}") for n, who in enumerate((ADA, BEN)))
FOUR: Final = tuple(
    Seat(n, who, name=f"Player {who}") for n, who in enumerate((ADA, BEN, CLEO, DEV))
)


async def play(
    db: Database,
    kind: str,
    rng: random.Random,
    *,
    seats: Sequence[Seat] | None = None,
    leave: str | None = None,
    at: datetime = BEGAN,
    guild_id: int = GUILD,
) -> int:
    """Play a game to its end and give its number.

    ``leave`` (``resign``, ``time``) is how somebody leaves a game of two before its end.
    """
    sitting = seats or (FOUR if kind == "callbridge" else PEOPLE)
    new = prepare(kind, SHORT[kind], sitting, Place(guild_id, 7, at), rng.randbytes(32))
    game_id = await db.games.create(new)
    for seat in new.seats:
        if seat.taken_over:
            await db.games.set_seat(game_id, seat.number, seat.level, True)
    game = new_game(kind, seed=new.seed, options=new.options)
    length = rng.randrange(30) if leave else -1
    while game.outcome is None:
        number = len(game.actions)
        if number == length:
            game.apply(rng.randrange(2), leave or "")
        else:
            seat = rng.choice(game.to_act)
            game.apply(seat, random_action(game, seat, rng))
        await db.games.act(game_id, _step(game, new.seats, at + timedelta(seconds=number)))
    return game_id


def _step(game: Game, seats: Sequence[Seat], at: datetime) -> Step:
    seat, text = game.actions[-1]
    return Step(
        number=len(game.actions) - 1,
        seat=seat,
        text=text,
        at=at,
        computer_due=False,
        to_act=game.to_act,
        end=None if game.outcome is None else end_of(game.view(None), seats),
    )


async def some(db: Database, rng: random.Random, games: int, guild_id: int = GUILD) -> None:
    """Games of two of all sorts, which are over soon."""
    computer = (PEOPLE[0], Seat(1, None, "easy", "Computer"))
    for number in range(games):
        kind = ("bridgette", "drawbridge")[number % 2]
        await play(
            db,
            kind,
            rng,
            seats=computer if number % 4 == 0 else PEOPLE,
            leave="time" if number % 3 == 0 else "resign",
            at=BEGAN + timedelta(days=number),
            guild_id=guild_id,
        )
