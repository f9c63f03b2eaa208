"""Draw Bridge: two players, a draw phase, then an auction (rules, "Draw Bridge")."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from engine import scoring
from engine.auction import LEVELS_FROM_ONE, Call, Contract
from engine.cards import PACK, Card, in_pack_order
from engine.contract_game import ContractGame
from engine.game import DrawBridgeView, Rule, Score, Trick
from engine.options import Number, Option, Word
from engine.reading import not_asked
from engine.tricks import Hand, anything, follow, winner, winner_by_rank

_STOCK: Final = 26  # cards; where it begins in the order, and how many it has


class DrawBridge(ContractGame):
    """A game of Draw Bridge.

    A card that is drawn joins the hand, and may be played in the next trick of the draw phase.
    Options: ``target`` (50 to 5000; 300), ``draw`` (``free``, or ``follow``: suit must be followed
    in the draw phase too), ``stock`` (``closed`` or ``open``), ``penalty`` (``on``, or ``off``:
    failed contracts score nothing).
    """

    __slots__ = ("_draw_follows", "_drawn", "_draws", "_penalty", "_stock", "_target")

    kind = "drawbridge"
    pack = PACK
    allowed_options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {
            "target": Number(300, 50, 5000),
            "draw": Word("free", ("free", "follow")),
            "stock": Word("closed", ("closed", "open")),
            "penalty": Word("on", ("on", "off")),
        }
    )

    _draws: list[Trick]
    _drawn: tuple[list[Card], list[Card]]

    def _begin(self, order: tuple[Card, ...]) -> None:
        self._prepare_auction()
        self._target = int(self.options["target"])
        self._penalty = self.options["penalty"] == "on"
        self._draw_follows = self.options["draw"] == "follow"
        self._followers = follow if self._draw_follows else anything
        self._stock = order[_STOCK:]
        self._draws = []
        self._drawn = ([], [])
        self._phase = "draw"
        self._lead(1 - self._dealer)

    def _act(self, seat: int, action: object) -> None:
        if self._phase == "auction":
            self._call(seat, action)
        else:
            raise not_asked(action)

    # The draw phase.

    def _complete_trick(self) -> None:
        if self._phase == "draw":
            self._draw()
        else:
            super()._complete_trick()

    def _draw(self) -> None:
        """End a trick of the draw phase: the winner draws the top card, the loser the next."""
        lead, reply = self._table
        place = winner((lead, reply), None) if self._draw_follows else winner_by_rank(lead, reply)
        first = self._leader ^ place
        self._draws.append(Trick(self._leader, (lead, reply), first))
        self._table.clear()
        done = len(self._draws)
        for seat, card in (
            (first, self._stock[2 * done - 2]),
            (1 - first, self._stock[2 * done - 1]),
        ):
            self._drawn[seat].append(card)
            insort(self._hands[seat], card, key=in_pack_order)
        if done < 13:
            self._lead(first)
        else:
            self._playable = ()
            self._followers = follow
            self._open_auction()

    # The auction and the play.

    def _biddable(self, seat: int) -> int:
        last = self._auction.last
        return LEVELS_FROM_ONE & -2 << last if last >= 0 else LEVELS_FROM_ONE

    def _bid_rule(self, seat: int, bid: Call) -> Rule:
        return Rule.BID_TOO_LOW if bid.level else Rule.BID_UNKNOWN

    def _card_rule(self, hand: Hand, card: Card) -> Rule:
        return Rule.FOLLOW_SUIT

    # The end of a deal.

    def _score(self, contract: Contract, won: int) -> Score:
        return scoring.draw_bridge(contract, won, penalty=self._penalty)

    def _is_over(self) -> bool:
        return max(self._totals) >= self._target

    def _draw_tricks(self) -> tuple[Trick, ...]:
        return tuple(self._draws)

    # What leaves the engine.

    def view(self, seat: int | None) -> DrawBridgeView:
        is_open = self.options["stock"] == "open"
        used = 2 * len(self._draws)
        drawing = self._phase == "draw" or (self._phase == "over" and used < _STOCK)
        top = self._stock[used] if is_open and drawing else None
        shown = self._stock[0 : used + 1 : 2] if is_open else ()
        return DrawBridgeView(
            **self._common(seat),
            calls=tuple(self._auction.calls),
            contract=self._contract,
            draw_tricks=tuple(self._draws),
            stock_size=_STOCK - used,
            stock_top=top,
            stock_shown=shown,
            drawn=() if seat is None else tuple(self._drawn[seat]),
        )

    def _places(self) -> Iterator[tuple[Card, ...]]:
        yield self._stock[2 * len(self._draws) :]
        for trick in self._draws:
            yield trick.cards
