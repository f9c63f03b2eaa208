"""Choosing a language, adding one, and the command line in the reader's own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po, write_po

from bot import texts as texts_module
from bot.__main__ import main
from bot.preferences import PERSONAL, SERVER, preference
from bot.texts import SOURCE, Texts, languages
from data.records import PersonSettings, ServerSettings
from tests.languages.catalogues import LANGUAGES, TEMPLATE

OWN_NAMES = {
    "en": "English",
    "be": "Беларуская",
    "bg": "Български",
    "eo": "Esperanto",
    "gu": "ગુજરાતી",
    "uk": "Українська",
}


def test_settings_offer_every_language_by_its_own_name() -> None:
    for language in languages():
        texts = Texts.for_locale(language)
        mine, servers = preference(PERSONAL, "language"), preference(SERVER, "language")
        assert mine is not None
        assert servers is not None
        for shown in (mine.shown(PersonSettings(), texts), servers.shown(ServerSettings(), texts)):
            offered = dict(shown.options[1:])
            assert set(offered) == set(languages())
            assert offered.items() >= OWN_NAMES.items()


def test_a_new_language_is_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As docs/translating.md has it: ``pybabel init``, and a translation of one text."""
    folder = tmp_path / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with TEMPLATE.open("rb") as file:
        german = read_po(file, locale="de")
    german["Your hand"].string = "Dein Blatt"
    with (folder / "bot.po").open("wb") as file:
        write_po(file, german)
    monkeypatch.setattr(texts_module, "LOCALES", tmp_path)
    texts_module._texts_of.cache_clear()
    try:
        assert languages() == (SOURCE, "de")
        mine = preference(PERSONAL, "language")
        assert mine is not None
        texts = Texts.for_locale("de")
        assert dict(mine.shown(PersonSettings(), texts).options)["de"] == "Deutsch"
        assert texts("Your hand") == "Dein Blatt"
        assert texts("My hand") == "My hand"
        assert texts.number(2800) == "2.800"
    finally:
        texts_module._texts_of.cache_clear()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_line_speaks_it(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
    texts = Texts.for_locale(language)
    for line in (["--help"], ["arena", "--help"], ["export", "--help"]):
        with pytest.raises(SystemExit) as stopped:
            main(line)
        assert stopped.value.code == 0
        out = capsys.readouterr().out
        assert out.startswith(texts("usage:"))
        assert texts("show this help and stop") in " ".join(out.split())
        english = re.findall(r"\b(?:usage|options|arguments|commands|show|database|file)\b", out)
        assert english == []
