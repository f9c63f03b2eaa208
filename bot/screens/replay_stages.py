"""A finished game as a person steps through it: its deals, the stages of each, and the way on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bot.screens.models import TableInfo
from engine.analysis import Analysis
from engine.game import View
from engine.lookback import PlayedDeal

StageName = Literal["deal", "exchange", "draw", "auction", "bids", "trick", "score", "end"]

Remarks = Analysis | Literal["none", "pending", "unavailable"]
"""What the solver says of a deal: nothing for games it does not know, or not yet, or it failed."""


class Stage(NamedTuple):
    """Where in a deal one stands; ``number`` counts tricks from 0, else it is 0."""

    name: StageName
    number: int = 0


class Spot(NamedTuple):
    """Where in a game one stands: a deal and one of its stages, both from 0."""

    deal: int = 0
    stage: int = 0


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over: ``deals`` is not empty, ``view`` is the spectator's at the end."""

    deals: tuple[PlayedDeal, ...]
    view: View
    info: TableInfo


def stages_of(deal: PlayedDeal) -> tuple[Stage, ...]:
    """The stages of a deal, from the cards as dealt to the score, or as far as it went."""
    stages = [Stage("deal")]
    if deal.up_card is not None or any(deal.discarded):
        stages.append(Stage("exchange"))
    stages.extend(Stage("draw", number) for number in range(len(deal.draw_tricks)))
    if deal.calls:
        stages.append(Stage("auction"))
    if any(bid is not None for bid in deal.bids):
        stages.append(Stage("bids"))
    stages.extend(Stage("trick", number) for number in range(len(deal.tricks)))
    if deal.result is not None:
        stages.append(Stage("score"))
    elif deal.end == "broken off":
        stages.append(Stage("end"))
    return tuple(stages)


def nearest(deals: Sequence[PlayedDeal], spot: Spot) -> Spot:
    """The spot itself if there is such a place in the game, else the nearest one."""
    deal = min(max(spot.deal, 0), len(deals) - 1)
    last = len(stages_of(deals[deal])) - 1
    return Spot(deal, min(max(spot.stage, 0), last))


def deal_numbered(deals: Sequence[PlayedDeal], number: int) -> Spot:
    """The beginning of the scored deal with this number, or of the last deal before it."""
    found = 0
    for at, deal in enumerate(deals):
        if deal.number < number or (deal.number == number and deal.end != "thrown in"):
            found = at
    return Spot(found)


def before(deals: Sequence[PlayedDeal], spot: Spot) -> Spot | None:
    """One step back, ``None`` at the beginning of the game."""
    if spot.stage > 0:
        return Spot(spot.deal, spot.stage - 1)
    if spot.deal == 0:
        return None
    return Spot(spot.deal - 1, len(stages_of(deals[spot.deal - 1])) - 1)


def after(deals: Sequence[PlayedDeal], spot: Spot) -> Spot | None:
    """One step forward, ``None`` at the end of the game."""
    if spot.stage < len(stages_of(deals[spot.deal])) - 1:
        return Spot(spot.deal, spot.stage + 1)
    return Spot(spot.deal + 1, 0) if spot.deal < len(deals) - 1 else None


def end_of(deals: Sequence[PlayedDeal]) -> Spot:
    """The last spot of the game."""
    return nearest(deals, Spot(len(deals), 1_000))
