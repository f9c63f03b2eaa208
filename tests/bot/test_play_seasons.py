"""Seasons, and the removal of a server's data: by managers, twice asked, over the gateway."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.presses import settings
from bot.reply import Reply
from data.errors import DatabaseLocked
from playground import Person, Seen
from tests.bot.test_play_settings import appoint, opened
from tests.bot.test_play_standing import Reader, resigned
from tests.harness import House, control_of, house, made_up


async def start_season(home: House, manager: Person, name: str) -> Seen:
    """Open the settings and start a season by its form; the settings as they are then."""
    seen = await opened(manager, home, "settings server")
    asked = await manager.press_label(seen, "Start a season …")
    assert asked.kind == "modal"
    assert asked.modal is not None
    answer = await manager.submit_modal(asked.modal, {"text": name})
    assert answer.ok
    return manager.message(seen.id)


async def test_a_season_from_its_start_to_its_podium(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        appoint(home, ada)
        await resigned(home, "bridgette", "Ben", "Ada")
        seen = await start_season(home, ada, "  Winter   Cup ")
        assert "**Winter Cup** has been running since" in seen.text
        await resigned(home, "bridgette", "Ada", "Ben")
        await resigned(home, "drawbridge", "Ada", "Cleo")
        cleo = Reader(home, home.person("Cleo"))
        board = await cleo.ask("leaderboard")
        running = await home.database.seasons.running(home.playground.guild.id)
        assert running is not None
        board = await cleo.choose(board, "boardtime", f"s{running.id}")
        assert "All games · Season Winter Cup" in board.text
        assert "**1.** Ada: **2 wins** in 2 games (100%)" in board.text

        asked = await ada.press_label(seen, "End it …")
        assert asked.kind == "update"
        assert "End the season Winter Cup?" in ada.message(seen.id).text
        await home.restart()
        await ada.press_label(ada.message(seen.id), "End the season")
        assert "No season is running." in ada.message(seen.id).text
        told = await cleo.person.wait_for(lambda each: "has ended" in each.text)
        assert not told.ephemeral
        assert "🥇 **1.** Ada: 2 wins in 2 games" in told.text
        assert "**Bridgette**\n🥇 **1.** Ada: 1 win in 1 game" in told.text
        assert "**Draw Bridge**" in told.text
        board = await cleo.choose(board, "boardgame", "bridgette")
        assert "**1.** Ada" in board.text
        again = await ada.press(seen, made_up("seasonover", running.id), forge=True)
        assert again.message is not None
        assert "not running any more" in again.message.text


async def test_an_empty_season_has_an_empty_podium(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        appoint(home, ada)
        seen = await start_season(home, ada, "*@everyone*")
        await ada.press_label(seen, "End it …")
        await ada.press_label(ada.message(seen.id), "End the season")
        told = await home.person("Ben").wait_for(lambda each: "has ended" in each.text)
        assert "Nobody won a game between people in it." in told.text
        assert "@everyone" not in told.text
        assert not home.person("Ben").pings()


@pytest.mark.parametrize("trouble", ["Discord", "database"])
async def test_a_podium_that_could_not_be_announced_is_announced_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    async with house(tmp_path) as home:
        ada, cleo = home.person("Ada"), home.person("Cleo")
        appoint(home, ada)
        seen = await start_season(home, ada, "Cup")
        await resigned(home, "bridgette", "Ada", "Ben")
        await ada.press_label(seen, "End it …")

        async def locked(_: object) -> None:
            raise DatabaseLocked("in use by another program")

        with monkeypatch.context() as patch:
            if trouble == "database":
                patch.setattr(home.database.seasons, "podium", locked)
            else:
                home.playground.faults.add("POST", "/webhooks/{id}/{token}", 50013)
            await ada.press_label(ada.message(seen.id), "End the season")
            told = await ada.wait_for(lambda each: "could not announce" in each.text)
        assert told.ephemeral
        assert "The season Cup has ended" in told.text
        assert not [each for each in cleo.messages() if "has ended" in each.text]
        assert await home.database.seasons.running(home.playground.guild.id) is None

        seen = await opened(ada, home, "settings server")
        await ada.press_label(seen, "Announce the last season again")
        shown = await cleo.wait_for(lambda each: "has ended" in each.text)
        assert not shown.ephemeral
        assert "🥇 **1.** Ada: 1 win in 1 game" in shown.text
        for number in (None, 99):
            none = await ada.press(seen, made_up("seasontell", number), forge=True)
            assert none.message is not None
            assert "not running any more" in none.message.text
        # While another runs there is none to announce, and the one that runs has not ended.
        seen = await start_season(home, ada, "Next")
        assert "Announce the last season again" not in [each["label"] for each in seen.buttons()]
        running = await home.database.seasons.running(home.playground.guild.id)
        assert running is not None
        await ada.press(seen, made_up("seasontell", running.id), forge=True)
        assert not [each for each in cleo.messages() if "Next has ended" in each.text]


async def test_names_of_seasons_that_cannot_be(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        appoint(home, ada)
        seen = await opened(ada, home, "settings server")
        asked = await ada.press_label(seen, "Start a season …")
        assert asked.modal is not None
        refused = await ada.submit_modal(asked.modal, {"text": "\u200b \u202e"})
        assert refused.message is not None
        assert "1 to 32 characters that can be read" in refused.message.text
        seen = await start_season(home, ada, "One")
        late = await ada.press(seen, made_up("season", None), forge=True)
        assert late.modal is not None
        refused = await ada.submit_modal(late.modal, {"text": "Two"})
        assert refused.message is not None
        assert "The season One is still running" in refused.message.text
        board = await opened(ben, home, "leaderboard")
        for verb in settings.HANDLERS.keys() - {"setme"}:
            refused = await ben.press(board, made_up(verb, 1), forge=True)
            assert refused.message is not None
            assert "it takes the permission Manage Server" in refused.message.text, verb


async def test_a_server_is_removed_after_two_questions(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        appoint(home, ada)
        await resigned(home, "bridgette", "Ada", "Ben")
        table = await home.alone("bridgette", "Ben")
        public = await table.public()
        seen = await opened(ada, home, "settings server")
        await ada.press_label(seen, "Remove all data …")
        asked = ada.message(seen.id)
        assert "- 1 finished game with all moves and records" in asked.text
        form = await ada.press_label(asked, "Go on …")
        assert form.modal is not None
        wrong = await ada.submit_modal(form.modal, {"text": "Card Rom"})
        assert wrong.message is not None
        assert "nothing was removed" in wrong.message.text
        assert await home.database.games.load(1) is not None
        form = await ada.press_label(asked, "Go on …")
        assert form.modal is not None
        await home.restart()
        await ada.submit_modal(form.modal, {"text": "card room"})
        assert "has been removed: 2 games" in ada.message(seen.id).text
        assert await home.database.games.load(1) is None
        assert "Nobody has finished a game" in (await opened(ben, home, "leaderboard")).text
        answer = await ben.press(public, control_of(public, "hand"))
        assert answer.message is not None
        assert "I know no game" in answer.message.text
        # And on it goes.
        await resigned(home, "bridgette", "Ada", "Ben")
        assert "**1.** Ada" in (await opened(ben, home, "leaderboard")).text


async def test_a_form_that_comes_too_late_is_said_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        appoint(home, ada)
        seen = await opened(ada, home, "settings server")

        async def slow(reply: Reply, _: object) -> bool:
            await reply.interaction.response.defer()
            reply._deferred = True
            return False

        monkeypatch.setattr(Reply, "ask", slow)
        await ada.press_label(seen, "Start a season …")
        told = await ada.wait_for(lambda each: "Please press again" in each.text)
        assert told.ephemeral


async def test_a_question_is_gone_back_from(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        appoint(home, ada)
        seen = await opened(ada, home, "settings server")
        await ada.press_label(seen, "Remove all data …")
        await ada.press_label(ada.message(seen.id), "Keep everything")
        assert "## Settings of Card Room" in ada.message(seen.id).text
