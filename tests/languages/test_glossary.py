"""Card players' terms: in each language those of the table in docs/translating.md, and no others.

A translation whose English has a term has the stem of its translation, in each of its forms.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest

from bot.texts import LOCALES, Texts
from tests.languages.catalogues import LANGUAGES, forms, messages, sources

DOCS: Final = LOCALES.parents[1] / "docs" / "translating.md"
_PLACE: Final = re.compile(r"\{\w*\}|`/[^`]*`")

#: Each term, and where English texts mean it.
TERMS: Final = {
    term: re.compile(pattern)
    for term, pattern in {
        "trick": r"\btricks?\b",
        "trump": r"(?<!no )\btrumps?\b",
        "no trump": r"\bno trump\b",
        "declarer": r"\bdeclarers?\b",
        "dealer": r"(?<!non-)\bdealer\b",
        "contract": r"\bcontracts?\b",
        "up-card": r"\bup-?card\b",
        "stock": r"\bstock\b",
        "colon": r"\bcolons?\b",
        "Grand colon": r"\bGrand colon\b",
        "Royal colon": r"\bRoyal colon\b",
        "Little colon": r"\bLittle colon\b",
        "double": r"\b(?<!re)doubled?s?\b",
        "redouble": r"\bredoubled?s?\b",
        "void": r"\bvoid\b",
        "follow suit": r"\bfollow(ed)? suit\b|\bsuit\s+must be followed\b",
        "suit": r"\bsuits?\b",
        "auction": r"\bauction\b",
        "bid": r"\bbids?\b",
        "pass": r"(?<!deal )\b[Pp]ass(es|ed)?\b",
        "discard": r"\b[Dd]iscards?\b",
        "undertrick": r"\bundertricks?\b",
        "overtrick": r"\bovertricks?\b",
        "draw phase": r"\b[Dd]raw phase\b",
        "rating": r"\b[Rr]atings?\b",
        "unrated": r"\bunrated\b",
        "hint": r"\b[Hh]ints?\b",
        "season": r"\b[Ss]easons?\b",
        "seat": r"\bseats?\b",
    }.items()
}

#: Language, term, and the beginning of the English text: why its translation does without.
EXCEPTIONS: Final[dict[tuple[str, str, str], str]] = {}


@cache
def table() -> dict[str, dict[str, tuple[str, ...]]]:
    """The stems of each term by language, in small letters, as the table has them."""
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in DOCS.read_text(encoding="utf-8").splitlines()
        if line.startswith("|")
    ]
    head = next(row for row in rows if row[0] == "term")
    found = [row for row in rows[rows.index(head) + 2 :] if len(row) == len(head)]
    return {
        language: {row[0]: stems(row[column]) for row in found}
        for column, language in enumerate(head[1:], 1)
    }


def stems(cell: str) -> tuple[str, ...]:
    """``взятк-а / взято-к`` gives what stands before each word's last hyphen."""
    return tuple(each.strip().rpartition("-")[0].lower() for each in cell.split(" / "))


def test_the_table_has_every_term_in_every_language() -> None:
    assert set(table()) == set(LANGUAGES)
    for language, terms in table().items():
        assert list(terms) == list(TERMS)
        wrong = [term for term, found in terms.items() if not all(found)]
        assert wrong == [], f"no stem marked by a hyphen in {language}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_to_the_glossary(language: str) -> None:
    wrong = [
        (term, source, form)
        for message in messages(language)
        if message.context is None
        for term, source, form in departures(language, sources(message), forms(message))
        if not excepted(language, term, source)
    ]
    assert wrong == []


def departures(
    language: str, english: tuple[str, ...], translated: tuple[str, ...]
) -> list[tuple[str, str, str]]:
    """Each term that the English has and a form of the translation has not."""
    texts = [_PLACE.sub(" ", text) for text in english]
    return [
        (term, english[0], form)
        for term, pattern in TERMS.items()
        if any(pattern.search(text) for text in texts)
        for form in translated
        if form and not any(stem in form.lower() for stem in table()[language][term])
    ]


def excepted(language: str, term: str, source: str) -> bool:
    return any(
        (language, term) == (where, what) and source.startswith(beginning)
        for where, what, beginning in EXCEPTIONS
    )


def test_each_exception_is_still_one() -> None:
    for language, term, beginning in EXCEPTIONS:
        found = [
            departure
            for message in messages(language)
            for departure in departures(language, sources(message), forms(message))
            if departure[0] == term and departure[1].startswith(beginning)
        ]
        assert found, (language, term, beginning)


def test_a_departure_is_found() -> None:
    stem = table()["uk"]["trick"][0]
    assert not departures("uk", ("a trick",), (f"одна {stem}а",))
    assert [each[0] for each in departures("uk", ("a trick",), ("щось інше",))] == ["trick"]
    assert not departures("uk", ("{trick} of `/trick`",), ("щось інше",))


@pytest.mark.parametrize("language", LANGUAGES)
def test_ranks_stay_and_suits_are_signs(language: str) -> None:
    """``A K Q J 10`` and the symbols everywhere; in words each card has a name of its own."""
    texts = Texts.for_locale(language)
    names = {
        texts(f"{rank} of {suit}")
        for rank in ("ace", "king", "queen", "jack", "ten", "two")
        for suit in ("spades", "hearts", "diamonds", "clubs")
    }
    assert len(names) == 24
    assert not names & {"ace of spades", "two of clubs"}
