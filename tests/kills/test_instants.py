"""Kills at any instant, while people press as fast as they can: nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from playground import Handle, Seen
from tests.harness import control_of, find_control
from tests.kills.bot_process import BotProcess, bot_process, until
from tests.kills.standing import Standing, begin
from tests.kills.stored import Stored
from tests.whole_games.people import Guest, choose
from tests.whole_games.watch import Watch, offered

#: Kind, people, house rules; long games, of which new ones begin as others end.
GAMES: list[tuple[str, int, dict[str, int | str]]] = [
    ("bridgette", 2, {"deals": 4}),
    ("bridgette", 1, {"deals": 12}),
    ("drawbridge", 2, {"target": 50, "stock": "open"}),
    ("drawbridge", 1, {"target": 5000, "draw": "follow"}),
    ("callbridge", 4, {"target": 20}),
    ("callbridge", 2, {"target": 200}),
]
NAMES = ("Ada", "Ben", "Cleo", "Dev")


class Dead(Exception):  # noqa: N818 - a state of the bot
    """The bot was killed while somebody waited for its answer."""


class Hurried:
    """People at one table who press without a pause until the bot is dead."""

    def __init__(self, game: Standing, dead: asyncio.Event) -> None:
        self.game = game
        self.dead = dead
        self.presses = 0

    async def play(self) -> None:
        """Until the bot is dead or the game is over."""
        try:
            while not self.dead.is_set() and not self.game.state().over:
                due = self.game.due()
                if due:
                    await self._act(self.game.chance.choice(due))
                else:
                    await asyncio.sleep(0.01)
        except Dead:
            return

    async def _act(self, seat: int) -> None:
        game, guest = self.game, self.game.guests[seat]
        person, number = guest.person, game.state().decisions[seat]
        text = choose(game.replay.game.view(seat), game.chance)
        panel = person.message(guest.panel_id or 0)
        if (seat, number) not in offered(panel.json)[1]:
            await self._look_again(guest, panel)
            return
        stamp = f"{seat}.{number}"
        ident = panel.controls()[0]["custom_id"].split(".")[2]
        if text.startswith("discard"):
            custom_id = f"1.discard.{ident}.{stamp}.{text[8:].replace(' ', '-')}"
        else:
            kind = game.replay.game.decision(seat)
            assert kind is not None
            verb = {"play": "play", "call": "call", "bid": "bidyes"}[kind.kind]
            custom_id = f"1.{verb}.{ident}.{stamp}.{text}"
        attempt = game.attempt(seat, text)
        # What a select would have drafted is sent at once: the kill is to hit what is stored.
        await self._answered(person.press(panel, custom_id, forge=True))
        stored = [action for who, action in game.stored.actions(game.game_id) if who == seat]
        attempt.told = True
        assert len(stored) > number, f"{text} was answered before it was stored"

    async def _look_again(self, guest: Guest, panel: Seen) -> None:
        """Press Refresh, or where the panel has none (a discard), My hand on the table."""
        refresh, table = find_control(panel, "hand"), self.game.table()
        if refresh is not None:
            await self._answered(guest.person.press(panel, refresh))
            return
        await self._answered(guest.person.press(table, control_of(table, "hand")))
        guest.panel_id = next(m.id for m in reversed(guest.person.messages()) if m.ephemeral)

    async def _answered(self, handle: Handle) -> None:
        self.presses += 1
        answer = asyncio.ensure_future(handle.outcome())
        dead = asyncio.ensure_future(self.dead.wait())
        await asyncio.wait((answer, dead), return_when=asyncio.FIRST_COMPLETED)
        dead.cancel()
        if not answer.done():
            answer.cancel()
            raise Dead
        if not answer.result().ok:
            if self.dead.is_set():
                raise Dead
            raise AssertionError(answer.result().error)
        if answer.result().kind not in {"update", "message"}:
            # Slow: the answer proper comes later, unless the bot dies first.
            await asyncio.sleep(0.1)
            raise Dead


class Hall:
    """The tables that are played at, refilled as games end."""

    def __init__(self, bot: BotProcess) -> None:
        self.bot = bot
        self.stored = Stored(bot.file)
        self.watch = Watch()
        bot.playground.journal.watch(self.watch.see)
        self.games: dict[int, Standing] = {}
        self.over: list[Standing] = []
        self.cut_short = {True: 0, False: 0}  # presses without an answer, by whether it is stored

    async def fill(self) -> None:
        """Begin a game at each table where none is being played."""
        for place, (kind, count, options) in enumerate(GAMES):
            if place not in self.games:
                people = tuple(
                    self.bot.playground.person(f"{name} {place}") for name in NAMES[:count]
                )
                self.games[place] = await begin(
                    self.bot, self.stored, self.watch, kind, people, **options
                )

    async def checked(self) -> None:
        """After a restart: all is stored once, and every table shows the last state."""
        for place, game in list(self.games.items()):
            game.nothing_lost_or_doubled()
            self._count_cut_short(game)
            await game.shown()
            assert not game.replay.game.status()
            if game.state().over:
                game.finished_well()
                game.followed.replay.seal()
                self.over.append(self.games.pop(place))
        assert not self.watch.troubles, self.watch.troubles[:2]

    def _count_cut_short(self, game: Standing) -> None:
        actions = game.stored.actions(game.game_id)
        for seat, tried in game.attempts.items():
            if tried and not tried[-1].told:
                count = sum(who == seat for who, _ in actions)
                self.cut_short[count > tried[-1].number] += 1


async def killed_at_random(folder: Path, kills: int, seed: int) -> Hall:
    """So many kills, each some moments after people began to press."""
    chance = random.Random(seed)
    members = tuple(f"{name} {place}" for place in range(len(GAMES)) for name in NAMES)
    async with bot_process(folder, members) as bot:
        hall = Hall(bot)
        await bot.start()
        for _ in range(kills):
            await hall.fill()
            dead = asyncio.Event()
            tables = [Hurried(game, dead) for game in hall.games.values()]
            pressing = asyncio.gather(*(table.play() for table in tables))
            await asyncio.sleep(chance.uniform(0.05, 1.5))
            killing = asyncio.create_task(bot.kill())
            await killing
            dead.set()
            await pressing
            await bot.start()
            await hall.checked()
        actions = sum(len(game.replay.game.actions) for game in hall.games.values())
        assert actions, "nobody ever played"
        await until(lambda: bot.playground.bot_online, "the bot is there in the end")
        assert bot.starts == kills + 1
    return hall


async def test_a_few_kills(tmp_path: Path) -> None:
    await killed_at_random(tmp_path, 5, seed=1)


@pytest.mark.long
async def test_a_hundred_kills(tmp_path: Path) -> None:
    hall = await killed_at_random(tmp_path, 100, seed=2)
    assert hall.over, "no game ended in between"
    # Kills fell before the commit, and between the commit and the answer.
    assert all(hall.cut_short.values()), hall.cut_short
