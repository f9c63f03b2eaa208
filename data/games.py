"""Games: their seats, every action as it happens, and how they end."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, and_, bindparam, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from data import history, plain
from data.clocks import (
    CLOCK_COLUMNS,
    SET_SEAT,
    clock_of,
    clock_values,
    seat_columns,
    seat_values,
    store_clock,
)
from data.connections import Connections
from data.errors import ActionConflict, RematchExists
from data.people import People, names_of
from data.records import (
    GameClock,
    GameLine,
    NewGame,
    Seat,
    SeatClock,
    Step,
    StoredGame,
    Waking,
)
from data.rows import LINE, lines, mask, new_number, seats_of, unmask
from data.schema import actions, facts, games, results, seats
from data.standing.recording import Recorder
from data.standing.records import GameRatings, HistoryFilter, HistoryPage

# How long before the newest change a table may still have been waiting to be redrawn.
BEHIND: Final = timedelta(minutes=1)
LEFT: Final = "behind"  # the fact that holds from when on a start has tables to look at

_ADVANCE = (
    update(games)
    .where(
        games.c.id == bindparam("game"),
        games.c.moves == bindparam("number"),
        games.c.state != "over",
    )
    .values(
        moves=bindparam("moves"),
        computer_due=bindparam("due"),
        to_act=bindparam("acting"),
        updated_at=bindparam("at"),
        **CLOCK_COLUMNS,
    )
    .returning(games.c.id)
)


class Games:
    """Games as rows: what a replay needs, and what a list shows."""

    def __init__(self, connections: Connections, people: People, recorder: Recorder) -> None:
        self._connections = connections
        self._people = people
        self._recorder = recorder
        self._history = history.History(connections)
        self._to_next = plain.Statement(_ADVANCE)
        self._enter = plain.Statement(insert(actions))
        self._set_seat = plain.Statement(SET_SEAT)
        self._left = f"{LEFT} {connections.share.name}".strip()

    async def create(self, new: NewGame) -> int:
        """Store a game with its seats and give its number.

        Raises ``RematchExists``, which names the game, when ``new.previous`` has its rematch.
        """
        names = names_of((seat.user_id, seat.name) for seat in new.seats)
        try:
            async with self._connections.write() as connection:
                game_id = await self.insert(connection, new)
        except IntegrityError:
            await self.refuse_rematch(new)
            raise
        self._people.wrote(names)
        return game_id

    async def insert(self, connection: AsyncConnection, new: NewGame) -> int:
        """Store a game within somebody's transaction; for ``create`` and invitations that start."""
        inserted = await connection.execute(
            insert(games).values(
                kind=new.kind,
                options=dict(new.options),
                seed=new.seed,
                commitment=new.commitment,
                rules=new.rules,
                guild_id=new.guild_id,
                channel_id=new.channel_id,
                state="running",
                moves=0,
                computer_due=new.computer_due,
                to_act=mask(new.to_act),
                deadline=new.clock.deadline,
                pace=new.clock.pace,
                alarm=new.clock.alarm,
                previous=new.previous,
                created_at=new.created_at,
                updated_at=new.created_at,
            )
        )
        game_id = new_number(inserted)
        clocks = new.clock.seats or (SeatClock(),) * len(new.seats)
        await connection.execute(
            insert(seats),
            [
                {
                    "game_id": game_id,
                    "seat": seat.number,
                    "user_id": seat.user_id,
                    "level": seat.level,
                    "taken_over": seat.taken_over,
                    **seat_columns(clock),
                }
                for seat, clock in zip(new.seats, clocks, strict=True)
            ],
        )
        await self._people.write(
            connection, names_of((seat.user_id, seat.name) for seat in new.seats)
        )
        return game_id

    async def refuse_rematch(self, new: NewGame) -> None:
        """Raise ``RematchExists`` if that is why this game could not be stored."""
        if new.previous is not None:
            existing = await self.rematch_of(new.previous)
            if existing is not None:
                raise RematchExists(existing)

    async def rematch_of(self, game_id: int) -> int | None:
        """The rematch of this game, ``None`` while there is none."""
        async with self._connections.read() as connection:
            return await connection.scalar(select(games.c.id).where(games.c.previous == game_id))

    async def load(self, game_id: int) -> StoredGame | None:
        """All that a replay needs; ``None`` when there is no such game."""
        async with self._connections.read() as connection:
            row = (
                await connection.execute(select(games).where(games.c.id == game_id))
            ).one_or_none()
            if row is None:
                return None
            sitting = (await seats_of(connection, [game_id]))[game_id]
            clock = await clock_of(connection, row)
            done = await connection.execute(
                select(actions.c.seat, actions.c.text)
                .where(actions.c.game_id == game_id)
                .order_by(actions.c.number)
            )
            return _stored(row, sitting, clock, tuple((seat, text) for seat, text in done))

    async def sitting(self, game_id: int) -> tuple[Seat, ...]:
        """The seats of a game as they are stored now, in order; none if there is no such game."""
        async with self._connections.read() as connection:
            return (await seats_of(connection, [game_id]))[game_id]

    async def act(self, game_id: int, step: Step) -> GameRatings | None:
        """Store one action, the clock, whose turn it is and, at an end, the results, or nothing.

        Returns once it is on the disk: ``None``, or what the end meant for ratings.  Raises
        ``ActionConflict`` when another writer was first or the game is over; then nothing has
        changed.
        """
        ending = None
        if step.end is not None:
            ending = await self._recorder.entering(game_id, step.end, step.at)

        def store(asking: plain.Asking) -> GameRatings | None:
            try:
                self._advance(asking, game_id, step)
            except plain.TAKEN as error:
                raise ActionConflict("The game has moved on.") from error
            return None if ending is None else ending(asking)

        if not step.names:
            return await self._connections.write_at_once(store)
        async with self._connections.write() as connection:
            ratings = await plain.at_once(connection, store)
            await self._people.write(connection, step.names)
        self._people.wrote(step.names)
        return ratings

    def _advance(self, asking: plain.Asking, game_id: int, step: Step) -> None:
        """Enter an action, if it is the next one, and whose turn it is then."""
        moment = self._connections.moment
        advanced = asking.rows(
            self._to_next,
            game=game_id,
            number=step.number,
            moves=step.number + 1,
            due=step.computer_due,
            acting=mask(step.to_act),
            at=moment(step.at),
            **clock_values(step.clock, moment),
        )
        if not advanced:
            raise ActionConflict("The game has moved on.")
        asking.rows(
            self._enter,
            game_id=game_id,
            number=step.number,
            seat=step.seat,
            text=step.text,
            at=moment(step.at),
        )
        for number in step.reclocked:
            clock = step.clock.seats[number]
            asking.rows(self._set_seat, **seat_values(game_id, number, clock, moment))

    async def place(
        self,
        game_id: int,
        channel_id: int,
        message_id: int | None,
        at: datetime | None = None,
    ) -> None:
        """Note where the table stands now: a message posted ``at`` (now), or none at the moment."""
        posted = None if message_id is None else at or datetime.now(UTC)
        await self._set(game_id, channel_id=channel_id, message_id=message_id, message_at=posted)

    async def pause(self, game_id: int, paused: bool, clock: GameClock | None = None) -> None:
        """Note that the game is out of reach on Discord, or back; a game that is over stays so.

        Its clocks are those of ``clock`` from then on (``None``: as they were).
        """
        async with self._connections.write() as connection:
            done = await connection.execute(
                update(games)
                .where(games.c.id == game_id, games.c.state != "over")
                .values(state="paused" if paused else "running")
            )
            if done.rowcount and clock is not None:
                await store_clock(connection, game_id, clock)

    async def mark_hinted(self, game_id: int) -> None:
        """Note that a person used a hint in this game, for good; again is no harm.

        Returns once it is on the disk.  Raises ``ActionConflict`` when the game is over.
        """
        async with self._connections.write() as connection:
            marked = await connection.execute(
                update(games)
                .where(games.c.id == game_id, games.c.state != "over")
                .values(hinted=True)
            )
            if marked.rowcount != 1:
                raise ActionConflict("The game is over.")

    async def set_seat(
        self,
        game_id: int,
        seat: int,
        level: str | None,
        taken_over: bool,
        *,
        computer_due: bool | None = None,
        clock: GameClock | None = None,
    ) -> None:
        """Let a computer of this level play a person's seat, or give it back (``None``, ``False``).

        The person stays the owner of the seat and of its result.  ``computer_due`` is whether a
        computer is to act now, left as it is when ``None``; it changes in the same transaction, and
        so does the ``clock``.
        """
        async with self._connections.write() as connection:
            await connection.execute(
                update(seats)
                .where(seats.c.game_id == game_id, seats.c.seat == seat)
                .values(level=level, taken_over=taken_over)
            )
            changes: dict[str, Any] = {"updated_at": datetime.now(UTC)}
            if computer_due is not None:
                changes["computer_due"] = computer_due
            await connection.execute(update(games).where(games.c.id == game_id).values(**changes))
            if clock is not None:
                await store_clock(connection, game_id, clock)

    async def running_of(self, user_id: int, guild_id: int | None = None) -> tuple[GameLine, ...]:
        """The games a person has not finished, those that changed last first.

        In one server, or in all (``None``); games that are paused belong to them.
        """
        mine = select(seats.c.game_id).where(seats.c.user_id == user_id)
        query = select(*LINE).where(games.c.state != "over", games.c.id.in_(mine))
        if guild_id is not None:
            query = query.where(games.c.guild_id == guild_id)
        async with self._connections.read() as connection:
            return await lines(
                connection, query.order_by(games.c.updated_at.desc(), games.c.id.desc())
            )

    async def finished_of(
        self, user_id: int, guild_id: int, *, limit: int = 25, skip: int = 0
    ) -> tuple[GameLine, ...]:
        """The games that a person finished in a server, the newest first."""
        query = (
            select(*LINE)
            .select_from(results.join(games, games.c.id == results.c.game_id))
            .where(results.c.user_id == user_id, results.c.guild_id == guild_id)
            .order_by(results.c.finished_at.desc(), games.c.id.desc())
            .limit(limit)
            .offset(skip)
        )
        async with self._connections.read() as connection:
            return await lines(connection, query)

    async def history(
        self,
        guild_id: int,
        asked: HistoryFilter = history.EVERY_GAME,
        *,
        page: int = 0,
        size: int = history.PAGE_SIZE,
    ) -> HistoryPage:
        """A page of the finished games of a server, the newest first.

        A page beyond the last gives the last; ``ValueError`` for one below 0 or an empty one.
        """
        return await self._history.page(guild_id, asked, page, size)

    async def to_wake(self) -> tuple[Waking, ...]:
        """What to look at after a start in the games of this process's share, by number.

        Running games in which a computer is due, or that have no table yet; and games, ended ones
        too, that changed within the last minute before the newest change, since their table
        message may be behind.  A start that does not come to ``woken`` leaves that minute to the
        next one: a bot that is stopped again and again forgets no table.
        """
        async with self._connections.write() as connection:
            own = self._connections.share.of(games.c.guild_id)
            newest = await connection.scalar(select(func.max(games.c.updated_at)).where(own))
            if newest is None:
                return ()
            since = newest - BEHIND
            left = await connection.scalar(select(facts.c.value).where(facts.c.name == self._left))
            if left is not None:
                since = min(since, datetime.fromisoformat(left).astimezone(UTC))
            await connection.execute(
                self._connections.insert(facts)
                .values(name=self._left, value=since.isoformat())
                .on_conflict_do_update(
                    index_elements=[facts.c.name], set_={"value": since.isoformat()}
                )
            )
            unfinished = or_(games.c.computer_due, games.c.message_id.is_(None))
            due = and_(games.c.state == "running", unfinished)
            fresh = and_(games.c.state != "paused", games.c.updated_at >= since)
            rows = await connection.execute(
                select(games.c.id, games.c.state, games.c.computer_due)
                .where(own, or_(due, fresh))
                .order_by(games.c.id)
            )
            return tuple(Waking(*row) for row in rows)

    async def woken(self) -> None:
        """All that was to be woken shows its last state: the next start need not look further."""
        async with self._connections.write() as connection:
            await connection.execute(delete(facts).where(facts.c.name == self._left))

    async def _set(self, game_id: int, **changes: Any) -> None:
        async with self._connections.write() as connection:
            await connection.execute(update(games).where(games.c.id == game_id).values(**changes))


def _stored(
    row: Row[Any],
    sitting: tuple[Seat, ...],
    clock: GameClock,
    done: tuple[tuple[int, str], ...],
) -> StoredGame:
    return StoredGame(
        id=row.id,
        kind=row.kind,
        options=row.options,
        seed=row.seed,
        commitment=row.commitment,
        rules=row.rules,
        guild_id=row.guild_id,
        channel_id=row.channel_id,
        message_id=row.message_id,
        message_at=row.message_at,
        seats=sitting,
        state=row.state,
        reason=row.reason,
        actions=done,
        computer_due=row.computer_due,
        to_act=unmask(row.to_act),
        deadline=row.deadline,
        previous=row.previous,
        created_at=row.created_at,
        updated_at=row.updated_at,
        finished_at=row.finished_at,
        hinted=row.hinted,
        clock=clock,
    )
