"""Call Bridge: four players, each for himself, spades are trumps (rules, "Call Bridge")."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar, Final

from engine import scoring
from engine.card_game import TURNS, CardGame
from engine.cards import PACK, Card, Suit
from engine.game import CallBridgeView, Decision, Rule, TrickBid
from engine.options import Number, Option
from engine.reading import not_asked, refusal
from engine.tricks import Hand, follow_or_overtrump

_LOWEST: Final = 2
_HIGHEST: Final = 12
_BIDS: Final = tuple(TrickBid(tricks) for tricks in range(_LOWEST, _HIGHEST + 1))
_ASK_BID: Final = Decision("bid", _BIDS)


class CallBridge(CardGame):
    """A game of Call Bridge.  Option: ``target`` (5 to 200; 20)."""

    __slots__ = ("_bids",)

    kind = "callbridge"
    seats = 4
    pack = PACK
    allowed_options: ClassVar[Mapping[str, Option]] = MappingProxyType(
        {"target": Number(20, 5, 200)}
    )

    def _begin(self, order: tuple[Card, ...]) -> None:
        self._followers = follow_or_overtrump
        self._trumps = Suit.SPADES
        self._bids: list[int | None] = [None] * self.seats
        self._phase = "bid"
        self._to_act = TURNS[self._leader]

    def _ask(self, seat: int) -> Decision:
        return _ASK_BID

    def _act(self, seat: int, action: object) -> None:
        if type(action) is not TrickBid:
            raise not_asked(action)
        tricks = action.tricks
        if type(tricks) is not int or not _LOWEST <= tricks <= _HIGHEST:
            raise refusal(Rule.BID_RANGE, action)
        self._note(seat, str(tricks))
        self._bids[seat] = tricks
        following = (seat + 1) % self.seats
        if self._bids[following] is None:
            self._to_act = TURNS[following]
        else:
            self._phase = "play"
            self._lead(following)

    def _card_rule(self, hand: Hand, card: Card) -> Rule:
        led = self._table[0].suit
        follows = any(held.suit is led for held in hand)
        return Rule.FOLLOW_SUIT if follows else Rule.MUST_TRUMP

    def _end_deal(self) -> None:
        bids = tuple([bid or 0 for bid in self._bids])
        scores = tuple(
            [
                scoring.call_bridge(seat, bid, won)
                for seat, (bid, won) in enumerate(zip(bids, self._won, strict=True))
            ]
        )
        self._book(scores, bids=bids)
        best = max(self._totals)
        if best >= int(self.options["target"]) and self._totals.count(best) == 1:
            self._finish_played_out()
        else:
            self._pass_the_deal()

    def view(self, seat: int | None) -> CallBridgeView:
        return CallBridgeView(**self._common(seat), bids=tuple(self._bids))

    def _places(self) -> Iterator[tuple[Card, ...]]:
        return iter(())
