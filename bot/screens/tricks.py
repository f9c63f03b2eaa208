"""Tricks in words: the one on the table, and the last one."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens import words
from bot.screens.models import TableInfo
from bot.screens.parts import TRICKS, finished_trick, seat_name, trick_plays
from bot.texts import Texts
from engine.game import Trick, View


def trick_number(complete: Sequence[Trick]) -> int:
    """The number of the trick being played, from 1, after so many that are complete."""
    return min(len(complete) + 1, TRICKS)


def on_the_table(view: View, info: TableInfo, texts: Texts) -> str:
    """The cards played to the trick so far, or who leads to it."""
    if view.trick is not None and view.trick.cards:
        return texts(
            "**On the table:** {plays}",
            plays=trick_plays(view.trick, info, texts, words.face),
        )
    if view.to_act:
        return texts(
            "**On the table:** nothing yet; {name} leads",
            name=seat_name(info, view.to_act[0], texts),
        )
    return texts("**On the table:** nothing")


def last_trick_line(last: Trick, info: TableInfo, texts: Texts) -> str:
    """The trick that was completed last."""
    return texts("**Last trick:** {trick}", trick=finished_trick(last, info, texts, words.face))
