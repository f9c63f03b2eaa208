"""What a made-up client sends: never anything that its person would be allowed to do."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from bot.controls import Control
from bot.presses.dispatch import HANDLERS
from bot.tables.table import Table
from playground import Handle, Person
from playground.command_input import CommandInput
from playground.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT
from playground.state import Channel, Json, Message
from tests.made_up.club import MANAGER, STRANGER, Club

BUTTON: Final = 2
CARDS: Final = [rank + suit for suit in "SHDC" for rank in "AKQJT98765432"] + [":G", ":R", ":L"]
CALLS: Final = [
    "pass",
    "double",
    "redouble",
    "0NT",
    "8S",
    "7C7",
    *(f"{n}{s}" for n in range(1, 8) for s in ("C", "D", "H", "S", "NT")),
]
ODD: Final = (
    *("", " ", "0", "-1", "9" * 20, "resign", "time", "AS AS", "as", "10♠", "null", "None", "{}"),
    *("[]", "%s", "<@1>", "@everyone", "\u202elive", "\0", "💥" * 9, "Ω≈ç√", "../../etc", "yes"),
    *("' OR 1=1 --", "no", "all", "~", "n~0-0", "rules-bridgette-99", "help-0", "all-0-0-0-0"),
    *("bridgette-won-0-0", "١٢٣", "²"),
)
#: Verbs that only ask, or show: anybody may press them, with whatever they carry.
ASKING: Final = frozenset(
    {
        *("hand", "scores", "rules", "more", "resign", "record", "page", "board", "boardby"),
        *("boardgame", "boardtime", "boardvs", "profile", "past", "pastopen", "look", "lookback"),
        *("settings", "season", "seasonend", "wipe", "wipename", "running", "unseat", "privacy"),
        *("takeout", "hint", "pick", "jump", "bid"),
    }
)
ACTING: Final = ("play", "call", "bidyes", "discard")
INVITING: Final = ("accept", "decline", "withdraw", "join", "leave", "addbot", "dropbot", "begin")
MANAGING: Final = (
    "setserver",
    "setstart",
    "seasonname",
    "seasonover",
    "seasontell",
    "wipeall",
    "calloff",
    "unseatyes",
)
SEATED: Final = ("giveup", "back", "move", "rematch")
OWN: Final = ("setme", "takeoutyes", "comeback", "share")


def covered() -> bool:
    """Whether every verb that there is is made up here."""
    return {*ASKING, *ACTING, *INVITING, *MANAGING, *SEATED, *OWN} == set(HANDLERS)


@dataclass(frozen=True)
class Sent:
    """What was sent, in words, and what came of it."""

    words: str
    handle: Handle
    person: Person


class Forger:
    """Makes up one interaction after the other, by a seed."""

    def __init__(self, club: Club, seed: str) -> None:
        self.club = club
        self.chance = random.Random(seed)
        desk = club.home.playground.interactions
        self._start: Callable[..., Handle] = desk.start
        self._commands = club.home.person(STRANGER).commands(club.home.channel)
        self._makers = (
            *(self._garbage, self._other_verb, self._asking, self._acting, self._acting),
            *(self._inviting, self._managing, self._seated, self._own, self._form),
            *(self._command, self._command, self._unknown_command, self._completion),
        )

    def send(self) -> Sent:
        """One more."""
        return self.chance.choice(self._makers)()

    # Presses

    def _press(
        self, person: Person, control: Control | str, values: list[str] | None = None
    ) -> Sent:
        channel, source = self._where(person)
        custom_id = str(control)[:100]
        kind = BUTTON if values is None else self.chance.choice((3, 3, 3, 5, 6, 7, 8))
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": 1}
        if values is not None:
            data["values"] = values
            data["resolved"] = {}
        handle = self._start(person.user, channel, COMPONENT, data, source=source)
        return Sent(f"{person.display_name} presses {custom_id!r} {values or ''}", handle, person)

    def _where(self, person: Person) -> tuple[Channel, Message]:
        """A message that this person could press: any public one, or a private one of his own."""
        owner, seen = self.chance.choice(self.club.messages)
        if seen.ephemeral and owner is not person:
            public = [each for _, each in self.club.messages if not each.ephemeral]
            seen = self.chance.choice(public)
        return self.club.home.playground.world.channel(seen.channel_id), seen.source

    def _anybody(self) -> Person:
        return self.chance.choice(self.club.people)

    def _text(self) -> str:
        chance = self.chance
        drawn = chance.choice((CARDS, CALLS, ODD, ODD))
        if chance.random() < 0.2:
            return "".join(chance.choice(string.printable) for _ in range(chance.randint(0, 60)))
        return chance.choice(drawn)

    def _values(self) -> list[str]:
        return [self._text() for _ in range(self.chance.choice((0, 1, 1, 2, 13, 25)))]

    def _game_id(self) -> int | None:
        if self.chance.random() < 0.7:
            return self._table().id
        return self.chance.choice((None, 0, 10**6, 36**11, 2**53, 2**62))

    def _table(self) -> Table:
        return self.chance.choice(self.club.tables)

    def _seat(self) -> int | None:
        return self.chance.choice((None, 0, 1, 2, 3))

    def _number(self) -> int | None:
        return self.chance.choice((None, 0, 1, 2, 5, 13, 999, 999_999))

    def _garbage(self) -> Sent:
        """No custom_id of ours, or one of another version."""
        chance = self.chance
        made = "".join(
            chance.choice(string.printable + "♠♥é٣") for _ in range(chance.randint(1, 100))
        )
        old = f"{chance.choice('02a')}.{chance.choice(ACTING)}.1.0.0.AS"
        long = str(Control("play", 1, 0, 0, "A" * 60)) + "." * chance.randint(1, 30)
        values = self._values() if chance.random() < 0.3 else None
        return self._press(self._anybody(), chance.choice((made, old, long)), values)

    def _control(self, verb: str) -> Control:
        return Control(verb, self._game_id(), self._seat(), self._number(), self._arg())

    def _arg(self) -> str:
        return self._text().replace(".", "")[:60]

    def _other_verb(self) -> Sent:
        verb = "".join(
            self.chance.choice(string.ascii_lowercase) for _ in range(self.chance.randint(2, 16))
        )
        return self._press(self._anybody(), self._control("zz" + verb[:14]))

    def _asking(self) -> Sent:
        verb = self.chance.choice(sorted(ASKING))
        values = self._values() if self.chance.random() < 0.5 else None
        return self._press(self._anybody(), self._control(verb), values)

    def _acting(self) -> Sent:
        """An action that is not this person's, not for now, or against the rules."""
        control, person = self._control(self.chance.choice(ACTING)), self._anybody()
        if self.chance.random() < 0.5:
            control = self._almost(person, control)
        if self._allowed(person, control):
            control = Control(
                control.verb, control.id, control.seat, (control.number or 0) + 1, control.arg
            )
        return self._press(person, control)

    def _almost(self, person: Person, control: Control) -> Control:
        """The seat and the number are right as far as they can be."""
        table = self._table()
        seat = table.seat_of(person.id)
        number = 0 if seat is None else seat.number
        return Control(
            control.verb, table.id, number, table.view(None).decisions[number], control.arg
        )

    def _allowed(self, person: Person, control: Control) -> bool:
        table = next((each for each in self.club.tables if each.id == control.id), None)
        if table is None or table.over or control.seat is None:
            return False
        seat = table.seat_of(person.id)
        if seat is None or seat.number != control.seat:
            return False
        if table.view(None).decisions[seat.number] != control.number:
            return False
        decision = table.game.decision(seat.number)
        # Of a discard it does not look closely: none is made up that might be legal.
        return decision is not None and (
            decision.kind == "discard" or control.arg in map(str, decision.choices)
        )

    def _inviting(self) -> Sent:
        """An invitation that is not this person's to answer, or of another kind."""
        verb, person = self.chance.choice(INVITING), self._anybody()
        asked = self.chance.choice(self.club.asked)
        control = Control(verb, asked.id, None, None, self._arg())
        lobby, host = asked.size > 2, person.id == asked.host_id
        seated = person.id in [seat.user_id for seat in asked.seats]
        may = {
            "accept": not lobby and not host and asked.opponent_id in (None, person.id),
            "decline": not lobby and asked.opponent_id == person.id,
            "withdraw": host,
            "join": lobby and not seated,
            "leave": lobby and seated,
            "addbot": lobby and host,
            "dropbot": False,
            "begin": False,
        }[verb]
        if may and asked.state == "open":
            control = Control(verb, self.chance.choice((None, 77, 36**10)), None, None, "easy")
        values = ["easy"] if verb == "addbot" else None
        return self._press(person, control, values)

    def _managing(self) -> Sent:
        """What takes the right to manage the server, by somebody without it, or with nonsense."""
        verb, person = self.chance.choice(MANAGING), self._anybody()
        control = self._control(verb)
        values = self._values()
        if person.display_name == MANAGER:
            running = {table.id for table in self.club.tables if not table.over}
            control = Control(verb, control.id, control.seat, control.number, "nothing")
            if verb in ("calloff", "unseatyes") and control.id in running:
                control = Control(verb, 10**7, control.seat)
            if verb == "seasonname":
                values = ["  \u202e "]
            if verb == "wipeall":
                values = ["Another Club"]
        return self._press(person, control, values)

    def _seated(self) -> Sent:
        """What only somebody who sits there can do, by others; or in a game that is over."""
        verb = self.chance.choice(SEATED)
        if verb == "giveup" and self.chance.random() < 0.5:
            over = self.chance.choice([table for table in self.club.tables if table.over])
            return self._press(self._anybody(), Control(verb, over.id))
        if verb == "back":
            return self._press(self._anybody(), self._control(verb))
        return self._press(self.club.stranger, self._control(verb))

    def _own(self) -> Sent:
        """One's own settings and data, with nonsense; somebody who plays cannot be taken out."""
        verb = self.chance.choice(OWN)
        if verb == "takeoutyes":
            player = self.club.home.person(self.chance.choice(("Ada", "Ben")))
            return self._press(player, Control(verb))
        if verb == "share":
            running = self.chance.choice([table for table in self.club.tables if not table.over])
            return self._press(self._anybody(), Control(verb, running.id, arg=self._arg()))
        if verb == "setme":
            arg = self.chance.choice(("nothing", "language", self._arg()))
            return self._press(self._anybody(), Control(verb, arg=arg), [self._odd_value()])
        return self._press(self._anybody(), self._control(verb))

    def _odd_value(self) -> str:
        return self.chance.choice(("xx-YY", "maybe", "English", "--", "0.5"))

    def _form(self) -> Sent:
        """A form with nonsense; its custom_id may be of any control."""
        verb, person = self.chance.choice(("seasonname", "wipeall", "hand", "zzz")), self._anybody()
        typed = self._text() if person.display_name != MANAGER else "\u202e"
        field: Json = {"type": 4, "custom_id": "text", "value": typed, "id": 2}
        inside: list[Json] = self.chance.choice(
            (
                [{"type": 18, "id": 1, "component": field}],
                [{"type": 1, "id": 1, "components": [field]}],
                [{"type": 18, "id": 1, "component": field}] * 5,
                [],
            )
        )
        data: Json = {"custom_id": str(self._control(verb)), "components": inside, "resolved": {}}
        channel, source = self._where(person)
        handle = self._start(person.user, channel, MODAL_SUBMIT, data, source=source)
        return Sent(f"{person.display_name} sends the form {data}"[:300], handle, person)

    # Commands

    def _command(self) -> Sent:
        """A command that there is, with options that are odd."""
        chance = self.chance
        path, options = chance.choice(
            (
                ("game table", {"game": 4242}),
                ("game resign", {"game": self._far()}),
                ("game record", {"game": self._far()}),
                ("game show", {"game": self._far()}),
                ("game history", {"member": self._anybody().id, "game": "bridgette"}),
                ("game list", {}),
                ("bridgette start", {"opponent": "self"}),
                ("bridgette start", {"opponent": "bot"}),
                ("bridgette start", {"opponent": "self", "computer": "hard", "deals": 12}),
                ("drawbridge start", {"opponent": "bot", "target": 5000}),
                ("leaderboard", {"game": "drawbridge", "period": "all", "by": "points"}),
                ("profile", {"member": self._anybody().id}),
                ("profile", {"member": "bot"}),
                ("rules", {"game": "callbridge"}),
                ("admin end", {"game": self._far()}),
                ("admin unseat", {"game": self._far()}),
                ("help", {}),
                ("check", {}),
                ("privacy", {}),
                ("settings me", {}),
            )
        )
        person = self._anybody()
        channel = self.club.home.channel
        if (
            chance.random() < 0.1
            and person.display_name != MANAGER
            and person is not self.club.stranger
        ):
            channel = self.club.elsewhere
        elif chance.random() < 0.05:
            person, channel = self.club.home.person("Ada"), self.club.direct
        return self._invoke(person, channel, path, options, COMMAND)

    def _far(self) -> int:
        """No running game of anybody's: none at all, one that is over, or a huge number."""
        over = [table.id for table in self.club.tables if table.over]
        return self.chance.choice((*over, 10**6, 2**53 - 1, 4242))

    def _completion(self) -> Sent:
        """Suggestions for a game's number while nonsense is typed."""
        path = self.chance.choice(("game table", "game resign", "game record", "game show"))
        person = self._anybody()
        return self._invoke(
            person, self.club.home.channel, path, {"game": self._text()}, AUTOCOMPLETE
        )

    def _unknown_command(self) -> Sent:
        """A command that there is not, or not like this: Discord may know one of yesterday."""
        person, channel = self._anybody(), self.club.home.channel
        name, below = self.chance.choice(
            (
                ("whist", []),
                ("game", [{"name": "burn", "type": 1, "options": []}]),
                ("help", [{"name": "more", "type": 3, "value": "x"}]),
                ("rules", []),
                ("rules", [{"name": "game", "type": 3, "value": "poker"}]),
                ("game", _with("table", {"name": "game", "type": 4, "value": -5})),
                ("bridgette", _with("start", {"name": "deals", "type": 4, "value": 99})),
                ("drawbridge", _with("start", {"name": "target", "type": 3, "value": "lots"})),
            )
        )
        data: Json = {"name": name, "options": below}
        data = {"id": "1", "type": 1, **data}
        handle = self._start(person.user, channel, COMMAND, data)
        return Sent(f"{person.display_name} uses {data}", handle, person)

    def _invoke(
        self, person: Person, channel: Channel, path: str, options: dict[str, Any], kind: int
    ) -> Sent:
        name, *below = path.split()
        command = next(each for each in self._commands if each["name"] == name)
        declared: Json = command
        for each in below:
            declared = next(option for option in declared["options"] if option["name"] == each)
        kinds = {option["name"]: option["type"] for option in declared.get("options") or []}
        resolved: Json = {}
        values = [
            self._option(person, channel, key, kinds[key], value, resolved, kind)
            for key, value in options.items()
        ]
        for each in reversed(below):
            values = [{"name": each, "type": 1, "options": values}]
        data: Json = {
            "id": command["id"], "name": name, "type": 1, "options": values, "resolved": resolved,
        }  # fmt: skip
        handle = self._start(person.user, channel, kind, data)
        return Sent(f"{person.display_name} uses /{path} {options}", handle, person)

    def _option(
        self,
        person: Person,
        channel: Channel,
        name: str,
        kind: int,
        value: Any,
        resolved: Json,
        asked: int,
    ) -> Json:
        option: Json = {"name": name, "type": kind, "value": value}
        if asked == AUTOCOMPLETE:
            option["focused"] = True
        if kind == 6:
            world = self.club.home.playground.world
            ident = {"self": person.id, "bot": world.bot.id}.get(value, value)
            option["value"] = str(ident)
            self._resolve(ident, channel, resolved)
        return option

    def _resolve(self, ident: int, channel: Channel, resolved: Json) -> None:
        CommandInput(self.club.home.playground.world, channel).reference(6, ident, resolved)


def _with(subcommand: str, option: Json) -> list[Json]:
    return [{"name": subcommand, "type": 1, "options": [option]}]
