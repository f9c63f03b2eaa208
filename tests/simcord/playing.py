"""Playing a game on the stage by what the panels offer."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, field

import simcord

from engine.record import Verified, verify
from tests.simcord.stage import Person, Stage, controls, find, text_of

ENOUGH = 4000  # actions of the longest game that a test plays, and then some


@dataclass
class Seat:
    """Somebody at a table, with an open panel."""

    person: Person
    chance: random.Random
    panel: simcord.ResponseMessage = field(init=False)
    done: Counter[str] = field(default_factory=Counter)

    async def sit(self, stage: Stage) -> None:
        """Press My hand on the table."""
        self.panel = await self.person.press(stage.table(), "hand")
        assert self.panel.ephemeral

    async def act(self) -> bool:
        """Do one of the things that the panel offers; whether it offers any."""
        offers: list[tuple[str, str, list[str]]] = []
        for control, part in controls(self.panel):
            if control.verb in {"play", "call"}:
                offers.append((control.verb, part["custom_id"], []))
            elif control.verb in {"pick", "jump", "bid"}:
                number = part["max_values"]
                assert part.get("min_values", 1) == number
                values = [option["value"] for option in part["options"]]
                chosen = self.chance.sample(values, number)
                offers.append((control.verb, part["custom_id"], chosen))
        if not offers:
            return False
        verb, custom_id, chosen = self.chance.choice(offers)
        self.done[verb] += 1
        if chosen:
            await self._draft(verb, custom_id, chosen)
        else:
            assert (await self.person.press_id(self.panel, custom_id)).id == self.panel.id
        return True

    async def _draft(self, verb: str, custom_id: str, chosen: list[str]) -> None:
        """Choose, see it read back, and confirm."""
        await self.person.choose(self.panel, custom_id, chosen)
        confirm = {"pick": "discard", "jump": "call", "bid": "bidyes"}[verb]
        wanted = None if verb == "pick" else chosen[0]
        found = find(self.panel, confirm, wanted)
        assert found, text_of(self.panel)
        if verb == "pick":
            assert set(found[0].arg.split("-")) == set(chosen)
        await self.person.press_id(self.panel, str(found[0]))


async def play_to_the_end(stage: Stage, people: list[Person], seed: int) -> list[Seat]:
    """Everybody does what the panels offer until the game is over."""
    chance = random.Random(seed)
    seats = [Seat(person, chance) for person in people]
    for seat in seats:
        await seat.sit(stage)
    for _ in range(ENOUGH):
        acted = [await seat.act() for seat in seats]
        if not any(acted):
            break
    assert find(stage.messages()[-1], "rematch"), text_of(stage.messages()[-1])
    return seats


async def record_of(stage: Stage, person: Person) -> Verified:
    """The game's record by the button at the end, read back and verified."""
    answer = await person.press(stage.table("record"), "record")
    assert answer.ephemeral
    (attachment,) = answer.attachments
    text = (await attachment.read()).decode()
    assert json.loads(text)["seed"]
    return verify(text)
