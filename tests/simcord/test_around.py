"""Everything around a game on simcord: commands, refusals, time, restarts, trouble."""

from __future__ import annotations

import random
from pathlib import Path

import discord
import pytest
import simcord

from tests.simcord.playing import Seat
from tests.simcord.stage import controls, find, stage, text_of


async def test_every_command_answers(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        challenge = await ada.command("bridgette start", opponent=ben, deals=2, upcard="aside")
        await ben.press(challenge, "accept")
        used = {"bridgette start"}
        asked: dict[str, list[dict[str, object]]] = {
            "drawbridge start": [{}],
            "callbridge start": [{}],
            "game table": [{}, {"game": 1}],
            "game list": [{}],
            "game resign": [{"game": 1}],
            "game record": [{"game": 1}],
            "game history": [{}, {"member": ben, "game": "bridgette", "result": "won"}],
            "game show": [{"game": 1}],
            "leaderboard": [
                {},
                {"game": "callbridge"},
                {"game": "bridgette", "period": "month", "by": "best", "against": "easy"},
            ],
            "profile": [{}, {"member": ben, "game": "bridgette"}],
            "settings me": [{}],
            "settings server": [{}],
            "admin games": [{}],
            "admin end": [{"game": 1}],
            "admin unseat": [{"game": 1}],
            "privacy": [{}],
            "rules": [{"game": kind} for kind in ("bridgette", "drawbridge", "callbridge")],
            "help": [{}],
            "check": [{}],
        }
        for name, ways in asked.items():
            for options in ways:
                answer = await ada.command(name, **options)
                assert text_of(answer).strip()
                assert answer.ephemeral is not name.endswith("start")
            used.add(name)
        unasked = set(ada.actor.available_commands(club.channel)) - used
        assert not unasked, f"commands that this test does not use yet: {sorted(unasked)}"


@pytest.mark.parametrize("kind", ["bridgette", "drawbridge", "callbridge"])
async def test_a_rulebook_turns_its_pages_in_place(tmp_path: Path, kind: str) -> None:
    async with stage(tmp_path) as club:
        ada = club.join("ada")
        book = await ada.command("rules", game=kind)
        pages = [text_of(book)]
        while forward := [
            control
            for control in find(book, "page")
            if int(control.arg.rpartition("-")[2]) == len(pages)
        ]:
            assert (await ada.press_id(book, str(forward[0]))).id == book.id
            pages.append(text_of(book))
        assert len(set(pages)) == len(pages) > 1


async def test_table_buttons_answer_everybody(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben, cleo = club.join("ada"), club.join("ben"), club.join("cleo")
        await ben.press(await ada.command("bridgette start", opponent=ben), "accept")
        for person in (ada, ben, cleo):
            for control, _ in list(controls(club.table())):
                answer = await person.press_id(club.table(), str(control))
                assert answer.ephemeral
                assert text_of(answer).strip()
        watching = await cleo.press(club.table(), "hand")
        assert "You are not seated at this table" in text_of(watching)


async def test_completion_names_ones_own_games(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        await ben.press(await ada.command("bridgette start", opponent=ben), "accept")
        offered = await ada.actor.autocomplete(club.channel, "game resign", "game", "")
        assert [each["value"] for each in offered] == [1]
        assert "ben" in offered[0]["name"]
        assert not await ada.actor.autocomplete(club.channel, "game record", "game", "")


async def test_resigning_ends_the_game_and_rematch_swaps(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        await ben.press(await ada.command("drawbridge start", opponent=ben), "accept")
        await ada.press(await ada.command("game resign"), "giveup")
        end = club.table("rematch")
        assert "ben" in text_of(end)
        challenge = await ben.press(end, "rematch")
        assert find(challenge, "accept")
        await ada.press(challenge, "accept")
        assert "#2" in text_of(club.table())
        board = await ada.command("leaderboard", game="drawbridge")
        assert "ben" in text_of(board)


async def test_a_finished_game_is_stepped_through_and_shown_to_all(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben, cleo = club.join("ada"), club.join("ben"), club.join("cleo")
        await ben.press(await ada.command("bridgette start", opponent=ben), "accept")
        seat = Seat(ada, random.Random(9))
        await seat.sit(club)
        assert await seat.act()
        await ada.press(await ada.command("game resign"), "giveup")
        page = await cleo.press(club.table("lookback"), "lookback")
        assert page.ephemeral
        assert "The cards as dealt" in text_of(page)
        for tag, words in (("n", "The exchange"), ("n", "The end of the game"), ("f", "as dealt")):
            (step,) = [x for x in find(page, "look") if x.arg.startswith(f"{tag}~")]
            assert (await cleo.press_id(page, str(step))).id == page.id
            assert words in text_of(page)
        public = await cleo.press(page, "share")
        assert not public.ephemeral
        assert "Shown by cleo" in text_of(public)
        assert (await ben.press(public, "lookback")).ephemeral
        listed = await ben.command("game history", result="won")
        (opener,) = find(listed, "pastopen")
        opened = await ben.choose(listed, str(opener), ["1"])
        assert opened.ephemeral
        assert "Bridgette #1" in text_of(opened)


async def test_a_challenge_expires(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        challenge = await ada.command("bridgette start", opponent=ben)
        await club.env.advance_time(9 * 60)
        assert find(challenge, "accept")
        await club.env.advance_time(2 * 60)
        assert not list(controls(challenge))


async def test_old_buttons_work_after_a_restart(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        await ben.press(await ada.command("bridgette start", opponent=ben), "accept")
        seats = [Seat(person, random.Random(5)) for person in (ada, ben)]
        for seat in seats:
            await seat.sit(club)
        assert await seats[0].act()
        await club.restart()
        # The panels of before: one player discards, the auction begins, and both go on.
        assert await seats[1].act()
        for seat in seats:
            await seat.sit(club)
        assert sum([await seat.act() for seat in seats])


async def test_a_panel_outlives_its_token(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        await ben.press(await ada.command("bridgette start", opponent=ben), "accept")
        seats = [Seat(person, random.Random(6)) for person in (ada, ben)]
        for seat in seats:
            await seat.sit(club)
        await club.env.advance_time(16 * 60)
        for seat in seats:
            assert await seat.act()
            assert not find(seat.panel, "pick")


async def test_a_deleted_table_comes_back(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        await ben.press(await ada.command("bridgette start", opponent=ben), "accept")
        seats = [Seat(person, random.Random(7)) for person in (ada, ben)]
        for seat in seats:
            await seat.sit(club)
        before = club.table()
        owner = simcord.MemberActor(club.env, club.guild, club.guild.owner)
        await owner.delete(before)
        for seat in seats:
            assert await seat.act()
        assert club.table().id != before.id
        club.take_refusal("Unknown Message")


async def test_missing_permissions_are_listed_before_a_game(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        club.channel = club.guild.create_text_channel(
            "announcements",
            overwrites={club.guild.default_role: discord.PermissionOverwrite(send_messages=False)},
        )
        answer = await ada.command("bridgette start", opponent=ben)
        assert answer.ephemeral
        assert "Send Messages" in text_of(answer)


async def test_challenges_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada = club.join("ada")
        robot = club.guild.add_member(club.env.create_user("robot", bot=True))
        for opponent in (ada, robot):
            answer = await ada.command("bridgette start", opponent=opponent)
            assert answer.ephemeral
            assert not list(controls(answer))
            assert text_of(answer).strip()
        with pytest.raises(simcord.OptionError):
            await ada.command("bridgette start", deals=99)


async def test_another_client_language_gets_an_answer(tmp_path: Path) -> None:
    async with stage(tmp_path, locale="pt-BR") as club:
        ada, ben = club.join("ada"), club.join("ben")
        await ben.press(await ada.command("bridgette start", opponent=ben), "accept")
        seat = Seat(ada, random.Random(8))
        await seat.sit(club)
        assert await seat.act()
