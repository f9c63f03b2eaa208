"""``ratings rebuild``, ``export`` and ``import``."""

from __future__ import annotations

import sys
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TextIO, TypeVar, get_args

from bot import running
from bot.impossible import NotPossible
from bot.progress import Bar
from bot.screens.models import Level
from bot.standing.proof import fault
from bot.texts import Texts
from data import Database, files
from data.address import expect
from data.errors import BadLine, reason_of
from data.transfer.admission import Known
from engine import KINDS

Said = TypeVar("Said")
_NO_PIPE: Final = "{} is read twice: it must be a file, not a pipe."


class NotDone(NotPossible):
    """An export or import that cannot be done; the text says why."""


def rebuild(address: str, texts: Texts) -> str:
    """Make ratings, boards and profiles anew from the log of results; says what was done.

    Raises ``DatabaseUnreachable`` if there is no such database.
    """
    expect(address)
    return _done(_rebuild(address, texts))


def export(address: str, file: Path, guild_id: int | None, texts: Texts) -> str:
    """Write the finished games of a server, or of all, to a new file; says what was done.

    Raises ``NotDone`` if the file cannot be written or exists, or the server has no game, and
    ``DatabaseUnreachable`` if there is no such database; ``file`` is there only if it is whole.
    """
    expect(address)
    try:
        games = _written(address, file, guild_id)
    except FileExistsError:
        raise NotDone(f"{file} exists already: name another file.") from None
    except OSError as error:
        raise NotDone(f"{file} cannot be written ({reason_of(error)}).") from None
    return texts.plural(
        "{count} game is written to {file}.",
        "{count} games are written to {file}.",
        games,
        file=str(file),
    )


def take(address: str, file: Path, texts: Texts) -> str:
    """Read the games of an export into the database; says what was done.

    The file is looked through first: with a line that is wrong nothing is taken from it.  Raises
    ``NotDone``, which names the line.
    """
    try:
        if file.is_fifo():  # to open one may mean to wait
            raise NotDone(_NO_PIPE.format(file))
        with file.open(encoding="utf-8-sig", newline="\n") as lines:
            if not lines.seekable():
                raise NotDone(_NO_PIPE.format(file))
            return _done(_take(address, lines, texts))
    except BadLine as error:
        raise NotDone(f"{file}: {error}") from None
    except UnicodeDecodeError:
        raise NotDone(f"{file} is not text in UTF-8.") from None
    except OSError as error:
        raise NotDone(f"{file} cannot be read ({reason_of(error)}).") from None


def _written(address: str, file: Path, guild_id: int | None) -> int:
    """Write an export under another name, which it loses when all of it is on the disk."""
    if file.exists():
        raise FileExistsError
    part = file.with_name(f"{file.name}.part")
    part.unlink(missing_ok=True)  # of an export that was cut short
    try:
        with part.open("x", encoding="utf-8", newline="\n") as target:
            games = _done(_export(address, target, guild_id))
        files.sync(part)
        if file.exists():
            raise FileExistsError
        part.rename(file)
    finally:
        part.unlink(missing_ok=True)
    return games


def _done(work: Coroutine[Any, Any, Said]) -> Said:
    said: list[Said] = []

    async def watched() -> None:
        said.append(await work)

    running.until_stopped(watched())
    if not said:
        raise NotDone("Stopped before it was done.")
    return said[0]


async def _rebuild(address: str, texts: Texts) -> str:
    async with await Database.open(address) as database:
        with Bar(sys.stderr, "results") as bar:
            count = await database.ratings.rebuild(progress=bar.show)
        return texts.plural(
            "Ratings and boards are made anew from {count} result in {database}.",
            "Ratings and boards are made anew from {count} results in {database}.",
            count,
            database=database.place,
        )


async def _export(address: str, target: TextIO, guild_id: int | None) -> int:
    async with await Database.open(address) as database:
        counts = await database.transfer.servers()
        if guild_id is not None and guild_id not in counts:
            raise NotDone(f"There is no finished game of a server {guild_id}.")
        guilds = list(counts) if guild_id is None else [guild_id]
        total = sum(counts[guild] for guild in guilds)
        return await _write(database, guilds, target, total)


async def _write(database: Database, guilds: list[int], target: TextIO, total: int) -> int:
    games = 0
    with Bar(sys.stderr, "games") as bar:
        async for line in database.transfer.export(guilds):
            target.write(line + "\n")
            games += line.startswith('{"type":"game"')
            bar.show(games, max(total, games))
    return games


async def _look_through(database: Database, lines: TextIO) -> int:
    """How many games there are, once it is sure that all of them can be taken in."""
    count = sum(1 for _ in lines)
    lines.seek(0)
    known = Known(
        kinds={kind: game.seats for kind, game in KINDS.items()},
        levels=get_args(Level),
        now=datetime.now(UTC),
        fault=fault,
    )
    with Bar(sys.stderr, "lines looked through") as bar:
        games = await database.transfer.check(lines, known, lambda done: bar.show(done, count))
    lines.seek(0)
    return games


async def _take(address: str, lines: TextIO, texts: Texts) -> str:
    async with await Database.open(address) as database:
        total = await _look_through(database, lines)
        with Bar(sys.stderr, "games") as bar:
            arrived = await database.transfer.take(
                lines, datetime.now(UTC), lambda done: bar.show(done, total)
            )
        with Bar(sys.stderr, "results") as bar:
            await database.transfer.settle(arrived, bar.show)
        done = texts.plural(
            "{count} game is read into {database}.",
            "{count} games are read into {database}.",
            arrived.games,
            database=database.place,
        )
        if not arrived.known:
            return done
        known = texts.plural(
            "{count} was there already.", "{count} were there already.", arrived.known
        )
        return f"{done} {known}"
