"""The phase of a game in one sentence, whose turn it is, and how it ended."""

from __future__ import annotations

from bot.screens.models import TableInfo
from bot.screens.parts import TRICKS, bold, seat_name, seat_names
from bot.texts import Texts
from engine.game import BridgetteView, DrawBridgeView, View


def phase_line(view: View, info: TableInfo, texts: Texts) -> str:
    """The phase in one sentence."""
    match view.phase:
        case "discard":
            return texts("**Exchange:** Both keep 13 cards and put the others away, face down.")
        case "draw":
            return _draw_phase_line(view, texts)
        case "auction":
            return texts("**Auction:** Bid higher than the last bid, double it, or pass.")
        case "bid":
            return texts("**Bids:** Each in turn names the tricks to win, 2 to 12.")
        case "play":
            number = min(len(view.tricks) + 1, TRICKS)
            if view.kind == "callbridge":
                return texts(
                    "**Play:** trick {number} of {tricks}; spades are trumps.",
                    number=number,
                    tricks=TRICKS,
                )
            return texts("**Play:** trick {number} of {tricks}.", number=number, tricks=TRICKS)
        case "over":
            return outcome_line(view, info, texts)


def _draw_phase_line(view: View, texts: Texts) -> str:
    trick = texts(
        "**Draw phase:** trick {number} of {tricks}.",
        number=min(draw_tricks(view) + 1, TRICKS),
        tricks=TRICKS,
    )
    if view.options.get("draw") == "follow":
        rule = texts("Follow suit; the highest card of the suit led wins.")
    else:
        rule = texts("Any card may be played; the higher rank wins, whatever the suits.")
    prize = texts("The winner draws the top card of the stock, the loser the next.")
    return f"{trick} {rule} {prize}"


def draw_tricks(view: View) -> int:
    """How many tricks of the draw phase are complete; 0 in a game that has none."""
    return len(view.draw_tricks) if isinstance(view, DrawBridgeView) else 0


def turn_line(view: View, info: TableInfo, texts: Texts) -> str:
    """Whose turn it is and what is to be done, with the deadline when there is one."""
    if not view.to_act:
        return ""
    line = _task(view, info, texts)
    if info.deadline is None:
        return line
    return texts("{task} Time runs out {when}.", task=line, when=info.deadline)


def _task(view: View, info: TableInfo, texts: Texts) -> str:
    names = bold(seat_names(info, view.to_act, texts))
    match view.phase:
        case "discard":
            return _discard_task(view, info, texts)
        case "auction":
            return texts("{name} is to call.", name=names)
        case "bid":
            return texts("{name} is to bid.", name=names)
        case _ if view.trick is None or not view.trick.cards:
            return texts("{name} leads to the trick.", name=names)
        case _:
            return texts("{name} is to play a card.", name=names)


def _discard_task(view: View, info: TableInfo, texts: Texts) -> str:
    assert isinstance(view, BridgetteView)
    tasks = [
        texts.plural(
            "{name} is to discard {count} card.",
            "{name} is to discard {count} cards.",
            view.discards[seat],
            name=bold(seat_name(info, seat, texts)),
        )
        for seat in view.to_act
    ]
    done = [
        texts("{name} has discarded.", name=seat_name(info, seat, texts))
        for seat, finished in enumerate(view.has_discarded)
        if finished
    ]
    return " ".join((*tasks, *done))


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
            if len(winners) > 1:
                return texts("The game is over: {names} share the win.", names=names)
            return texts("The game is over: {name} wins.", name=names)
