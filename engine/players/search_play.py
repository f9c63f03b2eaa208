"""The play of a contract against one opponent: each card is tried out in many worlds.

In each world the solver says what every card brings when both hands are known; the card that is
best on average for the score of the deal is played.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from engine.cards import Card, Suit, card_at
from engine.game import AuctionView, BridgetteView
from engine.hands import mask_of
from engine.players import duel
from engine.players.advice import Advice, Compared
from engine.players.counting import asked
from engine.players.duel_effort import DuelEffort
from engine.players.solver import Solver
from engine.players.solver_colons import TooFar
from engine.players.stakes import Stakes

_SLIP: Final = 0.04  # how often a trick is gained or lost for each trick still to come
_TRICK: Final = 0.5  # what a trick is worth when the score does not depend on it


class Position:
    """What the solver needs to know of a view in the play, beside the opponent's hand."""

    __slots__ = ("banned", "choices", "declaring", "hand", "leader", "led", "row", "trump", "won")

    def __init__(self, view: AuctionView, stakes: Stakes) -> None:
        contract = view.contract
        seat = view.seat
        if contract is None or seat is None:
            raise ValueError("a card is asked for before there is a contract")
        self.choices = [card for card in asked(view).choices if isinstance(card, Card)]
        self.hand = mask_of(view.hand)
        self.trump = Suit(contract.strain) if contract.strain < 4 else None
        self.led = None if view.trick is None else view.trick.cards[0].index
        self.leader = 0 if self.led is None else 1
        banned = view.banned if isinstance(view, BridgetteView) else None
        self.banned = None if banned is None else Suit(banned)
        self.declaring = contract.declarer == seat
        self.won = view.tricks_won[seat]
        worths = stakes.row(contract.declarer, contract.level, contract.strain, contract.factor)
        worths = worths if self.declaring else worths[::-1]
        self.row = _with_slips(worths, len(view.hand))

    def plays(self, solver: Solver, other: int) -> dict[int, int]:
        """The tricks still to be won with each card against a hand."""
        return solver.best_plays(
            (self.hand, other), self.leader, self.trump, banned=self.banned, led=self.led
        )


def _with_slips(worths: tuple[float, ...], left: int) -> list[float]:
    """The worth by own tricks, when the rest is not played quite as the solver would."""
    slip = _SLIP * (left - 1) / 2
    row: list[float] = []
    for won, worth in enumerate(worths):
        more = worths[min(13, won + 1)]
        less = worths[max(0, won - 1)]
        row.append((1 - 2 * slip) * worth + slip * (more + less) + _TRICK * won)
    return row


class CardSums:
    """What each card brings, added up over worlds."""

    __slots__ = ("_place", "count", "sums")

    def __init__(self, place: Position) -> None:
        self._place = place
        self.sums = dict.fromkeys((card.index for card in place.choices), 0.0)
        self.count = 0

    def add(self, plays: dict[int, int]) -> None:
        """Add a world, in which each card wins so many tricks from here on."""
        row, won = self._place.row, self._place.won
        sums = self.sums
        for card in sums:
            sums[card] += row[won + plays[card]]
        self.count += 1

    def best(self, margin: float = 1e-6) -> list[Card]:
        """The cards that are best, ties included."""
        top = max(self.sums.values()) - margin * max(1, self.count)
        return [card_at(card) for card, total in self.sums.items() if total >= top]


class CardNotes(CardSums):
    """Remembers besides how many tricks each card brings, and how often the aim is reached."""

    __slots__ = ("_aim", "_reached", "_tricks")

    def __init__(self, view: AuctionView, place: Position) -> None:
        super().__init__(place)
        contract = view.contract
        if contract is None:
            raise ValueError("a card is asked for before there is a contract")
        needed = 6 + contract.level
        self._aim = needed if place.declaring else 14 - needed
        self._tricks = dict.fromkeys(self.sums, 0)
        self._reached = dict.fromkeys(self.sums, 0)

    def add(self, plays: dict[int, int]) -> None:
        """See ``CardSums.add``."""
        super().add(plays)
        won = self._place.won
        for card in self.sums:
            self._tricks[card] += plays[card]
            self._reached[card] += won + plays[card] >= self._aim

    def advice(self, best: Card, known: bool) -> Advice:
        """The advice to play this card."""
        if not self.count:
            return Advice(best)
        top = self.sums[best.index] - 1e-6 * self.count
        others = [card for card, total in self.sums.items() if total < top]
        other = max(others, key=lambda card: self.sums[card]) if others else None
        return Advice(
            best,
            worlds=self.count,
            known=known,
            tricks=self._tricks[best.index] / self.count,
            chance=self._reached[best.index] / self.count,
            next_best=None
            if other is None
            else Compared(
                card_at(other), self._tricks[other] / self.count, self._reached[other] / self.count
            ),
        )


def card(
    view: AuctionView,
    stakes: Stakes,
    worlds: Iterable[int],
    solver: Solver,
    effort: DuelEffort,
) -> Card:
    """The best card over worlds, as many as the effort allows.

    A world that takes the solver too far is left out.  If that happens to all of them, the rules of
    thumb decide.
    """
    place = Position(view, stakes)
    return _judged(view, place, CardSums(place), worlds, solver, effort)


def advise(
    view: AuctionView,
    stakes: Stakes,
    worlds: Iterable[int],
    solver: Solver,
    effort: DuelEffort,
    known: bool,
) -> Advice:
    """The card that ``card`` gives, with what the search found; see ``Advice``."""
    place = Position(view, stakes)
    notes = CardNotes(view, place)
    return notes.advice(_judged(view, place, notes, worlds, solver, effort), known)


def _judged(
    view: AuctionView,
    place: Position,
    sums: CardSums,
    worlds: Iterable[int],
    solver: Solver,
    effort: DuelEffort,
) -> Card:
    begin = solver.work
    tried = 0
    try:
        for other in worlds:
            spent = effort.spent(solver.work - begin, tried)
            if tried and spent + spent // tried > effort.units:
                break
            solver.allow(effort.units - spent)
            tried += 1
            sums.add(place.plays(solver, other))
    except TooFar:
        pass
    finally:
        solver.allow(None)
    usual = duel.card_to_play(view)
    best = sums.best()
    return usual if usual in best else min(best, key=lambda each: each.rank or 0)
