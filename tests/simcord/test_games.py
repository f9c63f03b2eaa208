"""Whole games on simcord, by commands, buttons and selects."""

from __future__ import annotations

from pathlib import Path

from tests.simcord.playing import play_to_the_end, record_of
from tests.simcord.stage import controls, find, stage, text_of


async def test_bridgette_between_two_people(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        challenge = await ada.command("bridgette start", opponent=ben)
        assert "ada challenges ben to Bridgette" in text_of(challenge)
        await ben.press(challenge, "accept")
        seats = await play_to_the_end(club, [ada, ben], seed=1)
        for seat in seats:
            assert seat.done["pick"] >= 6
            assert seat.done["call"]
            assert seat.done["play"]
        record = await record_of(club, ben)
        assert record.kind == "bridgette"
        assert len(record.deals) >= 6
        assert record.outcome is not None
        assert record.outcome.reason == "played out"
        # A message for each deal, besides the challenge; those of finished deals stay.
        assert len(club.messages()) >= 1 + len(record.deals)


async def test_draw_bridge_by_open_challenge_with_house_rules(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        challenge = await ada.command("drawbridge start", target=50, draw="follow", stock="open")
        await ben.press(challenge, "accept")
        seats = await play_to_the_end(club, [ada, ben], seed=2)
        assert all(seat.done["play"] >= 26 for seat in seats)
        record = await record_of(club, ada)
        assert record.kind == "drawbridge"
        assert record.options["draw"] == "follow"
        assert record.options["stock"] == "open"
        assert max(record.totals) >= 50


async def test_draw_bridge_against_the_computer(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada = club.join("ada")
        await ada.command("drawbridge start", computer="easy", target=50)
        await play_to_the_end(club, [ada], seed=3)
        record = await record_of(club, ada)
        assert record.kind == "drawbridge"
        assert record.outcome is not None
        assert max(record.totals) >= 50


async def test_call_bridge_from_a_lobby_with_computers(tmp_path: Path) -> None:
    async with stage(tmp_path) as club:
        ada, ben = club.join("ada"), club.join("ben")
        lobby = await ada.command("callbridge start", target=5)
        assert not find(lobby, "begin")
        await ben.press(lobby, "join")
        for _ in range(2):
            ((custom_id, _),) = [
                (part["custom_id"], part)
                for control, part in controls(lobby)
                if control.verb == "addbot"
            ]
            await ada.choose(lobby, custom_id, ["easy"])
        assert not find(lobby, "join")
        await ada.press(lobby, "begin")
        seats = await play_to_the_end(club, [ada, ben], seed=4)
        assert all(seat.done["bid"] for seat in seats)
        record = await record_of(club, ben)
        assert record.kind == "callbridge"
        assert max(record.totals) >= 5
