"""What games meant for ratings, as screens want it."""

from __future__ import annotations

from bot.screens.standing import GameRatings, Rating, RatingChange
from bot.unbroken import unbroken
from data.database import Database


async def ratings_of(db: Database, game_id: int) -> GameRatings | None:
    """What a finished game meant for ratings; ``None`` for one that is not over.

    Raises ``StorageError``.
    """
    found = await unbroken(db.ratings.of_game(game_id))
    if found is None:
        return None
    return GameRatings(
        found.unrated,
        tuple(
            RatingChange(
                each.seat,
                Rating(each.before, each.provisional_before),
                Rating(each.after, each.provisional),
            )
            for each in found.changes
        ),
    )
