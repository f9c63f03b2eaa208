"""Managers choose who may start games and where; it is enforced at every start, in words."""

from __future__ import annotations

from pathlib import Path

from playground import Person, Seen
from tests.bot.test_play_settings import appoint
from tests.harness import House, control_of, house, made_up


async def settings(home: House, person: Person) -> Seen:
    answer = await person.command(home.channel, "settings server")
    assert answer.message is not None
    return answer.message


async def said(home: House, person: Person, command: str, **options: object) -> str:
    answer = await person.command(home.channel, command, **options)
    assert answer.message is not None
    return answer.message.text


async def test_a_role_that_may_start(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben, cleo = (home.person(name) for name in ("Ada", "Ben", "Cleo"))
        appoint(home, cleo)
        guild = home.playground.guild
        (role,) = guild.members[cleo.id].roles
        screen = await settings(home, cleo)
        await cleo.select(screen, str(made_up("setstart", None, arg="roles")), [str(role)])
        assert "with the role" in await said(home, ada, "bridgette start", opponent=ben)
        assert "with the role" in await said(home, ada, "callbridge start")
        assert "with the role" in await said(home, ada, "drawbridge start", computer="easy")
        # Whoever manages the server may start, and everybody may take part.
        challenge = await cleo.command(home.channel, "bridgette start", opponent=ben)
        assert challenge.message is not None
        await ben.press_label(challenge.message, "Accept")
        # Choosing none takes it back.
        screen = await settings(home, cleo)
        await cleo.select(screen, str(made_up("setstart", None, arg="roles")), [])
        assert "with the role" not in await said(home, ada, "bridgette start", opponent=ben)


async def test_channels_for_it(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, cleo = home.person("Ada"), home.person("Cleo")
        appoint(home, cleo)
        other = home.playground.add_channel("cards", home.playground.guild)
        custom_id = control_of(await settings(home, cleo), "setstart", "channels")
        await cleo.select(await settings(home, cleo), custom_id, [str(other.id)])
        refused = await said(home, ada, "bridgette start")
        assert f"<#{other.id}>" in refused
        # Managers too: it is about the channel.
        assert f"<#{other.id}>" in await said(home, cleo, "callbridge start")
        answer = await ada.command(other, "bridgette start")
        assert answer.message is not None
        assert not answer.message.ephemeral


async def test_what_cannot_be_chosen(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, cleo = home.person("Ada"), home.person("Cleo")
        appoint(home, cleo)
        screen = await settings(home, cleo)
        wrong = made_up("setstart", None, arg="luck")
        answer = await cleo.select(screen, wrong, ["1"], forge=True)
        assert answer.message is not None
        assert "I can make nothing of this" in answer.message.text
        theirs = await said(home, ada, "settings server")
        assert "Manage Server" in theirs
