"""Whist for two: 13 cards each, the next card is turned up and its suit is trumps.

Suit must be followed if possible.  Whoever wins more than six tricks scores a point for each above.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from engine.card_game import CardGame
from engine.cards import PACK, Card
from engine.game import Rule, Score, ScorePart, View
from engine.options import Number, Option
from engine.tricks import Hand, follow


@dataclass(frozen=True, slots=True, kw_only=True)
class WhistView(View):
    """What a seat may know of Whist: ``turned`` is the card that was turned up."""

    turned: Card


class Whist(CardGame):
    """A game of Whist.  Option: ``deals`` (1 to 9; 3), after which the higher total wins.

    On a tie a further deal is played.
    """

    __slots__ = ("_rest",)

    kind = "whist"
    seats = 2
    pack = PACK
    allowed_options: ClassVar[Mapping[str, Option]] = MappingProxyType({"deals": Number(3, 1, 9)})

    _rest: tuple[Card, ...]

    def _begin(self, order: tuple[Card, ...]) -> None:
        self._rest = order[26:]
        self._trumps = self._rest[0].suit
        self._followers = follow
        self._phase = "play"
        self._lead(1 - self._dealer)

    def _card_rule(self, hand: Hand, card: Card) -> Rule:
        return Rule.FOLLOW_SUIT

    def _end_deal(self) -> None:
        winner = max(range(2), key=lambda seat: self._won[seat])
        points = self._won[winner] - 6
        self._book((Score(winner, (ScorePart("tricks", points),), 1, points),))
        first, second = self._totals
        if self._number >= int(self.options["deals"]) and first != second:
            self._finish_played_out()
        else:
            self._pass_the_deal()

    def view(self, seat: int | None) -> WhistView:
        return WhistView(**self._common(seat), turned=self._rest[0])

    def _places(self) -> Iterator[tuple[Card, ...]]:
        yield self._rest
