"""People who play at one table, game after game, whatever happens to the bot meanwhile."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

from bot.controls import parse
from playground import Handle, Person, Playground, Seen
from tests.harness import control_of, find_control, made_up
from tests.kills.standing import Standing
from tests.kills.stored import Stored
from tests.storm.life import Dead, Life, Told
from tests.whole_games.people import Guest, choose
from tests.whole_games.watch import Watch, offered


@dataclass(frozen=True, slots=True)
class Sort:
    """What is played at a place: kind, so many people (computers in the other seats), options."""

    kind: str
    people: int
    options: dict[str, int | str] = field(default_factory=dict[str, int | str])
    level: str = "easy"

    @property
    def lobby(self) -> bool:
        """Whether its games begin in a lobby."""
        return self.kind == "callbridge"


@dataclass
class Counts:
    """What people did, and were told was done."""

    asked: int = 0  # commands, and rematches that begin at once
    begun: int = 0  # games of which the answer said that they have begun
    actions: int = 0
    doubled: int = 0  # two presses at once for one decision
    resigned: int = 0
    declined: int = 0
    rematches: int = 0


class Place:
    """One table of this sort, and the people at it, who sit nowhere else."""

    def __init__(
        self,
        playground: Playground,
        stored: Stored,
        watch: Watch,
        sort: Sort,
        people: tuple[Person, ...],
        chance: random.Random,
    ) -> None:
        self.playground = playground
        self.stored = stored
        self.watch = watch
        self.sort = sort
        self.people = people
        self.chance = chance
        self.counts = Counts()
        self.game: Standing | None = None
        self.ended: list[Standing] = []
        self.away: set[int] = set()  # seats left to the computer for a while
        self.started: set[int] = set()  # invitations of which it was told that the game has begun
        self.closed: set[int] = set()  # of which it was told that they were declined
        self._invitation: tuple[int, int] | None = None  # its number, and its message

    @property
    def host(self) -> Person:
        """Whoever asks for games."""
        return self.people[0]

    async def play(self, life: Life) -> None:
        """Play until the bot is dead."""
        try:
            while not life.over:
                if self.game is None:
                    await self._sit_down(life)
                elif self.game.state().over:
                    await self._get_up(self.game, life)
                else:
                    await self._go_on(self.game, life)
        except Dead:
            return

    # Sitting down

    async def _sit_down(self, life: Life) -> None:
        """The game that runs already, the invitation that is open still, or something new."""
        running = self.stored.rows(
            "SELECT g.id FROM games g JOIN seats s ON s.game_id = g.id"
            " WHERE s.user_id = ? AND g.state != 'over' ORDER BY g.id",
            self.host.id,
        )
        assert len(running) <= 1, f"{self.host.name} sits at {running}"
        if running:
            self._take(int(running[0][0]))
        elif self._invitation is not None and self._is_open(self._invitation[0]):
            await self._answer(*self._invitation, life)
        else:
            self._invitation = None
            await self._ask(life)

    def _take(self, game_id: int) -> None:
        self.game = Standing(self.stored, self.watch, game_id, self.people, self.chance)
        self.away.clear()
        self._invitation = None

    def _is_open(self, invitation_id: int) -> bool:
        query = "SELECT state FROM invitations WHERE id = ?"
        return self.stored.rows(query, invitation_id) == [("open",)]

    async def _ask(self, life: Life) -> None:
        """By a rematch of the last game, or by a command."""
        last = self.ended[-1] if self.ended else None
        if last is not None and self.chance.random() < 0.6:
            table = last.table()
            rematch = find_control(table, "rematch")
            assert rematch is not None, table.text
            handles = [(each, each.press(table, rematch)) for each in self._who_ask()]
            self.counts.rematches += 1
        else:
            handles = [(self.host, self._command())]
        self.counts.asked += 1
        await self._all(self._note_invitation(person, handle, life) for person, handle in handles)

    def _who_ask(self) -> tuple[Person, ...]:
        """One of them, or two at once; who is alone presses twice."""
        if self.chance.random() >= 0.3:
            return (self.host,)
        return self.people[:2] if len(self.people) > 1 else (self.host, self.host)

    def _command(self) -> Handle:
        options: dict[str, object] = dict(self.sort.options)
        if not self.sort.lobby:
            if len(self.people) == 1:
                options["computer"] = self.sort.level
            elif self.chance.random() < 0.8:
                options["opponent"] = self.people[1]
        return self.host.command(self.playground.channel(), f"{self.sort.kind} start", **options)

    async def _note_invitation(self, person: Person, handle: Handle, life: Life) -> None:
        seen = (await life.told(person, handle)).answer.message
        if seen is None:
            return
        control = parse(find_control(seen, "accept") or find_control(seen, "join") or "")
        if control is not None and control.id is not None:
            self._invitation = control.id, seen.id
            assert self.stored.count("invitations", f"id = {self._invitation[0]}") == 1

    async def _answer(self, ident: int, message: int, life: Life) -> None:
        if self.sort.lobby:
            await self._fill(ident, message, life)
        elif self.chance.random() < 0.1:
            person = self.chance.choice(self.people)
            verb = "withdraw" if person is self.host else "decline"
            told = await self._press(person, message, made_up(verb, ident), life)
            if "declined" in told.text or "withdrew" in told.text:
                self.closed.add(ident)
                self.counts.declined += 1
        else:
            fingers = 2 if self.chance.random() < 0.2 else 1
            accept = made_up("accept", ident)
            await self._all(
                self._begin(self.people[1], ident, message, accept, life) for _ in range(fingers)
            )

    async def _begin(
        self, person: Person, ident: int, message: int, custom_id: str, life: Life
    ) -> None:
        told = await self._press(person, message, custom_id, life)
        if "The game has begun: #" in told.text:
            self.started.add(ident)
            self.counts.begun += 1

    async def _fill(self, ident: int, message: int, life: Life) -> None:
        """Everybody joins at once; then the computers, and the start."""
        ((text,),) = self.stored.rows("SELECT seats FROM invitations WHERE id = ?", ident)
        seats = json.loads(text)
        there = {seat.get("user_id") for seat in seats}
        missing = [person for person in self.people if person.id not in there]
        if missing:
            await self._all(
                self._press(person, message, made_up("join", ident), life) for person in missing
            )
        elif len(seats) < 4:
            add = made_up("addbot", ident, arg=str(len(seats)))
            handle = self.host.select(message, add, [self.sort.level], forge=True)
            await life.told(self.host, handle)
        else:
            await self._begin(self.host, ident, message, made_up("begin", ident), life)

    # Playing

    async def _go_on(self, game: Standing, life: Life) -> None:
        state = game.state()
        await life.until(lambda: game.message_id() is not None)
        for seat, guest in game.guests.items():
            if guest.panel_id is None and seat not in self.away:
                await self._open(game, guest, life)
        due = [seat for seat in state.to_act if seat in game.guests and seat not in self.away]
        dice = self.chance.random()
        if dice < 0.006:
            await self._leave(game, life)
        elif self.away and dice < 0.2:
            await self._come_back(game, life)
        elif due:
            # Both who are to discard do so at once.
            await self._all(self._act(game, seat, life) for seat in due)
            if dice > 0.98:
                await self._look(game, life)
        elif self.away:
            await life.pause()  # somebody may come back
        else:
            await life.until(lambda: game.state() is not state)

    async def _open(self, game: Standing, guest: Guest, life: Life) -> None:
        hand = made_up("hand", game.game_id)
        told = await self._press(guest.person, game.table().id, hand, life)
        if told.answer.message is not None and told.answer.message.ephemeral:
            guest.panel_id = told.answer.message.id

    async def _act(self, game: Standing, seat: int, life: Life) -> None:
        guest, number = game.guests[seat], game.state().decisions[seat]
        panel = guest.person.message(guest.panel_id or 0)
        if (seat, number) not in offered(panel.json)[1]:
            refresh = find_control(panel, "hand") or made_up("hand", game.game_id)
            await life.told(guest.person, guest.person.press(panel, refresh, forge=True))
            panel = guest.person.message(panel.id)
            if (seat, number) not in offered(panel.json)[1]:
                return  # it has moved on meanwhile, by a clock or a computer
        view = game.replay.game.view(seat)
        if view.decision is None or game.replay.last.decisions[seat] != number:
            return
        texts = [choose(view, self.chance)]
        if self.chance.random() < 0.08:  # two fingers; sometimes for two different things
            self.counts.doubled += 1
            texts.append(choose(view, self.chance))
        await self._all(self._try(game, guest, panel, number, text, life) for text in texts)

    async def _try(
        self, game: Standing, guest: Guest, panel: Seen, number: int, text: str, life: Life
    ) -> None:
        decision = game.replay.game.view(guest.seat).decision
        assert decision is not None
        verb = {"discard": "discard", "play": "play", "call": "call", "bid": "bidyes"}
        # What a select would have drafted is sent at once: the kill is to hit what is stored.
        custom_id = made_up(
            verb[decision.kind],
            game.game_id,
            seat=guest.seat,
            number=number,
            arg=text.removeprefix("discard ").replace(" ", "-"),
        )
        attempt = game.attempt(guest.seat, text, number)
        told = await life.told(guest.person, guest.person.press(panel, custom_id, forge=True))
        attempt.told = told.done
        self.counts.actions += told.done
        if told.done:
            done = game.stored.actions(game.game_id)
            own = [action for who, action in done if who == guest.seat]
            assert len(own) > number, f"{text} was answered before it was stored"

    async def _look(self, game: Standing, life: Life) -> None:
        person = self.chance.choice(self.people)
        verb = self.chance.choice(("scores", "more", "hand"))
        await self._press(person, game.table().id, made_up(verb, game.game_id), life)

    async def _leave(self, game: Standing, life: Life) -> None:
        """Resign; who leaves a game of four may come back."""
        seat = self.chance.choice([seat for seat in game.guests if seat not in self.away] or [-1])
        if seat < 0 or game.state().over:
            return
        guest = game.guests[seat]
        if len(game.followed.replay.last.hands) == 4:
            self.away.add(seat)
            game.left(seat)
        else:
            game.attempt(seat, "resign", game.state().decisions[seat])
        giveup = made_up("giveup", game.game_id, seat=seat)
        told = await self._press(guest.person, game.table().id, giveup, life)
        if "You have resigned" in told.text:
            assert game.state().over, "a resignation was told and is not stored"
            self.counts.resigned += 1
        elif "The computer plays your seat" in told.text:
            assert self._taken_over(game, seat) == (1,), "leaving was told and is not stored"
            self.counts.resigned += 1

    async def _come_back(self, game: Standing, life: Life) -> None:
        seat = self.chance.choice(sorted(self.away))
        guest = game.guests[seat]
        back = made_up("back", game.game_id, seat=seat)
        told = await self._press(guest.person, game.table().id, back, life)
        if "Welcome back" in told.text or "yourself already" in told.text:
            assert self._taken_over(game, seat) == (0,), "coming back was told and is not stored"
            self.away.discard(seat)

    def _taken_over(self, game: Standing, seat: int) -> tuple[int, ...]:
        query = "SELECT taken_over FROM seats WHERE game_id = ? AND seat = ?"
        return self.stored.rows(query, game.game_id, seat)[0]

    # Getting up

    async def _get_up(self, game: Standing, life: Life) -> None:
        """The end is shown; somebody asks for the record; then the next game."""
        await life.until(game.is_shown)
        told = await self._press(
            self.host, game.table().id, control_of(game.table(), "record"), life
        )
        assert told.answer.message is not None
        (file,) = told.answer.message.source.attachments
        game.record = file.data.decode()
        game.finished_well()
        game.replay.seal()
        self.ended.append(game)
        self.game = None

    # Presses

    @staticmethod
    async def _press(person: Person, message: int, custom_id: str, life: Life) -> Told:
        return await life.told(person, person.press(message, custom_id, forge=True))

    @staticmethod
    async def _all(doing: Iterable[Coroutine[Any, Any, object]]) -> None:
        """All at once.  ``Dead`` if any of them heard nothing any more."""
        results = await asyncio.gather(*doing, return_exceptions=True)
        raised = [each for each in results if isinstance(each, BaseException)]
        # A death explains nothing but what was not heard.
        for error in sorted(raised, key=lambda each: isinstance(each, Dead)):
            raise error
