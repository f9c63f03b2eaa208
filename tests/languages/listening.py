"""What the bot says, heard at both ends: the texts that it looks up, the words on the wire."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

import pytest

from bot import limits
from bot.texts import SOURCE, Texts
from bot.translation import OPTIONS
from playground.journal import Shown
from playground.seen import walk
from tests.languages.catalogues import (
    KNOWN_TO_DISCORD,
    TEMPLATE,
    catalogue,
    file_of,
    forms,
    messages,
    sources,
)

Json = Mapping[str, Any]
_KEYS: Final = ("content", "label", "placeholder", "description", "title")
_PIECES: Final = re.compile(r"\{\w*\}|[^\w\s'-]+|\n")
_WORD: Final = re.compile(r"\w+")
#: Mentions, moments and emojis; what is between back ticks; links.
_SIGNS: Final = re.compile(r"<[^<>\n]*>|`[^`\n]*`|\(?https?://[^\s)]*\)?")
_LATIN: Final = re.compile(r"[A-Za-z]{3,}")


def said(shown: Shown) -> Iterator[str]:
    """Every text of a message, a form or a list of suggestions that a person reads."""
    payload = shown.payload
    if shown.kind == "choices":
        yield from (str(choice["name"]) for choice in payload["choices"])
        return
    parts = list(walk(payload.get("components") or ()))
    for each in (payload, *parts, *(option for part in parts for option in _options(part))):
        yield from (str(each[key]) for key in _KEYS if isinstance(each.get(key), str))


def _options(part: Json) -> Sequence[Json]:
    return part.get("options") or ()


@dataclass
class Listener:
    """Hears what is said in one language; ``check`` names all that was not."""

    language: str
    asked: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    words: set[str] = field(default_factory=set[str])
    versions: int = 0
    troubles: list[str] = field(default_factory=list[str])

    def listen(self, patch: pytest.MonkeyPatch) -> None:
        """Note every text that is looked up from now on."""
        call, plural = Texts.__call__, Texts.plural

        def called(texts: Texts, message: str, /, **values: Any) -> str:
            self.asked.add((texts.locale, message))
            return call(texts, message, **values)

        def counted(texts: Texts, one: str, many: str, count: int, /, **values: Any) -> str:
            self.asked.add((texts.locale, one))
            return plural(texts, one, many, count, **values)

        patch.setattr(Texts, "__call__", called)
        patch.setattr(Texts, "plural", counted)

    def see(self, shown: Shown) -> None:
        """One thing that was put before somebody."""
        if shown.payload.get("deferred"):
            return
        self.versions += 1
        self.words.update(said(shown))
        if shown.kind == "message" and shown.payload.get("components"):
            self.troubles += limits.problems(shown.payload["components"])

    def check(self, names: Sequence[str]) -> None:
        """Everything came from the language's catalogue, and nothing of another was seen.

        ``names`` are those of people and places, which are as they are in every language.
        """
        assert self.troubles == []
        assert {locale.split("-")[0] for locale, _ in self.asked} == {self.language}
        known = catalogue(TEMPLATE if self.language == SOURCE else file_of(self.language))
        for _, message in self.asked:
            entry = known.get(message)
            assert entry is not None, f"no entry for {message!r}"
            if self.language != SOURCE:
                assert not entry.fuzzy, message
                assert all(forms(entry)), message
        if self.language != SOURCE:
            for text in self.words:
                plain = _SIGNS.sub(" ", text)
                for name in names:
                    plain = plain.replace(name, " ")
                assert foreign(plain, self.language) == [], text
                if _in_another_script(self.language):
                    latin = set(_LATIN.findall(plain)) - allowed(self.language)
                    assert latin == set(), text


#: What stands in Latin letters in every language; two languages call themselves like this.
LATIN: Final = frozenset(
    {"SHA", "HMAC", "big", "endian", "JSON", "Discord", "Markdown", "English", "Esperanto"}
)
#: What Discord itself shows in English where it does not know the language: choices of options,
#: the names of permissions and the way to them.
DISCORDS: Final = frozenset(
    {"days", "live", "aside", "follow", "open", "off", "Manage", "Server", "Edit", "Channel"}
    | {"Permissions", "View", "Send", "Messages", "Read", "Message", "History"}
)


def allowed(language: str) -> frozenset[str]:
    """The words of Latin letters that a text in another script may have."""
    return LATIN if language in KNOWN_TO_DISCORD else LATIN | DISCORDS | frozenset(OPTIONS)


@cache
def _in_another_script(language: str) -> bool:
    return not _LATIN.search(Texts.for_locale(language)("Your hand"))


def foreign(text: str, language: str) -> list[str]:
    """The pieces of English texts in this one."""
    pieces = english(language)
    candidates = {piece for word in _WORD.findall(text) for piece in pieces.get(word, ())}
    return [piece for piece in candidates if re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", text)]


@cache
def english(language: str) -> Mapping[str, set[str]]:
    """Pieces of English texts that no translation has, by their first word."""
    own = "\n".join(form for each in messages(language) for form in forms(each)).lower()
    found: dict[str, set[str]] = {}
    for message in messages(language):
        for text in sources(message) if message.context is None else ():
            for piece in map(str.strip, _PIECES.split(_SIGNS.sub("{}", text))):
                if _LATIN.search(piece) and piece.lower() not in own:
                    found.setdefault(_WORD.findall(piece)[0], set()).add(piece)
    return found
