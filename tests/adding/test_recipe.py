"""docs/adding-a-game.md names what there is, and each game is where the recipe wants it."""

from __future__ import annotations

import re
from pathlib import Path

from bot.errors import NoGameHere
from bot.games import GAMES
from bot.screens.help import PAGES
from tests.engine import golden, test_properties

ROOT = Path(__file__).parents[2]
RECIPE = (ROOT / "docs" / "adding-a-game.md").read_text()


def test_every_file_that_the_recipe_names_is_there() -> None:
    named = set(re.findall(r"`((?:[\w.-]+/)+[\w.-]*)`", RECIPE))
    assert len(named) > 15
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


def test_every_name_of_the_code_in_the_recipe_is_there() -> None:
    source = "\n".join(
        file.read_text()
        for room in ("bot", "cogs", "engine", "tests")
        for file in (ROOT / room).rglob("*.py")
        if "adding" not in file.relative_to(ROOT).parts
    )
    named = set(re.findall(r"`(_?[A-Za-z]\w+)(?:\([^`]*\))?`", RECIPE)) - {"whist"}
    assert len(named) > 30
    words = set(re.findall(r"\w+", source))
    assert sorted(named - words) == []


def test_its_steps_are_numbered_without_a_gap() -> None:
    steps = [int(number) for number in re.findall(r"^## (\d+)\. ", RECIPE, re.MULTILINE)]
    assert steps == list(range(1, len(steps) + 1))
    assert len(steps) > 5


def test_prose_names_every_game() -> None:
    for kind, game in GAMES.screens.items():
        begin, commands = ("\n".join(page.paragraphs) for page in (PAGES[0], PAGES[-1]))
        assert game.command == f"/{kind} start"
        assert f"**{game.name}**" in begin
        assert game.command in begin
        assert game.command in commands
        assert game.command in NoGameHere.message


def test_every_game_has_a_golden_file_and_options_for_the_properties() -> None:
    assert {kind for kind, _ in golden.GAMES.values()} == set(GAMES.rules)
    assert set(test_properties.OPTIONS) == set(GAMES.rules)
