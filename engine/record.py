"""A game as text: write it, read it, replay it, verify it.

The record is JSON: ``game``, ``rules`` (the version of the rules, 1), ``commitment``, ``options``,
``players`` (a name for each seat), ``actions`` (a list of ``[seat, text]``), ``chain``, and what
they came to: ``deals`` (the points of each scored deal), ``totals`` and ``outcome`` (``null``, or
``winners`` and ``reason``).  ``seed`` is left out while the game runs.

``chain`` has a link for each action, by which one that was changed is found even where another
would have been legal too and come to the same.  A link is the first 8 hexadecimal digits of the
SHA-256 of ``<digest before> <seat> <text>`` in UTF-8; the digest before is that of the action
before, with all its 64 digits, or the commitment for the first.  It is no signature: whoever
changes an action on purpose can reckon the links anew, as the names can be changed.  Records that
were written without the key are read and verified as before.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn, cast

from engine import KINDS, Kinds, new_game, shuffle
from engine.game import Game, IllegalAction, Kind, OptionValue, Outcome, Reason

RULES: Final = 1
_LONGEST: Final = 4_000_000  # characters
_SEED: Final = re.compile(r"[0-9a-f]{64}")
_LINK: Final = re.compile(r"[0-9a-f]{8}")
_REASONS: Final[tuple[Reason, ...]] = ("played out", "resigned", "time")
_NEEDED: Final = ("game", "rules", "commitment", "options", "players", "actions")
_KEYS: Final = (*_NEEDED, "seed", "chain", "deals", "totals", "outcome")


class RecordError(ValueError):
    """The text is no record, or what it says is not so; the message says where."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a record says, well formed but not yet checked against the rules.

    ``deals``, ``totals`` and ``has_outcome`` tell what it claims about the result; the first two
    are ``None`` where it claims nothing, and so is ``chain`` where it has no links.
    """

    kind: Kind
    seed: bytes | None
    commitment: str
    options: Mapping[str, OptionValue]
    players: tuple[str, ...]
    actions: tuple[tuple[int, str], ...]
    chain: tuple[str, ...] | None
    deals: tuple[tuple[int, ...], ...] | None
    totals: tuple[int, ...] | None
    outcome: Outcome | None
    has_outcome: bool


@dataclass(frozen=True, slots=True)
class Verified:
    """What a record proves: every action legal, every deal from the seed, every score right.

    ``outcome`` is ``None`` for a game that had not ended.
    """

    kind: Kind
    options: Mapping[str, OptionValue]
    players: tuple[str, ...]
    actions: int
    deals: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    outcome: Outcome | None


def to_record(game: Game, players: Sequence[str]) -> dict[str, object]:
    """The record of a game as plain data for JSON; with the seed only when the game is over.

    ``players`` names each seat; ``ValueError`` if there are more or fewer.
    """
    if len(players) != game.seats:
        raise ValueError(f"{game.kind} has {game.seats} seats, not {len(players)}")
    view = game.view(None)
    outcome = game.outcome
    record: dict[str, object] = {"game": game.kind, "rules": RULES}
    if view.seed is not None:
        record["seed"] = view.seed
    return record | {
        "commitment": game.commitment,
        "options": dict(game.options),
        "players": list(players),
        "actions": [[seat, text] for seat, text in game.actions],
        "chain": list(_links(game.commitment, game.actions)),
        "deals": [list(deal.points) for deal in view.deals],
        "totals": list(game.totals),
        "outcome": outcome and {"winners": list(outcome.winners), "reason": outcome.reason},
    }


def write(game: Game, players: Sequence[str]) -> str:
    """The record of a game as text, one key a line."""
    lines = [
        f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}"
        for key, value in to_record(game, players).items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read(text: str, kinds: Kinds = KINDS) -> Record:
    """The record that a text says, of one of these games; ``RecordError`` if it is none.

    Whether it is true is another question: see ``verify``.
    """
    data = _parse(text)
    for key in data:
        if key not in _KEYS:
            _refuse(f"unknown key {key!r}")
    for key in _NEEDED:
        if key not in data:
            _refuse(f"{key} is missing")
    if data["rules"] != RULES or type(data["rules"]) is not int:
        _refuse(f"rules {data['rules']!r} are not known here; this program knows {RULES}")
    kind = data["game"]
    if not isinstance(kind, str) or kind not in kinds:
        _refuse(f"there is no game {kind!r}")
    game = kinds[kind]
    outcome = data.get("outcome")
    return Record(
        kind=game.kind,
        seed=bytes.fromhex(_hex(data["seed"], "seed")) if "seed" in data else None,
        commitment=_hex(data["commitment"], "commitment"),
        options=_options(data["options"]),
        players=_names(data["players"], game.seats),
        actions=_actions(data["actions"], game.seats),
        chain=_chain(data["chain"]) if "chain" in data else None,
        deals=_deals(data["deals"], game.seats) if "deals" in data else None,
        totals=_numbers(data["totals"], game.seats, "totals") if "totals" in data else None,
        outcome=None if outcome is None else _outcome(outcome, game.seats),
        has_outcome="outcome" in data,
    )


def replay(record: Record, kinds: Kinds = KINDS) -> Game:
    """The game that a record tells; ``RecordError`` names the action that is not legal."""
    if record.seed is None:
        _refuse("the seed is not in the record: it is published when the game is over")
    try:
        game = new_game(record.kind, seed=record.seed, options=record.options, kinds=kinds)
    except ValueError as error:
        _refuse(f"options: {error}")
    for number, (seat, text) in enumerate(record.actions, 1):
        try:
            game.apply(seat, text)
        except IllegalAction as error:
            _refuse(f"action {number}, seat {seat}: {text!r} is not legal ({error.rule}): {error}")
        if game.actions[-1][1] != text:
            _refuse(f"action {number}, seat {seat}: {text!r} is written {game.actions[-1][1]!r}")
    return game


def verify(text: str, kinds: Kinds = KINDS) -> Verified:
    """Check a record in every respect.

    ``RecordError`` says what is wrong: the form, the seed against the commitment, the first action
    that does not fit the chain, one that is not legal, or a score, total or outcome that is not
    what the actions came to.
    """
    record = read(text, kinds)
    if record.seed is not None and shuffle.commitment(record.seed) != record.commitment:
        _refuse("the seed is not the one of the commitment")
    # Before the replay, which may stop only at a later action that has become illegal.
    if record.chain is not None:
        _check_chain(record.chain, record.commitment, record.actions)
    game = replay(record, kinds)
    deals = tuple([deal.points for deal in game.view(None).deals])
    if record.deals is not None:
        for number, (said, true) in enumerate(zip(record.deals, deals, strict=False), 1):
            if said != true:
                _refuse(f"deal {number}: the points are {true}, not {said}")
        if len(record.deals) != len(deals):
            _refuse(f"there are {len(deals)} scored deals, not {len(record.deals)}")
    if record.totals is not None and record.totals != game.totals:
        _refuse(f"the totals are {game.totals}, not {record.totals}")
    if record.has_outcome and record.outcome != game.outcome:
        _refuse(f"the outcome is {_told(game.outcome)}, not {_told(record.outcome)}")
    return Verified(
        kind=record.kind,
        options=game.options,
        players=record.players,
        actions=len(record.actions),
        deals=deals,
        totals=game.totals,
        outcome=game.outcome,
    )


def _links(commitment: str, actions: Iterable[tuple[int, str]]) -> Iterator[str]:
    """The links of the chain, as the head of this module says."""
    digest = commitment
    for seat, text in actions:
        # A record may be any JSON, and so hold halves of characters that UTF-8 does not have.
        said = f"{digest} {seat} {text}".encode(errors="surrogatepass")
        digest = hashlib.sha256(said).hexdigest()
        yield digest[:8]


def _check_chain(chain: Sequence[str], commitment: str, actions: Sequence[tuple[int, str]]) -> None:
    links = zip(actions, chain, _links(commitment, actions), strict=False)
    for number, ((seat, text), said, true) in enumerate(links, 1):
        if said != true:
            _refuse(f"action {number}, seat {seat}: {text!r} does not fit its link in the chain")
    if len(chain) != len(actions):
        _refuse(f"the chain has {len(chain)} links for {len(actions)} actions")


def _refuse(message: str) -> NoReturn:
    raise RecordError(message)


def _told(outcome: Outcome | None) -> str:
    if outcome is None:
        return "open"
    return f"{outcome.reason}, won by {', '.join(f'seat {seat}' for seat in outcome.winners)}"


def _parse(text: str) -> dict[str, object]:
    if len(text) > _LONGEST:
        _refuse("too long to be a record")
    try:
        data: object = json.loads(text, object_pairs_hook=_no_key_twice)
    except RecordError:
        raise
    except (ValueError, RecursionError) as error:
        raise RecordError(f"not JSON: {error}") from None
    if not isinstance(data, dict):
        _refuse("a record is a JSON object")
    return cast("dict[str, object]", data)


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) != len(pairs):
        _refuse("a key is there twice")
    return data


def _hex(value: object, name: str) -> str:
    if not isinstance(value, str) or not _SEED.fullmatch(value):
        _refuse(f"{name}: 64 hexadecimal digits in lower case are needed")
    return value


def _list(value: object, name: str) -> list[object]:
    if not isinstance(value, list):
        _refuse(f"{name}: a list is needed")
    return cast("list[object]", value)


def _options(value: object) -> dict[str, OptionValue]:
    if not isinstance(value, dict):
        _refuse("options: an object is needed")
    options = cast("dict[str, object]", value)
    for name, setting in options.items():
        if type(setting) is not int and type(setting) is not str:
            _refuse(f"options: {name!r} must be a number or a word")
    return cast("dict[str, OptionValue]", options)


def _names(value: object, seats: int) -> tuple[str, ...]:
    names = _list(value, "players")
    if len(names) != seats or not all(isinstance(name, str) for name in names):
        _refuse(f"players: {seats} names are needed")
    return tuple(cast("list[str]", names))


def _actions(value: object, seats: int) -> tuple[tuple[int, str], ...]:
    return tuple(
        [_action(pair, number, seats) for number, pair in enumerate(_list(value, "actions"), 1)]
    )


def _action(value: object, number: int, seats: int) -> tuple[int, str]:
    pair = _list(value, f"action {number}")
    if len(pair) == 2:
        seat, text = pair
        if type(seat) is int and 0 <= seat < seats and isinstance(text, str):
            return seat, text
    return _refuse(f"action {number}: a seat from 0 to {seats - 1} and a text are needed")


def _chain(value: object) -> tuple[str, ...]:
    links = _list(value, "chain")
    for number, link in enumerate(links, 1):
        if not isinstance(link, str) or not _LINK.fullmatch(link):
            _refuse(f"chain, link {number}: 8 hexadecimal digits in lower case are needed")
    return tuple(cast("list[str]", links))


def _numbers(value: object, count: int, name: str) -> tuple[int, ...]:
    numbers = _list(value, name)
    if len(numbers) != count or not all(type(number) is int for number in numbers):
        _refuse(f"{name}: {count} whole numbers are needed")
    return tuple(cast("list[int]", numbers))


def _deals(value: object, seats: int) -> tuple[tuple[int, ...], ...]:
    deals = _list(value, "deals")
    return tuple([_numbers(deal, seats, f"deal {at}") for at, deal in enumerate(deals, 1)])


def _outcome(value: object, seats: int) -> Outcome:
    if isinstance(value, dict):
        data = cast("dict[str, object]", value)
        reason = data.get("reason")
        winners = data.get("winners")
        if data.keys() == {"winners", "reason"} and isinstance(winners, list):
            named = cast("list[object]", winners)
            for known in _REASONS:
                if reason == known and all(type(w) is int and 0 <= w < seats for w in named):
                    return Outcome(tuple(cast("list[int]", named)), known)
    return _refuse("outcome: winners and reason are needed, or null")
