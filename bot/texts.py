"""Texts of one language: gettext catalogues, numbers, lists, moments and people's names.

English is the source: the msgid is the English text, so English needs no catalogue.
Others are ``locales/<language>/LC_MESSAGES/bot.po``; they are compiled in memory when
first asked for, so a translator's file works without a build step.

Babel extracts the calls ``texts("...")``, ``texts.plural("...", "...", n)``, ``marked("...")``
and ``marked_as("...", "...")`` (docs/translating.md).
"""

from __future__ import annotations

import gettext
import io
import logging
import re
import unicodedata
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Final, Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from bot.writing import SIGNS, Writing

LOCALES: Final = Path(__file__).parent / "locales"
DOMAIN: Final = "bot"
SOURCE: Final = "en"
NAME_LENGTH: Final = 32

_log = logging.getLogger(__name__)

TimeStyle = Literal["R", "f", "F", "t", "d", "D"]
Value = str | int | datetime


def marked(message: str) -> str:
    """The same text; marks it for extraction where it is named but not yet translated."""
    return message


def marked_as(context: str, message: str) -> str:
    """The same text; marks it for extraction as what it is in this context alone."""
    return message


class Texts:
    """The texts of one language.

    Called with an English text it gives the translation with ``{name}`` places filled:
    whole numbers in the reader's way (2,800), moments as Discord's ``<t:...:R>``, strings as
    they are.  People's names go through ``name`` first.  ``writing`` is how cards are written.
    """

    def __init__(
        self, locale: str, catalogue: gettext.NullTranslations, writing: Writing = SIGNS
    ) -> None:
        self.locale = locale
        self.writing = writing
        self._catalogue = catalogue
        self._babel = _babel_locale(locale)

    @classmethod
    def for_locale(cls, code: str | None) -> Texts:
        """The texts for a code of Discord's (``en-GB``, ``pt-BR``); English when there are none.

        Cached: the same language gives the same object.
        """
        return _texts_of(code or SOURCE)

    def written(self, writing: Writing) -> Texts:
        """The same texts with cards written like this.  Cached, as the languages are."""
        return self if writing is self.writing else _written(self, writing)

    def with_writing(self, writing: Writing) -> Texts:
        """As ``written``, anew each time."""
        return Texts(self.locale, self._catalogue, writing)

    def __call__(self, message: str, /, **values: Value) -> str:
        """The translation of ``message`` with its places filled."""
        text = self._catalogue.gettext(message)
        return self._fill(text, message, values) if values else text

    def plural(self, one: str, many: str, count: int, /, **values: Value) -> str:
        """The form for ``count``, which both texts may name as ``{count}``."""
        found = self._catalogue.ngettext(one, many, count)
        return self._fill(found, one if count == 1 else many, {"count": count, **values})

    def named(self, context: str, message: str) -> str:
        """The translation of what was ``marked_as`` something of ``context``, as it is."""
        return self._catalogue.pgettext(context, message)

    def number(self, value: int) -> str:
        """A whole number as this language writes it: 2,800."""
        return _decimal(value, self.locale)

    def decimal(self, value: float) -> str:
        """A number with one decimal, as averages are written: 412.5; whole from 1,000 up."""
        pattern = "#,##0" if abs(value) >= 1000 else "#,##0.0"
        return format_decimal(value, format=pattern, locale=self._babel)

    def signed(self, value: int) -> str:
        """A whole number with its sign, as points won and lost are written: +4, -4."""
        return _signed(value, self.locale)

    def listing(self, items: Iterable[str], style: Literal["standard", "or"] = "standard") -> str:
        """A list in a sentence: ``a, b and c``."""
        several = list(items)
        if len(several) == 1:  # so are most in a game of two, and Babel would ask for their form
            return several[0]
        return format_list(several, style=style, locale=self._babel)

    def moment(self, when: datetime, style: TimeStyle = "R") -> str:
        """A moment as Discord's timestamp, shown in the reader's own time zone and language."""
        return f"<t:{int(when.timestamp())}:{style}>"

    def day(self, day: date, *, year: bool = False) -> str:
        """A day in short, ``Mar 1``; with ``year`` its month and year, ``Mar 2026``."""
        return format_skeleton("yMMM" if year else "MMMd", day, locale=self._babel)

    def name(self, raw: str) -> str:
        """A person's name for text: harmless as Markdown, mentions and direction.

        Never empty; at most 32 characters before the escapes.
        """
        return _escaped(self.plain_name(raw))

    def plain_name(self, raw: str) -> str:
        """A person's name for labels, where Discord reads no Markdown."""
        return _cleaned(raw) or self(marked("someone"))

    def _fill(self, text: str, source: str, values: dict[str, Value]) -> str:
        # Most values are texts already, and nothing is to be done with them.
        shown = {
            key: value if isinstance(value, str) else self._shown(value)
            for key, value in values.items()
        }
        try:
            return text.format_map(shown)
        except (KeyError, IndexError, ValueError):
            _log.exception("a translation into %s has other places than its source", self.locale)
            return source.format_map(shown)

    def _shown(self, value: int | datetime) -> str:
        if isinstance(value, datetime):
            return self.moment(value)
        return self.number(value)


def languages() -> tuple[str, ...]:
    """The languages there are, the source first, as ``de`` or ``pt-BR``."""
    found = sorted(
        path.parts[-3].replace("_", "-") for path in LOCALES.glob(f"*/LC_MESSAGES/{DOMAIN}.po")
    )
    return (SOURCE, *found)


def of_environment(environ: Mapping[str, str]) -> Texts:
    """The texts for somebody at a command line, as GNU gettext reads the environment.

    ``LC_ALL`` outweighs ``LC_MESSAGES`` and that ``LANG``; ``LANGUAGE`` may name several, the best
    one first, unless the locale is ``C``.
    """
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    locale = next(filter(None, map(environ.get, names)), "C")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return Texts.for_locale(SOURCE)
    for wanted in (*environ.get("LANGUAGE", "").split(":"), locale):
        code = re.split("[.@]", wanted)[0].replace("_", "-")
        texts = Texts.for_locale(code)
        if texts.locale == code:
            return texts
    return Texts.for_locale(SOURCE)


def readable(raw: str) -> bool:
    """Whether anything is left of a name once it is made fit to be shown."""
    return bool(_cleaned(raw))


def preload() -> None:
    """Read every catalogue and its numbers, so that hardly anybody's first press waits for one."""
    for language in languages():
        Texts.for_locale(language).number(0)


@lru_cache(maxsize=4096)
def _decimal(value: int, code: str) -> str:
    # By the code, since a Locale takes longer to be looked up than the number to be written.
    return format_decimal(value, locale=_babel_locale(code))


@lru_cache(maxsize=4096)
def _signed(value: int, code: str) -> str:
    return format_decimal(value, format="+#,##0;-#,##0", locale=_babel_locale(code))


@lru_cache(maxsize=256)
def _texts_of(code: str) -> Texts:
    for wanted in _candidates(code):
        if wanted == SOURCE:
            break
        path = LOCALES / wanted / "LC_MESSAGES" / f"{DOMAIN}.po"
        if path.is_file():
            return Texts(code, _catalogue(path))
    else:
        return Texts(SOURCE, gettext.NullTranslations())
    return Texts(code, gettext.NullTranslations())


@lru_cache(maxsize=256)
def _written(texts: Texts, writing: Writing) -> Texts:
    return texts.with_writing(writing)


def _candidates(code: str) -> tuple[str, ...]:
    """The names of catalogues to try: the full code, then its language; nothing for a wild code."""
    if not re.fullmatch(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8}){0,2}", code):
        return ()
    full = code.replace("-", "_")
    return (full, full.split("_", maxsplit=1)[0].lower())


@lru_cache(maxsize=64)
def _catalogue(path: Path) -> gettext.GNUTranslations:
    with path.open("rb") as file:
        catalogue = read_po(file, domain=DOMAIN)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)


def _babel_locale(code: str) -> Locale:
    try:
        return Locale.parse(code.replace("-", "_"))
    except (ValueError, UnknownLocaleError):
        return Locale.parse(SOURCE)


@lru_cache(maxsize=4096)
def _cleaned(raw: str) -> str:
    """One line without control, direction or invisible characters and stacks of accents.

    The zero-width joiner stays: it holds emoji together.
    """
    kept: list[str] = []
    marks = 0
    for char in unicodedata.normalize("NFC", raw):
        category = unicodedata.category(char)
        if category in {"Zs", "Zl", "Zp"} or char in "\t\n\r":
            kept.append(" ")
        elif category in {"Cc", "Cf", "Cs", "Co", "Cn"} and char != "\u200d":
            continue
        elif category in {"Mn", "Me"}:
            marks += 1
            if marks > 2:
                continue
            kept.append(char)
            continue
        elif char not in "\u2800\u3164\u115f\u1160\uffa0":
            kept.append(char)
        marks = 0
    name = " ".join("".join(kept).split())
    if not any(unicodedata.category(char)[0] in "LNPS" for char in name):
        return ""
    return name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH - 1].rstrip() + "…"


@lru_cache(maxsize=4096)
def _escaped(name: str) -> str:
    escaped = re.sub(r"([\\*_~`|<>#\[\]():])", r"\\\1", name).replace("@", "@\u200b")
    return re.sub(r"^(\d*)([-+.])", r"\1\\\2", escaped)
