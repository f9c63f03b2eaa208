"""The template holds every text of the code; each language has all of them, with their places."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from gettext import c2py  # type: ignore[attr-defined]

import pytest
from babel import Locale
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir
from babel.messages.plurals import get_plural

from bot.texts import LOCALES, Texts
from tests.languages.catalogues import (
    LANGUAGES,
    TEMPLATE,
    catalogue,
    file_of,
    forms,
    is_needed,
    messages,
    sources,
)

ROOT = LOCALES.parents[1]
KEYWORDS = {
    "texts": None,
    "plural": (1, 2),
    "marked": None,
    "marked_as": ((1, "c"), 2),
    "_": None,
}
Id = str | tuple[str, ...]
MARKS = re.compile(r"\*\*|`/[^`]*`|`|^- |^-# |^#+ ", re.MULTILINE)


def extracted() -> Iterator[tuple[str | None, Id]]:
    """Each text of the code with its context, which most have none of."""
    for folder in ("bot", "cogs"):
        for _, _, message, _, context in extract_from_dir(ROOT / folder, keywords=KEYWORDS):
            yield context, message


def test_the_template_is_up_to_date() -> None:
    """Otherwise: ``make translations``."""
    template = {(each.context, each.id) for each in catalogue(TEMPLATE) if each.id}
    code = set(extracted())
    assert code - template == set()
    assert template - code == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_complete(language: str) -> None:
    """Otherwise: ``make translations``, then translate what is new and settle what is fuzzy."""
    wanted = {(each.context, each.id) for each in catalogue(TEMPLATE) if each.id}
    found = messages(language)
    assert {(each.context, each.id) for each in found} == wanted
    needed = [each for each in found if is_needed(each, language)]
    assert [each.id for each in needed if each.fuzzy] == []
    assert [each.id for each in needed if not all(form.strip() for form in forms(each))] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_its_own_header(language: str) -> None:
    found = catalogue(file_of(language))
    assert found.locale == Locale.parse(language.replace("-", "_"))
    assert not found.fuzzy
    count, rule = get_plural(found.locale)[:2]
    assert (found.num_plurals, found.plural_expr) == (count, rule)
    numbered = [each for each in messages(language) if len(sources(each)) > 1]
    assert numbered
    assert [each.id for each in numbered if len(forms(each)) != count] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_places(language: str) -> None:
    wrong = [each.id for each in messages(language) if not each.fuzzy and not keeps_places(each)]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_marks(language: str) -> None:
    """Bold, lists, small print, headings, back ticks, and commands as they are."""
    wrong = [
        (message.id, form)
        for message in messages(language)
        if not message.fuzzy
        for form in forms(message)
        if form and sorted(MARKS.findall(form)) != sorted(MARKS.findall(sources(message)[-1]))
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
    found = forms(message)
    if not any(found):
        return True
    wanted = set[str]().union(*map(places, sources(message)))
    return all(places(form) | {"count"} == wanted | {"count"} for form in found)


def places(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


#: The form that each language has for 0, 1, 2, 5, 11, 21 and 22 things.
FORMS = {
    "be": (2, 0, 1, 2, 2, 0, 1),
    "bg": (1, 0, 1, 1, 1, 1, 1),
    "eo": (1, 0, 1, 1, 1, 1, 1),
    "gu": (0, 0, 1, 1, 1, 1, 1),
    "uk": (2, 0, 1, 2, 2, 0, 1),
}


@pytest.mark.parametrize("language", FORMS)
def test_numbers_choose_the_form_of_the_language(language: str) -> None:
    found = catalogue(file_of(language))
    rule = c2py(found.plural_expr)
    counts = (0, 1, 2, 5, 11, 21, 22)
    assert tuple(rule(count) for count in counts) == FORMS[language]
    entry = ("{count} trick", "{count} tricks")
    texts = Texts.for_locale(language)
    translated = forms(found.get(entry[0]))  # type: ignore[arg-type]
    for count in counts:
        wanted = translated[rule(count)].replace("{count}", texts.number(count))
        assert texts.plural(*entry, count) == wanted
