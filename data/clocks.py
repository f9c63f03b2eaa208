"""Clocks: when each seat of a running game is reminded, warned, and out of time.

They are rows, so that nothing is lost with the process; and so is the last sign of life of the
bot, which tells after a start how long nobody could act.  Of several processes each sees to the
games of its share, and leaves a sign of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, bindparam, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from data import plain
from data.connections import Connections
from data.errors import ActionConflict
from data.records import GameClock, Ping, SeatClock, earliest
from data.rows import mask, unmask
from data.schema import facts, games, seats
from data.types import time_of

ALIVE: Final = "alive"  # the fact that holds the last sign of life
_MOMENTS: Final = ("deadline", "warn_at", "remind_at")
_MILLISECOND: Final = timedelta(milliseconds=1)

Moment = Callable[[datetime | None], Any]

SET_SEAT: Final = (
    update(seats)
    .where(seats.c.game_id == bindparam("game"), seats.c.seat == bindparam("number"))
    .values(
        deadline=bindparam("to_deadline"),
        reserve=bindparam("to_reserve"),
        warn_at=bindparam("to_warn_at"),
        remind_at=bindparam("to_remind_at"),
    )
)
CLOCK_COLUMNS: Final[dict[str, Any]] = {
    "deadline": bindparam("to_deadline"),
    "alarm": bindparam("to_alarm"),
    "paused_at": bindparam("to_paused_at"),
    "pinged": bindparam("to_pinged"),
    "ping_channel_id": bindparam("to_channel"),
    "ping_message_id": bindparam("to_message"),
}
"""What an UPDATE of a game sets of its clock, for ``clock_values``."""
_SET_GAME: Final = update(games).where(games.c.id == bindparam("game")).values(**CLOCK_COLUMNS)


def _as_it_is(at: datetime | None) -> Any:
    return at


class Clocks:
    """What is due in running games, and the bot's own sign of life."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._own = connections.share.of(games.c.guild_id)
        # In plain words: there may be thousands, and people press while they are read.
        self._alarms = plain.Statement(
            select(games.c.id, games.c.alarm)
            .where(games.c.alarm.is_not(None), games.c.state == "running", self._own)
            .order_by(games.c.alarm)
        )
        self._alive = f"{ALIVE} {connections.share.name}".strip()

    async def set(self, game_id: int, moves: int, clock: GameClock) -> None:
        """Store the clocks of a game with so many actions.

        Raises ``ActionConflict`` when the game has moved on or is over, or there is none; nothing
        has changed then.
        """
        async with self._connections.write() as connection:
            still = await connection.execute(
                update(games)
                .where(games.c.id == game_id, games.c.moves == moves, games.c.state != "over")
                .values(moves=moves)
            )
            if still.rowcount != 1:
                raise ActionConflict("The game has moved on.")
            await store_clock(connection, game_id, clock)

    async def drop_ping(self, game_id: int, message_id: int) -> None:
        """Note that this ping does not stand any more, whatever became of the game."""
        async with self._connections.write() as connection:
            await connection.execute(
                update(games)
                .where(games.c.id == game_id, games.c.ping_message_id == message_id)
                .values(ping_message_id=None, ping_channel_id=None, pinged=0)
            )

    async def alarms(self) -> tuple[tuple[int, datetime], ...]:
        """When the next thing is due in each running game in which anything is."""

        def ask(asking: plain.Asking) -> tuple[tuple[int, datetime], ...]:
            return tuple((game_id, time_of(at)) for game_id, at in asking.rows(self._alarms))

        return await self._connections.read_at_once(ask)

    async def running_in(self, guild_id: int, channel_id: int | None = None) -> tuple[int, ...]:
        """The running games whose tables stand in this channel, or anywhere on this server."""
        query = select(games.c.id).where(games.c.guild_id == guild_id, games.c.state == "running")
        if channel_id is not None:
            query = query.where(games.c.channel_id == channel_id)
        async with self._connections.read() as connection:
            return tuple((await connection.execute(query.order_by(games.c.id))).scalars())

    async def old_pings(self) -> tuple[int, ...]:
        """Games whose ping calls nobody any more and was not deleted yet."""
        async with self._connections.read() as connection:
            rows = await connection.execute(
                select(games.c.id).where(
                    games.c.ping_message_id.is_not(None), games.c.pinged == 0, self._own
                )
            )
            return tuple(row.id for row in rows)

    async def alive(self, now: datetime) -> None:
        """Leave a sign of life."""
        statement = self._connections.insert(facts).values(name=self._alive, value=now.isoformat())
        async with self._connections.write() as connection:
            await connection.execute(
                statement.on_conflict_do_update(
                    index_elements=[facts.c.name], set_={"value": statement.excluded.value}
                )
            )

    async def last_alive(self) -> datetime | None:
        """The last sign of life, ``None`` before the first."""
        async with self._connections.read() as connection:
            value = await connection.scalar(
                select(facts.c.value).where(facts.c.name == self._alive)
            )
        return None if value is None else datetime.fromisoformat(value).astimezone(UTC)

    async def credit(self, since: datetime, now: datetime, soon: timedelta) -> tuple[int, ...]:
        """Nobody could act from ``since`` to ``now``: give that time back, and say in which games.

        The clocks of running games move that would run out before it is that long again, or
        within ``soon``; the others have time enough.  The sign of life becomes ``now`` with it, so
        that no outage is given back twice.
        """
        length = now - since
        horizon = now + max(length, soon)
        async with self._connections.write() as connection:
            found = await connection.execute(
                select(seats)
                .join(games, games.c.id == seats.c.game_id)
                .where(games.c.state == "running", games.c.deadline <= horizon, self._own)
                .where(or_(seats.c.deadline.is_not(None), seats.c.remind_at.is_not(None)))
            )
            clocks: dict[int, dict[int, SeatClock]] = {}
            for row in found:
                clock = moved(_seat_clock(row), length)
                clocks.setdefault(row.game_id, {})[row.seat] = clock
            if clocks:
                await connection.execute(
                    SET_SEAT,
                    [
                        seat_values(game_id, number, clock)
                        for game_id, sitting in clocks.items()
                        for number, clock in sitting.items()
                    ],
                )
                await connection.execute(
                    update(games)
                    .where(games.c.id == bindparam("game"))
                    .values(deadline=bindparam("to_deadline"), alarm=bindparam("to_alarm")),
                    [
                        {
                            "game": game_id,
                            "to_deadline": earliest(each.deadline for each in sitting.values()),
                            "to_alarm": earliest(each.alarm for each in sitting.values()),
                        }
                        for game_id, sitting in clocks.items()
                    ],
                )
            statement = self._connections.insert(facts).values(
                name=self._alive, value=now.isoformat()
            )
            await connection.execute(
                statement.on_conflict_do_update(
                    index_elements=[facts.c.name], set_={"value": statement.excluded.value}
                )
            )
        return tuple(clocks)


def moved(clock: SeatClock, length: timedelta) -> SeatClock:
    """The clock after it stood still for so long.  Reminders stay: they take no time away."""
    return SeatClock(
        deadline=None if clock.deadline is None else clock.deadline + length,
        reserve=clock.reserve,
        warn_at=None if clock.warn_at is None else clock.warn_at + length,
        remind_at=clock.remind_at,
    )


async def store_clock(connection: AsyncConnection, game_id: int, clock: GameClock) -> None:
    """Store the clocks of a game within somebody's transaction."""
    await connection.execute(_SET_GAME, {"game": game_id, **clock_values(clock)})
    await store_seats(connection, game_id, clock, range(len(clock.seats)))


def clock_values(clock: GameClock, moment: Moment = _as_it_is) -> dict[str, Any]:
    """The values for ``CLOCK_COLUMNS``; ``moment`` makes times what the statement takes."""
    ping = clock.ping
    return {
        "to_deadline": moment(clock.deadline),
        "to_alarm": moment(clock.alarm),
        "to_paused_at": moment(clock.paused_at),
        "to_pinged": 0 if ping is None else mask(ping.seats),
        "to_channel": None if ping is None else ping.channel_id,
        "to_message": None if ping is None else ping.message_id,
    }


async def store_seats(
    connection: AsyncConnection, game_id: int, clock: GameClock, which: Sequence[int]
) -> None:
    """Store the clocks of these seats within somebody's transaction."""
    if which:
        await connection.execute(
            SET_SEAT, [seat_values(game_id, number, clock.seats[number]) for number in which]
        )


async def clock_of(connection: AsyncConnection, game: Row[Any]) -> GameClock:
    """The clocks of a game, of which this is the row."""
    found = await connection.execute(
        select(*(seats.c[name] for name in (*_MOMENTS, "reserve")))
        .where(seats.c.game_id == game.id)
        .order_by(seats.c.seat)
    )
    ping = None
    if game.ping_message_id is not None:
        ping = Ping(game.ping_channel_id, game.ping_message_id, unmask(game.pinged))
    return GameClock(game.pace, tuple(_seat_clock(row) for row in found), ping, game.paused_at)


def seat_columns(clock: SeatClock) -> Mapping[str, Any]:
    """The clock of a seat as its row has it."""
    return {
        "deadline": clock.deadline,
        "reserve": clock.reserve // _MILLISECOND,
        "warn_at": clock.warn_at,
        "remind_at": clock.remind_at,
    }


def seat_values(
    game_id: int, number: int, clock: SeatClock, moment: Moment = _as_it_is
) -> dict[str, Any]:
    """The values for ``SET_SEAT``; ``moment`` makes times what the statement takes."""
    return {
        "game": game_id,
        "number": number,
        "to_deadline": moment(clock.deadline),
        "to_reserve": clock.reserve // _MILLISECOND,
        "to_warn_at": moment(clock.warn_at),
        "to_remind_at": moment(clock.remind_at),
    }


def _seat_clock(row: Row[Any]) -> SeatClock:
    return SeatClock(row.deadline, row.reserve * _MILLISECOND, row.warn_at, row.remind_at)
