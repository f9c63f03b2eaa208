"""People who press whatever they find, several at once: all is answered, the game stays sound."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from engine import new_game
from playground import ClientRefusal, Handle, Person, Seen
from tests.harness import House, TableOf, house


def some_press(person: Person, chance: random.Random) -> Handle | None:
    """A press of any control on any recent message, now and then one that is disabled or old."""
    seen = [message for message in person.messages()[-6:] if message.controls()]
    if not seen:
        return None
    message = chance.choice(seen)
    control = chance.choice(message.controls())
    forge = chance.random() < 0.2
    try:
        return press(person, message, control, chance, forge=forge)
    except ClientRefusal:
        return None


def press(
    person: Person, message: Seen, control: dict[str, Any], chance: random.Random, *, forge: bool
) -> Handle:
    """Press this button, or choose something in this select."""
    custom_id = str(control["custom_id"])
    if chance.random() < 0.05:
        custom_id = custom_id[:-1] + chance.choice("0123456789.")
        forge = True
    if control["type"] == 2:
        return person.press(message, custom_id, forge=forge)
    values = [option["value"] for option in control["options"]]
    count = chance.randint(control["min_values"], control["max_values"])
    return person.select(message, custom_id, chance.sample(values, count), forge=forge)


async def is_sound(home: House, table: TableOf) -> None:
    """Memory, database and a replay agree."""
    own = await table.bots_own()
    stored = await home.database.games.load(table.game_id)
    assert stored is not None
    assert list(stored.actions) == own.game.actions
    again = new_game(stored.kind, seed=stored.seed, options=dict(stored.options))
    for seat, text in stored.actions:
        again.apply(seat, text)
    assert not again.status()
    assert again.view(None) == own.game.view(None)


@pytest.mark.parametrize("kind", ["bridgette", "drawbridge", "callbridge"])
async def test_everything_is_answered(tmp_path: Path, kind: str) -> None:
    chance = random.Random(kind)
    async with house(tmp_path, seed=kind) as home:
        if kind == "callbridge":
            table = await home.four(("Ada", "Ben"), target=20)
        else:
            table = await home.two(kind)
        people = [home.person(name) for name in ("Ada", "Ben", "Cleo")]
        for _ in range(60):
            handles = [some_press(chance.choice(people), chance) for _ in range(4)]
            answers = [handle.outcome() for handle in handles if handle is not None]
            for answer in await asyncio.gather(*answers):
                assert answer.ok, answer.error
            if chance.random() < 0.3:
                own = await table.bots_own()
                for seat in await table.people_to_act():
                    sitting = await table.at(seat)
                    if sitting.person in people and not own.over:
                        await sitting.hand()
        await table.settled()
        await is_sound(home, table)
