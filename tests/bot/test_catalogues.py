"""The template holds every text of the code; translations keep the places of their source."""

from __future__ import annotations

import string
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from bot.texts import LOCALES

ROOT = LOCALES.parents[1]
KEYWORDS = {
    "texts": None,
    "plural": (1, 2),
    "marked": None,
    "marked_as": ((1, "c"), 2),
    "_": None,
}
Id = str | tuple[str, ...]


def catalogue(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file)


def extracted() -> Iterator[tuple[str | None, Id]]:
    """Each text of the code with its context, which most have none of."""
    for folder in ("bot", "cogs"):
        for _, _, message, _, context in extract_from_dir(ROOT / folder, keywords=KEYWORDS):
            yield context, message


def test_the_template_is_up_to_date() -> None:
    """Otherwise: ``make translations``."""
    template = {(each.context, each.id) for each in catalogue(LOCALES / "bot.pot") if each.id}
    code = set(extracted())
    assert code - template == set()
    assert template - code == set()


def test_translations_keep_the_places() -> None:
    wrong = [
        (path.parts[-3], message.id)
        for path in LOCALES.glob("*/LC_MESSAGES/*.po")
        for message in catalogue(path)
        if message.id and not message.fuzzy and not keeps_places(message)
    ]
    assert wrong == []


def test_a_lost_place_is_found() -> None:
    assert keeps_places(Message("You hold {cards}", "Du hast {cards}"))
    assert keeps_places(Message("You hold {cards}", ""))
    assert not keeps_places(Message("You hold {cards}", "Du hast {karten}"))
    one_and_many = ("{count} trick of {name}", "{count} tricks of {name}")
    assert keeps_places(
        Message(one_and_many, ("ein Stich von {name}", "{count} Stiche von {name}"))
    )
    assert not keeps_places(Message(one_and_many, ("{count} Stich", "{count} Stiche von {nam}")))


def keeps_places(message: Message) -> bool:
    """Whether each form names only places of its source, and the last form all but the count."""
    sources = message.id if isinstance(message.id, tuple | list) else (message.id,)
    forms = message.string if isinstance(message.string, tuple | list) else (message.string,)
    if not any(forms):
        return True
    wanted = set().union(*map(places, sources))
    return all(places(form) | {"count"} == wanted | {"count"} for form in forms)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
