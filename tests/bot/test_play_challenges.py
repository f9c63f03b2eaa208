"""Challenges, lobbies and rematches, from the command to the game or its refusal."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from playground import Answer, Seen
from tests.harness import House, control_of, house


def message(answer: Answer) -> Seen:
    """The message that an answer made or changed."""
    assert answer.message is not None
    return answer.message


async def games(home: House) -> int:
    """How many games there are in which Ada, Ben, Cleo or Dev sit."""
    found: set[int] = set()
    for name in ("Ada", "Ben", "Cleo", "Dev"):
        lines = await home.database.games.running_of(home.person(name).id)
        found |= {line.id for line in lines}
    return len(found)


async def test_decline_and_withdraw(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben, cleo = (home.person(name) for name in ("Ada", "Ben", "Cleo"))
        posted = message(await ada.command(home.channel, "bridgette start", opponent=ben))
        assert "Ada" in posted.text
        assert "Ben" in posted.text
        not_theirs = ((cleo, "Accept"), (cleo, "Decline"), (ada, "Accept"), (ben, "Withdraw"))
        for person, label in not_theirs:
            answer = message(await person.press_label(posted, label))
            assert answer.ephemeral, (person, label)
        await ben.press_label(posted, "Decline")
        assert not ben.message(posted).buttons()
        late = message(await ben.press(posted, control_of(posted, "accept"), forge=True))
        assert "declined" in late.text
        second = message(await ada.command(home.channel, "bridgette start", opponent=ben))
        await ada.press_label(second, "Withdraw")
        late = message(await ben.press(second, control_of(second, "accept"), forge=True))
        assert "withdrawn" in late.text
        assert await games(home) == 0


async def test_whoever_is_challenged_is_told_and_nobody_else(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben, cleo = (home.person(name) for name in ("Ada", "Ben", "Cleo"))
        posted = message(await ada.command(home.channel, "bridgette start", opponent=ben))
        assert [each.id for each in ben.pings()] == [posted.id]
        await ada.command(home.channel, "bridgette start")
        assert not ada.pings()
        assert not cleo.pings()
        assert len(ben.pings()) == 1


async def test_who_cannot_be_challenged(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        robot = home.playground.add_person("Robot", bot=True)
        home.playground.set_permissions(home.channel, deny=["VIEW_CHANNEL"], who=home.person("Dev"))
        blind = home.person("Dev")
        for opponent, word in ((ada, "yourself"), (robot, "bot account"), (blind, "see")):
            answer = message(await ada.command(home.channel, "bridgette start", opponent=opponent))
            assert answer.ephemeral
            assert word in answer.text
        both = message(
            await ada.command(
                home.channel, "bridgette start", opponent=home.person("Ben"), computer="easy"
            )
        )
        assert "not both" in both.text


async def test_an_open_challenge_has_one_taker(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben, cleo = (home.person(name) for name in ("Ada", "Ben", "Cleo"))
        posted = message(await ada.command(home.channel, "bridgette start"))
        own = message(await ada.press_label(posted, "Accept"))
        assert "your own" in own.text
        accept = control_of(posted, "accept")
        both = [ben.press(posted, accept), cleo.press(posted, accept)]
        answers = await asyncio.gather(*(handle.answered() for handle in both))
        told = [a for a in answers if a.message is not None and a.message.ephemeral]
        assert len(told) == 1
        assert "begun" in message(told[0]).text
        assert await games(home) == 1


async def test_a_challenge_expires(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        posted = message(await ada.command(home.channel, "bridgette start", opponent=ben))
        home.playground.advance(10 * 60 + 1)
        seen = await ben.wait_for(lambda m: m.id == posted.id and not m.buttons())
        assert "expired" in seen.text
        late = message(await ben.press(posted, control_of(posted, "accept"), forge=True))
        assert "expired" in late.text
        assert await games(home) == 0


async def test_a_challenge_outlives_the_process(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        posted = message(await ada.command(home.channel, "bridgette start", opponent=ben))
        other = message(await ada.command(home.channel, "bridgette start"))
        await home.restart()
        await ben.press_label(posted, "Accept")
        assert await games(home) == 1
        home.playground.advance(10 * 60 + 1)
        await ben.wait_for(lambda m: m.id == other.id and not m.buttons())


async def test_a_hundred_join_at_once_and_three_get_in(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        crowd = [home.playground.add_person(f"Guest {n}") for n in range(100)]
        posted = message(await ada.command(home.channel, "callbridge start"))
        join = control_of(posted, "join")
        handles = [guest.press(posted, join) for guest in crowd]
        answers = await asyncio.gather(*(handle.answered() for handle in handles))
        assert all(answer.ok for answer in answers)
        lobby = await ada.wait_for(lambda m: m.id == posted.id and not m.selects())
        inside = [guest for guest in crowd if f"{guest.display_name}\n" in f"{lobby.text}\n"]
        assert len(inside) == 3
        for guest in crowd:
            if guest not in inside:
                told = await guest.wait_for(lambda m: m.ephemeral)
                assert "taken" in told.text
        await ada.press_label(lobby, "Start")
        (line,) = await home.database.games.running_of(ada.id)
        assert len({seat.user_id for seat in line.seats}) == 4


async def test_the_lobby(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben, cleo = (home.person(name) for name in ("Ada", "Ben", "Cleo"))
        posted = message(await ada.command(home.channel, "callbridge start", target=5))
        await ben.press_label(posted, "Join")
        twice = message(await ben.press_label(posted, "Join"))
        assert "already" in twice.text
        nobody = message(await cleo.press_label(posted, "Leave"))
        assert "no seat" in nobody.text
        add = control_of(ada.message(posted), "addbot")
        refused = message(await ben.select(posted, add, ["easy"]))
        assert "Ada" in refused.text
        await ada.select(posted, add, ["easy"])
        await ada.press_label(posted, "Remove computer")
        await ben.press_label(posted, "Leave")
        assert "Ben" not in ada.message(posted).text
        begin = control_of(ada.message(posted), "begin")
        early = message(await ada.press(posted, begin, forge=True))
        assert "needed" in early.text
        for _ in range(3):
            await ada.select(posted, control_of(ada.message(posted), "addbot"), ["easy"])
        assert await games(home) == 0
        home.playground.advance(2 * 60 + 1)
        await ada.wait_for(lambda m: m.id == posted.id and not m.buttons())
        assert await games(home) == 1


async def test_permissions_are_listed_before_anything_starts(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        home.playground.set_permissions(
            home.channel, deny=["SEND_MESSAGES", "READ_MESSAGE_HISTORY"]
        )
        for command, options in (
            ("bridgette start", {"opponent": ben}),
            ("drawbridge start", {"computer": "easy"}),
            ("callbridge start", {}),
        ):
            answer = message(await ada.command(home.channel, command, **options))
            assert answer.ephemeral
            assert "Send Messages" in answer.text
            assert "Read Message History" in answer.text
        check = message(await ada.command(home.channel, "check"))
        assert "Send Messages" in check.text
        assert await games(home) == 0
        assert not await home.database.invitations.open_ones()


async def test_a_rematch_is_one_game_and_the_other_deals_first(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.two("bridgette", deals=2)
        await table.play_on(random.Random(11))
        await table.settled()
        end = await table.public()
        rematch = control_of(end, "rematch")
        ada, ben = home.person("Ada"), home.person("Ben")
        cleo = message(await home.person("Cleo").press(end, rematch))
        assert cleo.ephemeral
        both = [ada.press(end, rematch), ben.press(end, rematch)]
        await asyncio.gather(*(handle.answered() for handle in both))
        for person in (ada, ben):
            again = message(await person.press(end, rematch))
            assert "already" in again.text
        assert await games(home) == 1
        (line,) = await home.database.games.running_of(ada.id)
        before = await home.table(table.game_id)
        after = await home.table(line.id)
        first = before.game.view(None).deals[0].dealer
        assert before.seats[first].user_id != after.seats[after.game.view(None).dealer].user_id


async def test_a_rematch_with_the_computer_starts_at_once(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        table = await home.alone("bridgette", deals=2)
        await table.play_on(random.Random(12))
        end = await table.public()
        ada = home.person("Ada")
        rematch = control_of(end, "rematch")
        both = [ada.press(end, rematch), ada.press(end, rematch)]
        await asyncio.gather(*(handle.answered() for handle in both))
        assert await games(home) == 1
