"""Whatever is sent, the validators answer in Discord's words and never break."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from playground.commands import command
from playground.components import ComponentReader
from playground.embeds import embeds
from playground.errors import ApiError
from playground.forms import Form, Node
from playground.mentions import read_mentions
from playground.modals import modal

WORDS = """
type id components content custom_id label style options value emoji name accessory media url file
items spacing accent_color min_values max_values placeholder description choices title required
fields embeds allowed_mentions parse users contexts name_localizations component default_values
default_member_permissions min_length default
"""
KEYS = st.sampled_from(WORDS.split())
PLAIN = (
    st.none()
    | st.booleans()
    | st.integers(-1, 20)
    | st.integers()
    | st.floats()
    | st.text(st.characters(), max_size=5)
    | st.sampled_from(["attachment://a", "\ud800", "de", "users", "0"])
)
VALUES: st.SearchStrategy[Any] = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=6),
    max_leaves=30,
)
BODIES = st.dictionaries(KEYS, VALUES, max_size=8)


def _check(form: Form) -> None:
    """Every leaf of the errors is a list of a code and a sentence."""
    queue = [form.errors]
    while queue:
        at = queue.pop()
        for each in at.pop("_errors", ()):
            assert set(each) == {"code", "message"}
        queue += at.values()


def _only_in_words(action: Callable[[], object]) -> None:
    with contextlib.suppress(ApiError):
        action()


@given(BODIES, st.booleans())
def test_components(body: dict[str, Any], v2: bool) -> None:
    form = Form()
    reader = ComponentReader(uploads={"a"})
    _only_in_words(lambda: reader.message(Node(form, body), v2=v2))
    _check(form)


@given(BODIES)
def test_modals(body: dict[str, Any]) -> None:
    form = Form()
    _only_in_words(lambda: modal(Node(form, body)))
    _check(form)


@given(BODIES)
def test_commands(body: dict[str, Any]) -> None:
    form = Form()
    command(Node(form, body))
    _check(form)


@given(BODIES)
def test_embeds_and_mentions(body: dict[str, Any]) -> None:
    form = Form()
    embeds(Node(form, body))
    read_mentions(Node(form, body))
    _check(form)
