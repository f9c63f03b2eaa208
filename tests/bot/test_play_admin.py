"""What those who manage a server do about its games, by commands and buttons."""

from __future__ import annotations

import logging
import random
from pathlib import Path

import pytest

from bot.managing import STUCK
from data.administration import PAGE_SIZE
from data.errors import DatabaseFull
from playground import Person, Seen
from tests.harness import House, control_of, find_control, house, legal, made_up


def manager(home: House) -> Person:
    """Cleo, who manages the server and plays in none of its games."""
    cleo = home.person("Cleo")
    home.playground.appoint(cleo, home.playground.guild, ("MANAGE_GUILD",))
    return cleo


async def asked(home: House, person: Person, command: str, **options: object) -> Seen:
    answer = await person.command(home.channel, command, **options)
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message


async def pressed(person: Person, seen: Seen, verb: str) -> Seen:
    answer = await person.press(seen, control_of(seen, verb))
    assert answer.message is not None
    return answer.message


async def test_a_game_is_ended_and_counts_for_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.audit")
    async with house(tmp_path) as home:
        table = await home.two()
        await table.play_on(random.Random(1), lambda own: own.game.view(None).phase == "play")
        own = await table.bots_own()
        (seat,) = own.game.to_act
        sitting = await table.at(seat)
        panel = await sitting.hand()
        before = await table.public()
        cleo = manager(home)
        question = await asked(home, cleo, "admin end", game=table.game_id)
        assert "Nobody wins it" in question.text
        assert not own.over
        assert "is ended" in (await pressed(cleo, question, "calloff")).text
        await table.settled()
        after = await table.public()
        assert after.id == before.id
        assert "Called off" in after.text
        stored = await home.database.games.load(table.game_id)
        assert stored is not None
        assert (stored.state, stored.reason) == ("over", "aborted")
        assert stored.seed.hex() in after.text
        told = [seen for seen in cleo.messages() if "has ended [" in seen.text]
        assert [seen.ephemeral for seen in told] == [False]
        assert all(f"<@{person.id}>" in told[0].text for person in table.people)
        # Whatever is pressed on old messages gets words, and nothing happens.
        answer = await sitting.person.press(
            panel, control_of(panel, "play", legal(own, seat, random.Random(1))), forge=True
        )
        assert answer.message is not None
        assert "called off" in answer.message.text
        for verb in ("resign", "more", "record", "rematch", "hand", "lookback"):
            answer = await sitting.person.press(before, made_up(verb, table.game_id), forge=True)
            assert answer.message is not None
            assert "called off" in answer.message.text, verb
        again = await cleo.press(question, made_up("calloff", table.game_id), forge=True)
        assert again.message is not None
        assert "over" in again.message.text
        record = await asked(home, cleo, "game record", game=table.game_id)
        assert "called off" in record.text
        profile = await asked(home, sitting.person, "profile")
        assert "No finished game" in profile.text or "no finished game" in profile.text
        assert await home.database.games.running_of(sitting.person.id) == ()
        (line,) = [record for record in caplog.records if record.name == "bot.audit"]
        assert f"game {table.game_id}" in line.getMessage()
        assert f"admin end by person {cleo.id}" in line.getMessage()
        await home.restart()
        assert (await table.public()).text == after.text


async def test_a_seat_of_two_is_given_up(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        cleo = manager(home)
        choice = await asked(home, cleo, "admin unseat", game=table.game_id)
        assert {b["label"] for b in choice.buttons()} >= {"Ada", "Ben"}
        own = await table.bots_own()
        ben = next(seat for seat in own.seats if seat.user_id == home.person("Ben").id)
        answer = await cleo.press_label(choice, "Ben")
        assert answer.message is not None
        assert "by resignation" in answer.message.text
        assert "given up" in (await pressed(cleo, answer.message, "unseatyes")).text
        await table.settled()
        assert own.game.outcome is not None
        assert own.game.outcome.reason == "resigned"
        assert own.game.outcome.winners == (1 - ben.number,)
        assert "Ben" in (await table.public()).text
        told = [seen for seen in cleo.messages() if "has given up the seat of" in seen.text]
        assert f"<@{ben.user_id}>" in told[0].text


async def test_a_seat_of_four_goes_to_the_computer(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.four(("Ada", "Ben"))
        cleo = manager(home)
        choice = await asked(home, cleo, "admin unseat", game=table.game_id)
        assert not {b["label"] for b in choice.buttons()} & {"Computer 1", "Computer 2"}
        answer = await cleo.press_label(choice, "Ada")
        assert answer.message is not None
        await pressed(cleo, answer.message, "unseatyes")
        own = await table.bots_own()
        ada = own.seat_of(home.person("Ada").id)
        assert ada is not None
        assert ada.taken_over
        # Only one person is left, so that it is asked at once.
        question = await asked(home, cleo, "admin unseat", game=table.game_id)
        assert "Ben" in question.text
        answer = await cleo.press(
            question, made_up("unseatyes", table.game_id, seat=ada.number), forge=True
        )
        assert answer.message is not None
        assert "Nobody plays in that seat" in answer.message.text


async def test_it_takes_manage_server_each_time(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        ada, cleo = home.person("Ada"), manager(home)
        for command, options in (
            ("admin games", {}),
            ("admin end", {"game": table.game_id}),
            ("admin unseat", {"game": table.game_id}),
        ):
            assert "Manage Server" in (await asked(home, ada, command, **options)).text
        public = await table.public()
        for verb in ("running", "calloff", "unseat", "unseatyes"):
            answer = await ada.press(public, made_up(verb, table.game_id, seat=1), forge=True)
            assert answer.message is not None
            assert "Manage Server" in answer.message.text
        assert "I know no game" in (await asked(home, cleo, "admin end", game=999)).text
        assert not (await table.bots_own()).over


async def test_running_games_in_pages(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        cleo = manager(home)
        assert "No game is running" in (await asked(home, cleo, "admin games")).text
        first = await home.two()
        home.playground.advance(STUCK.total_seconds() + 60)
        for _ in range(PAGE_SIZE):
            # No computer plays: by moving it would change the order.
            await home.two("drawbridge")
        last = await home.table(PAGE_SIZE + 1)
        await home.client.app.tables.pause(last)
        page = await asked(home, cleo, "admin games")
        own = await first.bots_own()
        assert f"/{own.channel_id}/{own.message_id}" in page.text
        assert page.text.count("stuck") == 1
        assert "paused" not in page.text
        assert page.text.count("last move") == PAGE_SIZE
        turned = await cleo.press_label(page.id, "Next")
        assert turned.kind == "update"
        shown = cleo.message(page.id)
        assert shown.text.count("last move") == 1
        assert "paused" in shown.text
        assert find_control(shown, "running") is not None


async def test_an_end_that_cannot_be_saved_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        cleo = manager(home)
        question = await asked(home, cleo, "admin end", game=table.game_id)

        async def full(*_: object) -> None:
            raise DatabaseFull("no room")

        with monkeypatch.context() as patch:
            patch.setattr(home.database.administration, "abort", full)
            answer = await pressed(cleo, question, "calloff")
            assert "not saved" in answer.text
        own = await table.bots_own()
        assert not own.over
        assert "Called off" not in (await table.public()).text
        await table.play_on(random.Random(1), lambda own: own.game.view(None).phase == "auction")
