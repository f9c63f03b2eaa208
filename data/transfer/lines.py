"""One line of an export: a season or a finished game, as JSON.

Ids of Discord are texts, as in its own interface; times are ISO 8601 in UTC.  The first line
says what the file is, ``{"type": "bridge-table", "version": 2}``, and the last one how many games
it holds, ``{"type": "end", "games": 7}``.  Files of version 1 have no such last line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final, TypeGuard, TypeVar, cast

from data.errors import BadLine
from data.records import Options, OptionValue
from data.standing import declared

VERSION: Final = 2
_HEAD: Final = "bridge-table"
_END: Final = "end"
_ID: Final = re.compile(r"-?[0-9]{1,19}")
_LONGEST: Final = 100  # characters of a name, an action, a word of an option

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonLine:
    """A season; ``key`` is its number in the database that it comes from."""

    guild_id: int
    key: int
    name: str
    started_at: datetime
    ended_at: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLine:
    """A seat of a finished game and what the game came to for it."""

    seat: int
    user_id: int | None
    name: str | None
    level: str | None
    taken_over: bool
    points: int
    place: int
    won: bool
    given_up: bool
    deals: int
    declared: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameLine:
    """A finished game, all of it.  ``commitment`` names it, ``previous`` its rematch's first."""

    guild_id: int
    channel_id: int
    kind: str
    rules: int
    options: Options
    seed: bytes = field(repr=False)
    commitment: str
    previous: str | None
    reason: str
    hinted: bool
    level: str | None
    private: bool
    season: int | None
    created_at: datetime
    finished_at: datetime
    seats: tuple[SeatLine, ...]
    actions: tuple[tuple[int, str, datetime], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class HeadLine:
    """The first line of a file: by which ``version`` of this form it is written."""

    version: int


@dataclass(frozen=True, slots=True)
class EndLine:
    """The last line of a file from version 2 on: how many games are before it."""

    games: int


Line = HeadLine | SeasonLine | GameLine | EndLine


def write(line: Line) -> str:
    """The line as JSON, without an end of line."""
    match line:
        case HeadLine(version):
            return _json({"type": _HEAD, "version": version})
        case SeasonLine():
            return _json(_season(line))
        case GameLine():
            return _json(_game(line))
        case EndLine(games):
            return _json({"type": _END, "games": games})


def read(text: str, number: int) -> Line:
    """The line ``number`` (from 1) of a file, whatever its place there.

    Raises ``BadLine``, which names the line and says what is wrong with its form.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise BadLine(number, "it is not JSON") from None
    if not isinstance(data, dict):
        raise BadLine(number, "it is not a JSON object")
    fields = _Fields(cast("dict[str, Any]", data), number)
    kind = fields.text("type", 20)
    if kind == _HEAD:
        return HeadLine(fields.number("version", 1))
    if kind == "season":
        return _read_season(fields)
    if kind == "game":
        return _read_game(fields)
    if kind == _END:
        return EndLine(fields.number("games", 0))
    raise BadLine(number, f"there is no type {kind!r}")


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def _season(line: SeasonLine) -> dict[str, Any]:
    return {
        "type": "season",
        "guild": str(line.guild_id),
        "season": line.key,
        "name": line.name,
        "started_at": _iso(line.started_at),
        "ended_at": None if line.ended_at is None else _iso(line.ended_at),
    }


def _game(line: GameLine) -> dict[str, Any]:
    return {
        "type": "game",
        "guild": str(line.guild_id),
        "channel": str(line.channel_id),
        "game": line.kind,
        "rules": line.rules,
        "options": dict(line.options),
        "seed": line.seed.hex(),
        "commitment": line.commitment,
        "previous": line.previous,
        "reason": line.reason,
        "hinted": line.hinted,
        "level": line.level,
        "private": line.private,
        "season": line.season,
        "created_at": _iso(line.created_at),
        "finished_at": _iso(line.finished_at),
        "seats": [
            {
                "user": None if seat.user_id is None else str(seat.user_id),
                "name": seat.name,
                "level": seat.level,
                "taken_over": seat.taken_over,
                "points": seat.points,
                "place": seat.place,
                "won": seat.won,
                "given_up": seat.given_up,
                "deals": seat.deals,
                "declared": seat.declared,
            }
            for seat in line.seats
        ],
        "actions": [[seat, text, _iso(at)] for seat, text, at in line.actions],
    }


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat()


class _Fields:
    """The fields of one JSON object, each asked for with its type."""

    def __init__(self, data: Mapping[str, Any], line: int, where: str = "") -> None:
        self._data = data
        self._line = line
        self._where = where

    def bad(self, name: str, wanted: str) -> BadLine:
        return BadLine(self._line, f"{self._where}{name}: {wanted} is needed")

    def text(self, name: str, longest: int) -> str:
        value = self._data.get(name)
        if not _is_text(value, longest):
            raise self.bad(name, f"a text of at most {longest} characters")
        return value

    def words(self, name: str) -> str:
        """Contracts as a result keeps them; may be empty."""
        value = self._data.get(name)
        if isinstance(value, str):
            try:
                declared.read(value)
                return value
            except ValueError:
                pass
        raise self.bad(name, "a list of contracts such as 4S+ 3NTx-")

    def number(self, name: str, lowest: int = -(2**31), highest: int = 2**31 - 1) -> int:
        value = self._data.get(name)
        if type(value) is not int or not lowest <= value <= highest:
            raise self.bad(name, f"a whole number from {lowest} to {highest}")
        return value

    def flag(self, name: str) -> bool:
        value = self._data.get(name)
        if type(value) is not bool:
            raise self.bad(name, "true or false")
        return value

    def id(self, name: str, lowest: int = 0) -> int:
        value = self._data.get(name)
        if isinstance(value, str) and _ID.fullmatch(value):
            number = int(value)
            if lowest <= number < 2**63:
                return number
        raise self.bad(name, "an id, as a text of digits,")

    def time(self, name: str) -> datetime:
        at = _time(self._data.get(name))
        if at is None:
            raise self.bad(name, "a time with its zone")
        return at

    def hex(self, name: str) -> bytes:
        value = self._data.get(name)
        try:
            found = bytes.fromhex(value) if isinstance(value, str) else b""
        except ValueError:
            found = b""
        if len(found) != 32 or found.hex() != value:
            raise self.bad(name, "64 hexadecimal digits in lower case")
        return found

    def options(self, name: str) -> Options:
        value = self._data.get(name)
        if isinstance(value, dict):
            found = cast("dict[str, object]", value)
            if all(_is_text(key) and _is_option(each) for key, each in found.items()):
                return cast("dict[str, OptionValue]", found)
        raise self.bad(name, "an object of numbers and words")

    def list(self, name: str) -> list[Any]:
        value = self._data.get(name)
        if not isinstance(value, list):
            raise self.bad(name, "a list")
        return cast("list[Any]", value)

    def objects(self, name: str) -> list[_Fields]:
        found = self.list(name)
        if not all(isinstance(each, dict) for each in found):
            raise self.bad(name, "a list of objects")
        return [
            _Fields(each, self._line, f"{name}, number {at}, ") for at, each in enumerate(found, 1)
        ]

    def maybe(self, name: str, read: Callable[[], Value]) -> Value | None:
        """The field, or ``None`` where it is null."""
        return None if name in self._data and self._data[name] is None else read()


def _is_text(value: object, longest: int = _LONGEST) -> TypeGuard[str]:
    """Whether this is a text that can be stored: half of a pair of surrogates cannot."""
    if not isinstance(value, str) or not 0 < len(value) <= longest or "\x00" in value:
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_option(value: object) -> bool:
    return _is_text(value) or (type(value) is int and -(2**31) <= value < 2**31)


def _time(value: object) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        at = datetime.fromisoformat(value)
        return at.astimezone(UTC) if at.tzinfo is not None else None
    except (ValueError, OverflowError):
        return None


def _read_season(fields: _Fields) -> SeasonLine:
    return SeasonLine(
        guild_id=fields.id("guild", 1),
        key=fields.number("season", 1),
        name=fields.text("name", _LONGEST),
        started_at=fields.time("started_at"),
        ended_at=fields.maybe("ended_at", lambda: fields.time("ended_at")),
    )


def _read_game(fields: _Fields) -> GameLine:
    seats = fields.objects("seats")
    if not 1 <= len(seats) <= 15:
        raise fields.bad("seats", "a list of 1 to 15 seats")
    seed, commitment = fields.hex("seed"), fields.hex("commitment")
    if sha256(seed).digest() != commitment:
        raise fields.bad("commitment", "the SHA-256 of the seed")
    return GameLine(
        guild_id=fields.id("guild", 1),
        channel_id=fields.id("channel"),
        kind=fields.text("game", 16),
        rules=fields.number("rules", 1, 2**15 - 1),
        options=fields.options("options"),
        seed=seed,
        commitment=commitment.hex(),
        previous=fields.maybe("previous", lambda: fields.hex("previous").hex()),
        reason=fields.text("reason", 16),
        hinted=fields.flag("hinted"),
        level=fields.maybe("level", lambda: fields.text("level", 16)),
        private=fields.flag("private"),
        season=fields.maybe("season", lambda: fields.number("season", 1)),
        created_at=fields.time("created_at"),
        finished_at=fields.time("finished_at"),
        seats=tuple(_read_seat(each, number) for number, each in enumerate(seats)),
        actions=_read_actions(fields, len(seats)),
    )


def _read_seat(fields: _Fields, number: int) -> SeatLine:
    user_id = fields.maybe("user", lambda: fields.id("user", -(2**63)))
    level = fields.maybe("level", lambda: fields.text("level", 16))
    if user_id is None and level is None:
        raise fields.bad("user", "a person or the level of a computer")
    return SeatLine(
        seat=number,
        user_id=user_id,
        name=fields.maybe("name", lambda: fields.text("name", _LONGEST)),
        level=level,
        taken_over=fields.flag("taken_over"),
        points=fields.number("points"),
        place=fields.number("place", 1, 15),
        won=fields.flag("won"),
        given_up=fields.flag("given_up"),
        deals=fields.number("deals", 0),
        declared=fields.words("declared"),
    )


def _read_actions(fields: _Fields, seats: int) -> tuple[tuple[int, str, datetime], ...]:
    found: list[tuple[int, str, datetime]] = []
    for number, action in enumerate(fields.list("actions"), 1):
        read = _action(action, seats)
        if read is None:
            raise fields.bad(f"action {number}", "a seat, a text and a time")
        found.append(read)
    return tuple(found)


def _action(action: Any, seats: int) -> tuple[int, str, datetime] | None:
    if not isinstance(action, list) or len(cast("list[Any]", action)) != 3:
        return None
    seat, text, when = cast("list[Any]", action)
    at = _time(when)
    if type(seat) is not int or not 0 <= seat < seats or at is None:
        return None
    return (seat, text, at) if _is_text(text) else None
