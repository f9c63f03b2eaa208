from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert

from data.boards import statement
from data.database import Database
from data.records import Seat
from data.schema import results
from data.standing.records import BoardLine, Order
from tests.data.makers import ADA, BEN, CLEO, DEV, GUILD, NOW, end, new_game, step

Played = tuple[int, bool, int]  # who, won, points


async def played(db: Database, *games: tuple[Played, Played], **changes: Any) -> None:
    for first, second in games:
        game_id = await db.games.create(new_game(**changes))
        ending = end((first[0], first[2], first[1]), (second[0], second[2], second[1]))
        await db.games.act(game_id, step(0, end=ending))


Line = tuple[int | None, int, str | None, int, int, int]


def plain(line: BoardLine | None) -> Line | None:
    """What every board shows: rank, who, name, wins, losses, points."""
    if line is None:
        return None
    return (line.rank, line.user_id, line.name, line.wins, line.losses, line.points)


async def test_ranks_by_wins_then_by_share_won(db: Database) -> None:
    await played(
        db,
        ((ADA, True, 500), (BEN, False, 100)),
        ((CLEO, True, 400), (BEN, False, 0)),
        ((CLEO, False, 900), (DEV, True, 10)),
    )
    board = await db.boards.board(GUILD, reader=BEN)
    assert [plain(line) for line in board.lines] == [
        (1, ADA, "Ada", 1, 0, 500),
        (1, DEV, None, 1, 0, 10),  # never seen: no name is known
        (3, CLEO, None, 1, 1, 1300),
        (4, BEN, "Ben", 0, 2, 100),
    ]
    assert board.own == board.lines[-1]
    assert (board.page, board.pages, board.people) == (0, 1, 4)


async def test_nobody_has_played(db: Database) -> None:
    board = await db.boards.board(GUILD, reader=ADA)
    assert (board.lines, board.own, board.page, board.pages, board.people) == ((), None, 0, 0, 0)


async def test_servers_kinds_and_computers_are_kept_apart(db: Database) -> None:
    await played(db, ((ADA, True, 1), (BEN, False, 0)))
    await played(db, ((ADA, True, 1), (BEN, False, 0)), kind="drawbridge")
    await played(db, ((BEN, True, 1), (ADA, False, 0)), guild_id=GUILD + 1)
    game_id = await db.games.create(new_game())
    await db.games.act(game_id, step(0, end=end((ADA, 9, True), (None, 0, False))))

    async def wins(**asked: Any) -> dict[int, int]:
        board = await db.boards.board(**asked)
        return {line.user_id: line.wins for line in board.lines}

    assert await wins(guild_id=GUILD) == {ADA: 2, BEN: 0}
    assert await wins(guild_id=GUILD, kind="drawbridge") == {ADA: 1, BEN: 0}
    assert await wins(guild_id=GUILD, kind="callbridge") == {}
    assert await wins(guild_id=GUILD + 1) == {ADA: 0, BEN: 1}
    assert await wins(guild_id=GUILD, against="computers") == {ADA: 1}
    assert await wins(guild_id=GUILD, against="mixed") == {ADA: 1}


async def test_pages_and_the_own_line_wherever_it_stands(db: Database) -> None:
    await _store(db, [(user, True, 0) for user in range(1, 8) for _ in range(10 - user)])
    first = await db.boards.board(GUILD, size=3, reader=7)
    assert [line.user_id for line in first.lines] == [1, 2, 3]
    assert plain(first.own) == (7, 7, None, 3, 0, 0)
    last = await db.boards.board(GUILD, page=2, size=3, reader=2)
    assert [line.user_id for line in last.lines] == [7]
    assert last.own is not None
    assert last.own.rank == 2
    beyond = await db.boards.board(GUILD, page=50, size=3, reader=99)
    assert (beyond.lines, beyond.page, beyond.pages, beyond.own) == (last.lines, 2, 3, None)
    for page, size in ((-1, 3), (0, 0)):
        with pytest.raises(ValueError, match="pages"):
            await db.boards.board(GUILD, page=page, size=size)


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(st.tuples(st.integers(1, 9), st.booleans(), st.integers(-20, 20)), max_size=40),
    st.integers(1, 4),
    st.integers(1, 9),
)
def test_pages_agree_with_a_plain_count(
    board_runner: Any, rows: list[Played], size: int, reader: int
) -> None:
    board_runner(rows, size, reader)


@pytest.fixture
def board_runner(file: Any) -> Any:
    import asyncio

    async def check(rows: list[Played], size: int, reader: int) -> None:
        async with await Database.open(str(file)) as db:
            await _store(db, rows)
            expected = _counted(rows)
            shown: list[Line | None] = []
            for page in range(max(1, -(-len(expected) // size))):
                board = await db.boards.board(GUILD, page=page, size=size, reader=reader)
                assert board.people == len(expected)
                assert plain(board.own) == next((x for x in expected if x[1] == reader), None)
                shown += map(plain, board.lines)
            assert shown == expected

    return lambda *arguments: asyncio.run(check(*arguments))


def _counted(rows: list[Played]) -> list[Line]:
    people = {who for who, _, _ in rows}
    tally = []
    for who in people:
        own = [row for row in rows if row[0] == who]
        wins = sum(won for _, won, _ in own)
        tally.append(((wins, wins / len(own)), sum(points for *_, points in own), who, len(own)))
    tally.sort(key=lambda line: (*line[0], *line[1:]), reverse=True)
    return [
        (1 + sum(better[0] > key for better in tally), who, None, key[0], games - key[0], points)
        for key, points, who, games in tally
    ]


async def _store(db: Database, rows: list[Played]) -> None:
    """A game of one seat for each result."""
    async with db._connections.write() as connection:
        await connection.execute(delete(results))
        for number, (who, won, points) in enumerate(rows, 1):
            game_id = await db.games.insert(connection, new_game(seats=(Seat(0, who),)))
            await connection.execute(
                insert(results).values(
                    game_id=game_id,
                    seat=0,
                    guild_id=GUILD,
                    kind="bridgette",
                    user_id=who,
                    against_computers=False,
                    won=won,
                    points=points,
                    place=1,
                    reason="played out",
                    given_up=False,
                    finished_at=NOW,
                    sequence=number,
                )
            )
    await db.ratings.rebuild()


async def _steps(db: Database, by: Order, *, long: bool) -> list[str]:
    """What SQLite does for a page of a board."""
    asked = statement(by, long)
    async with db._connections.read() as connection:
        compiled = asked.compile(dialect=connection.dialect)
        given = dict.fromkeys(compiled.positiontup or (), 0) | dict(compiled.params)
        values = tuple(given[name] or 1 for name in compiled.positiontup or ())
        plan = (await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}", values)).all()
    return [row[3] for row in plan]


@pytest.mark.sqlite
@pytest.mark.parametrize("by", ["wins", "points", "best", "rating"])
async def test_a_board_reads_only_an_index(db: Database, by: Order) -> None:
    steps = await _steps(db, by, long=True)
    assert not [step for step in steps if step.startswith(("SCAN tallies", "SCAN line"))]
    # Sorted is the page alone, for its first line: the index has the order of the board.
    assert sum("B-TREE" in step for step in steps) == 1, steps
    reading = [step for step in steps if any(x in step for x in ("tallies", "other", "line"))]
    board = "(guild_id=? AND period=? AND kind=? AND against=?"
    own = "PRIMARY KEY (guild_id=? AND period=? AND kind=? AND user_id=? AND against=?)"
    assert len(reading) >= 6
    assert [step for step in reading if board not in step and own not in step] == []
    covering = [step for step in reading if "COVERING INDEX" in step and board in step]
    assert len(covering) >= 3, steps


@pytest.mark.sqlite
@pytest.mark.parametrize("by", ["wins", "points", "best", "rating"])
async def test_a_month_is_read_once_and_alone(db: Database, by: Order) -> None:
    steps = await _steps(db, by, long=False)
    reading = [step for step in steps if "tallies" in step]
    assert reading == ["SEARCH tallies USING PRIMARY KEY (guild_id=? AND period=? AND kind=?)"], (
        steps
    )
    assert steps.count("MATERIALIZE month") == 1, steps
