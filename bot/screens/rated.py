"""What a finished game meant for ratings, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.screens.models import TableInfo
from bot.screens.parts import bold, plain_seat_name, text_block
from bot.screens.standing import GameRatings, RatingChange, Unrated
from bot.texts import Texts, marked

_REASONS: Final[Mapping[Unrated, str]] = {
    "computers": marked("Not rated: ratings are for games between people alone."),
    "hints": marked("Not rated: a hint was used."),
    "aborted": marked("Not rated: the game was called off."),
    "daily": marked(
        "Not rated: two of the players have had their ten rated games with each other today. From "
        "midnight (UTC) on they count again."
    ),
    "private": marked("Not rated: one of the players takes no part in ratings."),
}


def rated_lines(ratings: GameRatings, info: TableInfo, texts: Texts) -> str:
    """The change of each rating, a player in a line, or the sentence why there is none."""
    if ratings.unrated is not None:
        return texts(_REASONS[ratings.unrated])
    if not ratings.changes:
        return ""
    return text_block(
        bold(texts("Ratings")), *(_change(change, info, texts) for change in ratings.changes)
    )


def _change(change: RatingChange, info: TableInfo, texts: Texts) -> str:
    line = texts(
        "{name} {before} → {after} ({difference})",
        name=plain_seat_name(info, change.seat, texts),
        before=str(change.before.value),
        after=bold(str(change.after.value)),
        difference=texts.signed(change.after.value - change.before.value),
    )
    return texts("{rating}, provisional", rating=line) if change.after.provisional else line
