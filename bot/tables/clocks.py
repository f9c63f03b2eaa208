"""The clocks of a game: how long a decision may take, and what an action does to them.

Nothing here knows what time it is or stores anything: a clock and a moment in, a clock out.

A seat's clock runs while a person in it may act.  A decision has the time of its pace, and after
that what is left of the seat's reserve, which does not come back.  In the exchange of Bridgette
the clocks of both run.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.paces import NO_RESERVE, PACES, Pace, known_pace
from data.records import GameClock, Ping, Seat, SeatClock, earliest
from engine.game import Game

UNNOTICED: Final = timedelta(minutes=1)
"""How long a turn goes unnoticed before the player is called."""


def first_clock(pace: str | None, game: Game, seats: Sequence[Seat], at: datetime) -> GameClock:
    """The clocks of a game that begins now."""
    rule = PACES.get(pace or "")
    reserve = NO_RESERVE if rule is None else rule.reserve
    clock = GameClock(known_pace(pace), tuple(SeatClock(reserve=reserve) for _ in seats))
    return turned(clock, game, seats, at, fresh=game.to_act)


def turned(
    clock: GameClock,
    game: Game,
    seats: Sequence[Seat],
    at: datetime,
    *,
    fresh: Collection[int],
) -> GameClock:
    """The clocks once the position, or who plays a seat, has changed.

    ``fresh`` are the seats that face another decision than before, or none any more: their time
    ends, and begins anew if a person is to act there.  The others' runs on.
    """
    pace = PACES.get(clock.pace or "")
    new = list(clock.seats)
    running = [n for n in game.to_act if seats[n].level is None]
    for number in range(len(seats)):
        if number not in running:
            new[number] = SeatClock(reserve=_left(clock.seats[number], at))
        elif number in fresh:
            reserve = _left(clock.seats[number], at)
            remind_at = at + UNNOTICED if _called_by_others(game, seats, number) else None
            new[number] = _running(pace, reserve, at, remind_at)
    return replace(clock, seats=tuple(new), ping=_still(clock.ping, running, fresh))


def _running(
    pace: Pace | None, reserve: timedelta, at: datetime, remind_at: datetime | None
) -> SeatClock:
    if pace is None:
        return SeatClock(remind_at=remind_at)
    deadline = at + pace.each + reserve
    return SeatClock(deadline, reserve, deadline - max(reserve, pace.warning), remind_at)


def _left(clock: SeatClock, at: datetime) -> timedelta:
    """What is left of the reserve when the decision is taken now."""
    if clock.deadline is None:
        return clock.reserve
    return max(min(clock.reserve, clock.deadline - at), NO_RESERVE)


def _called_by_others(game: Game, seats: Sequence[Seat], number: int) -> bool:
    """Whether a person has acted since this seat did, so that its player may be away by now."""
    for seat, _ in reversed(game.actions):
        if seat == number:
            return False
        if seats[seat].level is None:
            return True
    # Nothing but computers so far: the game has just begun, with others or alone.
    return any(seat.user_id is not None for seat in seats if seat.number != number)


def _still(ping: Ping | None, running: Collection[int], fresh: Collection[int]) -> Ping | None:
    if ping is None:
        return None
    return replace(ping, seats=tuple(n for n in ping.seats if n in running and n not in fresh))


def after_action(
    clock: GameClock,
    game: Game,
    seats: Sequence[Seat],
    at: datetime,
    before: Collection[int],
) -> GameClock:
    """The clocks after the last action of the game; ``before`` could act when it was taken."""
    actor = game.actions[-1][0]
    now = set(game.to_act)
    return turned(clock, game, seats, at, fresh={actor, *(now - set(before))})


def changed_seats(before: GameClock, after: GameClock) -> tuple[int, ...]:
    """The seats whose clock is not what it was."""
    return tuple(
        number
        for number, (old, new) in enumerate(zip(before.seats, after.seats, strict=True))
        if old != new
    )


def paused(clock: GameClock, at: datetime) -> GameClock:
    """The clocks stand still from now on."""
    return replace(clock, paused_at=at)


def resumed(clock: GameClock, at: datetime) -> GameClock:
    """The clocks run again, with as much time as there was when the game was paused."""
    if clock.paused_at is None:
        return clock
    stood = max(at - clock.paused_at, timedelta(0))
    return replace(clock, seats=tuple(_later(seat, stood) for seat in clock.seats), paused_at=None)


def _later(clock: SeatClock, by: timedelta) -> SeatClock:
    return replace(
        clock,
        deadline=None if clock.deadline is None else clock.deadline + by,
        warn_at=None if clock.warn_at is None else clock.warn_at + by,
        remind_at=None if clock.remind_at is None else clock.remind_at + by,
    )


def noticed(clock: GameClock, seats: Iterable[int]) -> GameClock:
    """These players need not be told any more that it is their turn."""
    new = list(clock.seats)
    for number in seats:
        new[number] = replace(new[number], remind_at=None)
    return replace(clock, seats=tuple(new))


def called(clock: GameClock, seats: Iterable[int], now: datetime) -> GameClock:
    """These players were told and warned of what was due by now."""
    new = list(clock.seats)
    for number in seats:
        seat = new[number]
        due = seat.warn_at is not None and seat.warn_at <= now
        new[number] = replace(seat, remind_at=None, warn_at=None if due else seat.warn_at)
    return replace(clock, seats=tuple(new))


def late(clock: GameClock, now: datetime) -> tuple[int, ...]:
    """The seats that are out of time, in order."""
    return tuple(
        number
        for number, seat in enumerate(clock.seats)
        if seat.deadline is not None and seat.deadline <= now
    )


def loser(clock: GameClock, seats: Sequence[int], dealer: int) -> int:
    """Who of two that are both out of time loses: the one whose time ended first.

    If it ended in the same moment, as it does when both have to discard, it is the
    non-dealer, who draws first and so could have discarded first.  ``ValueError`` for no seats.
    """

    ends = {number: clock.seats[number].deadline for number in seats}
    first = earliest(ends.values())
    return min(seats, key=lambda number: (ends[number] != first, number == dealer))
