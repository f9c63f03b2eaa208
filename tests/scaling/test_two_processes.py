"""Two processes with two shards on one PostgreSQL database; one is killed and started again."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from data.database import Database
from data.records import StoredGame
from engine import new_game
from engine.game import Game
from playground import Answer, ClientRefusal, Person, Playground
from playground.state import Guild
from tests.harness import control_of, made_up
from tests.scaling.processes import Part, parts, server_of

WAIT = 120.0  # seconds after which a game is given up: nothing is to take long


@dataclass
class Player:
    """A person who plays against an easy computer, by the controls of the panel."""

    db: Database
    person: Person
    guild: Guild
    chance: random.Random
    game_id: int = 0
    panel: int = 0
    told: int = 0  # actions of which an answer said that they were done

    async def begin(self) -> None:
        """Start a game, and open the hand."""
        channel = next(iter(self.guild.channels.values()))
        await self.person.command(channel, "bridgette start", computer="easy")
        (line,) = await self.db.games.running_of(self.person.id)
        self.game_id = line.id
        assert line.guild_id == self.guild.id
        while (game := await self.stored()).message_id is None:  # noqa: ASYNC110 - polled
            await asyncio.sleep(0.02)
        assert game.message_id is not None
        table = self.person.message(game.message_id)
        answer = await self.person.press(table, control_of(table, "hand"))
        assert answer.message is not None
        self.panel = answer.message.id

    async def stored(self) -> StoredGame:
        """The game as it is in the database."""
        game = await self.db.games.load(self.game_id)
        assert game is not None
        return game

    async def replayed(self) -> tuple[Game, int]:
        """The game, every stored action of which has to be legal, and this person's seat."""
        stored = await self.stored()
        game = new_game(stored.kind, seed=stored.seed, options=dict(stored.options))
        for seat, text in stored.actions:
            game.apply(seat, text)
        (own,) = (seat.number for seat in stored.seats if seat.user_id == self.person.id)
        return game, own

    async def play(self, actions: int) -> None:
        """Play until so many more actions were answered, whatever happens to the bot meanwhile."""
        wanted = self.told + actions
        async with asyncio.timeout(WAIT):
            while self.told < wanted:
                game, seat = await self.replayed()
                if game.outcome:
                    return
                if seat not in game.to_act:
                    await asyncio.sleep(0.05)
                    continue
                await self._act(game, seat)

    async def _act(self, game: Game, seat: int) -> None:
        decision, number = game.decision(seat), game.view(None).decisions[seat]
        assert decision is not None
        if decision.kind == "discard":
            cards = self.chance.sample(list(decision.cards), decision.count)
            verb, arg = "discard", "-".join(map(str, cards))
        else:
            verb, arg = decision.kind, str(self.chance.choice(decision.choices))
        ident = made_up(verb, self.game_id, seat=seat, number=number, arg=arg)
        answer = await self._pressed(ident)
        if answer is None or not answer.ok:
            await asyncio.sleep(0.2)  # the bot is away: try again
            return
        own = [text for who, text in (await self.stored()).actions if who == seat]
        assert len(own) > number, "answered before it was stored"
        self.told += 1

    async def _pressed(self, custom_id: str) -> Answer | None:
        handle = self.person.press(self.panel, custom_id, forge=True)
        try:
            async with asyncio.timeout(5):
                return await handle.outcome()
        except TimeoutError:  # pressed while nobody was there
            return None
        except ClientRefusal:
            return None


async def seated(
    playground: Playground, db: Database, games: int
) -> tuple[list[Player], list[Player]]:
    """So many people on a server of each shard, with their games begun."""
    sides: list[list[Player]] = []
    for shard in (0, 1):
        guild = server_of(playground, shard)
        people = [playground.add_person(f"P{shard}-{n}", guild=guild) for n in range(games)]
        sides.append([Player(db, each, guild, random.Random(each.name)) for each in people])
    for player in (*sides[0], *sides[1]):
        await player.begin()
    return sides[0], sides[1]


async def all_play(players: list[Player], actions: int) -> None:
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play(actions))


async def two_processes(folder: Path, url: str, games: int, actions: int) -> None:
    async with parts(folder, url) as (playground, (first, second)):
        first.launch()  # both at once, on a database without tables
        second.launch()
        await first.there()
        await second.there()
        async with await Database.open(url) as db:
            here, there = await seated(playground, db, games)
            await all_play([*here, *there], actions)
            await _killed_in_the_middle(second, here, there, actions)
            for player in (*here, *there):
                game, seat = await player.replayed()
                own = sum(who == seat for who, _ in game.actions)
                assert own >= player.told or game.outcome
    assert "commands known" in first.said()
    assert "commands known" not in second.said()


async def _killed_in_the_middle(
    second: Part, here: list[Player], there: list[Player], actions: int
) -> None:
    others = asyncio.create_task(all_play(there, actions))
    await second.kill()
    await all_play(here, actions)  # who plays at the other process notices nothing
    second.launch()
    await second.there()
    await others


async def test_games_go_on_when_one_of_two_is_killed(postgres_url: str, tmp_path: Path) -> None:
    await two_processes(tmp_path, postgres_url, games=4, actions=3)


@pytest.mark.long
async def test_two_hundred_games(postgres_url: str, tmp_path: Path) -> None:
    await two_processes(tmp_path, postgres_url, games=100, actions=10)
