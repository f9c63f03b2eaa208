"""The list of past games over the gateway: filters, pages, opening one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from playground import Person, Seen
from tests.harness import House, control_of, find_control, house, made_up


async def ended(
    home: House, kind: str, first: str = "Ada", second: str | None = "Ben", loser: str = ""
) -> int:
    """A game that is given up at once, by the first player unless ``loser`` is named."""
    if second is None:
        table = await home.alone(kind, first)
    else:
        table = await home.two(kind, first, second)
    await give_up(home, home.person(loser or first), table.game_id)
    await table.settled()
    return table.game_id


async def give_up(home: House, person: Person, game_id: int) -> None:
    answer = await person.command(home.channel, "game resign", game=game_id)
    assert answer.message is not None
    await person.press(answer.message, control_of(answer.message, "giveup"))


async def history(home: House, person: Person, **options: Any) -> Seen:
    answer = await person.command(home.channel, "game history", **options)
    assert answer.message is not None
    assert answer.message.ephemeral
    return answer.message


def listed(seen: Seen) -> list[int]:
    """The numbers of the games in the list, which the select offers too."""
    numbers = [
        int(line.partition("#")[2].partition("**")[0])
        for line in seen.text.splitlines()
        if line.startswith("- **")
    ]
    offered = [int(option["value"]) for select in seen.selects() for option in select["options"]]
    assert offered == numbers
    return numbers


async def test_filters(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada, ben, cleo = (home.person(name) for name in ("Ada", "Ben", "Cleo"))
        assert "No game has been finished here yet" in (await history(home, ada)).text
        one = await ended(home, "bridgette")
        two = await ended(home, "drawbridge", loser="Ben")
        three = await ended(home, "drawbridge", "Ada", "Cleo")
        four = await ended(home, "bridgette", "Cleo", None)
        await home.two("bridgette", "Ada", "Ben")  # goes on, and is no past game
        for options, wanted in (
            ({}, [four, three, two, one]),
            ({"game": "drawbridge"}, [three, two]),
            ({"member": ben}, [two, one]),
            ({"member": ben, "result": "won"}, [one]),
            ({"member": ben, "result": "lost"}, [two]),
            ({"result": "won"}, [two]),
            ({"result": "lost", "game": "drawbridge"}, [three]),
            ({"with": cleo}, [three]),
            ({"member": cleo, "with": ada}, [three]),
            ({"here": True}, [four, three, two, one]),
        ):
            seen = await history(home, ada, **options)
            assert listed(seen) == wanted, options
        lounge = home.playground.channel("lounge")
        answer = await ada.command(lounge, "game history", here=True)
        assert answer.message is not None
        assert listed(answer.message) == []
        assert "No finished game here is like that" in answer.message.text
        everything = await ada.press_label(answer.message.id, "All games")
        assert everything.kind == "update"
        assert len(listed(ada.message(answer.message.id))) == 4
        seen = await history(home, ada, member=ben)
        line = next(line for line in seen.text.splitlines() if f"#{two}" in line)
        assert "**Ada** 0, Ben 0 · Ben resigned" in line
        assert ":D>" in line


async def test_pages_and_opening_a_game(tmp_path: Path) -> None:
    async with house(tmp_path, seed="many") as home:
        ada, cleo = home.person("Ada"), home.person("Cleo")
        games = [await ended(home, "drawbridge", "Ada", None) for _ in range(10)][::-1]
        other = await ended(home, "drawbridge", "Cleo", None)
        seen = await history(home, ada)
        assert listed(seen) == [other, *games[:7]]
        assert "Page 1 of 2, 11 games" in seen.text
        assert (await ada.press_label(seen.id, "Older")).kind == "update"
        assert listed(ada.message(seen.id)) == games[7:]
        assert (await ada.press_label(seen.id, "Newer")).kind == "update"
        await ada.press_label(seen.id, "My games")
        assert listed(ada.message(seen.id)) == games[:8]
        await home.restart()
        await ada.press_label(seen.id, "Older")
        assert listed(ada.message(seen.id)) == games[8:]
        select = ada.message(seen.id).selects()[0]
        answer = await ada.select(seen.id, str(select["custom_id"]), [str(games[9])])
        assert answer.message is not None
        assert answer.message.id != seen.id
        assert answer.message.ephemeral
        assert f"Draw Bridge #{games[9]} · deal 1" in answer.message.text
        assert listed(ada.message(seen.id)) == games[8:]
        # Somebody else's list is another: whose games "mine" are is settled by who presses.
        theirs = await history(home, cleo)
        await cleo.press_label(theirs.id, "My games")
        assert listed(cleo.message(theirs.id)) == [other]


@pytest.mark.parametrize(
    ("verb", "more"),
    [
        ("past", {"arg": ""}),
        ("past", {"arg": "whist-any-0-0"}),
        ("past", {"arg": "all-drawn-0-0"}),
        ("past", {"arg": "all-won-0-0"}),
        ("past", {"arg": "all-any-5-0"}),
        ("pastopen", {}),
    ],
)
async def test_controls_that_make_no_sense(tmp_path: Path, verb: str, more: dict[str, Any]) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        seen = await history(home, ada)
        answer = await ada.press(seen, made_up(verb, None, **more), forge=True)
        assert answer.message is not None
        assert "can make nothing of this press" in answer.message.text


async def test_numbers_that_no_game_can_have(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        seen = await history(home, ada)
        for value in ("", "-1", "1e3", "one", "٣", "9" * 16, "9" * 99):
            answer = await ada.select(seen, made_up("pastopen", None), [value], forge=True)
            assert answer.message is not None
            assert "can make nothing of this press" in answer.message.text
        assert not home.errors.records


async def test_other_servers_have_other_games(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        ada = home.person("Ada")
        await ended(home, "bridgette", "Ada", None)
        other = home.playground.add_guild("Elsewhere", people=[ada])
        channel = home.playground.channel("general", other)
        answer = await ada.command(channel, "game history")
        assert answer.message is not None
        assert "Past games of Elsewhere" in answer.message.text
        assert listed(answer.message) == []
        assert find_control(answer.message, "pastopen") is None


async def test_finished_games_are_suggested_for_show(tmp_path: Path) -> None:
    async with house(tmp_path) as home:
        game = await ended(home, "bridgette")
        running = await home.two("bridgette")
        offered = await home.person("Ada").autocomplete(home.channel, "game show", "game")
        assert [choice["value"] for choice in offered.choices] == [game]
        assert running.game_id not in [choice["value"] for choice in offered.choices]
