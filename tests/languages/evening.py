"""A game from its start to a look back on it, played by controls alone: labels are translated."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from bot.controls import parse
from playground import Person, Seen
from tests.harness import House, Sitting, TableOf, control_of, find_control, house
from tests.languages.catalogues import KNOWN_TO_DISCORD
from tests.languages.listening import Listener

PEOPLE = ("Ada", "Ben", "Cleo", "Dev")
SHORT = {"bridgette": {"deals": 2}, "drawbridge": {"target": 50}, "callbridge": {"target": 5}}


class Seat(Sitting):
    """A person whose panels are known by their controls."""

    def _is_panel(self, seen: Seen) -> bool:
        found = [parse(str(each["custom_id"])) for each in seen.controls()]
        return any(
            each is not None and each.id == self.table.game_id and each.seat is not None
            for each in found
        )


class Table(TableOf):
    """A table at which labels say nothing to the test."""

    async def at(self, seat: int) -> Seat:
        own = await self.bots_own()
        user_id = own.seats[seat].user_id
        return Seat(self, next(p for p in self.people if p.id == user_id))


async def spoken(home: House, language: str) -> None:
    """Let everybody, and the server, speak this language: by Discord's choice, or by ours."""
    ada = home.person("Ada")
    home.playground.appoint(ada, home.playground.guild, ("MANAGE_GUILD",))
    if language in KNOWN_TO_DISCORD or language == "en":
        locale = "en-US" if language == "en" else language
        home.playground.guild.locale = locale
        for name in PEOPLE:
            home.person(name).user.locale = locale
        await home.restart()
        return
    for name in PEOPLE:
        await _choose(home, home.person(name), "settings me", "setme", language)
    await _choose(home, ada, "settings server", "setserver", language)


async def _choose(home: House, person: Person, command: str, verb: str, language: str) -> None:
    seen = await shown(home, person, command)
    await person.select(seen, control_of(seen, verb, "language"), [language])


async def shown(home: House, person: Person, command: str, **options: object) -> Seen:
    """What a command answers."""
    answer = await person.command(home.channel, command, **options)
    assert answer.message is not None, command
    return answer.message


async def press(person: Person, seen: Seen, verb: str, arg: str | None = None) -> Seen:
    """Press the control of this verb; the answer's message."""
    answer = await person.press(person.message(seen.id), control_of(seen, verb, arg))
    assert answer.message is not None, verb
    return answer.message


async def begun(home: House, kind: str) -> Table:
    """A game of this kind: of two people, or of one and three computers."""
    ada, ben = home.person("Ada"), home.person("Ben")
    if kind == "callbridge":
        lobby = await shown(home, ada, f"{kind} start", **SHORT[kind])
        await press(ben, lobby, "join")
        await press(ben, ben.message(lobby.id), "leave")
        for _ in range(3):
            seen = ada.message(lobby.id)
            await ada.select(seen, control_of(seen, "addbot"), ["easy"])
        await press(ada, ada.message(lobby.id), "begin")
    else:
        challenge = await shown(home, ada, f"{kind} start", opponent=ben, **SHORT[kind])
        await press(ben, challenge, "accept")
    (line,) = await home.database.games.running_of(ada.id)
    return Table(home, line.id, (ada, ben))


async def evening(
    folder: Path, kind: str, language: str, patch: pytest.MonkeyPatch, *, around: bool
) -> Listener:
    """Play a whole game and look about; what was heard.

    ``around``: and see every other screen as well.
    """
    listener = Listener(language)
    async with house(folder, seed=f"{kind} {language}", members=PEOPLE) as home:
        await spoken(home, language)
        listener.listen(patch)
        home.playground.journal.watch(listener.see)
        table = await begun(home, kind)
        ada, cleo = home.person("Ada"), home.person("Cleo")
        public = await table.public()
        await press(cleo, public, "hand")
        await press(cleo, public, "scores")
        await press(ada, public, "more")
        await table.play_on(random.Random(kind))
        await table.settled()
        end = await table.public()
        page = await press(cleo, end, "lookback")
        for _ in range(4):
            onward = [each for each in page.buttons() if not each.get("disabled")][-2:]
            await cleo.press(cleo.message(page.id), str(onward[0]["custom_id"]))
            page = cleo.message(page.id)
        await press(ada, end, "record")
        if around:
            await _around(home, kind, table)
        await press(ada, end, "rematch")
        await table.settled()
    return listener


async def _around(home: House, kind: str, table: Table) -> None:
    ada, ben = home.person("Ada"), home.person("Ben")
    for command, options in (
        ("game list", {}),
        ("game history", {}),
        ("game history", {"result": "won", "game": kind}),
        ("game show", {"game": table.game_id}),
        ("game table", {}),
        ("game record", {"game": 999}),
        ("leaderboard", {"game": kind}),
        ("leaderboard", {"by": "points"}),
        ("profile", {"game": kind}),
        ("settings me", {}),
        ("settings server", {}),
        ("privacy", {}),
        ("check", {}),
        ("admin games", {}),
    ):
        await shown(home, ada, command, **options)
    for command, options in (("rules", {"game": kind}), ("help", {})):
        seen = await shown(home, ben, command, **options)
        for button in seen.buttons():
            if not button.get("disabled"):
                await ben.press(ben.message(seen.id), str(button["custom_id"]))
    await ben.autocomplete(home.channel, "game show", "game")
    server = await shown(home, ada, "settings server")
    if find_control(server, "season") is not None:
        await ada.press(server, control_of(server, "season"))
    refused = await shown(home, ben, "settings server")
    assert not refused.selects()
    alone = await shown(home, ben, "bridgette start", computer="easy", pace="days")
    assert alone is not None
    (line,) = await home.database.games.running_of(ben.id)
    other = Table(home, line.id, (ben,))
    await other.settled()
    panel = await Seat(other, ben).hand()
    if find_control(panel, "hint") is not None:
        await press(ben, panel, "hint")
