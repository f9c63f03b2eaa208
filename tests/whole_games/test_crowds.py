"""Many people at one door in the same instant: nobody gets in who may not, nobody gets in twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from playground import Answer, Handle, Person, Seen
from tests.harness import House, control_of, house
from tests.whole_games.people import redrawn

CROWD = tuple(f"Guest {number}" for number in range(1, 101))


async def opened(home: House, host: Person) -> int:
    """A lobby of Call Bridge; its message."""
    answer = await redrawn(await host.command(home.channel, "callbridge start", target=5))
    assert answer.message is not None
    return answer.message.id


async def all_at_once(handles: Sequence[Handle]) -> list[Answer]:
    """The answers to presses that were all under way before the first was answered."""
    answers = await asyncio.gather(*(handle.outcome() for handle in handles))
    return list(await asyncio.gather(*(redrawn(answer) for answer in answers)))


def private(person: Person) -> list[Seen]:
    """What only this person sees."""
    return [seen for seen in person.messages() if seen.ephemeral]


async def seated(home: House, lobby: int) -> list[int | None]:
    """Who sits in the lobby with this message, as stored; the message has to say the same."""
    for invitation in await home.database.invitations.open_ones():
        if invitation.message_id == lobby:
            text = home.person("Ada").message(lobby).text
            lines = [line for line in text.splitlines() if line[:2] in {"1.", "2.", "3.", "4."}]
            names = [line[3:] for line in lines if not line.endswith(". free")]
            assert [seat.name for seat in invitation.seats if seat.user_id] == [
                name for name in names if not name.startswith("Computer")
            ], text
            return [seat.user_id for seat in invitation.seats]
    raise AssertionError("the lobby is not open")


async def games(home: House, people: Sequence[Person]) -> set[int]:
    """All running games of these people."""
    found: set[int] = set()
    for person in people:
        found |= {line.id for line in await home.database.games.running_of(person.id)}
    return found


async def test_a_hundred_press_join(tmp_path: Path) -> None:
    async with house(tmp_path, members=("Ada", *CROWD)) as home:
        ada, crowd = home.person("Ada"), [home.person(name) for name in CROWD]
        lobby = await opened(home, ada)
        join = control_of(ada.message(lobby), "join")
        await all_at_once([person.press(lobby, join) for person in crowd])
        users = await seated(home, lobby)
        assert users[0] == ada.id
        assert len(users) == len(set(users)) == 4
        inside = [person for person in crowd if person.id in users]
        outside = [person for person in crowd if person.id not in users]
        assert (len(inside), len(outside)) == (3, 97)
        assert not any(private(person) for person in inside)
        for person in outside:
            (told,) = private(person)
            assert "taken" in told.text, told.text
            assert "/callbridge start" in told.text
        begin = control_of(ada.message(lobby), "begin")
        answers = await all_at_once([ada.press(lobby, begin), ada.press(lobby, begin)])
        assert sum(a.message is not None and a.message.ephemeral for a in answers) == 1
        (told,) = private(ada)
        assert "begun" in told.text
        (game_id,) = await games(home, [ada, *crowd])
        table = await home.table(game_id)
        assert [seat.user_id for seat in table.seats] == users


async def test_one_finger_presses_join_ten_times(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben = home.person("Ada"), home.person("Ben")
        lobby = await opened(home, ada)
        join = control_of(ada.message(lobby), "join")
        await all_at_once([*(ben.press(lobby, join) for _ in range(10)), ada.press(lobby, join)])
        assert await seated(home, lobby) == [ada.id, ben.id]
        assert len(private(ben)) == 9
        assert all("already" in told.text for told in private(ben))


@pytest.mark.parametrize("seed", range(3))
async def test_join_leave_computers_and_start_at_once(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    names = CROWD[:8]
    async with house(tmp_path, members=("Ada", *names)) as home:
        ada, crowd = home.person("Ada"), [home.person(name) for name in names]
        lobby = await opened(home, ada)
        ident = control_of(ada.message(lobby), "join").split(".")[2]
        for _ in range(12):
            handles: list[Handle] = []
            for person in chance.sample(crowd, 5):
                verb = chance.choice(("join", "join", "leave"))
                custom_id = f"1.{verb}.{ident}..."
                times = chance.randint(1, 2)
                handles += [person.press(lobby, custom_id, forge=True) for _ in range(times)]
            if chance.random() < 0.5:
                verb = chance.choice(("addbot", "dropbot"))
                custom_id = f"1.{verb}.{ident}...{'easy' if verb == 'addbot' else ''}"
                handles.append(ada.press(lobby, custom_id, forge=True))
            chance.shuffle(handles)
            await all_at_once(handles)
            users = await seated(home, lobby)
            people = [user for user in users if user is not None]
            assert users[0] == ada.id
            assert len(people) == len(set(people))
            assert len(users) <= 4
        begins = [ada.press(lobby, f"1.begin.{ident}...", forge=True) for _ in range(3)]
        joins = [person.press(lobby, f"1.join.{ident}...", forge=True) for person in crowd]
        await all_at_once([*joins, *begins])
        if await games(home, [ada]):
            (game_id,) = await games(home, [ada, *crowd])
            own = await home.table(game_id)
            assert len({seat.user_id for seat in own.seats if seat.user_id}) == sum(
                seat.user_id is not None for seat in own.seats
            )
        else:
            assert len(await seated(home, lobby)) == 4


async def test_a_hundred_take_up_one_challenge(tmp_path: Path) -> None:
    async with house(tmp_path, members=("Ada", *CROWD)) as home:
        ada, crowd = home.person("Ada"), [home.person(name) for name in CROWD]
        answer = await redrawn(await ada.command(home.channel, "bridgette start", deals=2))
        assert answer.message is not None
        accept = control_of(answer.message, "accept")
        await all_at_once([person.press(answer.message.id, accept) for person in crowd])
        (game_id,) = await games(home, [ada, *crowd])
        own = await home.table(game_id)
        taker = own.seats[1].user_id
        for person in crowd:
            told = private(person)
            assert len(told) == (person.id != taker), person
            assert all("begun" in each.text for each in told)
