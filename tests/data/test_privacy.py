"""What is kept about a person; and after taking the person out, nothing that names them."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import insert

from data.database import Database
from data.errors import StillPlaying
from data.records import InvitedSeat, PersonSettings, Seat
from data.schema import invitations, metadata
from data.standing.records import HistoryFilter
from tests.data.makers import ADA, BEN, CLEO, DEV, GUILD, NOW, later, new_game, new_invitation
from tests.data.standing.playing import at_random, finish, stored, won_by
from tests.storage import look

EVE = 987_654_321_012_345_678
NAME = "Eve of Nowhere"
OTHER = GUILD + 1


def naming(file: Path | str, *words: str) -> list[str]:
    """Every column of every table in which one of these words occurs, in whatever form."""
    found: list[str] = []
    for table in metadata.tables.values():
        names = [column.name for column in table.columns]
        # "before" is a word of SQL too.
        columns = ", ".join(f'"{name}"' for name in names)
        for row in look(file, f"SELECT {columns} FROM {table.name}"):
            for name, value in zip(names, row, strict=True):
                text = value.hex() if isinstance(value, bytes) else str(value)
                if any(word in text for word in words):
                    found.append(f"{table.name}.{name}")
    return found


async def eve_plays(db: Database) -> list[int]:
    """Games of Eve on two servers, of all sorts, with everything that they leave behind."""
    await db.people.choose(EVE, PersonSettings("de", True, False))
    games = [
        (await finish(db, *won_by(EVE, BEN)))[0],
        (await finish(db, *won_by(BEN, EVE)))[0],
        (await finish(db, *won_by(BEN, EVE, CLEO, DEV), kind="callbridge"))[0],
        (await finish(db, *won_by(EVE, None)))[0],
        (await finish(db, *won_by(EVE, BEN), guild_id=OTHER))[0],
    ]
    host, guest = InvitedSeat(NAME, EVE), InvitedSeat("Ben", BEN)
    for new in (
        new_invitation(host_id=EVE, host_name=NAME, seats=(host,)),
        new_invitation(opponent_id=EVE, opponent_name=NAME),
        new_invitation(seats=(guest, host), host_id=BEN),
    ):
        made = await db.invitations.create(new)
        await db.invitations.update(replace(made, state="expired"))
    await db.people.remember(EVE, NAME)
    return games


async def test_nothing_names_a_person_who_was_taken_out(db: Database, file: Path | str) -> None:
    games = await eve_plays(db)
    assert len(set(naming(file, str(EVE), "Eve"))) > 10
    await db.privacy.take_out(EVE, NOW)
    assert naming(file, str(EVE), "Eve") == []
    assert await db.people.name(EVE) is None
    assert await db.people.settings(EVE) == PersonSettings()
    assert await db.games.finished_of(EVE, GUILD) == ()
    # The games stay for the others, whole, with a former player who is another on each server.
    former: set[int | None] = set()
    for game_id in games:
        game = await db.games.load(game_id)
        assert game is not None
        assert game.actions
        (seat,) = [seat for seat in game.seats if (seat.user_id or 0) < 0]
        assert seat.name is None
        former.add(seat.user_id)
    assert len(former) == 2
    lines = [line async for line in db.transfer.export([GUILD, OTHER])]
    assert len(lines) == 7  # between head and end
    assert not any(str(EVE) in line or "Eve" in line for line in lines)


async def test_boards_and_profiles_of_the_others_stay_the_same(
    db: Database, file: Path | str
) -> None:
    await eve_plays(db)
    before = await db.boards.board(GUILD, "bridgette", by="rating")
    (ben,) = [line for line in before.lines if line.user_id == BEN]
    await db.privacy.take_out(EVE, NOW)
    after = await db.boards.board(GUILD, "bridgette", by="rating")
    assert after.lines == (ben,)
    assert (await db.boards.board(GUILD)).people == 3
    assert (await db.profiles.profile(BEN, GUILD)).record.games == 3
    met = await db.profiles.profile(BEN, GUILD, viewer=EVE)
    assert met.meeting is not None
    assert met.meeting.games == 0
    found = stored(file)
    await db.ratings.rebuild()
    assert stored(file) == found
    past = await db.games.history(GUILD, HistoryFilter(BEN))
    assert past.count == 3
    assert all(any((seat.user_id or 0) < 0 for seat in game.seats) for game in past.games)


@pytest.mark.parametrize("seed", range(3))
async def test_at_random_and_made_anew(db: Database, file: Path | str, seed: int) -> None:
    rng = random.Random(seed)
    await at_random(db, rng, 40)
    await db.privacy.take_out(103, NOW)
    await at_random(db, rng, 20)  # 103 goes on playing
    found = stored(file)
    await db.ratings.rebuild()
    assert stored(file) == found
    assert naming(file, "Player 103") == []
    assert not any(" 103," in repr(row) for table in found.values() for row in table)


async def test_whoever_is_out_may_play_but_nothing_is_kept(db: Database, file: Path | str) -> None:
    await eve_plays(db)
    await db.privacy.take_out(EVE, NOW)
    assert await db.privacy.taken_out(EVE)
    await db.people.remember(EVE, NAME)
    assert naming(file, "Eve") == []
    game_id, ratings = await finish(db, *won_by(EVE, BEN))
    assert ratings.unrated == "private"
    assert naming(file, str(EVE), "Eve") == []
    game = await db.games.load(game_id)
    assert game is not None
    assert (game.seats[0].user_id or 0) < 0
    # It counts for nobody, or he could be given one win after another.
    assert (await db.profiles.profile(BEN, GUILD)).record.games == 3
    assert ratings.former == {EVE: game.seats[0].user_id}
    # A challenge of theirs is not kept once it is closed, whatever became of it.
    for state in ("declined", "started"):
        made = await db.invitations.create(new_invitation(host_id=EVE, host_name=NAME))
        if state == "started":
            new = new_game(seats=(Seat(0, EVE, name=NAME), Seat(1, BEN)))
            called_off = await db.invitations.start(made.id, made.version, new)
            assert (await db.administration.abort(called_off, NOW)).keys() == {EVE}
        else:
            await db.invitations.update(replace(made, state=state))
        assert naming(file, str(EVE), "Eve") == []
    board = await db.boards.board(GUILD)
    assert [line.user_id for line in board.lines if line.user_id not in (BEN, CLEO, DEV)] == []


async def test_coming_back_is_beginning_anew(db: Database, other: Database) -> None:
    await eve_plays(db)
    assert not await db.privacy.come_back(EVE)
    await db.privacy.take_out(EVE, NOW)
    await db.privacy.take_out(EVE, NOW)  # again is no harm
    assert await other.privacy.taken_out(EVE)
    assert await db.privacy.come_back(EVE)
    assert not await other.privacy.taken_out(EVE)
    await db.people.remember(EVE, NAME)
    assert await other.people.name(EVE) == NAME
    _, ratings = await finish(db, *won_by(EVE, BEN))
    assert [change.first for change in ratings.changes] == [True, False]
    assert (await db.profiles.profile(EVE, GUILD)).record.games == 1


async def test_first_the_games_that_run_are_ended(db: Database, file: Path | str) -> None:
    await eve_plays(db)
    running = await db.games.create(new_game(seats=(Seat(0, EVE), Seat(1, BEN))))
    lobby = await db.invitations.create(
        new_invitation(seats=(InvitedSeat("Ada", ADA), InvitedSeat(NAME, EVE)))
    )
    before = naming(file, str(EVE))
    with pytest.raises(StillPlaying) as refused:
        await db.privacy.take_out(EVE, NOW)
    assert (refused.value.games, refused.value.invitations) == (1, 1)
    assert naming(file, str(EVE)) == before
    kept = await db.privacy.kept(EVE)
    assert (kept.playing, kept.inviting) == (1, 1)
    await db.invitations.update(replace(lobby, state="withdrawn"))
    await db.servers.wipe(GUILD + 5)  # nothing there
    await db.games.pause(running, True)
    with pytest.raises(StillPlaying):
        await db.privacy.take_out(EVE, NOW)


async def test_what_is_kept(db: Database) -> None:
    nothing = await db.privacy.kept(EVE)
    assert (nothing.games, nothing.name, nothing.settings, nothing.taken_out) == (
        0, None, False, False,
    )  # fmt: skip
    await eve_plays(db)
    kept = await db.privacy.kept(EVE)
    assert (kept.servers, kept.games, kept.actions, kept.results) == (2, 5, 3, 5)
    assert (kept.ratings, kept.invitations, kept.playing, kept.inviting) == (3, 3, 0, 0)
    assert (kept.name, kept.settings, kept.taken_out) == (NAME, True, False)
    assert kept.boards > 0
    await db.privacy.take_out(EVE, NOW)
    assert await db.privacy.kept(EVE) == replace(nothing, taken_out=True)


async def test_lines_of_boards_of_all_times(db: Database, file: Path | str) -> None:
    for days, people in ((0, (EVE, BEN)), (70, (BEN, EVE)), (35, (CLEO, BEN)), (400, (CLEO, BEN))):
        await finish(db, *won_by(*people), at=NOW - timedelta(days=days))
    await finish(db, *won_by(EVE, BEN), at=NOW - timedelta(days=900), guild_id=OTHER)

    def lines() -> list[tuple[int, int]]:
        asked = f"SELECT guild_id, period FROM tallies WHERE user_id = {EVE}"
        return sorted(tuple(row) for row in look(file, asked))

    mine = lines()
    assert len({period for _, period in mine}) >= 6
    assert (await db.privacy.kept(EVE)).boards == len(mine)
    await db.privacy.take_out(EVE, NOW)
    assert lines() == []
    assert (await db.boards.board(GUILD)).people == 2


async def test_a_number_that_looks_alike_is_not_taken_out(db: Database) -> None:
    # In an invitation's seats ids are text to the database.
    longer = int(f"{ADA}7")
    mine = await db.invitations.create(
        new_invitation(host_id=BEN, seats=(InvitedSeat(f"Nr {ADA}", longer),))
    )
    await db.privacy.take_out(ADA, NOW)
    assert await db.invitations.load(mine.id) is not None


async def test_old_challenges_are_swept(db: Database) -> None:
    async with db._connections.write() as connection:
        for number, (state, age) in enumerate(
            [("expired", 8), ("declined", 6), ("open", 400), ("started", 8)], 1
        ):
            made_at = later(-age * 86400)
            await connection.execute(
                insert(invitations).values(
                    id=number, kind="x", options={}, guild_id=GUILD, channel_id=1, host_id=ADA,
                    host_name="Ada", seats=[], size=2, state=state, version=0,
                    created_at=made_at, expires_at=made_at,
                )
            )  # fmt: skip
    assert await db.servers.sweep(NOW) == ()
    assert [await db.invitations.load(n) is not None for n in (1, 2, 3, 4)] == [
        False, True, True, False,
    ]  # fmt: skip
