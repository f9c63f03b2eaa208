"""Exports read back into another database: the same games, the same standing, each game once."""

from __future__ import annotations

import json
import random
import secrets
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest

from data.database import Database
from data.errors import BadLine
from data.standing.records import HistoryFilter
from tests.data.makers import ADA, BEN, CLEO, GUILD, NOW, later, new_game
from tests.data.standing.playing import at_random, finish, won_by

OTHER = GUILD + 1


@pytest.fixture
async def target(tmp_path: Path) -> AsyncGenerator[Database]:
    async with await Database.open(str(tmp_path / "target.db")) as database:
        yield database


async def exported(db: Database, *guilds: int) -> list[str]:
    return [line async for line in db.transfer.export(guilds or (GUILD,))]


async def take(db: Database, lines: list[str]) -> tuple[int, int]:
    arrived = await db.transfer.take(lines, NOW, lambda _done: None)
    await db.transfer.settle(arrived, lambda _done, _total: None)
    return arrived.games, arrived.known


async def played(db: Database, seed: int, games: int = 25, guild_id: int = GUILD) -> None:
    """Games at random, each with a seed of its own, which is what tells games apart."""
    rng = random.Random(seed)
    await db.seasons.start(guild_id, "Spring", NOW)
    await at_random(db, rng, games, guild_id)
    await finish(db, *won_by(ADA, BEN), guild_id=guild_id, options={"deals": 2})


@pytest.fixture(autouse=True)
def _proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every game made has a true seed and its commitment."""
    from hashlib import sha256

    from tests.data.standing import playing

    def made(**changes: Any) -> Any:
        seed = secrets.token_bytes(32)
        return new_game(**changes, seed=seed, commitment=sha256(seed).hexdigest())

    monkeypatch.setattr(playing, "new_game", made)


async def test_the_same_games_and_the_same_standing(db: Database, target: Database) -> None:
    await played(db, 1)
    await played(db, 2, guild_id=OTHER)
    first = (await db.games.history(GUILD)).games[-1].id
    rematch, _ = await finish(db, *won_by(BEN, ADA), previous=first, at=later(10**9))
    await db.games.create(new_game())  # one that runs stays at home
    assert await db.transfer.servers() == {GUILD: 27, OTHER: 26}
    lines = await exported(db, GUILD, OTHER)
    assert await db.transfer.check(lines) == 53
    assert await take(target, lines) == (53, 0)
    # Line by line the same but for the numbers of seasons, which each database gives anew.
    assert await exported(target, GUILD, OTHER) == [
        line.replace('"ended_at":null', f'"ended_at":"{NOW.isoformat()}"') for line in lines
    ]
    for kind in ("bridgette", "drawbridge", "callbridge"):
        for by in ("wins", "points", "best", "rating"):
            ours = await db.boards.board(GUILD, kind, by=by, size=50)
            theirs = await target.boards.board(GUILD, kind, by=by, size=50)
            assert [(x.rank, x.user_id, x.name, x.points, x.rating) for x in theirs.lines] == [
                (x.rank, x.user_id, x.name, x.points, x.rating) for x in ours.lines
            ]
    past = await target.games.history(GUILD)
    assert past.games[0].finished_at == later(10**9)
    again = await target.games.load(past.games[0].id)
    home = await db.games.load(rematch)
    assert again is not None
    assert home is not None
    assert (again.seed, again.actions, again.options, again.state, again.reason) == (
        home.seed, home.actions, home.options, "over", "played out",
    )  # fmt: skip
    assert again.previous is not None
    (season,) = await target.seasons.of_server(GUILD)
    assert (season.name, season.ended_at) == ("Spring", NOW)
    ours = await db.boards.board(GUILD, period=(await db.seasons.of_server(GUILD))[0].period)
    theirs = await target.boards.board(GUILD, period=season.period)
    assert [line.wins for line in theirs.lines] == [line.wins for line in ours.lines]


async def test_read_twice_nothing_is_doubled(db: Database, target: Database) -> None:
    await played(db, 3)
    lines = await exported(db)
    *games, _ = lines
    twice = [*games, games[-1], '{"type":"end","games":27}']
    assert await take(target, twice) == (26, 1)
    before = await exported(target)
    assert await take(target, lines) == (0, 26)
    assert await exported(target) == before
    assert await take(db, lines) == (0, 26)
    assert len(await target.seasons.of_server(GUILD)) == 1
    # What came since follows.
    await finish(db, *won_by(CLEO, BEN))
    assert await take(target, await exported(db)) == (1, 26)
    board = await target.boards.board(GUILD, "bridgette", by="rating", size=50)
    assert [(x.user_id, x.rating) for x in board.lines] == [
        (x.user_id, x.rating)
        for x in (await db.boards.board(GUILD, "bridgette", by="rating", size=50)).lines
    ]


async def test_names_are_taken_only_where_none_is_known(db: Database, target: Database) -> None:
    await played(db, 4)
    await target.people.remember(ADA, "Ada at home")
    await take(target, await exported(db))
    assert await target.people.name(ADA) == "Ada at home"
    assert await target.people.name(BEN) == f"Player {BEN}"


async def test_former_players_stay_so_here_and_there(db: Database, target: Database) -> None:
    await played(db, 5)
    await db.privacy.take_out(ADA, NOW)
    await target.privacy.take_out(BEN, NOW)
    await take(target, await exported(db))
    for gone in (ADA, BEN):
        assert (await target.games.history(GUILD, HistoryFilter(gone))).count == 0
        assert await target.people.name(gone) is None
    lines = await exported(target)
    assert not any(f'"user":"{gone}"' in line for line in lines for gone in (ADA, BEN))


async def test_standing_is_made_when_the_import_was_cut_short(db: Database, tmp_path: Path) -> None:
    await played(db, 6)
    file = str(tmp_path / "cut.db")
    async with await Database.open(file) as target:
        await target.transfer.take(await exported(db), NOW, lambda _done: None)
    async with await Database.open(file) as target:
        ours = await db.boards.board(GUILD)
        assert (await target.boards.board(GUILD)).lines[0].wins == ours.lines[0].wins


def _without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda game: game.pop(key)


def _with(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda game: game.update(changes)


def _seat(**changes: Any) -> Callable[[dict[str, Any]], None]:
    return lambda game: game["seats"][1].update(changes)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (_without("guild"), "guild: an id"),
        (_with(guild=17), "guild: an id"),
        (_with(guild="-4"), "guild: an id"),
        (_with(game=""), "game: a text"),
        (_with(type="gift"), "no type 'gift'"),
        (_with(guild="1_0"), "guild: an id"),
        (_with(reason="\ud800"), "reason: a text"),
        (_with(options={"\ud800": 2}), "options: an object"),
        (_with(options={"deals": "\ud800"}), "options: an object"),
        (_with(options={"deals": 10**30}), "options: an object"),
        (_with(seed="ab"), "seed: 64 hexadecimal digits"),
        (_with(commitment="00" * 32), "commitment: the SHA-256 of the seed"),
        (_with(options=["deals"]), "options: an object"),
        (_with(options={"deals": None}), "options: an object"),
        (_with(finished_at="2026-01-01T00:00:00"), "finished_at: a time with its zone"),
        (_with(finished_at=5), "finished_at: a time"),
        (_with(hinted=1), "hinted: true or false"),
        (_with(rules=10**9), "rules: a whole number"),
        (_with(seats=[]), "seats: a list of 1 to 15 seats"),
        (_with(seats=[1, 2]), "seats: a list of objects"),
        (_seat(points=1.5), "seats, number 2, points: a whole number"),
        (_seat(points=2**40), "seats, number 2, points: a whole number"),
        (_seat(user=None), "seats, number 2, user: a person or"),
        (_seat(declared="4X"), "seats, number 2, declared: a list of contracts"),
        (_seat(declared=None), "seats, number 2, declared: a list of contracts"),
        (_seat(name="x" * 101), "seats, number 2, name: a text"),
        (_with(actions=[[2, "pass", "2026-01-01T00:00:00+00:00"]]), "action 1: a seat, a text"),
        (_seat(name="\udfff"), "seats, number 2, name: a text"),
        (_with(actions=[[0, "\ud800", "2026-01-01T00:00:00+00:00"]]), "action 1: a seat, a text"),
        (_with(actions=[[0, "pass"]]), "action 1: a seat, a text"),
        (_with(actions={}), "actions: a list"),
    ],
)
async def test_a_wrong_line_is_named(
    db: Database, spoil: Callable[[dict[str, Any]], None], words: str
) -> None:
    await finish(db, *won_by(ADA, BEN))
    await finish(db, *won_by(ADA, BEN))
    head, first, second, last = await exported(db)
    game = json.loads(second)
    spoil(game)
    with pytest.raises(BadLine, match=f"Line 3: .*{words}") as refused:
        await db.transfer.check([head, first, json.dumps(game), last])
    assert refused.value.number == 3
