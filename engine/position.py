"""The position of a card game: what it keeps, and the check that it is sound."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from itertools import chain
from typing import ClassVar

from engine import shuffle
from engine.cards import Card, Suit, in_pack_order
from engine.game import DealResult, Decision, Game, Outcome, Phase, Trick
from engine.hands import cards_of, mask_of
from engine.tricks import Hand


class Position(Game):
    """What a game of deals of 13 cards keeps between two actions.

    Hands are in pack order.  ``_followers`` says which cards of a hand may be played to a trick
    begun.  ``_playable`` are the cards that the seat to act may play, found once when its turn
    comes; empty when no card is asked for.  A seat's decision stays the same until that seat acts,
    and is kept in ``_asked``.
    """

    __slots__ = (
        "_asked",
        "_commitment",
        "_counts",
        "_deal",
        "_dealer",
        "_deals",
        "_followers",
        "_hands",
        "_leader",
        "_number",
        "_outcome",
        "_phase",
        "_playable",
        "_table",
        "_thrown_in",
        "_to_act",
        "_totals",
        "_tricks",
        "_trumps",
        "_won",
        "actions",
        "options",
        "seed",
    )

    pack: ClassVar[tuple[Card, ...]]

    _asked: list[Decision | None]
    _commitment: str
    _counts: list[int]
    _deal: int
    _dealer: int
    _deals: list[DealResult]
    _followers: Callable[[Hand, Hand], Hand]
    _hands: list[list[Card]]
    _leader: int
    _number: int
    _outcome: Outcome | None
    _phase: Phase
    _playable: tuple[Card, ...]
    _table: list[Card]
    _thrown_in: int
    _to_act: tuple[int, ...]
    _totals: tuple[int, ...]
    _tricks: list[Trick]
    _trumps: Suit | None
    _won: list[int]

    @abstractmethod
    def _places(self) -> Iterator[tuple[Card, ...]]:
        """Where the cards of this deal are, beside hands, table and tricks."""

    def _hand_size(self, seat: int) -> int:
        """How many cards a seat should hold now."""
        on_table = (seat - self._leader) % self.seats < len(self._table)
        return 13 - len(self._tricks) - on_table

    def status(self) -> tuple[str, ...]:
        return (*self._check_cards(), *self._check_turn(), *self._check_course())

    def _check_cards(self) -> Iterator[str]:
        pack = mask_of(self.pack)
        seen = twice = 0
        tricks = (trick.cards for trick in self._tricks)
        for card in chain(*self._hands, self._table, *tricks, *self._places()):
            twice |= seen & card.bit
            seen |= card.bit
        if twice:
            yield f"card twice: {_names(twice)}"
        if seen & ~pack:
            yield f"not in the pack: {_names(seen & ~pack)}"
        if pack & ~seen:
            yield f"cards missing: {_names(pack & ~seen)}"
        for seat, hand in enumerate(self._hands):
            if hand != sorted(hand, key=in_pack_order):
                yield f"hand out of order: seat {seat}"
            held, due = len(hand), self._hand_size(seat)
            if held != due:
                wrong = "long" if held > due else "short"
                yield f"hand too {wrong}: seat {seat} holds {held}, not {due}"

    def _check_turn(self) -> Iterator[str]:
        if (self._outcome is not None) != (self._phase == "over"):
            yield f"phase: {self._phase} with outcome {self._outcome}"
        if (self._outcome is not None) == bool(self._to_act):
            yield f"turn: seats {self._to_act} to act in phase {self._phase}"
        if self._phase in ("play", "draw"):
            turn = (self._leader + len(self._table)) % self.seats
            if self._to_act != (turn,):
                yield f"turn: seats {self._to_act} to act, but it is seat {turn}'s"
            elif not self._playable or not set(self._playable) <= set(self._hands[turn]):
                yield f"legal plays not held: seat {turn}"

    def _check_course(self) -> Iterator[str]:
        won = [0] * self.seats
        for trick in self._tricks:
            if trick.winner is not None:
                won[trick.winner] += 1
        if won != self._won:
            yield f"trick count: {tuple(self._won)}, but the tricks say {tuple(won)}"
        sums = [sum(points) for points in zip(*(deal.points for deal in self._deals), strict=True)]
        if tuple(sums or [0] * self.seats) != self._totals:
            yield f"totals do not add up: {self._totals}"
        taken = [0] * self.seats
        for seat, _ in self.actions:
            taken[seat] += 1
        if taken != self._counts:
            yield f"decision count: {tuple(self._counts)}, but the actions say {tuple(taken)}"
        if self._commitment != shuffle.commitment(self.seed):
            yield "commitment: not that of the seed"


def _names(mask: int) -> str:
    return " ".join(card.text for card in cards_of(mask))
