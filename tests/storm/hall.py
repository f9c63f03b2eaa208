"""The storm itself: all places under load, and the bot killed and started again."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from playground.journal import Shown
from tests.kills.bot_process import BotProcess, bot_process, until
from tests.kills.standing import Standing
from tests.storm.life import Life
from tests.storm.place import Place, Sort
from tests.whole_games.watch import Watch

SORTS: Final = (
    Sort("bridgette", 2, {"deals": 2}),
    Sort("bridgette", 1, {"deals": 4}),
    Sort("drawbridge", 2, {"target": 50, "stock": "open", "pace": "live"}),
    Sort("drawbridge", 1, {"target": 300, "draw": "follow"}),
    Sort("callbridge", 4, {"target": 5}),
    Sort("callbridge", 2, {"target": 20, "pace": "live"}),
)
MORE: Final = (
    *SORTS,
    Sort("bridgette", 2, {"deals": 6, "upcard": "aside", "pace": "days"}),
    Sort("bridgette", 2, {"deals": 2, "pace": "live"}),
    Sort("bridgette", 1, {"deals": 2}, "medium"),
    Sort("drawbridge", 2, {"target": 100}),
    Sort("callbridge", 1, {"target": 10}),
    Sort("callbridge", 3, {"target": 5, "pace": "days"}),
)
NAMES: Final = ("Ada", "Ben", "Cleo", "Dev")
EARLY: Final = 0.25  # the share of kills that fall into the start
PRESSES: Final = 40  # the most there are before a kill
PATIENCE: Final = 300.0  # seconds after which it is killed however little was pressed
OUT_OF_TIME: Final = timedelta(minutes=10)  # more than a live game gives for a decision

_MOMENTS: Final = ("deadline", "warn_at", "remind_at")


class Hall:
    """The places of these sorts, with people who sit at one of them each."""

    def __init__(self, bot: BotProcess, sorts: tuple[Sort, ...], seed: int) -> None:
        self.bot = bot
        self.chance = random.Random(seed)
        self.stored = bot.stored
        self.watch = Watch()
        bot.playground.journal.watch(self._see)
        self.places = [
            Place(
                bot.playground,
                self.stored,
                self.watch,
                sort,
                tuple(bot.playground.person(name) for name in names(at, sort)),
                random.Random(f"{seed}/{at}"),
            )
            for at, sort in enumerate(sorts)
        ]
        self.stopping = False
        self.kills = 0
        self.early = 0  # kills while it was starting
        self.presses = 0
        self.answers = 0
        self.cut_short = {True: 0, False: 0}  # actions not answered, by whether they are stored
        self.lost_on_time = 0
        self.began = time.monotonic()
        self._start_takes = 0.0
        self._life: Life | None = None

    # The storm

    async def blow(self, kills: int, told: Callable[[Hall], None] = lambda _: None) -> None:
        """So many kills, or until it is ``stopping``, with a calm after every so many.

        ``told`` is called after each.
        """
        for number in range(1, kills + 1):
            await self._live_and_die()
            told(self)
            last = number == kills or self.stopping
            if last or number % max(5, kills // 20) == 0:
                await self.calm()
            if last:
                return

    async def _live_and_die(self) -> None:
        await self.bot.launch()
        if self._start_takes and self.chance.random() < EARLY:
            await asyncio.sleep(self.chance.uniform(0, self._start_takes))
            await self.bot.kill()
            self.early += 1
        else:
            await self._there()
            self._life = life = Life(self.chance.randint(1, PRESSES))
            async with asyncio.TaskGroup() as group:
                playing = [group.create_task(each.play(life)) for each in self.places]
                await self._enough(life, playing)
                await self.bot.kill()
                life.end()
            self._count(life)
        self.kills += 1
        self._nothing_lost()

    async def _there(self) -> None:
        began = time.monotonic()
        await self.bot.there()
        self._start_takes = time.monotonic() - began

    async def _enough(self, life: Life, playing: list[asyncio.Task[None]]) -> None:
        """Return some moment after enough presses, or when something went wrong at a place."""
        began = time.monotonic()
        enough = asyncio.create_task(life.enough.wait())
        try:
            await asyncio.wait(
                (enough, *playing), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            enough.cancel()
        per_press = (time.monotonic() - began) / max(1, life.answered)
        await asyncio.sleep(self.chance.uniform(0, 2 * per_press))

    def _see(self, shown: Shown) -> None:
        self.watch.see(shown)
        if self._life is not None:
            self._life.stir()

    def _count(self, life: Life) -> None:
        self.presses += life.pressed
        self.answers += life.answered

    def _nothing_lost(self) -> None:
        for game in self._games():
            game.nothing_lost_or_doubled()
            actions = game.stored.actions(game.game_id)
            for seat, tried in game.attempts.items():
                if tried and not tried[-1].told and not tried[-1].counted:
                    tried[-1].counted = True
                    count = sum(who == seat for who, _ in actions)
                    self.cut_short[count > tried[-1].number] += 1
        assert not self.watch.troubles, self.watch.troubles[:2]

    def _games(self) -> list[Standing]:
        return [place.game for place in self.places if place.game is not None]

    # The calm

    async def calm(self) -> None:
        """The bot is left alone: every table shows the last state, and clocks run out."""
        late = self._time_passes()
        await self.bot.start()
        for game in late:
            await until(lambda game=game: game.state().over, "time runs out")  # type: ignore[misc]
            assert game.replay.game.actions[-1][1] == "time"
            self.lost_on_time += 1
        for game in self._games():
            await game.shown()
            assert not game.replay.game.status()
        await self.bot.kill()
        self._nothing_lost()

    def _time_passes(self) -> list[Standing]:
        """In one game of two with a clock, in which somebody is asleep."""
        running = [
            place.game
            for place in self.places
            if place.sort.options.get("pace") == "live"
            and not place.sort.lobby
            and place.game is not None
            and not place.game.state().over
        ]
        if not running or self.chance.random() < 0.4:
            return []
        game = self.chance.choice(running)
        if not game.due():
            return []
        self._put_back(game.game_id)
        return [game]

    def _put_back(self, game_id: int) -> None:
        """All times of a game are earlier by more than there is; what an outage gives back too."""
        with closing(sqlite3.connect(self.bot.file, timeout=10)) as connection, connection:
            alive = connection.execute("SELECT value FROM facts WHERE name = 'alive'").fetchone()
            back = OUT_OF_TIME
            if alive is not None:
                back += datetime.now().astimezone() - datetime.fromisoformat(alive[0])
            self._earlier(connection, "games", ("deadline", "alarm"), f"id = {game_id}", back)
            self._earlier(connection, "seats", _MOMENTS, f"game_id = {game_id}", back)

    @staticmethod
    def _earlier(
        connection: sqlite3.Connection,
        table: str,
        columns: tuple[str, ...],
        where: str,
        back: timedelta,
    ) -> None:
        for column in columns:
            rows = connection.execute(
                f"SELECT DISTINCT {column} FROM {table} WHERE {where} AND {column} IS NOT NULL"
            ).fetchall()
            for (text,) in rows:
                moved = (datetime.fromisoformat(text) - back).strftime("%Y-%m-%d %H:%M:%S.%f")
                connection.execute(
                    f"UPDATE {table} SET {column} = ? WHERE {where} AND {column} = ?", (moved, text)
                )


def names(place: int, sort: Sort) -> tuple[str, ...]:
    """People who sit at no other table."""
    return tuple(f"{name} {place}" for name in NAMES[: sort.people])


@asynccontextmanager
async def hall(folder: Path, sorts: tuple[Sort, ...], seed: int) -> AsyncIterator[Hall]:
    """A hall with these places, and a bot that is not started yet."""
    members = [name for at, sort in enumerate(sorts) for name in names(at, sort)]
    async with bot_process(folder, members, budget=0.25) as bot:
        yield Hall(bot, sorts, seed)
