"""Slash commands as Discord is told of them: names and descriptions in the languages it knows."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from bot.translation import COMMANDS, OPTIONS, is_name
from tests.harness import house
from tests.languages.catalogues import KNOWN_TO_DISCORD, LANGUAGES

Json = dict[str, Any]
SPOKEN = [language for language in LANGUAGES if language in KNOWN_TO_DISCORD]
#: Names that people of the language write as in English.
ALIKE: set[tuple[str, str]] = set()


@pytest.fixture(scope="module")
def commands(tmp_path_factory: pytest.TempPathFactory) -> list[Json]:
    """The commands, as the stand-in has them after the bot's start."""

    async def told() -> list[Json]:
        async with house(tmp_path_factory.mktemp("commands")) as home:
            return home.person("Ada").commands(home.channel)

    return asyncio.run(told())


def inside(part: Json) -> Iterator[Json]:
    """Commands in groups, and options."""
    for each in part.get("options", ()):
        yield each
        yield from inside(each)


def everything(commands: list[Json]) -> Iterator[Json]:
    for command in commands:
        yield command
        yield from inside(command)


def is_command(part: Json) -> bool:
    """Whether this is a command or a group, not an option of one."""
    return "required" not in part


def test_every_name_is_listed_for_translators(commands: list[Json]) -> None:
    names = Counter((is_command(each), each["name"]) for each in everything(commands))
    assert {name for command, name in names if command} == set(COMMANDS)
    assert {name for command, name in names if not command} == set(OPTIONS)
    assert list(COMMANDS) == sorted(COMMANDS)
    assert list(OPTIONS) == sorted(OPTIONS)


def test_discord_knows_some_of_our_languages() -> None:
    assert {"bg", "uk"} <= set(SPOKEN)
    assert {"be", "eo", "gu"}.isdisjoint(SPOKEN)


@pytest.mark.parametrize("language", SPOKEN)
def test_names_are_translated_sound_and_unique(commands: list[Json], language: str) -> None:
    for each in everything(commands):
        found = each["name_localizations"] or {}
        assert set(found) <= set(SPOKEN)
        assert language in found or (language, each["name"]) in ALIKE, each["name"]
        assert is_name(found.get(language, each["name"]))
    for siblings in (commands, *(each.get("options", []) for each in everything(commands))):
        names = Counter(name_in(each, language) for each in siblings)
        assert [name for name, count in names.items() if count > 1] == []


def name_in(part: Json, language: str) -> str:
    return (part["name_localizations"] or {}).get(language, part["name"])


@pytest.mark.parametrize("language", SPOKEN)
def test_descriptions_and_choices_are_translated(commands: list[Json], language: str) -> None:
    for each in everything(commands):
        assert 1 <= len(each["description_localizations"][language]) <= 100
        choices = each.get("choices", [])
        words = [choice for choice in choices if not choice["name"].isdigit()]
        for choice in words:
            assert 1 <= len(choice["name_localizations"][language]) <= 100
        assert len({choice["name_localizations"][language] for choice in words}) == len(words)


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("start", True),
        ("комп'ютер", True),
        ("таблиця-лідерів", True),
        ("खेल", True),
        ("x" * 32, True),
        ("", False),
        ("x" * 33, False),
        ("Start", False),
        ("Гра", False),
        ("my games", False),
        ("гра!", False),
        ("комп’ютер", False),
        ("રમત", True),
        ("રમતો", False),  # Discord has vowel signs of two scripts alone
    ],
)
def test_what_discord_takes_as_a_name(name: str, good: bool) -> None:
    assert is_name(name) is good
