"""Cards as pictures and in words at the table, by what each person and each server chose."""

from __future__ import annotations

import asyncio
import random
import re
from pathlib import Path

import pytest

from bot.faces import faces
from tests.bot.test_play_settings import appoint, choose, opened
from tests.harness import WAIT, House, TableOf, house

FACE = re.compile(r"<:\w+_([24])_[0-9a-f]{6}:\d+>")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Uploads follow each other without a pause."""
    monkeypatch.setattr(faces, "APART", 0)


async def uploaded(home: House) -> None:
    """The bot has drawn its pictures and uploaded them."""
    async with asyncio.timeout(WAIT):
        await home.client.app.faces.settled()


async def decks(table: TableOf, name: str) -> set[str]:
    """How many colours the pictures have that this person's hand shows."""
    hand = await table.player(name).hand()
    buttons = {str(each.get("emoji", {}).get("name")) for each in hand.controls()}
    shown = set(FACE.findall(hand.text))
    assert all(each == "None" or f"_{next(iter(shown))}_" in each for each in buttons)
    return shown


async def test_everybody_sees_the_deck_of_ones_own_choice(tmp_path: Path) -> None:
    async with house(tmp_path, faces=True) as home:
        await uploaded(home)
        ada, ben = home.person("Ada"), home.person("Ben")
        table = await home.two("bridgette")
        assert await decks(table, "Ada") == {"2"}
        assert set(FACE.findall((await table.public()).text)) == {"2"}

        mine = await opened(ada, home, "settings me")
        await choose(ada, mine, "setme", "deck", "four")
        assert await decks(table, "Ada") == {"4"}
        assert await decks(table, "Ben") == {"2"}
        assert set(FACE.findall((await table.public()).text)) == {"2"}

        appoint(home, ben)
        server = await opened(ben, home, "settings server")
        await choose(ben, server, "setserver", "deck", "four")
        await table.play_on(
            random.Random(5), until=lambda own: own.game.view(None).phase != "discard"
        )
        await table.settled()
        assert set(FACE.findall((await table.public()).text)) == {"4"}
        assert await decks(table, "Ben") == {"2"}


async def test_cards_in_words_for_whom_they_are_read_aloud(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        table = await home.two("bridgette")
        mine = await opened(ada, home, "settings me")
        mine = await choose(ada, mine, "setme", "words", "on")
        assert "**Cards in words:** Yes" in mine.text
        await table.play_on(random.Random(5), until=lambda own: own.game.view(None).phase == "play")
        hand = await table.player("Ada").hand()
        assert re.search(r"(ace|king|queen|jack|\w+) of (spades|hearts|diamonds|clubs)", hand.text)
        assert not re.search(r"\d[♠♥♦♣]", hand.text)
        assert re.search(r"[AKQJ\d][♠♥♦♣]", (await table.player("Ben").hand()).text)
        assert "ten of" not in (await table.public()).text
        await choose(ada, mine, "setme", "words", "off")
        assert re.search(r"[AKQJ\d][♠♥♦♣]", (await table.player("Ada").hand()).text)
