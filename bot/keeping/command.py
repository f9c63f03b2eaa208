"""``backup`` and ``restore``."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from bot.games import GAMES, Games
from bot.impossible import NotPossible
from bot.keeping.replays import check_games
from bot.progress import Bar
from bot.texts import Texts
from data import backup, restore
from data.errors import DatabaseBroken, StorageUnavailable


class NotKept(NotPossible):
    """A copy was made, or is there, but cannot be relied on; the text says why."""


def back_up(address: str, target: Path, texts: Texts, games: Games = GAMES) -> str:
    """Copy the database of this ``DATABASE_URL`` to a new file and check it; says what was done.

    Raises a ``StorageUnavailable`` when there is no copy, and ``NotKept`` when there is one but a
    game in it cannot be played again: it is as good as what it was made from.
    """
    with Bar(sys.stderr, "pages") as bar:
        backup.copy(address, target, bar.show)
    try:
        count = _replayed(target, games)
    except DatabaseBroken as error:
        raise NotKept(f"The database is copied to {target}, but {_inside(error)}") from error
    return texts(
        "The database is copied to {file}; it is whole, and all its games replay ({count}).",
        file=str(target),
        count=count,
    )


def put_back(address: str, file: Path, texts: Texts, games: Games = GAMES) -> str:
    """Put a backup in the place of the database; says what was done.

    Every game in it is played again before anything is changed.  Raises a ``StorageUnavailable``;
    the database is as before then.
    """
    if not file.is_file():
        raise NotKept(f"There is no file {file}.")
    backup.examine(file)
    try:
        count = _replayed(file, games)
    except DatabaseBroken as error:
        raise NotKept(f"{file} cannot be restored: {_inside(error)}") from error
    with Bar(sys.stderr, "pages") as bar:
        kept = restore.restore(address, file, datetime.now().astimezone(), bar.show)
    done = texts.plural(
        "{file} is restored, with {count} game.",
        "{file} is restored, with {count} games.",
        count,
        file=str(file),
    )
    if kept is None:
        return done
    before = texts("The database of before is kept as {file}.", file=str(kept))
    return f"{done} {before}"


def _replayed(file: Path, games: Games) -> int:
    with Bar(sys.stderr, "games") as bar:
        return check_games(file, games, bar.show)


def _inside(error: StorageUnavailable) -> str:
    text = str(error)
    return text[:1].lower() + text[1:]
