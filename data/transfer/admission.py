"""What of an export is taken in: what can have been, and what the rules of the games confirm."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final

from data.errors import BadLine
from data.standing.records import MIXED
from data.transfer.lines import GameLine, SeasonLine, SeatLine

FIRST: Final = datetime(2015, 1, 1, tzinfo=UTC)  # there was no Discord before
_AHEAD: Final = timedelta(days=1)  # the clock where the file was written may be wrong


@dataclass(frozen=True, slots=True)
class Known:
    """What there is where an export is taken in.

    ``kinds`` are the games with their seats, ``levels`` those of computers, ``now`` the time;
    ``fault`` plays a game again and says what in its line is not so (``None``: nothing).
    """

    kinds: Mapping[str, int]
    levels: Collection[str]
    now: datetime
    fault: Callable[[GameLine], str | None]

    def admit(self, line: SeasonLine | GameLine, number: int) -> None:
        """Raise ``BadLine`` unless the line ``number`` can be taken in."""
        wrong = self._season(line) if isinstance(line, SeasonLine) else self._game(line)
        if wrong is not None:
            raise BadLine(number, wrong)

    def _season(self, line: SeasonLine) -> str | None:
        ended_at = line.ended_at or line.started_at
        return self._span("started_at", line.started_at, "ended_at", ended_at)

    def _game(self, line: GameLine) -> str | None:
        if line.kind not in self.kinds:
            return f"game: one of the games that are played here ({_any(self.kinds)}) is needed"
        wanted = self.kinds[line.kind]
        if len(line.seats) != wanted:
            return f"seats: a list of {wanted} seats, for {line.kind}, is needed"
        levels = {line.level, *(seat.level for seat in line.seats)} - {None, MIXED}
        if not levels <= set(self.levels):
            return f"level: one of those that computers play at ({_any(self.levels)}) is needed"
        return (
            _people(line.seats)
            or self._span("created_at", line.created_at, "finished_at", line.finished_at)
            or self._moves(line)
            or self.fault(line)
        )

    def _span(self, first: str, begun: datetime, last: str, ended: datetime) -> str | None:
        for name, at in ((first, begun), (last, ended)):
            if not self._possible(at):
                return f"{name}: a time between {FIRST.year} and now is needed"
        return None if begun <= ended else f"{last}: a time after {first} is needed"

    def _moves(self, line: GameLine) -> str | None:
        for number, (_, _, at) in enumerate(line.actions, 1):
            if not self._possible(at):
                return f"action {number}: a time between {FIRST.year} and now is needed"
        return None

    def _possible(self, at: datetime) -> bool:
        return FIRST <= at <= self.now + _AHEAD


def _people(seats: Iterable[SeatLine]) -> str | None:
    """What is wrong with who sits where: a computer alone, for a person, or a person alone."""
    met: set[int] = set()
    for number, seat in enumerate(seats, 1):
        where = f"seats, number {number}, "
        if seat.user_id == 0:
            return f"{where}user: an id other than 0 is needed"
        if seat.taken_over and (seat.user_id is None or seat.level is None):
            return f"{where}taken_over: a person and the level of a computer are needed for that"
        if not seat.taken_over and seat.user_id is not None and seat.level is not None:
            return f"{where}user: a person or the level of a computer is needed, not both"
        if seat.user_id in met:
            return f"{where}user: somebody else than in the other seats is needed"
        if seat.user_id is not None:
            met.add(seat.user_id)
    return None


def _any(words: Iterable[str]) -> str:
    return ", ".join(words)
