"""Leaderboards and profiles as people ask for them, over the gateway."""

from __future__ import annotations

import asyncio
import io
import logging
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot import reply
from bot.profiles import BEGUN_WITHIN
from bot.workers.errors import Crowded
from playground import Person, Seen
from tests.harness import House, control_of, find_control, house

PNG = b"\x89PNG\r\n\x1a\n, or so"


async def resigned(home: House, kind: str, winner: str, loser: str) -> None:
    """A game that ``loser`` gives up."""
    table = await home.two(kind, winner, loser)
    person = home.person(loser)
    asked = await person.command(home.channel, "game resign", game=table.game_id)
    assert asked.message is not None
    await person.press(asked.message, control_of(asked.message, "giveup"))
    await table.settled()


@dataclass
class Reader:
    """Somebody who reads boards and profiles."""

    home: House
    person: Person

    async def ask(self, command: str, **options: Any) -> Seen:
        """The private answer to a command."""
        answer = await self.person.command(self.home.channel, command, **options)
        assert answer.message is not None
        assert answer.message.ephemeral
        return self.person.message(answer.message.id)

    async def press(self, seen: Seen, label: str) -> Seen:
        """Press a button; the message as it is then."""
        answer = await self.person.press_label(seen, label)
        assert answer.kind == "update"
        return self.person.message(seen.id)

    async def press_board(self, seen: Seen, page: int) -> Seen:
        """Ask for a page by a press that was made up, as for one far away."""
        parts = control_of(seen, "board").rsplit("-", 1)
        answer = await self.person.press(seen, f"{parts[0]}-{page}", forge=True)
        assert answer.kind == "update"
        return self.person.message(seen.id)

    async def choose(self, seen: Seen, verb: str, value: str) -> Seen:
        """Choose in a select; the message as it is then."""
        answer = await self.person.select(seen, control_of(seen, verb), [value])
        assert answer.kind == "update"
        return self.person.message(seen.id)


async def test_the_end_tells_of_ratings_also_after_a_restart(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette", "Ada", "Ben")
        ben = home.person("Ben")
        asked = await ben.command(home.channel, "game resign")
        assert asked.message is not None
        await ben.press(asked.message, control_of(asked.message, "giveup"))
        await table.settled()
        line = re.compile(r"Ada 1000 → \*\*1\d\d\d\*\* \(\+\d+\), provisional")
        assert line.search((await table.public()).text)
        await home.restart()
        assert line.search((await table.public()).text)
        alone = await home.alone("bridgette", "Ada")
        asked = await home.person("Ada").command(home.channel, "game resign")
        assert asked.message is not None
        await home.person("Ada").press(asked.message, control_of(asked.message, "giveup"))
        await alone.settled()
        assert (
            "Not rated: ratings are for games between people alone." in (await alone.public()).text
        )


async def test_every_board_is_asked_for_in_place(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        await resigned(home, "bridgette", "Ada", "Ben")
        await resigned(home, "bridgette", "Ada", "Ben")
        await resigned(home, "drawbridge", "Ben", "Ada")
        cleo = Reader(home, home.person("Cleo"))
        seen = await cleo.ask("leaderboard")
        assert "**1.** Ada: **2 wins** in 3 games (67%)" in seen.text
        assert "You have no finished game in this list yet." in seen.text
        seen = await cleo.choose(seen, "boardgame", "bridgette")
        assert "**1.** Ada: **2 wins** in 2 games (100%)" in seen.text
        seen = await cleo.press(seen, "Rating")
        assert "Ada: 2 of 5 rated games, 2 wins" in seen.text
        seen = await cleo.press(seen, "Best game")
        assert "in one game" in seen.text
        seen = await cleo.choose(seen, "boardtime", "month")
        assert "Bridgette · This month" in seen.text
        seen = await cleo.choose(seen, "boardvs", "easy")
        assert "Nobody has finished such a game" in seen.text
        await home.restart()
        seen = await cleo.choose(seen, "boardvs", "people")
        assert "Ada" in seen.text
        mine = Reader(home, home.person("Ben"))
        seen = await mine.ask("leaderboard", game="drawbridge", by="wins", period="year")
        assert "**1.** **Ben (you)**: **1 win** in 1 game" in seen.text


async def test_pages_go_on_and_back(tmp_path: Path) -> None:
    members = tuple(f"Player {number}" for number in range(12))
    async with house(tmp_path, members=members) as home:
        for winner, loser in zip(members[::2], members[1::2], strict=True):
            await resigned(home, "bridgette", winner, loser)
        reader = Reader(home, home.person("Player 1"))
        seen = await reader.ask("leaderboard")
        assert seen.text.count("**1.**") == 6
        assert "Your place: **7.** **Player 1 (you)**" in seen.text
        assert "Page 1 of 2, 12 people" in seen.text
        seen = await reader.press(seen, "Next page")
        assert "**7.** **Player 1 (you)**" in seen.text
        assert "Your place" not in seen.text
        seen = await reader.press(seen, "Previous page")
        assert "Page 1 of 2" in seen.text
        # Everybody who was challenged was told so, and nobody of anything else.
        assert all(len(home.person(name).pings()) == 1 for name in members[1::2])
        assert not any(home.person(name).pings() for name in members[::2])


async def test_a_profile_with_its_picture(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        await resigned(home, "bridgette", "Ada", "Ben")
        await resigned(home, "bridgette", "Ada", "Ben")
        ben = Reader(home, home.person("Ben"))
        seen = await ben.ask("profile", member=home.person("Ada"), game="bridgette")
        assert "## Ada · Bridgette" in seen.text
        assert "**Games with people:** 2 of 2 won (100%)" in seen.text
        assert "**With you:** 2 games: Ada came out ahead in 2, you in 0." in seen.text
        (attachment,) = seen.source.attachments
        assert Image.open(io.BytesIO(attachment.data)).size == (1000, 600)
        (gallery,) = [each for each in walk(seen) if each["type"] == 12]
        assert "over 2 rated games" in gallery["items"][0]["description"]
        seen = await ben.choose(seen, "profile", "drawbridge")
        assert "No finished game of this kind" in seen.text
        assert not seen.source.attachments
        await home.restart()
        seen = await ben.choose(seen, "profile", "all")
        assert "**Bridgette:** rating" in seen.text
        assert len(seen.source.attachments) == 1
        own = await ben.ask("profile")
        assert "With you" not in own.text


async def test_a_picture_that_takes_long_comes_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        await resigned(home, "bridgette", "Ada", "Ben")
        monkeypatch.setattr(reply, "DEFER_AFTER", 0.01)
        slow = asyncio.Event()

        async def later(*_: object, **__: object) -> bytes:
            await slow.wait()
            return PNG

        monkeypatch.setattr(type(home.client.app.pool), "run", later)
        ada = home.person("Ada")
        answer = await ada.command(home.channel, "profile", game="bridgette")
        assert answer.kind == "thinking"
        slow.set()
        seen = await ada.wait_for(lambda seen: "## Ada · Bridgette" in seen.text)
        assert [each.data for each in seen.source.attachments] == [PNG]
        slow.clear()
        answer = await ada.select(seen, control_of(seen, "profile"), ["all"])
        assert answer.kind == "nothing"
        slow.set()
        seen = await ada.wait_for(lambda seen: "## Ada · All games" in seen.text)
        assert [each.data for each in seen.source.attachments] == [PNG]


async def test_without_a_worker_the_chart_is_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path) as home:
        await resigned(home, "bridgette", "Ada", "Ben")

        async def busy(*_: object, patience: float, **__: object) -> bytes:
            assert patience == BEGUN_WITHIN
            raise Crowded("no worker was free")

        monkeypatch.setattr(type(home.client.app.pool), "run", busy)
        ada = Reader(home, home.person("Ada"))
        with caplog.at_level(logging.WARNING, "bot"):
            seen = await ada.ask("profile", game="bridgette")
        assert "Rating of Ada at Bridgette after 1 rated game" in seen.text
        assert not seen.source.attachments
        assert "a rating was not drawn" in caplog.text


async def test_profiles_of_nobody(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = Reader(home, home.person("Ada"))
        empty = await ada.ask("profile", member=home.person("Cleo"))
        assert "No finished game on this server yet." in empty.text
        assert not empty.source.attachments
        robot = home.playground.add_person("Robot", bot=True)
        refused = await ada.ask("profile", member=robot)
        assert "Robot is a bot account; only people have profiles" in refused.text
        assert find_control(refused, "profile") is None


async def test_who_left_still_has_a_profile(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        await resigned(home, "bridgette", "Ada", "Ben")
        ben = home.person("Ben")
        cleo = Reader(home, home.person("Cleo"))
        seen = await cleo.ask("profile", member=ben, game="bridgette")
        home.playground.leave(ben, home.playground.guild)
        seen = await cleo.choose(seen, "profile", "all")
        assert "## Ben · All games" in seen.text
        assert "**1.** Ada" in (await cleo.ask("leaderboard")).text
        assert "**2.** Ben" in (await cleo.ask("leaderboard")).text


def walk(seen: Seen) -> list[dict[str, Any]]:
    """Every component of a message."""
    found: list[dict[str, Any]] = []
    waiting = list(seen.components)
    while waiting:
        each = waiting.pop()
        found.append(each)
        waiting.extend(each.get("components") or ())
    return found
