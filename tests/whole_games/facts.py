"""What a table or a hand says about a game, read from its text; and what it should say.

``facts_in`` reads what was shown, ``facts_of`` builds the same from a view, with words of its own
rather than the bot's.  Two equal ``Facts`` mean that the text tells the truth.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.auction import Call, Strain
from engine.cards import Card
from engine.game import (
    AuctionView,
    BridgetteView,
    CallBridgeView,
    DrawBridgeView,
    Trick,
    View,
)

SYMBOLS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
COLONS: Final = {":G": "Grand :G", ":R": "Royal :R", ":L": "Little :L"}
_PHASES: Final = {
    "Exchange": "discard",
    "Draw phase": "draw",
    "Auction": "auction",
    "Bids": "bid",
    "Play": "play",
}


@dataclass(frozen=True, slots=True)
class Facts:
    """What is said.  An empty field is not said at all.

    ``totals`` and ``dealer`` stand on the table alone; ``turn`` is the word for what is to be
    done and the names of those who are to do it.
    """

    number: int
    phase: str = ""
    trick: int = 0
    totals: tuple[tuple[str, int], ...] = ()
    dealer: str = ""
    up_card: str = ""
    calls: str = ""
    contract: str = ""
    bids: tuple[str, ...] = ()
    on_table: str = ""
    last_trick: str = ""
    stock_top: str = ""
    turn: tuple[str, ...] = ()

    def in_hand(self) -> Facts:
        """The same as far as a hand repeats it."""
        return replace(self, totals=(), dealer="", turn=())


# What a view should say


def shown(card: Card) -> str:
    """A card as people read it."""
    text = card.text
    return COLONS.get(text) or text[0].replace("T", "10") + SYMBOLS[text[1]]


def shown_call(call: Call) -> str:
    """A call as people read it."""
    if call.kind != "bid":
        return call.kind.capitalize()
    return f"{call.level}" + ("NT" if call.strain is Strain.NO_TRUMP else "♣♦♥♠"[call.strain])


def facts_of(view: View, names: Sequence[str]) -> Facts:
    """What a table in this position has to say."""
    if view.outcome is not None:
        return Facts(view.number, "over", totals=_totals(view, names))
    return Facts(
        number=view.number,
        phase=view.phase,
        trick=_trick_number(view),
        totals=_totals(view, names),
        dealer=names[view.dealer],
        up_card=shown(view.up_card) if isinstance(view, BridgetteView) else "",
        calls=_calls(view, names),
        contract=_contract(view, names),
        bids=_bids(view, names),
        on_table=_on_table(view, names),
        last_trick=_last_trick(view, names),
        stock_top=_stock_top(view),
        turn=(_task(view), *(names[seat] for seat in view.to_act)),
    )


def _totals(view: View, names: Sequence[str]) -> tuple[tuple[str, int], ...]:
    return tuple(zip(names, view.totals, strict=True))


def _trick_number(view: View) -> int:
    if view.phase == "draw":
        assert isinstance(view, DrawBridgeView)
        return len(view.draw_tricks) + 1
    return len(view.tricks) + 1 if view.phase == "play" else 0


def _calls(view: View, names: Sequence[str]) -> str:
    if not isinstance(view, AuctionView) or view.phase not in {"auction", "play"}:
        return ""
    if not view.calls:
        return f"none yet; {names[view.dealer]} begins"
    if len(view.calls) > 12:
        first = f"({names[view.calls[0][0]]} first) "
        return first + " · ".join(shown_call(call) for _, call in view.calls)
    return " · ".join(f"{names[seat]} {shown_call(call)}" for seat, call in view.calls)


def _contract(view: View, names: Sequence[str]) -> str:
    if not isinstance(view, AuctionView) or view.contract is None:
        return ""
    contract = view.contract
    strain = "NT" if contract.strain is Strain.NO_TRUMP else "♣♦♥♠"[contract.strain]
    factor = {1: "", 2: " doubled", 4: " redoubled"}[contract.factor]
    declarer, other = contract.declarer, 1 - contract.declarer
    return (
        f"{contract.level}{strain}{factor} by {names[declarer]} needs {6 + contract.level}"
        f" won {view.tricks_won[declarer]} against {view.tricks_won[other]}"
    )


def _bids(view: View, names: Sequence[str]) -> tuple[str, ...]:
    if not isinstance(view, CallBridgeView):
        return ()
    lines: list[str] = []
    for place in range(1, 5):
        seat = (view.dealer + place) % 4
        bid = view.bids[seat]
        said = "-" if bid is None else str(bid)
        won = f" won {view.tricks_won[seat]}" if view.phase == "play" else ""
        lines.append(f"{names[seat]} {said}{won}")
    return tuple(lines)


def _played(trick: Trick, names: Sequence[str]) -> str:
    return ", ".join(
        f"{names[(trick.leader + place) % len(names)]} {shown(card)}"
        for place, card in enumerate(trick.cards)
    )


def _on_table(view: View, names: Sequence[str]) -> str:
    if view.phase not in {"draw", "play"}:
        return ""
    if view.trick is None:
        return f"nothing yet; {names[view.to_act[0]]} leads"
    return _played(view.trick, names)


def _last_trick(view: View, names: Sequence[str]) -> str:
    tricks = view.tricks
    if isinstance(view, DrawBridgeView) and (
        view.phase == "draw" or (view.phase == "auction" and not view.calls)
    ):
        tricks = view.draw_tricks
    if not tricks:
        return ""
    last = tricks[-1]
    assert last.winner is not None
    return f"{_played(last, names)} – won by {names[last.winner]}"


def _stock_top(view: View) -> str:
    if not isinstance(view, DrawBridgeView) or view.phase != "draw" or view.stock_top is None:
        return ""
    return shown(view.stock_top)


def _task(view: View) -> str:
    if view.phase in {"draw", "play"}:
        return "leads" if view.trick is None else "play"
    return {"discard": "discard", "auction": "call", "bid": "bid"}[view.phase]


# What a text says

_HEADING: Final = re.compile(r"#(\d+) · deal (\d+)\b")
_POINTS: Final = re.compile(r"(?:^| · )(.+?) \*\*(-?[\d,]+)\*\*")
_LEVEL: Final = re.compile(r" \((easy|medium|hard)\)$")
_PHASE: Final = re.compile(
    r"^\*\*(Exchange|Draw phase|Auction|Bids|Play):\*\*(?: trick (\d+) of 13)?", re.MULTILINE
)
_CONTRACT: Final = re.compile(
    r"^\*\*Contract:\*\* \*\*(.+?)\*\* by (.+?), who needs (\d+) tricks\. "
    r"Won: (.+?) (\d+), (.+?) (\d+);",
    re.MULTILINE,
)
_BID: Final = re.compile(
    r"^\*\*(.+?)\*\* (?:is to bid|has not bid yet|(?:bid|bonus bid) (\d+))(?:.*· won (\d+) ·)?",
    re.MULTILINE,
)
_TURN: Final = re.compile(
    r"^### (\*\*.*(?:is to|leads to the trick|has discarded).*)$", re.MULTILINE
)
_TASKS: Final = (
    ("is to discard", "discard"),
    ("is to call", "call"),
    ("is to bid", "bid"),
    ("leads to the trick", "leads"),
    ("is to play", "play"),
)
AWAY: Final = " (computer plays)"


def facts_in(text: str) -> Facts:
    """What a table or a hand says.  ``ValueError`` if it does not even say which deal it is."""
    text = text.replace(AWAY, "")
    heading = _HEADING.search(text)
    if heading is None:
        raise ValueError(f"no deal is named in:\n{text}")
    phase = _PHASE.search(text)
    contract = _CONTRACT.search(text)
    totals, dealer = _totals_in(text)
    return Facts(
        number=int(heading[2]),
        phase=_PHASES[phase[1]] if phase else "",
        trick=int(phase[2] or 0) if phase else 0,
        totals=totals,
        dealer=dealer,
        up_card=_after("**Up-card:** ", text).split(",")[0],
        calls=_after("**Calls:** ", text),
        contract=_contract_in(contract) if contract else "",
        bids=tuple(_bid_in(match) for match in _BID.finditer(text)),
        on_table=_after("**On the table:** ", text).replace("**", ""),
        last_trick=re.split(
            r", who drew", _after("**Last trick:** ", text).replace("**", ""), maxsplit=1
        )[0],
        stock_top=_after("**Top of the stock:** ", text).split(":")[0],
        turn=_turn_in(text),
    )


def _after(label: str, text: str) -> str:
    for line in text.splitlines():
        if line.startswith(label):
            return line.removeprefix(label)
    return ""


def _totals_in(text: str) -> tuple[tuple[tuple[str, int], ...], str]:
    for line in text.splitlines():
        if line.endswith(" deals") and "**" in line:
            return points_in(line), line.rsplit(" · ", 1)[1].removesuffix(" deals")
    return (), ""


def points_in(line: str) -> tuple[tuple[str, int], ...]:
    """``Ada **1,050** · Computer (hard) **400**`` as names and numbers, without the levels."""
    return tuple(
        (_LEVEL.sub("", name), int(value.replace(",", ""))) for name, value in _POINTS.findall(line)
    )


def _contract_in(match: re.Match[str]) -> str:
    contract, name, needed, first, won, _, others = match.groups()
    assert first == name, match[0]
    return f"{contract} by {name} needs {needed} won {won} against {others}"


def _bid_in(match: re.Match[str]) -> str:
    name, bid, won = match.groups()
    return f"{name} {bid or '-'}" + (f" won {won}" if won is not None else "")


def _turn_in(text: str) -> tuple[str, ...]:
    match = _TURN.search(text)
    if match is None:
        return ()
    task = next(word for said, word in _TASKS if said in match[1])
    return (task, *re.findall(r"\*\*(.+?)\*\*", match[1]))
