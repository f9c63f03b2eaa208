from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy.exc import IntegrityError

from data.database import Database
from data.errors import ActionConflict, RematchExists
from data.records import Seat, Waking
from data.standing.records import GameRatings
from tests.data.makers import ADA, BEN, CLEO, GUILD, NOW, end, later, new_game, step

pytestmark = pytest.mark.both_databases


async def test_a_game_comes_back_as_it_was_stored(db: Database) -> None:
    new = new_game()
    game_id = await db.games.create(new)
    await db.games.act(game_id, step(0, 1, "discard 2C 7D", to_act=(0,)))
    await db.games.act(game_id, step(1, 0, "discard :G QH", to_act=(1,), computer_due=True))
    game = await db.games.load(game_id)
    assert game is not None
    assert (game.id, game.kind, game.options, game.seed) == (
        game_id,
        "bridgette",
        new.options,
        new.seed,
    )
    assert (game.commitment, game.rules, game.guild_id, game.channel_id) == ("ab" * 32, 1, GUILD, 7)
    assert game.seats == (Seat(0, ADA, None, "Ada"), Seat(1, BEN, None, "Ben"))
    assert game.actions == ((1, "discard 2C 7D"), (0, "discard :G QH"))
    assert (game.state, game.reason, game.finished_at, game.previous) == (
        "running",
        None,
        None,
        None,
    )
    assert (game.computer_due, game.to_act, game.deadline) == (True, (1,), None)
    assert (game.created_at, game.updated_at) == (NOW, later(2))


async def test_no_such_game(db: Database) -> None:
    assert await db.games.load(1) is None
    with pytest.raises(ActionConflict):
        await db.games.act(1, step(0))


async def test_neither_seed_nor_actions_show_when_a_game_is_printed(db: Database) -> None:
    game_id = await db.games.create(new_game())
    action = step(0, text="discard 2C 7D")
    await db.games.act(game_id, action)
    game = await db.games.load(game_id)
    for text in (repr(game), repr(action), repr(new_game())):
        assert "2C" not in text
        assert "x01" not in text


async def test_an_action_number_is_taken_once(db: Database, other: Database) -> None:
    game_id = await db.games.create(new_game())
    writers = [
        (db if n % 2 else other).games.act(game_id, step(0, text=f"{n}C")) for n in range(20)
    ]
    outcomes = await asyncio.gather(*writers, return_exceptions=True)
    assert outcomes.count(None) == 1
    assert sum(isinstance(outcome, ActionConflict) for outcome in outcomes) == 19
    game = await db.games.load(game_id)
    assert game is not None
    assert game.actions == ((0, f"{outcomes.index(None)}C"),)


@pytest.mark.parametrize("number", [0, 2, 7])
async def test_an_action_out_of_order_is_refused(db: Database, number: int) -> None:
    game_id = await db.games.create(new_game())
    await db.games.act(game_id, step(0))
    before = await db.games.load(game_id)
    with pytest.raises(ActionConflict):
        await db.games.act(game_id, step(number))
    assert await db.games.load(game_id) == before


async def test_an_end_counts_once(db: Database, other: Database) -> None:
    game_id = await db.games.create(new_game())
    ending = end((ADA, 500, True), (BEN, 300, False))
    last = step(0, text="resign", end=ending, computer_due=True)
    outcomes = await asyncio.gather(
        *(database.games.act(game_id, last) for database in (db, other, db, other)),
        return_exceptions=True,
    )
    (ended,) = [outcome for outcome in outcomes if isinstance(outcome, GameRatings)]
    assert ended == await db.ratings.of_game(game_id)
    assert [change.user_id for change in ended.changes] == [ADA, BEN]
    with pytest.raises(ActionConflict):
        await db.games.act(game_id, replace(last, number=1))
    game = await db.games.load(game_id)
    assert game is not None
    assert (game.state, game.reason, game.finished_at) == ("over", "played out", later(1))
    assert (game.computer_due, game.to_act, game.deadline) == (False, (), None)
    board = await db.boards.board(GUILD)
    assert [(line.user_id, line.wins, line.losses) for line in board.lines] == [
        (ADA, 1, 0),
        (BEN, 0, 1),
    ]


async def test_a_result_that_cannot_be_stored_takes_the_action_back_with_it(db: Database) -> None:
    game_id = await db.games.create(new_game())
    ending = end((ADA, 500, True), (BEN, 300, False))
    twice = replace(ending, results=(ending.results[0], ending.results[0]))
    with pytest.raises(IntegrityError, match=r"(?i)unique") as failed:
        await db.games.act(game_id, step(0, end=twice, names={ADA: "Ada the Great"}))
    assert "500" not in str(failed.value)  # the values of a statement never reach a log
    game = await db.games.load(game_id)
    assert game is not None
    assert (game.state, game.actions, game.seats[0].name) == ("running", (), "Ada")
    await db.people.remember(ADA, "Ada the Great")
    assert await db.people.name(ADA) == "Ada the Great"


async def test_where_the_table_stands(db: Database) -> None:
    game_id = await db.games.create(new_game())
    await db.games.place(game_id, 8, 555, later(5))
    game = await db.games.load(game_id)
    assert game is not None
    assert (game.channel_id, game.message_id, game.message_at) == (8, 555, later(5))
    assert game.updated_at == NOW
    await db.games.place(game_id, 9, None)
    game = await db.games.load(game_id)
    assert game is not None
    assert (game.channel_id, game.message_id, game.message_at) == (9, None, None)


async def test_pausing(db: Database) -> None:
    game_id = await db.games.create(new_game(computer_due=True))

    async def state() -> str:
        game = await db.games.load(game_id)
        assert game is not None
        return game.state

    await db.games.pause(game_id, True)
    assert await state() == "paused"
    assert await db.games.to_wake() == ()
    assert [line.state for line in await db.games.running_of(ADA, GUILD)] == ["paused"]
    await db.games.pause(game_id, False)
    assert await state() == "running"
    await db.games.act(game_id, step(0, end=end((ADA, 1, True), (BEN, 0, False))))
    await db.games.pause(game_id, True)
    assert await state() == "over"


async def test_a_seat_is_taken_over_and_given_back(db: Database) -> None:
    game_id = await db.games.create(new_game())
    await db.games.set_seat(game_id, 1, "easy", True, computer_due=True)
    game = await db.games.load(game_id)
    assert game is not None
    assert game.seats[1] == Seat(1, BEN, "easy", "Ben", taken_over=True)
    assert game.computer_due
    await db.games.set_seat(game_id, 1, None, False)
    game = await db.games.load(game_id)
    assert game is not None
    assert game.seats[1] == Seat(1, BEN, None, "Ben")
    assert game.computer_due  # left alone when nothing is said


async def test_the_games_of_a_person(db: Database) -> None:
    first = await db.games.create(new_game())
    second = await db.games.create(
        new_game(seats=(Seat(0, CLEO, name="Cleo"), Seat(1, ADA)), to_act=(0,))
    )
    elsewhere = await db.games.create(new_game(guild_id=GUILD + 1))
    ended = await db.games.create(new_game())
    await db.games.create(new_game(seats=(Seat(0, CLEO), Seat(1, BEN))))
    await db.games.act(ended, step(0, end=end((ADA, 1, True), (BEN, 0, False))))
    await db.games.act(first, step(0, 1, to_act=(0,)))
    lines = await db.games.running_of(ADA, GUILD)
    assert [line.id for line in lines] == [first, second]
    assert [line.your_turn(ADA) for line in lines] == [True, False]
    assert [seat.name for seat in lines[1].seats] == ["Cleo", "Ada"]
    assert {line.id for line in await db.games.running_of(ADA)} == {first, second, elsewhere}
    assert await db.games.running_of(999, GUILD) == ()
    finished = await db.games.finished_of(ADA, GUILD)
    assert [line.id for line in finished] == [ended]
    assert finished[0].finished_at == later(1)
    assert await db.games.finished_of(ADA, GUILD, skip=1) == ()


async def test_a_seat_taken_over_has_no_turn_for_its_person(db: Database) -> None:
    game_id = await db.games.create(new_game(to_act=(0,)))
    await db.games.set_seat(game_id, 0, "easy", True, computer_due=True)
    (line,) = await db.games.running_of(ADA, GUILD)
    assert not line.your_turn(ADA)


async def test_what_to_wake(db: Database) -> None:
    assert await db.games.to_wake() == ()
    due = await db.games.create(new_game(computer_due=True, created_at=later(-9000)))
    shown = await db.games.create(new_game(created_at=later(-9000)))  # waits for people
    await db.games.place(shown, 8, 5, later(-9000))
    bare = await db.games.create(new_game(created_at=later(-9000)))  # its table was never posted
    fresh = await db.games.create(new_game())
    just_ended = await db.games.create(new_game(created_at=later(-9000)))
    await db.games.act(just_ended, step(0, at=NOW, end=end((ADA, 1, True), (BEN, 0, False))))
    long_ended = await db.games.create(new_game(created_at=later(-9000)))
    await db.games.act(
        long_ended, step(0, at=later(-8000), end=end((ADA, 1, True), (BEN, 0, False)))
    )
    assert await db.games.to_wake() == (
        Waking(due, "running", True),
        Waking(bare, "running", False),
        Waking(fresh, "running", False),
        Waking(just_ended, "over", False),
    )


async def test_a_start_that_is_broken_off_leaves_its_tables_to_the_next(db: Database) -> None:
    behind = await db.games.create(new_game(created_at=later(-9000)))
    await db.games.place(behind, 8, 5, later(-9000))
    assert await db.games.to_wake() == (Waking(behind, "running", False),)
    later_one = await db.games.create(new_game())
    await db.games.place(later_one, 8, 6, NOW)
    both = (Waking(behind, "running", False), Waking(later_one, "running", False))
    assert await db.games.to_wake() == both
    assert await db.games.to_wake() == both
    await db.games.woken()
    assert await db.games.to_wake() == both[1:]


async def test_a_rematch_is_made_once(db: Database, other: Database) -> None:
    first = await db.games.create(new_game())
    assert await db.games.rematch_of(first) is None
    made = await asyncio.gather(
        *(database.games.create(new_game(previous=first)) for database in (db, other, db)),
        return_exceptions=True,
    )
    (rematch,) = [outcome for outcome in made if isinstance(outcome, int)]
    refused = [outcome for outcome in made if isinstance(outcome, RematchExists)]
    assert [error.game_id for error in refused] == [rematch, rematch]
    assert await db.games.rematch_of(first) == rematch


async def test_a_number_is_never_given_twice(db: Database) -> None:
    numbers = [await db.games.create(new_game()) for _ in range(3)]
    assert numbers == [1, 2, 3]


async def test_a_hint_marks_its_game_for_good(db: Database) -> None:
    marked, other = await db.games.create(new_game()), await db.games.create(new_game())
    before = await db.games.load(marked)
    await db.games.mark_hinted(marked)
    await db.games.mark_hinted(marked)
    assert before is not None
    assert not before.hinted
    assert await db.games.load(marked) == replace(before, hinted=True)
    untouched = await db.games.load(other)
    assert untouched is not None
    assert not untouched.hinted


async def test_no_hint_in_a_game_that_is_over(db: Database) -> None:
    game_id = await db.games.create(new_game())
    await db.games.act(game_id, step(0, end=end((ADA, 3, True), (BEN, 1, False))))
    for number in (game_id, game_id + 1):
        with pytest.raises(ActionConflict):
            await db.games.mark_hinted(number)
