"""What may be registered as a command."""

from __future__ import annotations

from typing import Any

import pytest

from playground import Playground
from tests.playground.bodies import codes
from tests.playground.conftest import Api


def command(name: str = "game", **fields: Any) -> dict[str, Any]:
    return {"type": 1, "name": name, "description": "A game"} | fields


def option(name: str = "level", kind: int = 3, **fields: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "description": "How strong"} | fields


def choices(count: int) -> list[dict[str, Any]]:
    return [{"name": f"n{n}", "value": f"v{n}"} for n in range(count)]


def path(playground: Playground, guild: bool = False) -> str:
    place = f"/guilds/{playground.guild.id}" if guild else ""
    return f"/applications/{playground.world.bot.id}{place}/commands"


ACCEPTED = {
    "plain": command(),
    "32 characters": command("x" * 32),
    "other scripts": command("खेल"),
    "translated": command(
        name_localizations={"de": "spiel"}, description_localizations={"de": "S"}
    ),
    "25 options": command(options=[option(f"o{n}") for n in range(25)]),
    "25 choices": command(options=[option(choices=choices(25))]),
    "subcommands": command(options=[option("start", 1, options=[option()]), option("end", 1)]),
    "a group": command(options=[option("set", 2, options=[option("me", 1)])]),
    "where": command(contexts=[0], integration_types=[0], default_member_permissions="32"),
    "a user command": {"type": 2, "name": "Challenge This Member"},
}


@pytest.mark.parametrize("name", ACCEPTED)
async def test_accepted(api: Api, playground: Playground, name: str) -> None:
    answer = await api("PUT", path(playground), [ACCEPTED[name]])
    assert answer.status == 200, answer.body
    assert answer.body[0]["application_id"] == str(playground.world.bot.id)


REFUSED: dict[str, tuple[Any, str, str]] = {
    "capitals": (command("Game"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "spaces": (command("a game"), "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    "a long name": (command("x" * 33), "0.name", "BASE_TYPE_BAD_LENGTH"),
    "no description": (command(description=""), "0.description", "BASE_TYPE_REQUIRED"),
    "a long description": (command(description="x" * 101), "0.description", "BASE_TYPE_BAD_LENGTH"),
    "no such locale": (
        command(name_localizations={"xx": "spiel"}),
        "0.name_localizations.xx",
        "BASE_TYPE_CHOICES",
    ),
    "a translation in capitals": (
        command(name_localizations={"de": "Spiel"}),
        "0.name_localizations.de",
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    "a sign of another script": (
        command(name_localizations={"de": "રમતો"}),
        "0.name_localizations.de",
        "APPLICATION_COMMAND_INVALID_NAME",
    ),
    "one translation of two options": (
        command(
            options=[
                option("a", name_localizations={"uk": "гра"}),
                option("b", name_localizations={"uk": "гра"}),
            ]
        ),
        "0.options.1.name_localizations.uk",
        "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
    ),
    "a translation that is another option's name": (
        command(options=[option("a"), option("b", name_localizations={"uk": "a"})]),
        "0.options.1.name_localizations.uk",
        "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
    ),
    "a long translation": (
        command(description_localizations={"de": "x" * 101}),
        "0.description_localizations.de",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "26 options": (
        command(options=[option(f"o{n}") for n in range(26)]),
        "0.options",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "26 choices": (
        command(options=[option(choices=choices(26))]),
        "0.options.0.choices",
        "BASE_TYPE_BAD_LENGTH",
    ),
    "an option twice": (
        command(options=[option(), option()]),
        "0.options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATED",
    ),
    "required after optional": (
        command(options=[option("a"), option("b", required=True)]),
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    "a subcommand beside an option": (
        command(options=[option("a", 1), option("b")]),
        "0.options",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a group in a group": (
        command(options=[option("a", 2, options=[option("b", 2, options=[option("c", 1)])])]),
        "0.options.0.options.0.type",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "choices and suggestions": (
        command(options=[option(choices=choices(1), autocomplete=True)]),
        "0.options.0.autocomplete",
        "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE",
    ),
    "choices of a member": (
        command(options=[option(kind=6, choices=choices(1))]),
        "0.options.0.type",
        "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
    ),
    "a text where a number is due": (
        command(options=[option(kind=4, choices=choices(1))]),
        "0.options.0.choices.0.value",
        "APPLICATION_COMMAND_OPTIONS_VALUE_INVALID",
    ),
    "a bound that a double does not carry": (
        command(options=[option(kind=4, max_value=2**53)]),
        "0.options.0.max_value",
        "NUMBER_TYPE_MAX",
    ),
    "a bound that is no whole number": (
        command(options=[option(kind=4, min_value=0.5)]),
        "0.options.0.min_value",
        "NUMBER_TYPE_COERCE",
    ),
    "a bound that is no number": (
        command(options=[option(kind=10, min_value="low")]),
        "0.options.0.min_value",
        "NUMBER_TYPE_COERCE",
    ),
    "a text of more than 6,000 characters": (
        command(options=[option(max_length=6001)]),
        "0.options.0.max_length",
        "NUMBER_TYPE_MAX",
    ),
    "more than 8,000 characters": (
        command(
            options=[
                option(
                    f"o{n}",
                    description="x" * 100,
                    choices=[{"name": f"n{m}", "value": "v" * 100} for m in range(25)],
                )
                for n in range(4)
            ]
        ),
        "0",
        "APPLICATION_COMMAND_TOO_LARGE",
    ),
    "nowhere": (command(contexts=[]), "0.contexts", "BASE_TYPE_BAD_LENGTH"),
    "no such place": (command(contexts=[3]), "0.contexts.0", "BASE_TYPE_CHOICES"),
}


@pytest.mark.parametrize("name", REFUSED)
async def test_refused(api: Api, playground: Playground, name: str) -> None:
    body, where, code = REFUSED[name]
    answer = await api("PUT", path(playground), [body])
    assert (answer.status, answer.code) == (400, 50035), answer.body
    assert code in codes(answer.body["errors"]).get(where, []), codes(answer.body["errors"])
    assert (await api("GET", path(playground))).body == []


async def test_names_are_unique(api: Api, playground: Playground) -> None:
    answer = await api("PUT", path(playground), [command(), command()])
    assert codes(answer.body["errors"]) == {"1.name": ["APPLICATION_COMMANDS_DUPLICATE_NAME"]}


async def test_a_hundred_and_no_more(api: Api, playground: Playground) -> None:
    many = [command(f"c{n}") for n in range(101)]
    assert (await api("PUT", path(playground), many)).code == 30032
    assert (await api("PUT", path(playground), many[:100])).status == 200


async def test_a_command_keeps_its_id(api: Api, playground: Playground) -> None:
    [first] = (await api("PUT", path(playground), [command()])).body
    [second] = (await api("PUT", path(playground), [command(description="New")])).body
    assert first["id"] == second["id"]
    assert first["version"] != second["version"]


async def test_one_by_one(api: Api, playground: Playground) -> None:
    for guild in (False, True):
        base = path(playground, guild)
        created = await api("POST", base, command())
        assert created.status == 201
        assert (await api("POST", base, command())).status == 200
        one = f"{base}/{created.body['id']}"
        edited = await api("PATCH", one, {"description": "Changed"})
        assert (edited.body["description"], edited.body["name"]) == ("Changed", "game")
        assert (await api("GET", one)).body == edited.body
        assert ("guild_id" in edited.body) == guild
        assert (await api("DELETE", one)).status == 204
        assert (await api("DELETE", one)).code == 10063
    assert (await api("GET", "/applications/1/commands")).code == 10002


async def test_who_is_offered_what(api: Api, playground: Playground) -> None:
    body = [
        command(),
        command("admin", default_member_permissions="32"),
        command("dm", contexts=[1]),
    ]
    with playground.person("Ada").subscribe() as events:
        await api("PUT", path(playground), body)
        assert (await anext(events)).type == "commands"
    ada = playground.person("Ada")
    assert [each["name"] for each in ada.commands()] == ["game"]
    await api("POST", path(playground, True), command(description="Here"))
    assert [each["description"] for each in ada.commands()] == ["Here"]
    playground.set_permissions(
        playground.channel(), deny=["USE_APPLICATION_COMMANDS"], who="everyone"
    )
    assert ada.commands(playground.channel()) == []
