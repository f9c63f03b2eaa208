"""Every game of a file played again from its seed, to see whether the file can be relied on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path

from bot.games import Games
from data import played
from data.errors import DatabaseBroken
from data.played import Played
from engine import new_game
from engine.game import IllegalAction


def check_games(file: Path, games: Games, progress: Callable[[int, int], None]) -> int:
    """Replay every game and give how many there are; ``progress`` is told how far it is.

    Raises ``DatabaseBroken``, which names the first game that does not agree with itself.
    """
    total = played.count(file)
    done = 0
    for done, game in enumerate(played.games(file), 1):
        problem = _problem(game, games)
        if problem is not None:
            raise DatabaseBroken(f"Game {game.id} {problem}.")
        progress(done, total)
    return done


def _problem(stored: Played, games: Games) -> str | None:
    """What is wrong with the game, for the end of a sentence; never a card or the seed."""
    if hashlib.sha256(stored.seed).hexdigest() != stored.commitment:
        return "has another seed than it promised"
    try:
        game = new_game(stored.kind, seed=stored.seed, options=stored.options, kinds=games.rules)
    except ValueError:
        return "is of a kind, or has house rules, that this version does not know"
    for number, (seat, text) in enumerate(stored.actions):
        try:
            game.apply(seat, text)
        except IllegalAction:
            return f"has an action that the rules do not allow (number {number})"
    if game.outcome is not None and stored.state != "over":
        return "has come to its end but counts as running"
    if game.outcome is None and stored.state == "over" and stored.reason != "aborted":
        return "counts as over but has not come to its end"
    return None
