"""Slash commands as Discord is told about them, and what they answer."""

from __future__ import annotations

import random
from pathlib import Path

from engine.record import verify
from playground import Seen
from tests.harness import TableOf, control_of, house


async def test_every_command_is_for_servers_only(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        commands = {each["name"]: each for each in home.person("Ada").commands(home.channel)}
        assert set(commands) == {
            "bridgette", "drawbridge", "callbridge", "game", "leaderboard", "profile",
            "settings", "privacy", "rules", "help", "check", "admin",
        }  # fmt: skip
        for command in commands.values():
            assert command["contexts"] == [0]
            assert command["integration_types"] == [0]
            assert command["description"]
        games = {option["name"] for option in commands["game"]["options"]}
        assert games == {"table", "resign", "list", "record", "history", "show"}


async def private(home_answer: object) -> Seen:
    """The message of an answer, which only the person sees."""
    message = getattr(home_answer, "message", None)
    assert isinstance(message, Seen)
    assert message.ephemeral
    return message


async def test_pages_turn_in_place(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        for command, options in (
            ("rules", {"game": "bridgette"}),
            ("rules", {"game": "drawbridge"}),
            ("rules", {"game": "callbridge"}),
            ("help", {}),
        ):
            seen = await private(await ada.command(home.channel, command, **options))
            texts = {seen.text}
            for label in [b["label"] for b in seen.buttons() if not b.get("disabled")]:
                answer = await ada.press_label(seen.id, label)
                assert answer.kind == "update"
                texts.add(ada.message(seen.id).text)
            assert len(texts) > 1
        board = await private(await ada.command(home.channel, "leaderboard"))
        assert "Card Room" in board.text
        check = await private(await ada.command(home.channel, "check"))
        assert "everything" in check.text.lower()


async def test_lists_and_leaderboard_know_the_games(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette", deals=2)
        ada, ben = home.person("Ada"), home.person("Ben")
        listed = await private(await ada.command(home.channel, "game list"))
        own = await table.bots_own()
        assert f"/{own.channel_id}/{own.message_id}" in listed.text
        none = await private(await home.person("Cleo").command(home.channel, "game list"))
        assert "no running game" in none.text
        ask = await private(await ben.command(home.channel, "game resign"))
        await ben.press(ask, control_of(ask, "giveup"))
        await table.settled()
        home.playground.leave(ben, home.playground.guild)
        board = await private(await ada.command(home.channel, "leaderboard"))
        assert "Ada" in board.text
        assert "Ben" in board.text
        none = await private(await ada.command(home.channel, "game list"))
        assert "no running game" in none.text


async def test_a_record_is_for_finished_games_and_proves_them(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette", deals=2)
        ada = home.person("Ada")
        early = await private(await ada.command(home.channel, "game record", game=table.game_id))
        assert "still being played" in early.text
        assert not early.json["attachments"]
        await table.play_on(random.Random(1))
        await table.settled()
        seen = await private(await ada.command(home.channel, "game record", game=table.game_id))
        await _proves(seen, table)
        end = await table.public()
        pressed = await private(await ada.press(end, control_of(end, "record")))
        await _proves(pressed, table)


async def _proves(seen: Seen, table: TableOf) -> None:
    (attachment,) = seen.source.attachments
    verified = verify(attachment.data.decode())
    own = await table.bots_own()
    assert verified.outcome == own.game.outcome


async def test_which_game_is_meant(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        lounge = home.playground.channel("lounge")
        none = await private(await ada.command(lounge, "game table"))
        assert "no running game" in none.text
        first = await home.two()
        second = await home.two("drawbridge")
        unclear = await private(await ada.command(lounge, "game table"))
        assert f"#{first.game_id}" in unclear.text
        assert f"#{second.game_id}" in unclear.text
        offered = await ada.autocomplete(lounge, "game table", "game")
        assert {choice["value"] for choice in offered.choices} == {first.game_id, second.game_id}
        strange = await private(
            await home.person("Cleo").command(lounge, "game table", game=first.game_id)
        )
        assert "not seated" in strange.text
        await ada.command(lounge, "game table", game=second.game_id)
        await second.settled()
        assert (await second.public()).channel_id == lounge.id
        unknown = await private(await ada.command(lounge, "game record", game=999))
        assert "no game" in unknown.text


async def test_another_server_learns_nothing_of_a_game(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two()
        cleo = home.person("Cleo")
        other = home.playground.add_guild("Elsewhere", people=[cleo])
        channel = home.playground.channel("general", other)
        await cleo.wait_for(lambda seen: True, home.channel)
        answer = await private(await cleo.command(channel, "game record", game=table.game_id))
        assert "no game" in answer.text
