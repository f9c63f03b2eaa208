"""``verify``: a record of a game replayed, and said in words what was checked."""

from __future__ import annotations

from pathlib import Path

from bot.games import GAMES, Games
from data.errors import reason_of
from engine.record import RecordError, Verified, verify


class NotVerified(Exception):  # noqa: N818 - an answer to the person at the command line
    """The record cannot be read or does not hold; the text says where."""


def report(file: Path, games: Games = GAMES) -> str:
    """What was checked of the record in this file and what it came to, one thing a line.

    Raises ``NotVerified``, which says what does not hold.
    """
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise NotVerified(f"{file} is not text in UTF-8.") from None
    except OSError as error:
        raise NotVerified(f"{file} cannot be read ({reason_of(error)}).") from None
    try:
        return _told(verify(text, games.rules), games)
    except RecordError as error:
        raise NotVerified(f"{file}: {error}.") from None


def _told(game: Verified, games: Games) -> str:
    options = ", ".join(f"{name}={value}" for name, value in game.options.items())
    rows = [
        ("Game", games.screens[game.kind].name + (f" ({options})" if options else "")),
        ("Commitment", "the seed is the one that was promised"),
        ("Actions", f"{game.actions}, every one legal"),
        ("Deals", f"{len(game.deals)} scored, every card and score from the seed"),
        ("Outcome", _outcome(game)),
    ]
    head = "\n".join(f"{name:<12}{text}" for name, text in rows)
    return f"{head}\n\n{_scores(game)}"


def _outcome(game: Verified) -> str:
    if game.outcome is None:
        return "not over yet"
    winners = " and ".join(game.players[seat] for seat in game.outcome.winners)
    return f"{game.outcome.reason}, won by {winners}"


def _scores(game: Verified) -> str:
    """The points of each deal and the totals, a column for each player."""
    lines = [("Deal", *game.players)]
    lines += [(str(n), *map(str, points)) for n, points in enumerate(game.deals, 1)]
    lines.append(("Total", *map(str, game.totals)))
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )
