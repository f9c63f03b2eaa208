"""The grammar of custom_ids, and the items that carry them."""

from __future__ import annotations

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.controls import Control, ControlItem, button, parse, select

CONTROLS = st.builds(
    Control,
    verb=st.from_regex(r"[a-z]{2,16}", fullmatch=True),
    id=st.none() | st.integers(0, 36**12 - 1),
    seat=st.none() | st.integers(0, 3),
    number=st.none() | st.integers(0, 999_999),
    arg=st.from_regex(r"[^.\n]{0,40}", fullmatch=True),
    values=st.just(()),  # a press brings them along: they are no part of the text
)


@given(CONTROLS)
def test_a_control_survives_its_text(control: Control) -> None:
    text = str(control)
    assert parse(text) == control
    assert 1 <= len(text) <= 100


@given(st.text(max_size=110))
def test_any_text_is_read_or_refused(text: str) -> None:
    control = parse(text)
    assert control is None or parse(str(control)) == control


@pytest.mark.parametrize(
    "text", ["", "hand", "2.hand.1...", "1.HAND.1...", "1.hand.1..", "1.hand.1.4.."]
)
def test_other_grammars_are_refused(text: str) -> None:
    assert parse(text) is None


async def test_buttons_and_selects_carry_their_control() -> None:
    control = Control("play", 12, 1, 3, "AS")
    one = button(control, "A♠", discord.ButtonStyle.primary, disabled=True)
    assert one.custom_id == str(control)
    assert one.to_component_dict()["disabled"] is True
    several = select(
        Control("pick", 12, 1, 3),
        [
            discord.SelectOption(label="2♣", value="2C"),
            discord.SelectOption(label="3♣", value="3C"),
        ],
        min_values=2,
        max_values=2,
    )
    data = several.to_component_dict()
    assert (data["min_values"], data["max_values"]) == (2, 2)
    assert isinstance(one, ControlItem)
    assert isinstance(several, ControlItem)
