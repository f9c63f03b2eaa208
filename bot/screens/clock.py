"""The pace of a game in words."""

from __future__ import annotations

from datetime import timedelta

from bot.paces import PACES
from bot.texts import Texts

_DAY = timedelta(days=1)
_MINUTE = timedelta(minutes=1)


def pace_words(pace: str | None, texts: Texts) -> str:
    """``3 days for each decision``; nothing for a game without a clock."""
    rule = PACES.get(pace or "")
    if rule is None:
        return ""
    if rule.each >= _DAY:
        return texts.plural(
            "{count} day for each decision", "{count} days for each decision", rule.each // _DAY
        )
    each = texts.plural(
        "{count} minute for each decision",
        "{count} minutes for each decision",
        rule.each // _MINUTE,
    )
    return texts.plural(
        "{each}, and {count} minute in reserve",
        "{each}, and {count} minutes in reserve",
        rule.reserve // _MINUTE,
        each=each,
    )


def clock_line(pace: str | None, seats: int, texts: Texts) -> str:
    """The clock among the house rules, with what becomes of whoever is too late."""
    words = pace_words(pace, texts)
    if not words:
        return ""
    if seats == 2:
        return texts("**Clock:** {pace}. Whoever runs out of time loses.", pace=words)
    return texts(
        "**Clock:** {pace}. If somebody runs out of time, the computer takes the seat.", pace=words
    )
