"""One game from its start to its end, between people and computers, checked all along."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.tables.table import Table
from engine import new_game, record
from engine.game import Game
from playground import Person, Seen
from tests.harness import WAIT, House, control_of
from tests.whole_games.facts import shown_call
from tests.whole_games.people import Guest, choose, redrawn
from tests.whole_games.plan import Plan
from tests.whole_games.replay import Replay, State
from tests.whole_games.watch import Followed, Watch, totals_in

LONGEST = 4000  # actions after which a game is taken for endless


@dataclass(frozen=True, slots=True)
class Played:
    """What a finished game came to, for the tallies."""

    plan: Plan
    game_id: int
    users: tuple[int | None, ...]
    names: tuple[str, ...]
    won: tuple[bool, ...]
    totals: tuple[int, ...]
    deals: int
    actions: int
    presses: int


class Seeds:
    """Gives the bot the seed of the game that is being started; games start one at a time."""

    def __init__(self) -> None:
        self.next: bytes | None = None
        self.starting = asyncio.Lock()

    def __iter__(self) -> Seeds:
        return self

    def __next__(self) -> bytes:
        assert self.next is not None, "a seed was asked for that no game needs"
        seed, self.next = self.next, None
        return seed


class Match:
    """Plays one plan with these people (as many as the plan wants)."""

    def __init__(self, home: House, watch: Watch, seeds: Seeds, plan: Plan, lane: tuple[str, ...]):
        self.home = home
        self.watch = watch
        self.seeds = seeds
        self.plan = plan
        self.names = lane[: plan.people]
        self.bystander = home.person(lane[-1])
        self.chance = random.Random(f"{plan.kind}/{plan.number}/people")
        self.guests: dict[int, Guest] = {}

    async def play(self) -> Played:
        """From the first command to the record.  ``AssertionError`` for whatever is wrong."""
        await self._start()
        try:
            await self._play_on()
            await self.table.settled()
            return await self._finish()
        except Exception as error:
            error.add_note(f"in {self.plan}, game {self.game.game_id}: {self.own.game.actions}")
            raise

    async def _start(self) -> None:
        plan, options = self.plan, dict(self.plan.options)
        async with self.seeds.starting:
            self.seeds.next = plan.seed
            if plan.kind == "callbridge":
                self.table = await self.home.four(self.names, plan.level, **options)
            elif plan.people == 2:
                self.table = await self.home.two(plan.kind, *self.names, **options)
            else:
                self.table = await self.home.alone(plan.kind, *self.names, plan.level, **options)
        self.own: Table = await self.table.bots_own()
        computers = sum(seat.user_id is None for seat in self.own.seats)
        number = iter(range(1, 5))
        labels = [
            seat.name or (f"Computer {next(number)}" if computers > 1 else "Computer")
            for seat in self.own.seats
        ]
        self.game = Followed(
            self.table.game_id,
            Replay(plan.kind, plan.seed, plan.options, labels),
            {seat.user_id: seat.number for seat in self.own.seats if seat.user_id is not None},
            _committed(self.own),
        )
        self.watch.follow(self.game)
        for person in self.table.people:
            seat = self.game.seats[person.id]
            self.guests[seat] = Guest(
                self.game.game_id, person, seat, random.Random(f"{plan.seed!r}{seat}")
            )

    # Playing

    async def _play_on(self) -> None:
        leave_at = self.chance.randint(5, 40) if self.plan.leaving else -1
        while not (state := self.game.sync()).over:
            count = len(self.game.replay.states)
            assert count < LONGEST, "this game does not end"
            if leave_at == count or (-1 < leave_at < count):
                leave_at = -1
                await self._leave()
                continue
            due = [seat for seat in state.to_act if self.own.seats[seat].level is None]
            if self.plan.careful or not due:
                await self.table.settled()
                self._all_is_shown()
                await self._somebody_acts(state, due)
            if due and self.game.sync() is state:
                await self._act(self.chance.choice(due))
            self._no_trouble()

    async def _somebody_acts(self, state: State, due: list[int]) -> None:
        """A new table is shown a moment before its computers are woken; but then they act."""
        async with asyncio.timeout(WAIT):
            while not due and self.game.sync() is state:  # noqa: ASYNC110 - nothing tells
                await asyncio.sleep(0.005)

    async def _act(self, seat: int) -> None:
        guest, before = self.guests[seat], len(self.game.replay.states)
        state = self.game.replay.last
        text = choose(self.game.replay.game.view(seat), self.chance)
        seen = await guest.panel(
            self.own.message_id,
            state.decisions[seat],
            fresh=self.plan.careful and guest.panel_id is not None,
        )
        told = await guest.act(text, seen)
        async with asyncio.timeout(WAIT):
            while not self._stored(seat, text, before):
                assert not told, f"{text} was taken, but is not stored"
                await asyncio.sleep(0.01)
        await self._aside(guest)

    def _stored(self, seat: int, text: str, before: int) -> bool:
        self.game.sync()
        done = self.game.replay.game.actions[before - 1 :]
        # A discard is written in the order of the hand, whatever the order it was chosen in.
        return any(s == seat and sorted(t.split()) == sorted(text.split()) for s, t in done)

    async def _aside(self, guest: Guest) -> None:
        """What people do beside playing."""
        dice = self.chance.random()
        if dice < 0.02:
            await guest.press_an_old_button()
        elif dice < 0.03:
            await self._look(guest.person, "scores")
        elif dice < 0.035:
            await self._look(self.bystander, "hand")

    async def _look(self, person: Person, verb: str) -> None:
        message_id = self.own.message_id
        if message_id is None or self.own.over:
            return
        public = person.message(message_id)
        if "Rematch" in public.text or self.own.over:
            return
        await redrawn(await person.press(public, control_of(public, verb), forge=True))

    async def _leave(self) -> None:
        """Resign; or leave Call Bridge, let the computer play, and come back."""
        guest = self.chance.choice(list(self.guests.values()))
        await self.table.settled()
        if self.own.over:
            return
        more = await guest.press(
            self._public(guest.person), control_of(self._public(guest.person), "more")
        )
        assert more.message is not None
        ask = await guest.press(more.message, control_of(more.message, "resign"))
        assert ask.message is not None
        await guest.press(guest.person.message(ask.message.id), control_of(ask.message, "giveup"))
        if self.plan.leaving == "resign":
            return
        if len(self.guests) == 1:
            await asyncio.sleep(0.05)
        else:
            await self._others_play(guest.seat)
        if not self.own.over:
            more = await guest.press(
                self._public(guest.person), control_of(self._public(guest.person), "more")
            )
            assert more.message is not None
            back = [each for each in more.message.controls() if ".back." in each["custom_id"]]
            if back:  # the game may have ended meanwhile
                await guest.press(more.message, str(back[0]["custom_id"]), forge=True)

    async def _others_play(self, left: int) -> None:
        for _ in range(12):
            await self.table.settled()
            state = self.game.sync()
            due = [seat for seat in state.to_act if self.own.seats[seat].level is None]
            if state.over or not due:
                return
            assert left not in due
            await self._act(due[0])

    def _public(self, person: Person) -> Seen:
        assert self.own.message_id is not None
        return person.message(self.own.message_id)

    # Checks

    def _no_trouble(self) -> None:
        assert not self.watch.troubles, "\n".join(self.watch.troubles[:3])

    def _all_is_shown(self) -> None:
        """The table message shows the last state; so do the open panels (the watch has seen)."""
        state = self.game.sync()
        if not state.over:
            assert self.game.at == len(self.game.replay.states) - 1 or (
                self.game.replay.states[self.game.at].facts == state.facts
            ), f"the table still shows action {self.game.at} of {len(self.game.replay.states) - 1}"
        self._no_trouble()

    async def _finish(self) -> Played:
        self._no_trouble()
        stored = await self.home.database.games.load(self.game.game_id)
        assert stored is not None
        again = new_game(stored.kind, seed=stored.seed, options=dict(stored.options))
        for seat, text in stored.actions:
            again.apply(seat, text)
        assert stored.state == "over"
        assert stored.seed == self.plan.seed
        assert {name: again.options[name] for name in self.plan.options} == dict(self.plan.options)
        assert not again.status()
        assert list(stored.actions) == self.game.replay.game.actions == self.own.game.actions
        for seat in (None, *range(again.seats)):
            assert again.view(seat) == self.own.game.view(seat)
        self._finished_deals(again)
        self._end(again)
        await self._record(again)
        self._no_trouble()
        self.game.replay.seal()
        self.game.at = 0
        return self._played(again)

    def _finished_deals(self, game: Game) -> None:
        """Each deal's message keeps its contract, its score and its tricks."""
        view, labels = game.view(None), self.game.replay.names
        kept = dict(self.game.finished)
        last = view.deals[-1].number if view.deals else 0
        assert set(kept) == set(range(1, last + 1)), f"kept: {sorted(kept)}, played: {last}"
        for deal in view.deals:
            text = kept[deal.number].replace(" (computer plays)", "")
            assert totals_in(text) == tuple(zip(labels, deal.totals, strict=True)), text
            said_plainly = text.replace("*", "")
            if deal.contract is None:
                for seat, bid in enumerate(deal.bids):
                    said = f"{labels[seat]} bid {bid}, won {deal.tricks_won[seat]}: "
                    assert f"{said}{deal.points[seat]:+d}" in said_plainly, text
            else:
                contract, declarer = deal.contract, labels[deal.contract.declarer]
                bid = [c for _, c in deal.calls if c.kind == "bid"][-1]
                factor = {1: "", 2: " doubled", 4: " redoubled"}[contract.factor]
                assert f"### {shown_call(bid)}{factor} by {declarer}, " in said_plainly, text
                points = max(deal.points)
                assert re.search(rf" {points:,}\b", said_plainly) or not points, text
            assert len(re.findall(r"^\*\*\d+\.\*\* ", text, re.MULTILINE)) == 13, text

    def _end(self, game: Game) -> None:
        text, labels = self.game.end.replace(" (computer plays)", ""), self.game.replay.names
        assert text, "no message shows the end"
        assert totals_in(text) == tuple(zip(labels, game.totals, strict=True)), text
        assert game.outcome is not None
        first = next(line for line in text.splitlines() if line.startswith("### "))
        won = first.split(" wins")[0]
        for seat, label in enumerate(labels):
            assert (seat in game.outcome.winners) == (f"**{label}**" in won), text
        assert (game.outcome.reason == "resigned") == ("resigned" in first), text
        assert game.seed.hex() in text, text
        assert game.commitment in text, text

    async def _record(self, game: Game) -> None:
        guest = next(iter(self.guests.values()))
        public = self._public(guest.person)
        answer = await guest.press(public, control_of(public, "record"))
        assert answer.message is not None
        (file,) = answer.message.source.attachments
        text = file.data.decode()
        verified = record.verify(text)
        assert verified.totals == game.totals
        assert verified.outcome == game.outcome
        assert record.replay(record.read(text)).actions == game.actions

    def _played(self, game: Game) -> Played:
        assert game.outcome is not None
        return Played(
            plan=self.plan,
            game_id=self.game.game_id,
            users=tuple(seat.user_id for seat in self.own.seats),
            names=self.game.replay.names,
            won=tuple(
                seat.number in game.outcome.winners and not seat.taken_over
                for seat in self.own.seats
            ),
            totals=game.totals,
            deals=len(game.view(None).deals),
            actions=len(game.actions),
            presses=sum(guest.presses for guest in self.guests.values()),
        )


def _committed(table: Table) -> Callable[[], list[tuple[int, str]]]:
    """The actions of the bot's own game that are in the database for certain."""

    def actions() -> list[tuple[int, str]]:
        done = table.game.actions
        return done[:-1] if table.behind else done

    return actions
