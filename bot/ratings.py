"""What games meant for ratings, as screens want it."""

from __future__ import annotations

from bot.screens.standing import GameRatings, Rating, RatingChange
from bot.unbroken import unbroken
from data.database import Database
from data.standing.records import GameRatings as StoredRatings


async def ratings_of(db: Database, game_id: int) -> GameRatings | None:
    """What a finished game meant for ratings; ``None`` for one that is not over.

    Raises ``StorageError``.
    """
    found = await unbroken(db.ratings.of_game(game_id))
    return None if found is None else as_shown(found)


def as_shown(found: StoredRatings) -> GameRatings:
    """What storage says of a game, as screens want it."""
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
