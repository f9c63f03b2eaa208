"""Nothing that is said escapes the template.

Babel misses calls in f-strings and some that have others among their arguments: then a text
stays English in every language and nobody notices.  Python's own parser misses none.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from babel.messages.pofile import read_po

from bot.texts import LOCALES

ROOT = LOCALES.parents[1]
SAYING = frozenset({"texts", "_texts", "marked", "_"})


def said(source: str) -> Iterator[str | tuple[str, str]]:
    """Each text, or pair of texts, that a module asks a translation for."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        words = [each.value for each in node.args[:2] if isinstance(each, ast.Constant)]
        match node.func:
            case ast.Attribute(attr="plural"):
                one, many = words if len(words) == 2 else (None, None)
                if isinstance(one, str) and isinstance(many, str):
                    yield one, many
            case (
                ast.Attribute(attr=name)
                | ast.Name(id=name)
                | ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name))
            ) if name in SAYING and words:
                if isinstance(words[0], str):
                    yield words[0]


def test_every_text_of_the_code_is_in_the_template() -> None:
    """Otherwise: ``make translations``; if that does not help, give an inner call a name first."""
    with (LOCALES / "bot.pot").open("rb") as file:
        template = {message.id for message in read_po(file)}
    missing = [
        (path.relative_to(ROOT).as_posix(), text)
        for folder in ("bot", "cogs")
        for path in sorted((ROOT / folder).rglob("*.py"))
        for text in said(path.read_text(encoding="utf-8"))
        if text not in template
    ]
    assert missing == []


def test_calls_that_babel_misses_are_found() -> None:
    source = """
f"{texts('in an f-string')}"
_texts()("of a function", name=other(1))
self._texts("of an object")
texts.plural("{count} one", "{count} many", counts[seat], name=bold(name(seat)))
marked("a name")
texts(variable)
other("not said")
"""
    assert set(said(source)) == {
        "in an f-string",
        "of a function",
        "of an object",
        ("{count} one", "{count} many"),
        "a name",
    }
