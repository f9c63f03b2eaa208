"""A fourth game over the gateway: begun, played, stopped in the middle, recorded, ranked."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from bot.checking import report
from bot.games import GAMES, Games
from bot.screens.parts import points_line
from bot.texts import Texts
from playground import Seen
from tests.adding.games import WITH_WHIST
from tests.harness import House, TableOf, control_of, house

ENGLISH = Texts.for_locale("en-US")


async def test_two_people_play_it_to_its_end(tmp_path: Path) -> None:
    async with house(tmp_path, games=WITH_WHIST) as home:
        table = await home.two("whist", deals=2)
        public = await table.public()
        assert "Whist #1 · deal 1 of 2" in public.text
        assert "**Turned up:**" in public.text
        assert "leads to the trick." in public.text
        await table.play_on(random.Random(1), lambda own: len(own.game.actions) == 9)
        panel = await (await table.at((await table.people_to_act())[0])).hand()
        assert "Your hand · Whist #1" in panel.text
        await home.restart()
        await table.play_on(random.Random(2))
        end = await table.public()
        assert "The game is over" in end.text
        kept = home.person("Cleo").message(public.id)
        assert "**13.**" in kept.text
        own = await table.bots_own()
        assert points_line(own.game.view(None).deals[0].points, own.info(), ENGLISH) in kept.text
        assert own.game.outcome is not None
        winner = own.seats[own.game.outcome.winners[0]]
        await _proven(home, end, tmp_path)
        await _ranked(home, winner.name or "", sum(own.game.totals))


async def _proven(home: House, end: Seen, folder: Path) -> None:
    answer = await home.person("Cleo").press(end, control_of(end, "record"))
    assert answer.message is not None
    (attachment,) = answer.message.source.attachments
    file = folder / "record.json"
    file.write_bytes(attachment.data)
    checked = report(file, ENGLISH, WITH_WHIST)
    assert "Whist (deals=2)" in checked
    assert "every one legal" in checked


async def _ranked(home: House, winner: str, points: int) -> None:
    ada = home.person("Ada")
    answer = await ada.command(home.channel, "leaderboard", game="whist", by="points")
    assert answer.message is not None
    board = answer.message
    assert "**Whist · All time · Games between people**" in board.text
    line = next(line for line in board.text.splitlines() if winner in line)
    assert f"{points} point" in line
    assert "1 win in 1 game" in line
    await ada.select(board.id, control_of(board, "boardgame"), ["bridgette"])
    board = ada.message(board.id)
    assert "Nobody has finished a game here yet." in board.text
    await ada.select(board.id, control_of(board, "boardgame"), ["whist"])
    assert winner in ada.message(board.id).text


async def test_the_computer_plays_it_and_a_rematch_follows(tmp_path: Path) -> None:
    async with house(tmp_path, games=WITH_WHIST) as home:
        table = await home.alone("whist", deals=1)
        await table.play_on(random.Random(1))
        own = await table.bots_own()
        assert own.over
        end = await table.public()
        await home.person("Ada").press(end, control_of(end, "rematch"))
        again = await home.database.games.running_of(home.person("Ada").id)
        assert [line.kind for line in again] == ["whist"]


async def test_it_is_offered_beside_the_others(tmp_path: Path) -> None:
    async with house(tmp_path, games=WITH_WHIST) as home:
        ada = home.person("Ada")
        nothing = await ada.command(home.channel, "game list")
        assert nothing.message is not None
        assert re.search(r"</callbridge start:\d+>, or </whist start:\d+>", nothing.message.text)
        rules = await ada.command(home.channel, "rules", game="whist")
        assert rules.message is not None
        assert "Rules of Whist · The deal" in rules.message.text
        await ada.press_label(rules.message.id, "2 Score")
        assert "a point" in ada.message(rules.message.id).text
        old = await home.two("bridgette")
        assert "Bridgette #" in (await old.public()).text
        watched = await _watch(home, old)
        assert "</whist start:" in watched.text


async def _watch(home: House, table: TableOf) -> Seen:
    public = await table.public()
    answer = await home.person("Cleo").press(public, control_of(public, "hand"))
    assert answer.message is not None
    return answer.message


async def test_another_bot_does_not_know_it(tmp_path: Path) -> None:
    """Nothing of the fourth game stays behind in the process."""
    async with house(tmp_path) as home:
        names = {each["name"] for each in home.person("Ada").commands(home.channel)}
        assert "whist" not in names
        answer = await home.person("Ada").command(home.channel, "leaderboard")
        assert answer.message is not None
        assert "Whist" not in [button["label"] for button in answer.message.buttons()]


def test_rules_without_screens_are_refused() -> None:
    with pytest.raises(ValueError, match="rules or screens alone: whist"):
        Games(rules=WITH_WHIST.rules, screens=GAMES.screens, commands=GAMES.commands)
