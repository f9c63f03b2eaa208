"""What Bridgette and Draw Bridge share: two seats, an auction, and a contract that is played."""

from __future__ import annotations

from abc import abstractmethod
from functools import cache

from engine.auction import DOUBLE, REDOUBLE, Auction, Call, Contract, Strain, calls_of
from engine.card_game import TURNS, CardGame
from engine.cards import Card, Suit
from engine.game import Decision, Rule, Score, Trick
from engine.reading import not_asked, refusal


@cache
def _asked(legal: int) -> Decision:
    """The decision with these legal calls; there are few, and they come again and again."""
    return Decision("call", calls_of(legal))


class ContractGame(CardGame):
    """A game of two in which each deal has an auction and a play of 13 tricks."""

    __slots__ = ("_auction", "_callable", "_contract")

    seats = 2

    _auction: Auction
    _contract: Contract | None

    @abstractmethod
    def _biddable(self, seat: int) -> int:
        """The mask of the bids that the game and the seat's hand allow over the last bid."""

    @abstractmethod
    def _bid_rule(self, seat: int, bid: Call) -> Rule:
        """The rule that forbids a bid which is higher than the last."""

    @abstractmethod
    def _score(self, contract: Contract, won: int) -> Score:
        """The score of a played contract."""

    @abstractmethod
    def _is_over(self) -> bool:
        """Whether the game ends with the deal just booked."""

    def _prepare_auction(self) -> None:
        """Make ready for a deal in which nobody has called yet."""
        self._auction = Auction(self._dealer)
        self._contract = None
        self._callable = 0

    def _open_auction(self) -> None:
        """Let the dealer call."""
        self._phase = "auction"
        self._turn_to_call()

    def _turn_to_call(self) -> None:
        auction = self._auction
        self._to_act = TURNS[auction.turn]
        self._callable = auction.legal(self._biddable(auction.turn))

    def _ask(self, seat: int) -> Decision:
        return _asked(self._callable)

    def _call(self, seat: int, call: object) -> None:
        if type(call) is not Call:
            raise not_asked(call)
        if not call.bit & self._callable:
            raise refusal(self._call_rule(seat, call), call)
        self._note(seat, call.text)
        auction = self._auction
        auction.add(call)
        if not auction.over:
            self._turn_to_call()
        elif auction.thrown_in:
            self._deal_again()
        else:
            self._open_play()

    def _call_rule(self, seat: int, call: Call) -> Rule:
        if call is DOUBLE:
            return Rule.DOUBLE
        if call is REDOUBLE:
            return Rule.REDOUBLE
        rule = self._bid_rule(seat, call)
        if rule is not Rule.BID_UNKNOWN and call.index <= self._auction.last:
            return Rule.BID_TOO_LOW
        return rule

    def _open_play(self) -> None:
        contract = self._contract = self._auction.contract
        if contract is None:
            raise AssertionError("an auction that ends with a bid has a contract")
        self._trumps = Suit(contract.strain) if contract.strain is not Strain.NO_TRUMP else None
        self._phase = "play"
        self._lead(1 - contract.declarer)

    def _end_deal(self) -> None:
        contract = self._contract
        if contract is None:
            raise AssertionError("a deal that is played has a contract")
        score = self._score(contract, self._won[contract.declarer])
        self._book(
            (score,),
            contract=contract,
            calls=tuple(self._auction.calls),
            up_card=self._up_card(),
            draw_tricks=self._draw_tricks(),
        )
        if self._is_over():
            self._finish_played_out()
        else:
            self._pass_the_deal()

    def _up_card(self) -> Card | None:
        """The up-card of this deal, if the game has one."""
        return None

    def _draw_tricks(self) -> tuple[Trick, ...]:
        """The tricks of the draw phase, if the game has one."""
        return ()
