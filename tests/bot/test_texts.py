"""Languages, numbers, plurals, moments, and names that can do no harm."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from bot import texts as texts_module
from bot.texts import Texts, languages, marked, of_environment, readable

ENGLISH = Texts.for_locale("en-US")

PO = """
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Your hand"
msgstr "Dein Blatt"

msgid "You hold {cards}"
msgstr "Du hast {karten}"

msgid "{count} trick"
msgid_plural "{count} tricks"
msgstr[0] "{count} Stich"
msgstr[1] "{count} Stiche"
"""


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Texts:
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "bot.po").write_text(PO, encoding="utf-8")
    monkeypatch.setattr(texts_module, "LOCALES", tmp_path)
    texts_module._texts_of.cache_clear()
    found = Texts.for_locale("de")
    texts_module._texts_of.cache_clear()
    return found


def test_english_is_the_source() -> None:
    assert ENGLISH("Your hand") == "Your hand"
    assert ENGLISH("{who} scores {points}", who="Ada", points=2800) == "Ada scores 2,800"
    assert ENGLISH.plural("{count} trick", "{count} tricks", 1) == "1 trick"
    assert ENGLISH.plural("{count} trick", "{count} tricks", 2) == "2 tricks"
    assert marked("a text") == "a text"


def test_a_catalogue_of_another_language(german: Texts) -> None:
    assert german("Your hand") == "Dein Blatt"
    assert german("not translated yet") == "not translated yet"
    assert german.plural("{count} trick", "{count} tricks", 1) == "1 Stich"
    assert german.plural("{count} trick", "{count} tricks", 2800) == "2.800 Stiche"
    assert german.listing(["a", "b", "c"]) == "a, b und c"


def test_a_translation_with_wrong_places_falls_back_and_is_logged(
    german: Texts, caplog: pytest.LogCaptureFixture
) -> None:
    assert german("You hold {cards}", cards="4♠") == "You hold 4♠"
    assert "other places" in caplog.text


@pytest.mark.parametrize("code", [None, "", "xx", "../../etc", "en-US", "fr", "zh-CN", "C" * 500])
def test_unknown_languages_are_english(code: str | None) -> None:
    assert Texts.for_locale(code)("Your hand") == "Your hand"


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "uk_UA.UTF-8"}, "uk-UA"),
        ({"LANG": "uk_UA.UTF-8", "LC_MESSAGES": "eo"}, "eo"),
        ({"LANG": "uk_UA.UTF-8", "LC_MESSAGES": "eo", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "be_BY@latin"}, "be-BY"),
        ({"LANG": "xx_XX.UTF-8", "LANGUAGE": "yy:gu:bg"}, "gu"),
        ({"LANG": "C", "LANGUAGE": "bg"}, "en"),
        ({"LANG": "bg_BG", "LANGUAGE": ""}, "bg-BG"),
    ],
)
def test_the_language_of_a_command_line(environ: dict[str, str], language: str) -> None:
    assert of_environment(environ).locale == language


def test_the_same_language_is_the_same_object() -> None:
    assert Texts.for_locale("en-GB") is Texts.for_locale("en-GB")
    assert languages()[0] == "en"


def test_averages_and_days(german: Texts) -> None:
    assert ENGLISH.decimal(412.26) == "412.3"
    assert ENGLISH.decimal(-2) == "-2.0"
    assert german.decimal(1999.6) == "2.000"
    assert ENGLISH.day(date(2026, 3, 1)) == "Mar 1"
    assert german.day(date(2026, 3, 1), year=True) == "März 2026"


def test_what_is_left_of_a_name() -> None:
    assert readable("Ada")
    assert not readable("\u200b \u202e")


def test_signs_and_moments() -> None:
    assert ENGLISH.signed(4) == "+4"
    assert ENGLISH.signed(-1300) == "-1,300"
    when = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
    assert ENGLISH("until {when}", when=when) == f"until <t:{int(when.timestamp())}:R>"
    assert ENGLISH.moment(when, "F").endswith(":F>")


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("Ada", "Ada"),
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("*Ada*", "\\*Ada\\*"),
        ("<@123>", "\\<@\u200b123\\>"),
        ("@everyone", "@\u200beveryone"),
        ("a\u202eb\u2066c", "abc"),
        ("one\ntwo", "one two"),
        ("# big", "\\# big"),
        ("- item", "\\- item"),
        ("1. item", "1\\. item"),
        ("[x](http://e.org)", "\\[x\\]\\(http\\://e.org\\)"),
        ("||spoiler||", "\\|\\|spoiler\\|\\|"),
        ("x" * 40, "x" * 31 + "…"),
        ("", "someone"),
        ("\u200b \u3164\u2800", "someone"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("Z" + "\u0301" * 30, "Ź\u0301\u0301"),
    ],
)
def test_names_can_do_no_harm(raw: str, shown: str) -> None:
    assert ENGLISH.name(raw) == shown


def test_a_label_needs_no_escapes() -> None:
    assert ENGLISH.plain_name("*Ada* <@1>") == "*Ada* <@1>"
