"""The rulebooks: every page fits, and its figures are those of the engine."""

from __future__ import annotations

import re

import pytest

from bot import limits
from bot.screens.games import SCREENS
from bot.screens.rules import rules
from engine import scoring
from engine.auction import Contract, Strain
from engine.game import Kind
from tests.bot.screens.helpers import ENGLISH, buttons, read

PAGES = {kind: game.rulebook for kind, game in SCREENS.items()}
EVERY_PAGE = [(kind, page) for kind in PAGES for page in range(len(PAGES[kind]))]


@pytest.mark.parametrize(("kind", "page"), EVERY_PAGE)
async def test_a_page(kind: Kind, page: int) -> None:
    layout = rules(SCREENS[kind], page, ENGLISH)
    text = read(layout)
    assert limits.problems(layout) == []
    assert limits.length(text) < limits.TEXT * 3 // 4, "leave room for longer languages"
    assert "…" not in text
    assert all(paragraph in text for paragraph in PAGES[kind][page].paragraphs)
    here = [part["label"] for part in buttons(layout).values() if part.get("disabled")]
    assert here == [f"{page + 1} {PAGES[kind][page].title}"]
    assert set(buttons(layout)) == {
        f"1.page....rules-{kind}-{number}" for number in range(len(PAGES[kind]))
    }


@pytest.mark.parametrize("kind", PAGES)
async def test_a_page_beyond_the_book_is_the_nearest(kind: Kind) -> None:
    game, last = SCREENS[kind], len(PAGES[kind]) - 1
    assert read(rules(game, 99, ENGLISH)) == read(rules(game, last, ENGLISH))
    assert read(rules(game, -1, ENGLISH)) == read(rules(game, 0, ENGLISH))


def whole(kind: Kind) -> str:
    return "\n".join(paragraph for page in PAGES[kind] for paragraph in page.paragraphs)


def test_undertricks_of_bridgette() -> None:
    table = dict.fromkeys(range(1, 8), ())
    for first, last, figures in re.findall(
        r"^- (\d)(?: or (\d))?: (\d+, \d+, \d+)$", whole("bridgette"), re.MULTILINE
    ):
        for down in (int(first), int(last or first)):
            table[down] = tuple(int(figure) for figure in figures.split(", "))
    for down, figures in table.items():
        assert figures == tuple(
            scoring.bridgette(Contract(0, 7, Strain.CLUBS, factor), 13 - down).points
            for factor in (1, 2, 4)
        )


VALUES = re.compile(r"^- (.+): (\d+), (?:exactly \+(\d+)|nothing more)$", re.MULTILINE)


def test_values_of_bridgette() -> None:
    """Each contract stands in one line of the book, with the value and bonus that it scores."""
    found: dict[tuple[int, Strain], tuple[int, int]] = {}
    for contracts, value, exact in VALUES.findall(whole("bridgette")):
        for contract in contracts_of(contracts):
            assert contract not in found
            found[contract] = (int(value), int(exact or 0))
    every = {(level, strain) for level in range(1, 8) for strain in Strain} | {(0, Strain.NO_TRUMP)}
    assert set(found) == every
    for (level, strain), (value, exact) in found.items():
        score = scoring.bridgette(Contract(0, level, strain, 1), 6 + level)
        assert score.points == value + exact


def contracts_of(text: str) -> list[tuple[int, Strain]]:
    symbols = {"♣": Strain.CLUBS, "♦": Strain.DIAMONDS, "♥": Strain.HEARTS, "♠": Strain.SPADES}
    found: list[tuple[int, Strain]] = []
    for group in text.split("; "):
        if group.endswith("of any suit"):
            levels = re.findall(r"\d", group)
            found.extend((int(level), suit) for level in levels for suit in symbols.values())
        else:
            found.extend(
                (int(level), symbols.get(strain, Strain.NO_TRUMP))
                for level, strain in re.findall(r"(\d)(NT|[♣♦♥♠])", group)
            )
    return found


@pytest.mark.parametrize(
    ("level", "strain", "factor", "won", "words_of_book"),
    [
        (2, Strain.SPADES, 1, 9, "3 × 30 = 90"),
        (1, Strain.NO_TRUMP, 2, 8, "(40 + 30) × 2 = 140"),
        (4, Strain.HEARTS, 2, 8, "2 × 100 = 200"),
    ],
)
def test_examples_of_draw_bridge(
    level: int, strain: Strain, factor: int, won: int, words_of_book: str
) -> None:
    score = scoring.draw_bridge(Contract(0, level, strain, factor), won, penalty=True)
    assert words_of_book in whole("drawbridge")
    assert words_of_book.endswith(f" {score.points}")


@pytest.mark.parametrize(("bid", "won"), [(4, 6), (4, 3), (10, 11), (10, 12), (8, 7)])
def test_examples_of_call_bridge(bid: int, won: int) -> None:
    points = scoring.call_bridge(0, bid, won).points
    assert f"- bid {bid}, won {won}: {points:+d}" in whole("callbridge")
