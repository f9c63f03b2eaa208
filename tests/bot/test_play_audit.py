"""Every change that a manager makes is a line in the log: who, where, what, and the values."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from bot.logs import AUDIT, about
from bot.presses.settings import HANDLERS
from bot.screens.settings import UNSET
from data.errors import DatabaseLocked
from playground import Person, Seen
from tests.bot.test_play_seasons import start_season
from tests.bot.test_play_settings import appoint, choose, opened
from tests.harness import House, control_of, house, made_up

Told = tuple[str, str | int, str | int]


@pytest.fixture
def heard(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO, AUDIT)
    return caplog


def lines(heard: pytest.LogCaptureFixture, home: House, person: Person) -> list[Told]:
    """What was done, the old value and the new one, of each line since the last time."""
    found = [about(record) for record in heard.records if record.name == AUDIT]
    heard.clear()
    for fields in found:
        assert fields["person"] == person.id
        assert fields["server"] == home.playground.guild.id
    return [(str(each["action"]), each["old"], each["new"]) for each in found]


async def removal(home: House, manager: Person) -> Seen:
    """The form that asks for the server's name."""
    seen = await opened(manager, home, "settings server")
    await manager.press_label(seen, "Remove all data …")
    form = await manager.press_label(manager.message(seen.id), "Go on …")
    assert form.modal is not None
    await manager.submit_modal(form.modal, {"text": "card room"})
    return manager.message(seen.id)


async def test_what_is_chosen_for_a_server(tmp_path: Path, heard: pytest.LogCaptureFixture) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        appoint(home, ada)
        seen = await opened(ada, home, "settings server")
        seen = await choose(ada, seen, "setserver", "language", "uk")
        seen = await choose(ada, seen, "setserver", "language", UNSET)
        seen = await choose(ada, seen, "setserver", "pace", "days")
        seen = await choose(ada, seen, "setserver", "pace", "live")
        seen = await choose(ada, seen, "setserver", "deck", "four")
        assert lines(heard, home, ada) == [
            ("set language", "-", "uk"),
            ("set language", "uk", "-"),
            ("set pace", "-", "days"),
            ("set pace", "days", "live"),
            ("set deck", "two", "four"),
        ]
        other = home.playground.add_channel("cards", home.playground.guild)
        roles = home.playground.guild.members[ada.id].roles
        role = str(roles[0])
        await ada.select(seen, control_of(seen, "setstart", "channels"), [str(other.id)])
        await ada.select(seen, control_of(seen, "setstart", "roles"), [role])
        await ada.select(seen, control_of(seen, "setstart", "roles"), [])
        assert lines(heard, home, ada) == [
            ("set channels", "-", str(other.id)),
            ("set roles", "-", role),
            ("set roles", role, "-"),
        ]


async def test_seasons_and_the_removal_of_everything(
    tmp_path: Path, heard: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        appoint(home, ada)
        await home.two()
        seen = await start_season(home, ada, "Cup of Ben")
        await ada.press_label(seen, "End it …")
        await ada.press_label(ada.message(seen.id), "End the season")
        assert "Ben" not in heard.text
        assert lines(heard, home, ada) == [("start season", "-", 1), ("end season", 1, "-")]

        async def locked(_: int) -> int:
            raise DatabaseLocked("in use by another program")

        with monkeypatch.context() as patch:
            patch.setattr(home.database.servers, "wipe", locked)
            await removal(home, ada)
        assert lines(heard, home, ada) == [("remove a part of all data", "-", "-")]
        assert "has been removed" in (await removal(home, ada)).text
        assert lines(heard, home, ada) == [("remove all data", "1 games", "-")]


async def test_what_was_refused_is_no_line(tmp_path: Path, heard: pytest.LogCaptureFixture) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        appoint(home, ada)
        seen = await opened(ada, home, "settings server")
        answer = await ada.select(
            seen, made_up("setserver", None, arg="pace"), ["never"], forge=True
        )
        assert answer.ok
        board = await opened(ben, home, "leaderboard")
        for verb in HANDLERS:
            await ben.press(board, made_up(verb, 1, arg="pace"), forge=True)
        assert lines(heard, home, ada) == []
