"""``verify``: a record of a game replayed, and said in words what was checked."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.games import GAMES, Games
from bot.impossible import NotPossible
from bot.texts import Texts, marked
from data.errors import reason_of
from engine.game import Reason
from engine.record import RecordError, Verified, verify

_REASONS: Final[Mapping[Reason, str]] = {
    "played out": marked("played out, won by {names}"),
    "resigned": marked("resigned, won by {names}"),
    "time": marked("time ran out, won by {names}"),
}


class NotVerified(NotPossible):
    """The record cannot be read or does not hold; the text says where."""


def report(file: Path, texts: Texts, games: Games = GAMES) -> str:
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
        return _told(verify(text, games.rules), games, texts)
    except RecordError as error:
        raise NotVerified(f"{file}: {error}.") from None


def _told(game: Verified, games: Games, texts: Texts) -> str:
    options = ", ".join(f"{name}={value}" for name, value in game.options.items())
    name = texts(games.screens[game.kind].name)
    rows = [
        (texts("Game"), f"{name} ({options})" if options else name),
        (texts("Commitment"), texts("the seed is the one that was promised")),
        (texts("Actions"), texts("{count}, every one legal", count=game.actions)),
        (
            texts("Deals"),
            texts("{count}, every card and score from the seed", count=len(game.deals)),
        ),
        (texts("Outcome"), _outcome(game, texts)),
    ]
    width = max(len(name) for name, _ in rows) + 2
    head = "\n".join(f"{name:<{width}}{text}" for name, text in rows)
    return f"{head}\n\n{_scores(game, texts)}"


def _outcome(game: Verified, texts: Texts) -> str:
    if game.outcome is None:
        return texts("not over yet")
    names = texts.listing(texts.plain_name(game.players[seat]) for seat in game.outcome.winners)
    return texts(_REASONS[game.outcome.reason], names=names)


def _scores(game: Verified, texts: Texts) -> str:
    """The points of each deal and the totals, a column for each player."""
    lines = [(texts("Deal"), *map(texts.plain_name, game.players))]
    lines += [(str(n), *map(str, points)) for n, points in enumerate(game.deals, 1)]
    lines.append((texts("Total"), *map(str, game.totals)))
    widths = [max(len(cell) for cell in column) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    )
