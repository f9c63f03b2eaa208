from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from data.database import Database
from data.errors import InvitationConflict, InvitationExists, RematchExists
from data.records import InvitedSeat, Seat
from tests.data.makers import ADA, BEN, GUILD, later, new_game, new_invitation


async def test_an_invitation_comes_back_as_it_was_stored(db: Database) -> None:
    made = await db.invitations.create(
        new_invitation(opponent_id=BEN, opponent_name="Ben", starts_at=later(120), message_id=5)
    )
    assert (made.id, made.version, made.state, made.game_id) == (1, 0, "open", None)
    assert made.seats == (InvitedSeat("Ada", ADA),)
    assert await db.invitations.load(made.id) == made
    assert await db.invitations.load(99) is None


async def test_a_change_names_the_version_it_was_made_from(db: Database) -> None:
    made = await db.invitations.create(new_invitation())
    joined = replace(made, seats=(*made.seats, InvitedSeat("Computer", level="easy")))
    stored = await db.invitations.update(joined)
    assert stored == replace(joined, version=1)
    assert await db.invitations.load(made.id) == stored
    with pytest.raises(InvitationConflict):
        await db.invitations.update(replace(made, state="withdrawn"))
    assert await db.invitations.load(made.id) == stored


@pytest.mark.both_databases
async def test_a_hundred_join_at_once_and_three_get_in(db: Database, other: Database) -> None:
    made = await db.invitations.create(new_invitation())

    async def join(database: Database, user_id: int) -> bool:
        while True:
            lobby = await database.invitations.load(made.id)
            assert lobby is not None
            if len(lobby.seats) == lobby.size:
                return False
            seat = InvitedSeat(f"Person {user_id}", user_id)
            try:
                await database.invitations.update(replace(lobby, seats=(*lobby.seats, seat)))
            except InvitationConflict:
                continue
            return True

    got_in = await asyncio.gather(*(join((db, other)[n % 2], 1000 + n) for n in range(100)))
    lobby = await db.invitations.load(made.id)
    assert lobby is not None
    assert got_in.count(True) == 3
    assert len(lobby.seats) == len({seat.user_id for seat in lobby.seats}) == 4


@pytest.mark.both_databases
async def test_an_invitation_starts_one_game(db: Database, other: Database) -> None:
    made = await db.invitations.create(new_invitation())
    outcomes = await asyncio.gather(
        *(
            database.invitations.start(made.id, made.version, new_game())
            for database in (db, other, db, other)
        ),
        return_exceptions=True,
    )
    (game_id,) = [outcome for outcome in outcomes if isinstance(outcome, int)]
    assert sum(isinstance(outcome, InvitationConflict) for outcome in outcomes) == 3
    started = await db.invitations.load(made.id)
    assert started is not None
    assert (started.state, started.game_id, started.version) == ("started", game_id, 1)
    game = await db.games.load(game_id)
    assert game is not None
    assert game.seats[0] == Seat(0, ADA, None, "Ada")
    assert await db.games.load(game_id + 1) is None


@pytest.mark.both_databases
async def test_accept_and_withdraw_at_once(db: Database, other: Database) -> None:
    made = await db.invitations.create(new_invitation())
    outcomes = await asyncio.gather(
        db.invitations.start(made.id, 0, new_game()),
        other.invitations.update(replace(made, state="withdrawn")),
        return_exceptions=True,
    )
    assert sum(isinstance(outcome, InvitationConflict) for outcome in outcomes) == 1
    after = await db.invitations.load(made.id)
    assert after is not None
    assert (after.state == "started") == (after.game_id is not None)
    assert (await db.games.load(1) is not None) == (after.state == "started")


@pytest.mark.parametrize("state", ["declined", "withdrawn", "expired"])
async def test_nothing_starts_from_an_invitation_that_is_closed(db: Database, state: str) -> None:
    made = await db.invitations.create(new_invitation())
    closed = await db.invitations.update(replace(made, state=state))  # type: ignore[arg-type]
    with pytest.raises(InvitationConflict):
        await db.invitations.start(made.id, closed.version, new_game())
    assert await db.games.load(1) is None


async def test_open_ones_by_expiry(db: Database) -> None:
    late = await db.invitations.create(new_invitation(expires_at=later(900)))
    soon = await db.invitations.create(new_invitation(expires_at=later(60)))
    closed = await db.invitations.create(new_invitation())
    await db.invitations.update(replace(closed, state="expired"))
    assert await db.invitations.open_ones() == (soon, late)


async def test_placing_is_no_change_to_collide_with(db: Database) -> None:
    made = await db.invitations.create(new_invitation())
    await db.invitations.place(made.id, 8, 77)
    placed = await db.invitations.load(made.id)
    assert placed == replace(made, channel_id=8, message_id=77)


@pytest.mark.both_databases
async def test_one_open_challenge_for_a_rematch(db: Database, other: Database) -> None:
    game_id = await db.games.create(new_game())
    outcomes = await asyncio.gather(
        *(
            database.invitations.create(new_invitation(previous=game_id))
            for database in (db, other, db)
        ),
        return_exceptions=True,
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, InvitationExists)]
    made = await db.invitations.open_rematch(game_id)
    assert made is not None
    assert [error.invitation_id for error in refused] == [made.id, made.id]
    await db.invitations.update(replace(made, state="declined"))
    assert await db.invitations.open_rematch(game_id) is None
    again = await db.invitations.create(new_invitation(previous=game_id))
    assert (await db.invitations.open_rematch(game_id)) == again


async def test_a_rematch_that_exists_stops_the_start(db: Database) -> None:
    game_id = await db.games.create(new_game())
    made = await db.invitations.create(new_invitation(previous=game_id))
    rematch = await db.games.create(new_game(previous=game_id))
    with pytest.raises(RematchExists) as refused:
        await db.invitations.start(made.id, made.version, new_game(previous=game_id))
    assert refused.value.game_id == rematch
    assert await db.invitations.load(made.id) == made
    assert made.guild_id == GUILD
