"""A scripted person at one table: looks at the own panel, and acts by its controls alone."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from engine import Discard, View, players
from playground import Answer, Person, Seen
from tests.harness import WAIT, control_of, find_control
from tests.whole_games.watch import offered


def choose(view: View, chance: random.Random) -> str:
    """What a person does who is in part sensible and in part does anything that is legal.

    Wild calls are rare where they would make a game endless.
    """
    decision = view.decision
    assert decision is not None
    wild = {"discard": 0.5, "play": 0.5, "call": 0.3, "bid": 0.1}[decision.kind]
    if view.options.get("penalty") == "off":
        wild = {"play": 0.2, "call": 0.05}.get(decision.kind, wild)
    level = "random" if chance.random() < wild else "easy"
    action = players.player(level, chance).choose(view)
    if isinstance(action, Discard) and chance.random() < 0.1:
        return str(Discard(tuple(chance.sample(decision.cards, decision.count))))
    return str(action)


async def redrawn(answer: Answer) -> Answer:
    """The answer, once it is there in full: a slow bot first says that it is thinking."""
    assert answer.ok, answer.error
    if answer.kind in {"nothing", "thinking"}:
        assert answer.message is not None
        before = answer.message.version
        async with asyncio.timeout(WAIT):
            while answer.message.source.version == before:  # noqa: ASYNC110 - nothing tells
                await asyncio.sleep(0.01)
    return answer


@dataclass
class Guest:
    """One person in one seat of one game."""

    game_id: int
    person: Person
    seat: int
    chance: random.Random
    panel_id: int | None = None
    presses: int = 0
    used: list[tuple[Seen, str]] = field(default_factory=list[tuple[Seen, str]])

    async def press(self, seen: Seen, custom_id: str, *, forge: bool = False) -> Answer:
        """Press a button; the bot has to answer."""
        self.presses += 1
        return await redrawn(await self.person.press(seen, custom_id, forge=forge))

    async def select(self, seen: Seen, custom_id: str, values: list[str]) -> Answer:
        """Choose in a select; the bot has to answer."""
        self.presses += 1
        return await redrawn(await self.person.select(seen, custom_id, values))

    async def open_hand(self, table_message: int) -> Seen:
        """Press My hand on the table: a new private panel."""
        public = self.person.message(table_message)
        answer = await self.press(public, control_of(public, "hand"))
        assert answer.message is not None
        assert answer.message.ephemeral
        self.panel_id = answer.message.id
        return self.person.message(answer.message.id)

    async def panel(self, table_message: int | None, number: int, *, fresh: bool) -> Seen:
        """The panel, live for the decision ``number``.

        ``fresh``: it has to be so by itself; otherwise the person may have to press Refresh.
        """
        if self.panel_id is None or (table_message is not None and self.chance.random() < 0.03):
            assert table_message is not None
            return await self.open_hand(table_message)
        seen = self.person.message(self.panel_id)
        if (self.seat, number) in offered(seen.json)[1]:
            return seen
        assert not fresh, f"the panel of seat {self.seat} did not turn live:\n{seen.text}"
        await self.press(seen, control_of(seen, "hand"))
        return self.person.message(self.panel_id)

    async def act(self, text: str, seen: Seen) -> bool:
        """Carry out an action by the controls of a live panel.

        Whether the first answer told that it is done; a slow bot only says that it is at it.
        """
        if text.startswith("discard"):
            await self.select(seen, control_of(seen, "pick"), text.split()[1:])
            seen, wanted = await self._chosen(seen, lambda now: find_control(now, "discard"))
        else:
            found = self._control(seen, text)
            if found is None:
                await self._draft(seen, text)
                seen, found = await self._chosen(seen, lambda now: self._control(now, text))
            wanted = found
        answer = await self.press(seen, wanted)
        assert answer.kind in {"update", "nothing"}, answer
        self.used = [*self.used[-3:], (seen, wanted)]
        return answer.kind == "update"

    async def _chosen(self, seen: Seen, find: Callable[[Seen], str | None]) -> tuple[Seen, str]:
        """The panel, once it shows what was chosen; the opponent's move may draw it anew before."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WAIT):
                while find(self.person.message(seen.id)) is None:  # noqa: ASYNC110 - nothing tells
                    await asyncio.sleep(0.01)
        seen = self.person.message(seen.id)
        found = find(seen)
        assert found is not None, f"not to be confirmed:\n{seen.text}"
        return seen, found

    @staticmethod
    def _control(seen: Seen, text: str) -> str | None:
        for verb in ("play", "call", "bidyes"):
            found = find_control(seen, verb, text)
            if found is not None:
                return found
        return None

    async def _draft(self, seen: Seen, text: str) -> None:
        for select in seen.selects():
            options: list[dict[str, Any]] = select["options"]
            if any(option["value"] == text for option in options):
                await self.select(seen, str(select["custom_id"]), [text])
                return
        raise AssertionError(f"nothing to choose {text!r} from in:\n{seen.text}")

    async def press_an_old_button(self) -> None:
        """Press what was pressed before once more, as an impatient finger does."""
        if not self.used:
            return
        seen, custom_id = self.chance.choice(self.used)
        answer = await self.press(seen, custom_id, forge=True)
        assert answer.message is not None
        # The panel that was pressed last is the one that is kept fresh.
        self.panel_id = answer.message.id
        if answer.kind != "update":
            return
        # As it was answered: a change at the table may have redrawn it since, without the reason.
        text = answer.message.text
        assert "decided already" in text or "game is over" in text or "computer plays" in text, text
