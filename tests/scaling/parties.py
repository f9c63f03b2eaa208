"""People at the tables of a bot that runs in several processes."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Final

from data.database import Database
from data.records import StoredGame
from engine import new_game
from engine.game import Game
from playground import ClientRefusal, Person
from playground.state import Guild
from tests.harness import control_of, made_up
from tests.kills.bot_process import WAIT

#: Kind and house rules of games that end soon.
SHORT: Final[tuple[tuple[str, dict[str, int | str]], ...]] = (
    ("bridgette", {"deals": 2}),
    ("callbridge", {"target": 5}),
    ("drawbridge", {"target": 50}),
)
VERBS: Final = {"discard": "discard", "play": "play", "call": "call", "bid": "bidyes"}


@dataclass
class Party:
    """One game of these people, with easy computers in the seats left over.

    ``told`` has the actions, by seat and decision, of which somebody was told that they are done.
    ``patience`` is how many seconds a person waits for an answer before pressing again.
    """

    db: Database
    guild: Guild
    people: tuple[Person, ...]
    kind: str
    options: dict[str, int | str]
    chance: random.Random
    patience: float = 20.0
    game_id: int = 0
    presses: int = 0
    refused: int = 0  # presses that were answered with a reason why not
    told: dict[tuple[int, int], str] = field(default_factory=dict[tuple[int, int], str])
    _panels: dict[int, int] = field(default_factory=dict[int, int])

    @property
    def host(self) -> Person:
        """Whoever asks for the game."""
        return self.people[0]

    async def begin(self) -> None:
        """Start the game, and open the hands."""
        channel = next(iter(self.guild.channels.values()))
        options: dict[str, object] = dict(self.options)
        if self.kind != "callbridge" and len(self.people) == 1:
            options["computer"] = "easy"
        elif self.kind != "callbridge":
            options["opponent"] = self.people[1]
        answer = await self.host.command(channel, f"{self.kind} start", **options)
        assert answer.message is not None
        message = answer.message.id
        if self.kind == "callbridge":
            for other in self.people[1:]:
                await other.press_label(message, "Join")
            for _ in range(4 - len(self.people)):
                add = control_of(self.host.message(message), "addbot")
                await self.host.select(message, add, ["easy"])
            await self.host.press_label(message, "Start")
        elif len(self.people) > 1:
            await self.people[1].press_label(message, "Accept")
        (line,) = await self.db.games.running_of(self.host.id)
        assert line.guild_id == self.guild.id
        self.game_id = line.id
        while (game := await self.stored()).message_id is None:  # noqa: ASYNC110 - polled
            await asyncio.sleep(0.02)
        for person in self.people:
            table = person.message(game.message_id)
            answer = await person.press(table, control_of(table, "hand"))
            assert answer.message is not None
            self._panels[person.id] = answer.message.id

    async def stored(self) -> StoredGame:
        """The game as it is in the database."""
        game = await self.db.games.load(self.game_id)
        assert game is not None
        return game

    async def replayed(self) -> tuple[StoredGame, Game]:
        """The game, every stored action of which has to be legal."""
        stored = await self.stored()
        game = new_game(stored.kind, seed=stored.seed, options=dict(stored.options))
        for seat, text in stored.actions:
            game.apply(seat, text)
        return stored, game

    async def play(self, actions: int | None = None) -> None:
        """Play until the game is over, or so many more actions were told.

        Whatever happens to the bot meanwhile; but some action has to be stored now and then.
        """
        until = None if actions is None else len(self.told) + actions
        while until is None or len(self.told) < until:
            async with asyncio.timeout(2 * WAIT):
                game, due = await self._somebody_is_due()
            if game.outcome is not None:
                return
            await asyncio.gather(*(self._act(game, seat, due[seat]) for seat in due))

    async def _somebody_is_due(self) -> tuple[Game, dict[int, Person]]:
        """Return when the game is over, or one of these people may act: who, by seat."""
        people = {person.id: person for person in self.people}
        pause = 0.02
        while True:
            stored, game = await self.replayed()
            due = {
                seat.number: people[seat.user_id]
                for seat in stored.seats
                if seat.user_id is not None and seat.number in game.to_act
            }
            if due or game.outcome is not None:
                return game, due
            await asyncio.sleep(pause)
            pause = min(0.5, 1.5 * pause)

    async def _act(self, game: Game, seat: int, person: Person) -> None:
        decision, number = game.decision(seat), game.view(None).decisions[seat]
        assert decision is not None
        if decision.kind == "discard":
            text = " ".join(map(str, self.chance.sample(list(decision.cards), decision.count)))
        else:
            text = str(self.chance.choice(decision.choices))
        custom_id = made_up(
            VERBS[decision.kind],
            self.game_id,
            seat=seat,
            number=number,
            arg=text.replace(" ", "-"),
        )
        answer = await self._answer(person, custom_id)
        if answer is None:
            return
        stored = [each for who, each in (await self.stored()).actions if who == seat]
        assert len(stored) > number, f"answered before it was stored: {answer}"
        if answer.startswith("## Your hand"):
            done = stored[number].removeprefix("discard ")
            assert sorted(done.split()) == sorted(text.split()), f"told of {text}, stored is {done}"
            self.told[seat, number] = stored[number]
        else:
            self.refused += 1

    async def _answer(self, person: Person, custom_id: str) -> str | None:
        """What the panel answers; ``None`` when nothing comes, as while the bot is away."""
        self.presses += 1
        try:
            async with asyncio.timeout(self.patience):
                answer = await person.press(
                    self._panels[person.id], custom_id, forge=True
                ).outcome()
        except (TimeoutError, ClientRefusal):
            return None
        if not answer.ok or answer.kind != "update" or answer.message is None:
            return None
        return answer.message.text

    async def agreed(self) -> None:
        """The game is over; what was told is stored, and what is stored is the game replayed."""
        stored, game = await self.replayed()
        assert stored.state == "over"
        assert game.outcome is not None
        assert not game.status()
        assert stored.reason == game.outcome.reason
        by_seat: dict[int, list[str]] = {}
        for seat, text in stored.actions:
            by_seat.setdefault(seat, []).append(text)
        for (seat, number), text in self.told.items():
            assert by_seat[seat][number] == text


async def all_play(parties: list[Party], actions: int | None = None) -> None:
    """All at once, until their games are over or so many more actions were told in each."""
    async with asyncio.TaskGroup() as group:
        for party in parties:
            group.create_task(party.play(actions))
