"""The phase of a game in one sentence, whose turn it is, and how it ended."""

from __future__ import annotations

from bot.screens.models import TableInfo
from bot.screens.parts import away, bold, plain_seat_name, seat_names
from bot.texts import Texts
from engine.game import View


def phase_line(view: View, info: TableInfo, texts: Texts) -> str:
    """The phase in one sentence."""
    if view.phase == "over":
        return outcome_line(view, info, texts)
    return info.game.phase_line(view, texts)


def turn_line(view: View, info: TableInfo, texts: Texts) -> str:
    """Whose turn it is and what is to be done, with the deadline when there is one."""
    if not view.to_act:
        return ""
    line = info.game.task(view, info, texts)
    deadline = info.runs_out(view.seat)
    if deadline is None:
        return line
    return texts("{task} Time runs out {when}.", task=line, when=deadline)


def outcome_line(view: View, info: TableInfo, texts: Texts) -> str:
    """Who won, and how the game came to its end."""
    if view.outcome is None:
        return ""
    winners = view.outcome.winners
    names = bold(seat_names(info, winners, texts))
    losers = seat_names(info, [s for s in range(view.seats) if s not in winners], texts)
    match view.outcome.reason:
        case "resigned":
            return texts("{name} wins: {loser} resigned.", name=names, loser=losers)
        case "time":
            return texts("{name} wins: {loser} ran out of time.", name=names, loser=losers)
        case "played out":
            if all(away(info, seat) for seat in winners):
                return _without_winner(winners, info, texts)
            if len(winners) > 1:
                return texts("The game is over: {names} share the win.", names=names)
            return texts("The game is over: {name} wins.", name=names)


def _without_winner(first: tuple[int, ...], info: TableInfo, texts: Texts) -> str:
    """The seat that came out first was given up before: it counts as last, and nobody has won."""
    names = bold(texts.listing(plain_seat_name(info, seat, texts) for seat in first))
    return texts(
        "The game is over, and nobody wins it: the seat of {name} came out first, but was given up "
        "to the computer.",
        name=names,
    )
