"""What people and servers choose takes effect at once, and can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import texts as texts_module
from bot.screens.settings import UNSET
from playground import Person, Seen
from tests.harness import House, control_of, house, made_up

PO = """
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"

msgid "## Your settings"
msgstr "## Deine Einstellungen"

msgid "{host} looks for an opponent at {game}"
msgstr "{host} sucht jemanden für {game}"
"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A second language, of a few texts."""
    folder = tmp_path / "locales" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "bot.po").write_text(PO, encoding="utf-8")
    monkeypatch.setattr(texts_module, "LOCALES", tmp_path / "locales")
    texts_module._texts_of.cache_clear()
    yield
    texts_module._texts_of.cache_clear()


def appoint(home: House, person: Person) -> None:
    """Let this person manage the server."""
    home.playground.appoint(person, home.playground.guild, ("MANAGE_GUILD",))


async def opened(person: Person, home: House, command: str) -> Seen:
    """The private answer to a command."""
    answer = await person.command(home.channel, command)
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message


async def choose(person: Person, seen: Seen, verb: str, key: str, value: str) -> Seen:
    """Choose in the select of this setting; the message as it is then."""
    answer = await person.select(seen, control_of(seen, verb, key), [value])
    assert answer.kind == "update"
    return person.message(seen.id)


@pytest.mark.usefixtures("german")
async def test_ones_own_language_counts_at_once_and_is_taken_back(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        seen = await opened(ada, home, "settings me")
        assert "**Language:** The language of your Discord" in seen.text
        seen = await choose(ada, seen, "setme", "language", "de")
        assert "Deine Einstellungen" in seen.text
        assert ": Deutsch" in seen.text.replace("**Language:**", ":")
        assert (await home.database.people.settings(ada.id)).language == "de"
        await home.restart()
        seen = await choose(ada, seen, "setme", "language", UNSET)
        assert "## Your settings" in seen.text
        assert (await home.database.people.settings(ada.id)).language is None


async def test_who_wants_no_notifications_gets_none(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        seen = await opened(ben, home, "settings me")
        assert "**Notifications:** Yes" in seen.text
        seen = await choose(ben, seen, "setme", "pings", "off")
        assert "**Notifications:** No" in seen.text
        posted = await ada.command(home.channel, "bridgette start", opponent=ben)
        assert posted.message is not None
        assert f"<@{ben.id}>" in posted.message.text
        assert not ben.pings()
        await choose(ben, seen, "setme", "pings", "on")
        await ada.command(home.channel, "drawbridge start", opponent=ben)
        assert len(ben.pings()) == 1


@pytest.mark.usefixtures("german")
async def test_a_servers_language_is_that_of_public_messages(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        appoint(home, ada)
        seen = await opened(ada, home, "settings server")
        await choose(ada, seen, "setserver", "language", "de")
        assert "## Settings of Card Room" in ada.message(seen.id).text
        posted = await ben.command(home.channel, "bridgette start")
        assert posted.message is not None
        assert "Ben sucht jemanden für Bridgette" in posted.message.text
        chosen = await home.database.servers.settings(home.playground.guild.id)
        assert chosen.language == "de"
        await choose(ada, seen, "setserver", "language", UNSET)
        chosen = await home.database.servers.settings(home.playground.guild.id)
        assert chosen.language is None


async def test_only_managers_choose_for_a_server(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        refused = await opened(ben, home, "settings server")
        assert "takes the permission Manage Server" in refused.text
        assert not refused.controls()
        appoint(home, ada)
        seen = await opened(ada, home, "settings server")
        board = await opened(ben, home, "leaderboard")
        for verb, more in (
            ("setserver", {"arg": "language"}),
            ("settings", {}),
        ):
            answer = await ben.press(board, made_up(verb, None, **more), forge=True)
            assert answer.message is not None
            assert answer.message.id != seen.id
        chosen = await home.database.servers.settings(home.playground.guild.id)
        assert chosen.language is None


async def test_what_is_not_offered_cannot_be_chosen(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        seen = await opened(ada, home, "settings me")
        for key, value in (("language", "xx"), ("luck", "on"), ("pings", UNSET)):
            custom_id = made_up("setme", None, arg=key)
            answer = await ada.select(seen, custom_id, [value], forge=True)
            assert answer.ok
        settings = await home.database.people.settings(ada.id)
        assert settings.language is None
        assert settings.pings
