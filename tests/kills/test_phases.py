"""A kill in each phase of each game: afterwards everything goes on by the buttons of before."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

from playground import Person
from tests.harness import control_of
from tests.kills.bot_process import BotProcess, bot_process, until
from tests.kills.standing import Standing, begin, lobby
from tests.whole_games.people import Guest, choose, redrawn
from tests.whole_games.replay import State
from tests.whole_games.watch import Watch

Reached = Callable[[State], bool]


def trick_of(cards: int) -> Reached:
    """The play is under way, some tricks are done, and so many cards lie on the table."""

    def reached(state: State) -> bool:
        facts = state.facts
        lying = 0 if facts.on_table.startswith("nothing") else facts.on_table.count(", ") + 1
        return facts.phase == "play" and facts.trick > 2 and lying == cards

    return reached


def draw_trick_of(cards: int) -> Reached:
    """The same in the draw phase."""

    def reached(state: State) -> bool:
        facts = state.facts
        lying = 0 if facts.on_table.startswith("nothing") else facts.on_table.count(", ") + 1
        return facts.phase == "draw" and facts.trick > 2 and lying == cards

    return reached


def phase(name: str, actions: int = 0) -> Reached:
    """This phase, in which somebody has acted so often already."""

    def reached(state: State) -> bool:
        said = [bid for bid in state.facts.bids if not bid.endswith("-")]
        done = {
            "discard": 2 - len(state.to_act),
            "auction": state.facts.calls.count(" · ") + ("none yet" not in state.facts.calls),
            "bid": len(said),
        }.get(name, 0)
        return state.facts.phase == name and done >= actions

    return reached


def deal(number: int) -> Reached:
    """The deal with this number has begun, and nothing has happened in it."""
    return lambda state: state.number == number


def at_once(_: State) -> bool:
    """No need to play."""
    return True


def never(_: State) -> bool:
    """To the end of the game."""
    return False


#: Kind, house rules, how many people, and where the game stands when the process is killed.
STANDS: list[tuple[str, dict[str, int | str], int, Reached]] = [
    ("bridgette", {"deals": 2}, 2, at_once),
    ("bridgette", {"deals": 2}, 2, phase("discard", 1)),
    ("bridgette", {"deals": 2}, 2, phase("auction")),
    ("bridgette", {"deals": 2}, 2, phase("auction", 1)),
    ("bridgette", {"deals": 2}, 2, trick_of(1)),
    ("bridgette", {"deals": 2}, 2, trick_of(0)),
    ("bridgette", {"deals": 2}, 2, deal(2)),
    ("bridgette", {"deals": 2}, 1, never),
    ("drawbridge", {"target": 50}, 2, draw_trick_of(1)),
    ("drawbridge", {"target": 50, "stock": "open"}, 2, draw_trick_of(0)),
    ("drawbridge", {"target": 50}, 2, phase("auction", 1)),
    ("drawbridge", {"target": 50}, 2, trick_of(1)),
    ("drawbridge", {"target": 50}, 2, trick_of(0)),
    ("drawbridge", {"target": 5000}, 2, deal(2)),
    ("drawbridge", {"target": 50}, 1, never),
    ("callbridge", {"target": 5}, 4, phase("bid")),
    ("callbridge", {"target": 5}, 4, phase("bid", 2)),
    ("callbridge", {"target": 5}, 2, trick_of(0)),
    ("callbridge", {"target": 5}, 4, trick_of(2)),
    ("callbridge", {"target": 200}, 1, deal(2)),
    ("callbridge", {"target": 5}, 1, never),
]
TO_THE_END = (0, 5, 10, 17)  # these are played out after the kill


def names(place: int, count: int) -> tuple[str, ...]:
    """People who sit at no other table."""
    return tuple(f"{name} {place}" for name in ("Ada", "Ben", "Cleo", "Dev")[:count])


EVERYBODY = tuple(name for place in range(len(STANDS) + 8) for name in names(place, 4))


class Room:
    """The people, the bot's process, and what is stored."""

    def __init__(self, bot: BotProcess) -> None:
        self.bot = bot
        self.watch = Watch()
        self.stored = bot.stored
        bot.playground.journal.watch(self.watch.see)
        self.place = -1
        self.busy = asyncio.Semaphore(4)

    def people(self, count: int) -> tuple[Person, ...]:
        self.place += 1
        return tuple(self.bot.playground.person(name) for name in names(self.place, count))

    async def begin(self, kind: str, count: int, **options: int | str) -> Standing:
        people = self.people(count)
        return await begin(self.bot, self.stored, self.watch, kind, people, **options)

    async def stand(
        self, kind: str, options: dict[str, int | str], count: int, reached: Reached
    ) -> Standing:
        async with self.busy:
            game = await self.begin(kind, count, **options)
            await game.play_until(reached)
        assert game.state().over == (reached is never)
        return game


async def test_every_phase(tmp_path: Path) -> None:
    async with bot_process(tmp_path, EVERYBODY) as bot:
        room = Room(bot)
        await bot.start()
        games = await asyncio.gather(*(room.stand(*each) for each in STANDS))
        doors = await Doors.open(room)
        drafts = await Drafts.choose(room)
        for game in games:
            await game.shown()
        before = [(game.message_id(), room.stored.actions(game.game_id)) for game in games]
        await bot.kill()

        await bot.start(pause=0.5)
        for game, (message, actions) in zip(games, before, strict=True):
            assert room.stored.actions(game.game_id)[: len(actions)] == actions
            await game.shown()
            assert game.message_id() == message
        await doors.go_through()
        await drafts.confirm()
        await asyncio.gather(*(game.old_buttons_work() for game in games))
        between = await computers_killed_between(room)

        await bot.start()
        for game in (*games, *between):
            await game.shown()
        await asyncio.gather(*(games[place].play_until(never) for place in TO_THE_END))
        for game in (*games, *between):
            await game.shown()
            game.nothing_lost_or_doubled()
            if game.state().over:
                game.finished_well()
        challenge = await rematch_offered(games[TO_THE_END[0]])
        await given_up(games[1])
        await bot.kill()

        await bot.start()
        await games[1].shown()
        games[1].finished_well()
        await rematch_accepted(room, games[TO_THE_END[0]], challenge)
        await rematches(room, games)
        assert not room.watch.troubles, room.watch.troubles[:2]
        assert bot.starts == 4


class Doors:
    """What waits for somebody to come in: challenges and a lobby."""

    def __init__(self, room: Room) -> None:
        self.room = room

    @classmethod
    async def open(cls, room: Room) -> Doors:
        self = cls(room)
        channel = room.bot.playground.channel()
        self.two = room.people(2)
        host, guest = self.two
        command = host.command(channel, "bridgette start", opponent=guest, deals=2)
        answer = await redrawn(await command)
        assert answer.message is not None
        self.challenge = answer.message.id
        self.anyone = room.people(2)
        command = self.anyone[0].command(channel, "drawbridge start", target=50)
        answer = await redrawn(await command)
        assert answer.message is not None
        self.open_challenge = answer.message.id
        self.four = room.people(4)
        self.lobby = await lobby(room.bot, self.four[:2], 1, target=5)
        return self

    async def go_through(self) -> None:
        """Accept, take up, join and start, all by the messages of before the kill."""
        await redrawn(await self.two[1].press_label(self.challenge, "Accept"))
        await redrawn(await self.anyone[1].press_label(self.open_challenge, "Accept"))
        await redrawn(await self.four[2].press_label(self.lobby, "Join"))
        await redrawn(await self.four[0].press_label(self.lobby, "Start"))
        for people, count in ((self.two, 2), (self.anyone, 2), (self.four[:3], 4)):
            games = [self.room.stored.games_of(person.id) for person in people]
            assert all(len(each) == 1 and each == games[0] for each in games), games
            (game_id,) = games[0]
            users = self.room.stored.game(game_id).users
            assert len(users) == count
            assert [user for user in users if user] == [person.id for person in people]
            game = Standing(self.room.stored, self.room.watch, game_id, people, random.Random(1))
            await game.open_panels()
            if game.due():
                await game.step()


class Drafts:
    """Cards that were chosen for a discard, and a number for a bid, and not confirmed yet."""

    def __init__(self, chosen: list[tuple[Standing, Guest, str]]) -> None:
        self.chosen = chosen

    @classmethod
    async def choose(cls, room: Room) -> Drafts:
        chosen: list[tuple[Standing, Guest, str]] = []
        for kind, verb, options in (("bridgette", "pick", {"deals": 2}), ("callbridge", "bid", {})):
            game = await room.begin(kind, 2 if kind == "bridgette" else 4, **options)
            guest = game.guests[game.due()[0]]
            panel = guest.person.message(guest.panel_id or 0)
            text = choose(game.replay.game.view(guest.seat), random.Random(1))
            cards = text.split()[1:] or [text]
            await guest.select(panel, control_of(panel, verb), cards)
            chosen.append((game, guest, text))
        return cls(chosen)

    async def confirm(self) -> None:
        """Press the Confirm of before the kill."""
        for game, guest, text in self.chosen:
            panel = guest.person.message(guest.panel_id or 0)
            confirm = next(each for each in panel.buttons() if "Confirm" in each["label"])
            await guest.press(panel, str(confirm["custom_id"]))
            (done,) = game.stored.actions(game.game_id)
            assert done[0] == guest.seat
            assert sorted(done[1].split()) == sorted(text.split())


async def computers_killed_between(room: Room) -> list[Standing]:
    """Games at a kill that falls between two computers' moves, or before a computer's answer."""
    two = [
        await room.begin("bridgette", 1, deals=2),
        await room.begin("drawbridge", 1, target=50),
    ]
    four = await room.begin("callbridge", 1, target=5)
    stood = len(room.stored.actions(four.game_id))
    for game in two:
        await until(lambda game=game: bool(game.due()), "the person may act")  # type: ignore[misc]
        await game.step()
    while four.due() or len(room.stored.actions(four.game_id)) == stood:
        if four.due():
            await four.step()
            stood = len(room.stored.actions(four.game_id))
        else:
            await asyncio.sleep(0.01)
    await room.bot.kill()
    assert four.replay.game.actions, "a computer has acted"
    assert not four.due(), "another one was to act"
    return [four, *two]


async def rematch_offered(game: Standing) -> int:
    """One of two asks for a rematch; the message that asks the other."""
    public = game.table()
    answer = await redrawn(await game.people[0].press(public, control_of(public, "rematch")))
    assert answer.message is not None
    return answer.message.id


async def rematch_accepted(room: Room, game: Standing, challenge: int) -> None:
    """The other agrees, by the message of before the kill."""
    before = set(room.stored.games_of(game.people[0].id))
    await redrawn(await game.people[1].press_label(challenge, "Accept"))
    (begun,) = set(room.stored.games_of(game.people[0].id)) - before
    assert room.stored.count("games", f"id = {begun} AND previous = {game.game_id}") == 1


async def given_up(game: Standing) -> None:
    """Somebody resigns, and reads that the game is over."""
    seat, guest = next(iter(game.guests.items()))
    more = (await guest.press(game.table(), control_of(game.table(), "more"))).message
    assert more is not None
    ask = (await guest.press(more, control_of(more, "resign"))).message
    assert ask is not None
    ask = guest.person.message(ask.id)
    attempt = game.attempt(seat, "resign")
    await guest.press(ask, control_of(ask, "giveup"))
    attempt.told = True


async def rematches(room: Room, games: list[Standing]) -> None:
    """By the end of a game that ended before the first kill: its record, and one rematch."""
    for game in games:
        if not game.state().over:
            continue
        person = game.people[0]
        public = game.table()
        answer = await redrawn(await person.press(public, control_of(public, "record")))
        assert answer.message is not None
        assert answer.message.source.attachments
        before = room.stored.games_of(person.id)
        await redrawn(await person.press(public, control_of(public, "rematch")))
        await redrawn(await person.press(game.table(), control_of(game.table(), "rematch")))
        begun = set(room.stored.games_of(person.id)) - set(before)
        asked = room.stored.count("invitations", f"previous = {game.game_id}")
        assert len(begun) + asked == 1, "one rematch, however often it is asked for"
