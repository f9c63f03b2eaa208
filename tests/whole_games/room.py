"""A house in which several games are played at once, and the tallies over all of them."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, Literal

from data.standing.records import BoardLine
from tests.harness import House, house
from tests.whole_games.match import Match, Played, Seeds
from tests.whole_games.plan import KINDS, Plan
from tests.whole_games.watch import Watch

NAMES: Final = ("Ada", "Ben", "Cleo", "Dev", "Eva")  # the last one looks on


@dataclass
class Report:
    """What was played, and how long it took."""

    games: list[Played] = field(default_factory=list[Played])
    seconds: float = 0.0
    cpu: float = 0.0
    versions: int = 0

    def line(self, kind: str) -> str:
        """One line on a kind of game."""
        games = [each for each in self.games if each.plan.kind == kind]
        rules = {tuple(sorted(each.plan.options.items())) for each in games}
        return (
            f"{kind}: {len(games)} games, {sum(each.deals for each in games)} deals, "
            f"{sum(each.actions for each in games)} actions, "
            f"{sum(each.presses for each in games)} presses, {len(rules)} sets of house rules"
        )

    def total(self) -> str:
        """One line on all of it."""
        actions = sum(each.actions for each in self.games)
        return (
            f"all: {len(self.games)} games, {self.versions} versions of messages looked at, "
            f"{self.seconds:.0f} s, {1000 * self.seconds / max(1, actions):.1f} ms an action, "
            f"{1000 * self.cpu / max(1, actions):.1f} ms of processor"
        )


async def play_all(
    folder: Path,
    plans: Sequence[Plan],
    *,
    at_once: int = 4,
    done: Callable[[Played], None] = lambda _: None,
) -> Report:
    """Play these games in one house, some at once; ``AssertionError`` for whatever is wrong."""
    lanes = [tuple(f"{name} {lane + 1}" for name in NAMES) for lane in range(at_once)]
    everybody = tuple(name for lane in lanes for name in lane)
    report, watch, seeds = Report(), Watch(), Seeds()
    waiting = iter(plans)
    began, cpu = time.monotonic(), time.process_time()
    async with house(folder, seed="whole games", members=everybody, journal_limit=500) as home:
        watch.files = lambda payload: files_of(home, payload)
        home.playground.journal.watch(watch.see)
        home.seeds = seeds

        async def play_in(lane: tuple[str, ...]) -> None:
            for plan in waiting:
                played = await Match(home, watch, seeds, plan, lane).play()
                report.games.append(played)
                done(played)

        async with asyncio.TaskGroup() as group:
            for lane in lanes:
                group.create_task(play_in(lane))
        report.seconds, report.cpu = time.monotonic() - began, time.process_time() - cpu
        report.versions = watch.versions
        results_are_stored_once(folder / "house.db", report.games)
        await boards_agree(home, report.games)
        assert not watch.troubles, watch.troubles
        assert not watch.early, "something was shown of a game that nobody played"
    return report


def files_of(home: House, payload: dict[str, Any]) -> list[tuple[str, str]]:
    """The files of a message."""
    if not payload.get("attachments"):
        return []
    message = home.playground.world.channel(int(payload["channel_id"])).messages[int(payload["id"])]
    return [(each.filename, each.data.decode()) for each in message.attachments]


def results_are_stored_once(file: Path, games: Iterable[Played]) -> None:
    """One row for each seat of each game, with what a replay came to."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as connection:
        rows = connection.execute(
            "SELECT game_id, seat, user_id, won, points FROM results ORDER BY game_id, seat"
        ).fetchall()
    expected = [
        (each.game_id, seat, each.users[seat], each.won[seat], each.totals[seat])
        for each in sorted(games, key=lambda each: each.game_id)
        for seat in range(len(each.users))
    ]
    assert rows == expected


async def boards_agree(home: House, games: Sequence[Played]) -> None:
    """Every leaderboard has the sums of the games, in the database and on the screen."""
    guild = home.playground.guild.id
    for kind in (None, *KINDS):
        for against in ("people", "computers"):
            wanted = tally(games, kind, against)
            page = await home.database.boards.board(guild, kind, against=against, size=1000)
            found = {line.user_id: (line.wins, line.losses, line.points) for line in page.lines}
            assert found == wanted, (kind, against)
            order = [(line.wins, _share(line)) for line in page.lines]
            assert order == sorted(order, reverse=True), "the board is not in order of wins"
    wanted = tally(games, None, "people")
    if wanted:
        await _board_is_shown(home, wanted)


def _share(line: BoardLine) -> Fraction:
    return Fraction(line.wins, line.wins + line.losses)


Against = Literal["people", "computers"]
Tally = dict[int, tuple[int, int, int]]


def tally(games: Iterable[Played], kind: str | None, against: Against | str) -> Tally:
    """Wins, losses and points of each person."""
    wins: Counter[int] = Counter()
    played: Counter[int] = Counter()
    points: Counter[int] = Counter()
    for each in games:
        computers = None in each.users
        if kind not in (None, each.plan.kind) or computers != (against == "computers"):
            continue
        for user, won, total in zip(each.users, each.won, each.totals, strict=True):
            if user is not None:
                wins[user] += won
                played[user] += 1
                points[user] += total
    return {user: (wins[user], played[user] - wins[user], points[user]) for user in played}


async def _board_is_shown(home: House, wanted: Tally) -> None:
    """A person reads the first page, and every line of it is right."""
    reader = home.playground.people[next(iter(wanted))]
    answer = await reader.command(home.channel, "leaderboard")
    assert answer.message is not None
    text = answer.message.text
    names = {person.display_name: person.id for person in home.playground.people.values()}
    lines = [line for line in text.splitlines() if " win" in line and " game" in line]
    assert len(lines) >= min(10, len(wanted)), text
    for line in lines:
        name = next(name for name in names if f" {name}:" in line or f"{name} (you)" in line)
        wins, losses, _ = wanted[names[name]]
        for count, word in ((wins, "win"), (wins + losses, "game")):
            assert f" {count:,} {word}" in line.replace("**", ""), (line, wanted[names[name]])
