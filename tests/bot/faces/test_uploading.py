"""Pictures of cards are uploaded once, mended where something is missing, and never waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from bot.faces import faces as module
from bot.faces.drawn import Picture
from bot.faces.names import CARDS, DECKS, parse
from playground.faults import Fault
from playground.state import Emoji
from tests.bot.test_play_clocks import eventually
from tests.harness import WAIT, House, house

EMOJIS = "/applications/{application_id}/emojis"
ALL = len(DECKS) * len(CARDS)
FEW = (*CARDS[:2], "QH")
EVERY = len(DECKS) * len(FEW)


class Drawing:
    """Stands in for the workers: small pictures at once, of which some may be changed."""

    def __init__(self) -> None:
        self.changed: set[tuple[int, str]] = set()

    async def run(
        self, _work: object, colours: int, cards: Iterable[str], **_limits: float
    ) -> tuple[Picture, ...]:
        return tuple(
            Picture(
                b"\x89PNG\r\n\x1a\n" + card.encode(),
                "beef00" if (colours, card) in self.changed else "cafe00",
            )
            for card in cards
        )


@pytest.fixture
def drawing(monkeypatch: pytest.MonkeyPatch) -> Drawing:
    drawing = Drawing()
    usual = module.Faces.__init__

    def init(self: module.Faces, *arguments: object, **more: object) -> None:
        usual(self, *arguments, **more)  # type: ignore[arg-type]
        self._pool = drawing  # type: ignore[assignment]

    monkeypatch.setattr(module.Faces, "__init__", init)
    monkeypatch.setattr(module, "APART", 0)
    return drawing


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Decks of a few cards, which are uploaded sooner."""
    monkeypatch.setattr(module, "CARDS", FEW)


def uploads(home: House) -> int:
    """How many pictures the bot has asked Discord to take, refused ones too."""
    return sum(
        call.method == "POST" and call.template == EMOJIS for call in home.playground.journal.calls
    )


def shown(home: House) -> list[bool]:
    """Whether each deck is there for readers."""
    faces = home.client.app.faces
    return [bool(faces.writing(four_colours=four).faces) for four in (False, True)]


async def looked(home: House, faces: module.Faces | None = None) -> None:
    """Until the pictures have been looked after for now."""
    async with asyncio.timeout(WAIT):
        await (faces or home.client.app.faces).settled()


async def later(home: House, faces: module.Faces | None = None) -> None:
    """Until they have been looked after again, as it is time for that."""
    looking = faces or home.client.app.faces
    assert looking._rests.is_set()
    attempt, begun = looking._attempt, asyncio.Event()

    async def noted() -> bool:
        begun.set()
        return await attempt()

    with mock.patch.object(looking, "_attempt", noted):
        home.playground.clock.advance(module.LONGEST_PAUSE.total_seconds())
        async with asyncio.timeout(WAIT):
            await begun.wait()
    await looked(home, faces)


async def test_the_first_start_uploads_each_once_and_the_second_none(
    tmp_path: Path, drawing: Drawing
) -> None:
    async with house(tmp_path, faces=True) as home:
        await looked(home)
        assert uploads(home) == ALL
        names = {parse(each.name) for each in home.playground.world.emojis.values()}
        assert None not in names
        assert len(names) == ALL
        await home.restart()
        await looked(home)
        assert uploads(home) == ALL
        assert shown(home) == [True, True]


async def test_uploads_leave_discords_limits_to_the_games(
    tmp_path: Path, drawing: Drawing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "APART", 3600)
    async with house(tmp_path, faces=True) as home:
        table = await home.two("bridgette")
        await eventually(lambda: uploads(home) == 1)
        assert "Bridgette #1" in (await table.public()).text
        assert uploads(home) == 1


@pytest.mark.usefixtures("few")
async def test_a_changed_picture_replaces_one(tmp_path: Path, drawing: Drawing) -> None:
    async with house(tmp_path, faces=True) as home:
        emojis = home.playground.world.emojis
        await looked(home)
        # What others keep with the application is left alone, whatever it is called.
        for number, foreign in enumerate(("ace_of_spades", "one_of_spades_2_cafe00"), start=1):
            emojis[number] = Emoji(number, foreign, False, b"")
        before = {each.name for each in emojis.values()}
        drawing.changed.add((4, "QH"))
        await home.restart()
        await looked(home)
        assert uploads(home) == EVERY + 1
        # The old one stays for messages and processes that still show it, until the next look.
        assert {each.name for each in emojis.values()} - before == {"queen_of_hearts_4_beef00"}
        face = home.client.app.faces.writing(four_colours=True).faces["QH"]
        assert face.name == "queen_of_hearts_4_beef00"
        await home.restart()
        await looked(home)
        assert before - {each.name for each in emojis.values()} == {"queen_of_hearts_4_cafe00"}
        assert (len(emojis), uploads(home)) == (EVERY + 2, EVERY + 1)
        # Changed and changed back: the picture shown is the right one, not the one uploaded last.
        drawing.changed.clear()
        await home.restart()
        await looked(home)
        drawing.changed.add((4, "QH"))
        await home.restart()
        await looked(home)
        face = home.client.app.faces.writing(four_colours=True).faces["QH"]
        assert face.id in emojis
        assert face.name == "queen_of_hearts_4_beef00"


@pytest.mark.usefixtures("few")
async def test_refusals_leave_cards_in_signs_until_it_works_later(
    tmp_path: Path, drawing: Drawing
) -> None:
    async with house(tmp_path, faces=False) as home:
        home.settings = replace(home.settings, faces=True)
        fault = refuse(home, 50013)
        await home.restart()
        await looked(home)
        for answer in (429, 503):
            assert shown(home) == [False, False]
            fault.times = 0
            fault = refuse(home, answer)
            await later(home)
            assert fault.hits
        table = await home.alone("bridgette")
        hand = await table.player("Ada").hand()
        assert "♠ **spades**" in hand.text
        assert "<:" not in hand.text
        assert not home.playground.world.emojis
        fault.times = 0
        await later(home)
        assert shown(home) == [True, True]
        assert len(home.playground.world.emojis) == EVERY


@pytest.mark.usefixtures("few")
async def test_what_was_begun_is_finished_at_the_next_start(
    tmp_path: Path, drawing: Drawing
) -> None:
    async with house(tmp_path, faces=True) as home:
        await looked(home)
        for each in list(home.playground.world.emojis)[2:]:
            del home.playground.world.emojis[each]
        await home.restart()
        await looked(home)
        assert uploads(home) == EVERY + (EVERY - 2)


@pytest.mark.usefixtures("few")
async def test_another_process_looks_and_uploads_nothing(tmp_path: Path, drawing: Drawing) -> None:
    async with house(tmp_path, faces=True) as home:
        await looked(home)
        app = home.client.app
        other = module.Faces(home.client, app.desk, app.pool, app.clock, uploads=False)
        one = next(iter(home.playground.world.emojis))
        lost = home.playground.world.emojis.pop(one)
        other.start()
        await looked(home, other)
        assert not other.writing().faces
        home.playground.world.emojis[one] = lost
        await later(home, other)
        assert other.writing().faces
        assert uploads(home) == EVERY
        await other.close()


def refuse(home: House, answer: int) -> Fault:
    """Discord refuses pictures until the fault is taken away."""
    return home.playground.faults.add("POST", EMOJIS, answer, times=None, retry_after=0.01)
