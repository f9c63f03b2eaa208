"""A game at a bot that may be dead: what its people hold in their hands, and what is stored."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from playground import Person, Seen
from tests.harness import control_of
from tests.kills.bot_process import BotProcess, until
from tests.kills.stored import Stored
from tests.whole_games.facts import facts_in
from tests.whole_games.people import Guest, choose, redrawn
from tests.whole_games.replay import Replay, State
from tests.whole_games.watch import Followed, Watch, cards_in_hand, totals_in


@dataclass
class Attempt:
    """An action for a seat's decision of this number; ``told``: the answer was that it is done."""

    number: int
    text: str
    told: bool = False
    counted: bool = False  # among those that a kill cut short


def _sorted(text: str) -> tuple[str, ...]:
    """A discard is stored in the order of the hand, whatever the order it was chosen in."""
    return tuple(sorted(text.split()))


@dataclass
class Standing:
    """One game.  ``attempts`` are the actions that people tried, by seat."""

    stored: Stored
    watch: Watch
    game_id: int
    people: tuple[Person, ...]
    chance: random.Random
    guests: dict[int, Guest] = field(init=False)
    followed: Followed = field(init=False)
    attempts: dict[int, list[Attempt]] = field(init=False)
    record: str | None = None  # as the bot gave it after the end
    _left: dict[int, int] = field(default_factory=dict[int, int])

    def __post_init__(self) -> None:
        game = self.stored.game(self.game_id)
        seats = {user: seat for seat, user in enumerate(game.users) if user is not None}
        self.followed = Followed(
            self.game_id,
            Replay(game.kind, game.seed, game.options, game.names),
            seats,
            lambda: self.stored.actions(self.game_id),
        )
        self.watch.follow(self.followed)
        self.guests = {
            seats[person.id]: Guest(self.game_id, person, seats[person.id], self.chance)
            for person in self.people
        }
        self.attempts = {seat: [] for seat in self.guests}

    # The position

    def state(self) -> State:
        """The position that is stored."""
        return self.followed.sync()

    @property
    def replay(self) -> Replay:
        """The game replayed from what is stored."""
        return self.followed.replay

    def due(self) -> list[int]:
        """The seats, played by people, that may act now."""
        return [seat for seat in self.state().to_act if seat in self.guests]

    def message_id(self) -> int | None:
        """Where the table stands, as stored."""
        return self.stored.game(self.game_id).message_id

    def table(self) -> Seen:
        """The table message as the first person sees it."""
        ident = self.message_id()
        assert ident is not None
        return self.people[0].message(ident)

    # What is seen

    async def shown(self) -> None:
        """Wait until the table message, and every open panel, shows the position stored."""
        await until(self.is_shown, f"the table of game {self.game_id} shows the last state")
        self.no_trouble()

    def is_shown(self) -> bool:
        """Whether the table message shows the position stored."""
        state, ident = self.state(), self.message_id()
        if ident is None:
            return False
        text = self.people[0].message(ident).text
        if state.over:
            told_all = self.replay.game.seed.hex() in text and "**Totals:**" in text
            return told_all and totals_in(text) == state.facts.totals
        return "**Totals:**" not in text and facts_in(text) == state.facts

    def no_trouble(self) -> None:
        """Nothing that was ever shown was untrue or a leak."""
        assert not self.watch.troubles, "\n".join(self.watch.troubles[:2])

    # What people do

    async def open_panels(self) -> None:
        """Everybody presses My hand."""
        await until(lambda: self.message_id() is not None, "the table is posted")
        for guest in self.guests.values():
            await guest.open_hand(self.message_id() or 0)

    def attempt(self, seat: int, text: str, number: int | None = None) -> Attempt:
        """Note that an action is about to be tried for this decision of the seat (the present)."""
        attempt = Attempt(self.replay.last.decisions[seat] if number is None else number, text)
        self.attempts[seat].append(attempt)
        return attempt

    def left(self, seat: int) -> None:
        """The computer may play for this person from now on."""
        self._left.setdefault(seat, self.replay.last.decisions[seat])

    async def step(self, seat: int | None = None) -> None:
        """One action of a person, by the panel, which is refreshed by hand if it lags behind."""
        state = self.state()
        seat = self.chance.choice(self.due()) if seat is None else seat
        guest = self.guests[seat]
        text = choose(self.replay.game.view(seat), self.chance)
        seen = await guest.panel(None, state.decisions[seat], fresh=False)
        attempt = self.attempt(seat, text)
        attempt.told = await guest.act(text, seen)

    async def play_until(self, reached: Callable[[State], bool]) -> None:
        """Play on until the position is such, or the game is over."""
        while not (state := self.state()).over and not reached(state):
            if self.due():
                await self.step()
            else:
                await until(lambda: bool(self.due()) or self.state().over, "a computer acts")

    async def old_buttons_work(self) -> None:
        """After a restart: each panel of before is true, and the one who is due acts by it."""
        state = self.state()
        ident = self.message_id()
        for seat, guest in self.guests.items():
            assert guest.panel_id is not None
            old = guest.person.message(guest.panel_id)
            if not state.over:
                assert cards_in_hand(old.text) == state.hands[seat]
        if state.over:
            return
        for seat in self.due():
            guest = self.guests[seat]
            before, version = len(self.stored.actions(self.game_id)), guest.panel_id or 0
            text = choose(self.replay.game.view(seat), self.chance)
            old = guest.person.message(version)
            attempt = self.attempt(seat, text)
            attempt.told = await guest.act(text, old)
            assert len(self.stored.actions(self.game_id)) > before
        public = self.people[0].message(ident or 0)
        await redrawn(await self.people[0].press(public, control_of(public, "hand")))

    # What must hold

    def nothing_lost_or_doubled(self) -> None:
        """What people were told is stored, once, in order; and nothing that they did not try."""
        actions = self.stored.actions(self.game_id)
        for seat, tried in self.attempts.items():
            # Whoever is out of time never tried to be.
            stored = [_sorted(text) for who, text in actions if who == seat and text != "time"]
            for each in tried:
                if each.told:
                    assert stored[each.number : each.number + 1] == [_sorted(each.text)], each
            allowed = {(each.number, _sorted(each.text)) for each in tried}
            own = stored[: self._left.get(seat)]
            assert set(enumerate(own)) <= allowed, f"seat {seat} never tried this: {stored}"

    def finished_well(self) -> None:
        """The game is over, its result stored once, and the record replays."""
        state = self.state()
        assert state.over
        assert not self.replay.game.status()
        game, outcome = self.stored.game(self.game_id), self.replay.game.outcome
        assert game.state == "over"
        assert outcome is not None
        assert self.stored.results(self.game_id) == [
            (seat, user, seat in outcome.winners and not left, self.replay.game.totals[seat])
            for seat, (user, left) in enumerate(zip(game.users, game.taken_over, strict=True))
        ]
        self.nothing_lost_or_doubled()


async def begin(
    bot: BotProcess,
    stored: Stored,
    watch: Watch,
    kind: str,
    people: tuple[Person, ...],
    **options: int | str,
) -> Standing:
    """A game between these people, computers in the seats left over, everybody's panel open."""
    host, channel = people[0], bot.playground.channel()
    known = set(stored.games_of(host.id))
    if kind == "callbridge":
        message_id = await lobby(bot, people, 4 - len(people), **options)
        await redrawn(await host.press_label(message_id, "Start"))
    elif len(people) == 1:
        await redrawn(await host.command(channel, f"{kind} start", computer="easy", **options))
    else:
        answer = await host.command(channel, f"{kind} start", opponent=people[1], **options)
        message = (await redrawn(answer)).message
        assert message is not None
        await redrawn(await people[1].press_label(message.id, "Accept"))
    (game_id,) = set(stored.games_of(host.id)) - known
    game = Standing(stored, watch, game_id, people, random.Random(f"{kind} {host.name}"))
    await game.open_panels()
    return game


async def lobby(
    bot: BotProcess, people: tuple[Person, ...], computers: int, **options: int | str
) -> int:
    """A lobby of Call Bridge with these people and so many computers; its message."""
    host, *others = people
    command = host.command(bot.playground.channel(), "callbridge start", **options)
    answer = await redrawn(await command)
    assert answer.message is not None
    message = answer.message.id
    for other in others:
        await redrawn(await other.press_label(message, "Join"))
    for _ in range(computers):
        add = control_of(host.message(message), "addbot")
        await redrawn(await host.select(message, add, ["easy"]))
    return message
