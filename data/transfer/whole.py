"""A whole export: its first line, what it holds, and the last line, which shows it is whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from data.errors import BadLine
from data.transfer.lines import (
    VERSION,
    EndLine,
    GameLine,
    HeadLine,
    SeasonLine,
    read,
)


def read_all(lines: Iterable[str]) -> Iterator[tuple[int, SeasonLine | GameLine]]:
    """What a file holds, each with the number of its line.

    Blank lines at the end are none.  Raises ``BadLine`` for a line that cannot be read or is out
    of its place, and for a file that ends before its end.
    """
    games, last, version = 0, 0, 0
    ended = False
    for last, text in _numbered(lines):
        line = read(text, last)
        if last == 1:
            version = _version(line)
        elif ended:
            raise BadLine(last, "the line before it says that the file ends there")
        elif isinstance(line, EndLine):
            if line.games != games:
                raise BadLine(last, f"games: there are {games} before it, not {line.games}")
            ended = True
        elif isinstance(line, HeadLine):
            raise BadLine(last, "only the first line may be one like this")
        else:
            games += isinstance(line, GameLine)
            yield last, line
    if not last:
        raise BadLine(1, "the file is empty")
    if version > 1 and not ended:
        raise BadLine(last + 1, "the file is cut off: its last line, of type 'end', is missing")


def _version(line: object) -> int:
    if not isinstance(line, HeadLine) or line.version > VERSION:
        raise BadLine(1, "this is no export, or one of another version")
    return line.version


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; blank ones only if something follows."""
    blank: list[int] = []
    for number, text in enumerate(lines, 1):
        if not text.strip():
            blank.append(number)
            continue
        for each in blank:
            yield each, ""
        blank.clear()
        yield number, text
