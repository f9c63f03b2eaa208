"""Boards by rating, points and best game, of months, years and seasons; profiles; past games."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta

import pytest

from data.database import Database
from data.errors import NoSeason, SeasonRunning
from data.standing.declared import Declared
from data.standing.periods import ALL_TIME, Period
from data.standing.rating import RANKED_FROM
from data.standing.records import BoardLine, Contracts, HistoryFilter, Meeting, Order, Record
from tests.data.makers import ADA, BEN, CLEO, DEV, GUILD, NOW, later
from tests.data.standing.playing import Result, finish, won_by


def who(lines: tuple[BoardLine, ...]) -> list[tuple[int | None, int]]:
    return [(line.rank, line.user_id) for line in lines]


async def test_below_the_line_are_those_with_too_few_rated_games(db: Database) -> None:
    for number in range(RANKED_FROM):
        await finish(db, *won_by(ADA, BEN), at=later(number))
    await finish(db, *won_by(CLEO, ADA), at=later(50))
    await finish(db, *won_by(DEV, None))  # no rated game: not on this board
    board = await db.boards.board(GUILD, "bridgette", by="rating", reader=CLEO)
    # Cleo's one win would put her above Ben.
    assert who(board.lines) == [(1, ADA), (2, BEN), (None, CLEO)]
    assert [line.rated for line in board.lines] == [6, 5, 1]
    assert board.own == board.lines[-1]
    assert board.own.rating is not None
    assert board.own.rating > (board.lines[1].rating or 0)
    assert all(line.provisional for line in board.lines)
    profile = await db.profiles.profile(CLEO, GUILD, "bridgette")
    assert (profile.ratings[0].rank, profile.ratings[0].ranked) == (None, 2)
    profile = await db.profiles.profile(BEN, GUILD)
    assert [(each.rank, each.ranked, each.games) for each in profile.ratings] == [(2, 2, 5)]


@pytest.mark.parametrize("by", ["points", "best", "rating"])
async def test_ranks_are_shared_in_every_order_and_on_every_page(db: Database, by: Order) -> None:
    # Four people, all pairs, each shared: nobody is ahead of anybody.
    for number in range(6):
        same = tuple(Result(user, 5, 1) for user in (ADA, BEN, CLEO, DEV))
        await finish(db, *same, kind="callbridge", at=later(number * 86400))
    last = Result(105, 1, 2)
    await finish(db, Result(106, 7, 1, True), last, kind="callbridge", at=later(90))
    asked = {"kind": "callbridge", "by": by}
    expected = [(1, DEV), (1, CLEO), (1, BEN), (1, ADA), (None, 106), (None, 105)]
    if by == "points":
        expected = [(1, DEV), (1, CLEO), (1, BEN), (1, ADA), (5, 106), (6, 105)]
    elif by == "best":
        expected = [(1, 106), (2, DEV), (2, CLEO), (2, BEN), (2, ADA), (6, 105)]
    for size in (1, 2, 3, 10):
        shown: list[tuple[int | None, int]] = []
        for page in range(-(-6 // size)):
            board = await db.boards.board(GUILD, **asked, page=page, size=size, reader=BEN)
            shown += who(board.lines)
            assert board.own is not None
            assert (board.own.rank, board.own.user_id) in expected
        assert shown == expected


async def test_the_best_game_is_named(db: Database) -> None:
    await finish(db, Result(ADA, -50, 2), Result(BEN, 300, 1, True))
    best, _ = await finish(db, Result(ADA, 800, 1, True), Result(BEN, 750, 2))
    await finish(db, Result(ADA, 800, 2), Result(BEN, 100, 1, True))
    board = await db.boards.board(GUILD, "bridgette", by="best")
    assert [(line.best, line.best_game) for line in board.lines] == [(800, best), (750, best)]


async def test_months_years_and_all_time_in_utc(db: Database) -> None:
    new_year = datetime(2027, 1, 1, tzinfo=UTC)
    await finish(db, *won_by(ADA, BEN), at=new_year - timedelta(seconds=1))
    await finish(db, *won_by(BEN, CLEO), at=new_year)
    await finish(db, *won_by(BEN, CLEO), at=new_year + timedelta(days=40))

    async def people(period: Period, by: Order = "wins") -> list[tuple[int, int]]:
        board = await db.boards.board(GUILD, "bridgette", by=by, period=period)
        return [(line.user_id, line.wins) for line in board.lines]

    december = new_year - timedelta(days=1)
    assert await people(Period.month(december)) == [(ADA, 1), (BEN, 0)]
    assert await people(Period.month(new_year)) == [(BEN, 1), (CLEO, 0)]
    assert await people(Period.year(december)) == [(ADA, 1), (BEN, 0)]
    assert await people(Period.year(new_year)) == [(BEN, 2), (CLEO, 0)]
    assert await people(ALL_TIME) == [(BEN, 2), (ADA, 1), (CLEO, 0)]
    assert await people(Period.month(new_year + timedelta(days=365))) == []
    # The rating of a month gone by is that after its last game.
    then = await db.boards.board(GUILD, "bridgette", by="rating", period=Period.month(december))
    now = await db.boards.board(GUILD, "bridgette", by="rating")
    ben_then, ben_now = (
        next(line for line in board.lines if line.user_id == BEN) for board in (then, now)
    )
    assert (ben_then.rated, ben_now.rated) == (1, 3)
    assert (ben_then.rating or 0) < (ben_now.rating or 0)
    far_east = datetime.fromisoformat("2027-01-01T08:59:00+09:00")
    assert Period.month(far_east) == Period(202612)


async def test_a_month_over_all_games(db: Database) -> None:
    """What the lines of each kind add up to: ranks, the own line, pages, points."""
    at = datetime(2027, 1, 31, 23, tzinfo=UTC)
    for kind, *people in (
        ("bridgette", ADA, BEN),
        ("drawbridge", ADA, BEN),
        ("drawbridge", CLEO, DEV),
        ("callbridge", CLEO, ADA, BEN, DEV),
        ("bridgette", BEN, ADA),
    ):
        await finish(db, *won_by(*people), at=at, kind=kind)
    # Another month, another server, and a computer: none of them counts.
    await finish(db, *won_by(DEV, ADA), at=at + timedelta(hours=1))
    await finish(db, *won_by(DEV, ADA), at=at, guild_id=GUILD + 1)
    await finish(db, Result(DEV, 5, 1, True), Result(None, 0, 2), at=at, level="easy")
    january = Period.month(at)
    board = await db.boards.board(GUILD, period=january, reader=BEN)
    # By wins, then by the share of games won.
    assert [(line.rank, line.user_id, line.wins, line.losses) for line in board.lines] == [
        (1, CLEO, 2, 0),
        (2, ADA, 2, 2),
        (3, BEN, 1, 3),
        (4, DEV, 0, 2),
    ]
    of_kinds = [
        await db.boards.board(GUILD, kind, period=january)
        for kind in ("bridgette", "drawbridge", "callbridge")
    ]
    for line in board.lines:
        parts = [each for kind in of_kinds for each in kind.lines if each.user_id == line.user_id]
        assert line.points == sum(each.points for each in parts)
        assert (line.rating, line.best, line.best_game) == (None, 0, None)
    assert board.own == board.lines[2]
    assert (board.page, board.pages, board.people) == (0, 1, 4)
    last = await db.boards.board(GUILD, period=january, page=9, size=3, reader=ADA)
    assert [line.user_id for line in last.lines] == [DEV]
    assert last.own is not None
    assert (last.own.rank, last.page, last.pages) == (2, 1, 2)
    easy = await db.boards.board(GUILD, period=january, against="easy")
    assert [(line.user_id, line.wins) for line in easy.lines] == [(DEV, 1)]
    empty = await db.boards.board(GUILD, period=Period.month(at - timedelta(days=31)), reader=ADA)
    assert (empty.lines, empty.own, empty.people) == ((), None, 0)


async def test_what_boards_do_not_offer(db: Database) -> None:
    with pytest.raises(ValueError, match="by wins"):
        await db.boards.board(GUILD, by="points")
    with pytest.raises(ValueError, match="between people"):
        await db.boards.board(GUILD, "bridgette", by="rating", against="easy")


async def test_called_off_and_hinted_games_are_on_no_board(db: Database) -> None:
    await finish(db, *won_by(ADA, BEN), reason="aborted")
    await finish(db, *won_by(ADA, BEN), hinted=True)
    await finish(db, *won_by(ADA, None), hinted=True)
    for against in ("people", "computers", "easy", "mixed"):
        assert (await db.boards.board(GUILD, against=against)).people == 0
    profile = await db.profiles.profile(ADA, GUILD)
    assert (profile.record, profile.hinted, profile.computers) == (Record(), Record(2, 2), {})


async def test_twelve_who_tie_are_all_on_the_podium(db: Database) -> None:
    await db.seasons.start(GUILD, "Winter", NOW)
    for pair in range(6):
        one, other = 200 + 2 * pair, 201 + 2 * pair
        await finish(db, *won_by(one, other), at=later(1))
        await finish(db, *won_by(other, one), at=later(2))
    await finish(db, *won_by(200, 300), at=later(3))
    ended = await db.seasons.podium(await db.seasons.end(GUILD, later(100)))
    assert [line.rank for line in ended.podium] == [1] + 11 * [2]
    assert who(ended.by_kind["bridgette"]) == who(ended.podium)


async def test_a_season(db: Database, other: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await db.seasons.running(GUILD) is None
    with pytest.raises(NoSeason):
        await db.seasons.end(GUILD, NOW)
    await finish(db, *won_by(BEN, ADA), at=later(-10))
    season = await db.seasons.start(GUILD, " Autumn 🍂 ", NOW)
    assert season.name == "Autumn 🍂"
    with pytest.raises(SeasonRunning, match="Autumn"):
        await other.seasons.start(GUILD, "Winter", NOW)
    await db.seasons.start(GUILD + 1, "Elsewhere", NOW)
    for winner, loser in ((ADA, BEN), (CLEO, BEN), (ADA, DEV), (DEV, BEN), (106, 107)):
        await finish(db, *won_by(winner, loser), at=later(1))
    await finish(db, *won_by(DEV, ADA), at=later(2), kind="drawbridge")
    assert await other.seasons.running(GUILD) == season
    ended = await db.seasons.podium(await db.seasons.end(GUILD, later(100)))
    # By wins, then by the share of them: twice 2 of 3, then two who won their only game.
    assert who(ended.podium) == [(1, DEV), (1, ADA), (3, 106), (3, CLEO)]
    assert set(ended.by_kind) == {"bridgette", "drawbridge"}
    assert who(ended.by_kind["drawbridge"]) == [(1, DEV)]
    assert await db.seasons.podium(ended.season) == ended
    monkeypatch.setattr("data.seasons._AT_ONCE", 3)  # it goes on from page to page
    assert await db.seasons.podium(ended.season) == ended
    await finish(db, *won_by(BEN, ADA), at=later(200))
    board = await db.boards.board(GUILD, period=season.period)
    assert sum(line.wins for line in board.lines) == 6
    second = await db.seasons.start(GUILD, "Winter", later(300))
    assert [each.id for each in await db.seasons.of_server(GUILD)] == [second.id, season.id]
    assert await db.seasons.get(GUILD, season.id) == ended.season
    assert await db.seasons.get(GUILD + 1, season.id) is None
    for name in ("  ", "x" * 101):
        with pytest.raises(ValueError, match="1 to 100"):
            await db.seasons.start(GUILD + 2, name, NOW)
    with pytest.raises(ValueError, match="count from 1"):
        Period.season(0)


async def test_a_profile(db: Database) -> None:
    empty = await db.profiles.profile(ADA, GUILD, viewer=BEN)
    assert (empty.record, empty.points_a_deal, empty.strain, empty.best) == (
        Record(), None, None, None,
    )  # fmt: skip
    assert empty.meeting == Meeting()
    made, failed = Declared(4, "S", 1, True), Declared(4, "S", 1, False)
    doubled = Declared(3, "NT", 2, True)
    await finish(db, Result(ADA, 900, 1, True, (made, failed)), Result(BEN, 0, 2))
    await finish(db, Result(ADA, 300, 1, True, (made, doubled)), Result(BEN, 0, 2))
    await finish(db, Result(ADA, 0, 2), Result(BEN, 600, 1, True))
    await finish(db, Result(ADA, 90, 1, True, (doubled,)), Result(None, 0, 2), level="hard")
    await finish(
        db,
        Result(ADA, 9, 2, False, (Declared(4, "", 1, True),)),
        Result(BEN, 9, 2),
        Result(CLEO, 20, 1, True),
        Result(DEV, 3, 4),
        kind="callbridge",
    )
    bridgette = await db.profiles.profile(ADA, GUILD, "bridgette", viewer=BEN)
    assert bridgette.record == Record(3, 2)
    assert bridgette.record.losses == 1
    assert (bridgette.streak, bridgette.longest, bridgette.best) == (-1, 2, 900)
    assert bridgette.points_a_deal == pytest.approx(1200 / 18)
    assert bridgette.computers == {"hard": Record(1, 1)}
    assert bridgette.contracts == (
        Contracts("bridgette", 3, "NT", 2, 2, 2),
        Contracts("bridgette", 4, "S", 1, 3, 2),
    )
    assert bridgette.strain == "S"
    assert bridgette.meeting == Meeting(3, 2, 1)
    every = await db.profiles.profile(ADA, GUILD, viewer=BEN)
    assert (every.record, every.streak, every.longest) == (Record(4, 2), -2, 2)
    assert (every.best, every.best_game) == (None, None)
    assert every.meeting == Meeting(4, 2, 1)  # they shared a place once
    assert [each.kind for each in every.ratings] == ["bridgette", "callbridge"]
    seen_by_ada = await db.profiles.profile(BEN, GUILD, viewer=ADA)
    assert seen_by_ada.meeting == Meeting(4, 1, 2)
    assert (await db.profiles.profile(ADA, GUILD, viewer=ADA)).meeting is None
    assert (await db.profiles.profile(ADA, GUILD + 1)).record == Record()


async def test_past_games(db: Database) -> None:
    rng = random.Random(1)
    games: list[tuple[int, str, list[int], datetime]] = []
    for number in range(25):
        kind = rng.choice(("bridgette", "callbridge"))
        people = rng.sample([ADA, BEN, CLEO, DEV], 4 if kind == "callbridge" else 2)
        at = later(rng.choice((number, 5)))
        channel = rng.choice((7, 8))
        game_id, _ = await finish(db, *won_by(*people), at=at, kind=kind, channel_id=channel)
        games.append((game_id, f"{kind}{channel}", people, at))
    await finish(db, *won_by(ADA, BEN), guild_id=GUILD + 1)
    games.sort(key=lambda game: (game[3], game[0]), reverse=True)

    async def found(asked: HistoryFilter) -> list[int]:
        shown: list[int] = []
        page = 0
        while True:
            past = await db.games.history(GUILD, asked, page=page, size=4)
            if page >= max(1, past.pages):
                return shown
            assert past.page == page
            shown += [game.id for game in past.games]
            page += 1

    assert await found(HistoryFilter()) == [game[0] for game in games]
    assert await found(HistoryFilter(ADA)) == [game[0] for game in games if ADA in game[2]]
    assert await found(HistoryFilter(ADA, won=True)) == [
        game[0] for game in games if game[2][0] == ADA
    ]
    assert await found(HistoryFilter(ADA, won=False, with_id=BEN)) == [
        game[0] for game in games if {ADA, BEN} <= set(game[2]) and game[2][0] != ADA
    ]
    assert await found(HistoryFilter(kind="callbridge", channel_id=8)) == [
        game[0] for game in games if game[1] == "callbridge8"
    ]
    assert await found(HistoryFilter(999)) == []
    beyond = await db.games.history(GUILD, page=99, size=10)
    assert (beyond.page, beyond.pages, beyond.count, len(beyond.games)) == (2, 3, 25, 5)
    last = beyond.games[-1]
    assert [seat.place for seat in last.seats] == list(range(1, len(last.seats) + 1))
    assert last.seats[0].name == f"Player {last.seats[0].user_id}"
    with pytest.raises(ValueError, match="whose games"):
        HistoryFilter(won=True)
    with pytest.raises(ValueError, match="pages"):
        await db.games.history(GUILD, page=-1)
