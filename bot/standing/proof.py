"""A game of an export, played again: whether its line says what the actions came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bot.tables.results import end_of
from data.records import Seat
from data.standing import declared
from data.standing.ledger import ABORTED
from data.transfer.lines import GameLine
from engine import new_game
from engine.game import Game, IllegalAction
from engine.record import RULES


def fault(line: GameLine) -> str | None:
    """The first thing in the line that is not so, as the end of a sentence; ``None``: nothing."""
    if line.rules != RULES:
        return f"rules: version {RULES} is needed"
    try:
        game = new_game(line.kind, seed=line.seed, options=line.options)
    except ValueError as error:
        return f"options: {error}"
    for name, value in line.options.items():
        if game.options[name] != value:
            return f"options: {name} is written {game.options[name]!r}"
    for number, (seat, text, _) in enumerate(line.actions, 1):
        try:
            game.apply(seat, text)
        except IllegalAction as error:
            return f"action {number}: {text!r} of seat {seat} is not legal ({error.rule})"
        if game.actions[-1][1] != text:
            return f"action {number}: {text!r} is written {game.actions[-1][1]!r}"
    return next(_called_off(line, game) if line.reason == ABORTED else _played(line, game), None)


def _played(line: GameLine, game: Game) -> Iterator[str]:
    """What the line says that the game did not come to."""
    if game.outcome is None:
        yield f"actions: the game is not over, but said to be {line.reason}"
        return
    seats = [
        Seat(each.seat, each.user_id, each.level, each.name, each.taken_over) for each in line.seats
    ]
    end = end_of(game.view(None), seats)
    yield from _compared("reason", line.reason, end.reason)
    yield from _compared("level", line.level, end.level)
    # Results of before there were boards tell of no deals, and whoever left was not put last.
    early = not any(each.deals or each.declared for each in line.seats)
    places = _early_places(game) if early else ()
    for said, true in zip(line.seats, end.results, strict=True):
        where = f"seats, number {said.seat + 1}, "
        yield from _compared(f"{where}points", said.points, true.points)
        yield from _compared(f"{where}won", said.won, true.won)
        yield from _compared(f"{where}given_up", said.given_up, true.given_up)
        if not early or said.place != places[said.seat]:
            yield from _compared(f"{where}place", said.place, true.place)
        if not early:
            yield from _compared(f"{where}deals", said.deals, true.deals)
            words = declared.write(true.declared)
            yield from _compared(f"{where}declared", said.declared, words)


def _called_off(line: GameLine, game: Game) -> Iterator[str]:
    """As ``_played``, of a game that was ended from outside: there is little that it came to."""
    if game.outcome is not None:
        yield f"reason: the game is {game.outcome.reason}, not called off"
    for said, points in zip(line.seats, game.totals, strict=True):
        where = f"seats, number {said.seat + 1}, "
        yield from _compared(f"{where}points", said.points, points)
        yield from _compared(f"{where}won", said.won, False)


def _early_places(game: Game) -> Sequence[int]:
    outcome = game.outcome
    winners = () if outcome is None else outcome.winners
    merits = [(seat in winners, total) for seat, total in enumerate(game.totals)]
    return [1 + sum(other > own for other in merits) for own in merits]


def _compared(name: str, said: Any, true: Any) -> Iterator[str]:
    if said != true:
        yield f"{name}: the game came to {true!r}, not {said!r}"
