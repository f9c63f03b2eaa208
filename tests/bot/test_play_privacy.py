"""What is kept about somebody, the way out of it, and servers that the bot has left."""

from __future__ import annotations

import asyncio
import json
import logging
import random
from pathlib import Path
from typing import Any

import pytest

from data.shares import Share
from playground import Person
from tests.bot.test_play_clocks import eventually
from tests.bot.test_play_standing import Reader, resigned
from tests.harness import WAIT, House, control_of, house
from tests.storage import look

MONTH = 30 * 24 * 3600.0


async def take_out(home: House, person: Person) -> str:
    """Ask to be taken out and confirm it; what the message says then."""
    reader = Reader(home, person)
    seen = await reader.ask("privacy")
    seen = await reader.press(seen, "Take me out …")
    assert "This cannot be undone" in seen.text
    answer = await person.press_label(seen, "Take me out")
    assert answer.message is not None
    return answer.message.text


async def everything_shown(home: House, table_ids: tuple[int, ...]) -> str:
    """What Cleo gets to read of everything there is, in one text, with files and alt texts."""
    cleo = Reader(home, home.person("Cleo"))
    asked: list[tuple[str, dict[str, Any]]] = [
        ("leaderboard", {}),
        ("leaderboard", {"game": "bridgette"}),
        ("leaderboard", {"game": "bridgette", "by": "best", "period": "month"}),
        ("profile", {"member": home.person("Ada")}),
        ("profile", {"member": home.person("Ada"), "game": "bridgette"}),
        ("game history", {}),
    ]
    for number in table_ids:
        asked += [("game record", {"game": number}), ("game show", {"game": number})]
    shown: list[str] = []
    for command, options in asked:
        seen = await cleo.ask(command, **options)
        shown.append(json.dumps(seen.components, ensure_ascii=False))
        shown += [f"{each.description} {each.filename}" for each in seen.source.attachments]
        shown += [each.data.decode("latin-1") for each in seen.source.attachments]
    return "\n".join(shown)


async def test_what_is_kept_is_said_with_counts(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        nothing = await Reader(home, home.person("Dev")).ask("privacy")
        assert "- nothing" in nothing.text
        await resigned(home, "bridgette", "Ada", "Ben")
        kept = await Reader(home, home.person("Ben")).ask("privacy")
        for words in (
            "your name as it was last shown: Ben",
            "1 game on 1 server, with 1 move of yours",
            "- 1 result\n",
            "- 1 rating\n",
        ):
            assert words in kept.text, kept.text
        assert "Count me again" not in {each["label"] for each in kept.buttons()}


async def test_after_take_me_out_nothing_names_the_person(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(tmp_path, members=("Ada", "Zebulon", "Cleo")) as home:
        gone = home.person("Zebulon")
        await resigned(home, "bridgette", "Ada", "Zebulon")
        await resigned(home, "bridgette", "Zebulon", "Ada")
        before = await everything_shown(home, (1, 2))
        assert "Zebulon" in before
        # Tables and pages of before are in memory; they must not name anybody later.
        with caplog.at_level(logging.DEBUG):
            assert "You have been taken out" in await take_out(home, gone)
            after = await everything_shown(home, (1, 2))
            assert "Zebulon" not in after
            assert str(gone.id) not in after
            assert '"a former player"' in after  # in the record
            assert "former player" in after.replace('"a former player"', "")  # on the screens
            end = next(
                seen
                for seen in home.person("Ada").messages(home.channel)
                if "scores" in str(seen.controls()) or "rematch" in str(seen.controls())
            )
            answer = await home.person("Cleo").press(end, control_of(end, "rules"))
            assert answer.message is not None
            profile = await Reader(home, home.person("Cleo")).ask("profile", member=gone)
            assert "No finished game on this server yet." in profile.text
        ours = [
            each.getMessage() for each in caplog.records if each.name.startswith(("bot", "data"))
        ]
        assert not [line for line in ours if "Zebulon" in line or str(gone.id) in line]
        kept = await Reader(home, gone).ask("privacy")
        assert "You have been taken out." in kept.text
        assert "- nothing" in kept.text


def standing(home: House, gone: Person) -> list[str]:
    """The messages of the channel that name somebody, by name or number."""
    shown = [
        json.dumps(seen.components, ensure_ascii=False)
        for seen in home.person("Cleo").messages(home.channel)
    ]
    return [text for text in shown if gone.display_name in text or str(gone.id) in text]


async def test_messages_that_can_still_be_edited_are_drawn_without_the_name(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, members=("Ada", "Zebulon", "Cleo")) as home:
        gone = home.person("Zebulon")
        await resigned(home, "bridgette", "Ada", "Zebulon")
        home.playground.advance(2 * 3600)
        await resigned(home, "bridgette", "Zebulon", "Ada")
        named = standing(home, gone)
        assert sum("Seed" in text for text in named) == 2
        await take_out(home, gone)
        old = [text for text in named if "#1 " in text or '#1"' in text]
        # The messages are drawn anew one after the other, when the answer has been given.
        await eventually(lambda: [t for t in standing(home, gone) if "Seed" in t] == old)


async def test_tables_in_memory_forget_whom_another_process_took_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Share, "whole", property(lambda _: False))
    async with house(tmp_path, members=("Ada", "Zebulon", "Cleo")) as home:
        gone = home.person("Zebulon")
        await resigned(home, "bridgette", "Ada", "Zebulon")
        await home.database.privacy.take_out(gone.id, home.client.app.clock.now())
        cleo = Reader(home, home.person("Cleo"))
        (file,) = (await cleo.ask("game record", game=1)).source.attachments
        assert b'"players": ["Ada", "a former player"]' in file.data.replace(b"\n", b"")
        end = next(seen for seen in cleo.person.messages(home.channel) if "Seed" in seen.text)
        answer = await cleo.person.press(end, control_of(end, "record"))
        assert answer.message is not None
        assert b"Zebulon" not in answer.message.source.attachments[0].data


@pytest.mark.parametrize("how", ["play", "call off"])
async def test_whoever_was_taken_out_and_plays_on_is_named_nowhere(
    tmp_path: Path, how: str
) -> None:
    async with house(tmp_path, members=("Ada", "Zebulon", "Cleo")) as home:
        gone = home.person("Zebulon")
        await take_out(home, gone)
        table = await home.two("bridgette", "Ada", "Zebulon", deals=2)
        sitting = table.player("Zebulon")
        await sitting.hand()
        if how == "play":
            own = await table.bots_own()
            await table.play_on(random.Random(1), lambda own: len(own.game.view(None).deals) == 1)
            assert "Player " in (await table.public()).text
            await table.play_on(random.Random(2))
            assert own.over
        else:
            await home.client.app.tables.call_off(await table.bots_own())
        await table.settled()
        public = await table.public()
        assert ("Called off" if how == "call off" else "a former player") in public.text
        tables = [text for text in standing(home, gone) if "challenge" not in text]
        assert not tables, tables
        if how != "call off":
            after = await everything_shown(home, (table.game_id,))
            assert "Zebulon" not in after
            assert str(gone.id) not in after
        kept = await Reader(home, gone).ask("privacy")
        assert "- nothing" in kept.text


async def test_who_still_plays_is_told_what_to_finish(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        await home.two("bridgette", "Ada", "Ben")
        await home.person("Ben").command(home.channel, "drawbridge start")
        told = await take_out(home, home.person("Ben"))
        assert "nothing has changed" in told
        assert "1 game, 1 challenge or lobby" in told
        assert not await home.database.privacy.taken_out(home.person("Ben").id)


async def test_games_of_somebody_taken_out_count_again_after_coming_back(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ben = Reader(home, home.person("Ben"))
        await take_out(home, ben.person)
        await resigned(home, "bridgette", "Ben", "Ada")
        board = await ben.ask("leaderboard")
        assert "Ben" not in board.text
        seen = await ben.ask("privacy")
        seen = await ben.press(seen, "Count me again")
        assert "Ben" not in seen.text
        assert "result" not in seen.text
        assert "You have been taken out" not in seen.text
        await resigned(home, "bridgette", "Ben", "Ada")
        board = await ben.ask("leaderboard")
        assert "Ben (you)**: **1 win** in 1 game" in board.text


async def test_keeping_everything_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        await resigned(home, "bridgette", "Ada", "Ben")
        ada = Reader(home, home.person("Ada"))
        seen = await ada.press(await ada.ask("privacy"), "Take me out …")
        seen = await ada.press(seen, "Keep everything")
        assert "your name as it was last shown: Ada" in seen.text


async def swept(home: House) -> None:
    """Return when games of the first server are gone."""
    async with asyncio.timeout(WAIT):
        while await home.database.games.load(1) is not None:  # noqa: ASYNC110 - polled
            await asyncio.sleep(0.01)


async def left(home: House, is_left: bool) -> None:
    """Return when the database knows that the bot has left the first server, or is back."""
    query = "SELECT left_at IS NOT NULL FROM servers WHERE id = ?"
    async with asyncio.timeout(WAIT):
        while True:
            found = look(home.settings.database_url, query, home.playground.guild.id)
            if found and bool(found[0][0]) == is_left:
                return
            await asyncio.sleep(0.01)


async def test_a_server_that_was_left_is_removed_after_a_month(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        await resigned(home, "bridgette", "Ada", "Ben")
        home.playground.remove_bot(home.playground.guild)
        await left(home, True)
        home.playground.advance(MONTH - 3600)
        await home.restart()
        assert await home.database.games.load(1) is not None
        home.playground.advance(25 * 3600)
        await swept(home)


async def test_coming_back_in_time_keeps_everything(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        await resigned(home, "bridgette", "Ada", "Ben")
        await home.stop()
        home.playground.remove_bot(home.playground.guild)
        await home.start()
        await left(home, True)
        home.playground.advance(MONTH / 2)
        home.playground.invite_bot(home.playground.guild)
        await left(home, False)
        home.playground.advance(MONTH)
        assert await home.database.servers.sweep(home.client.app.clock.now()) == ()
        assert await home.database.games.load(1) is not None
