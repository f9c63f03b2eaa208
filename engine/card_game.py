"""What the three games share: deals, tricks, turns, leaving and views.

A game subclasses ``CardGame`` (or ``ContractGame``, when it has an auction) and says how a deal
begins, what may be played, who wins a trick and what a deal scores.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar, Final, TypedDict

from engine import shuffle
from engine.auction import Call, Contract
from engine.cards import Card, in_pack_order
from engine.game import (
    Action,
    DealResult,
    Decision,
    DecisionKind,
    Kind,
    Leave,
    OptionValue,
    Outcome,
    Phase,
    Rule,
    Score,
    Trick,
)
from engine.options import Option, read_options
from engine.position import Position
from engine.reading import leave, not_asked, read_action, refusal
from engine.tricks import Hand, winner

TURNS: Final = ((0,), (1,), (2,), (3,))
_OTHER: Final = frozenset((str, Leave))  # actions that may come at any time, or have to be read
_ASKED: Final[Mapping[Phase, DecisionKind]] = {
    "discard": "discard",
    "draw": "play",
    "auction": "call",
    "bid": "bid",
    "play": "play",
}


class Common(TypedDict):
    """The fields that every view has."""

    kind: Kind
    options: Mapping[str, OptionValue]
    seat: int | None
    seats: int
    number: int
    deal: int
    dealer: int
    phase: Phase
    to_act: tuple[int, ...]
    decision: Decision | None
    decisions: tuple[int, ...]
    barred: Mapping[str, Rule]
    hand: tuple[Card, ...]
    hand_sizes: tuple[int, ...]
    trick: Trick | None
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, ...]
    totals: tuple[int, ...]
    deals: tuple[DealResult, ...]
    thrown_in: int
    commitment: str
    seed: str | None
    outcome: Outcome | None


class CardGame(Position):
    """A game of deals of 13 cards, played in tricks; see ``Position`` for what it keeps."""

    __slots__ = ()

    allowed_options: ClassVar[Mapping[str, Option]]

    def __init__(self, seed: bytes, options: Mapping[str, OptionValue] | None = None) -> None:
        if type(seed) is not bytes or len(seed) != 32:
            raise ValueError("a seed is 32 bytes")
        self.seed = seed
        self.options = read_options(self.allowed_options, options)
        self.actions = []
        self._commitment = shuffle.commitment(seed)
        self._totals = (0,) * self.seats
        self._counts = [0] * self.seats
        self._deals = []
        self._outcome = None
        self._deal = 0
        self._number = 1
        self._thrown_in = 0
        self._dealer = shuffle.first_dealer(seed, self.seats)
        self._next_deal()

    # What a game says about itself.

    @abstractmethod
    def _begin(self, order: tuple[Card, ...]) -> None:
        """Begin a deal with the pack in this order, of which the hands have been dealt."""

    def _act(self, seat: int, action: object) -> None:
        """Carry out an action other than a card of a seat whose turn it is, or refuse it."""
        raise not_asked(action)

    def _ask(self, seat: int) -> Decision:
        """What a seat to act is asked when it is not for a card."""
        raise AssertionError(f"{self.kind} asks for cards only")

    @abstractmethod
    def _card_rule(self, hand: Hand, card: Card) -> Rule:
        """The rule that forbids the seat to act a card that it holds."""

    @abstractmethod
    def _end_deal(self) -> None:
        """Score a deal of which all cards are played, and go on."""

    # The face.

    @property
    def to_act(self) -> tuple[int, ...]:
        return self._to_act

    @property
    def decisions(self) -> tuple[int, ...]:
        return tuple(self._counts)

    @property
    def totals(self) -> tuple[int, ...]:
        return self._totals

    @property
    def outcome(self) -> Outcome | None:
        return self._outcome

    @property
    def commitment(self) -> str:
        return self._commitment

    def decision(self, seat: int) -> Decision | None:
        if seat not in self._to_act:
            return None
        asked = self._asked[seat]
        if asked is None:
            playable = self._playable
            asked = Decision("play", playable) if playable else self._ask(seat)
            self._asked[seat] = asked
        return asked

    def apply(self, seat: int, action: Action | str) -> None:
        if type(action) is Card and action in self._playable and seat in self._to_act:
            self.actions.append((seat, action.text))
            self._counts[seat] += 1
            self._asked[seat] = None
            self._hands[seat].remove(action)
            table = self._table
            table.append(action)
            if len(table) == self.seats:
                self._complete_trick()
            else:
                seat = seat + 1 if seat + 1 < self.seats else 0
                self._to_act = TURNS[seat]
                self._playable = tuple(self._followers(self._hands[seat], table))
        elif self._playable or seat not in self._to_act or type(action) in _OTHER:
            self._apply_other(seat, action)
        else:
            self._act(seat, action)

    def _apply_other(self, seat: int, action: Action | str) -> None:
        """Apply a text or a ``Leave``, or refuse."""
        if self._outcome is not None:
            raise refusal(Rule.OVER)
        leaving = leave(action)
        if leaving is not None:
            self._leave(seat, leaving)
            return
        if seat not in self._to_act:
            raise refusal(Rule.NOT_YOUR_TURN)
        if isinstance(action, str):
            self.apply(seat, read_action(action, _ASKED[self._phase]))
        else:
            raise self._refuse_card(seat, action)

    def _leave(self, seat: int, leaving: Leave) -> None:
        if self.seats != 2:
            raise refusal(Rule.RESIGN)
        if seat not in range(self.seats):
            raise refusal(Rule.NOT_YOUR_TURN)
        self._note(seat, leaving.reason)
        reason = "time" if leaving.reason == "time" else "resigned"
        self._finish(Outcome((1 - seat,), reason))

    # The course of a game.

    def _order(self) -> tuple[Card, ...]:
        """The pack as it is shuffled for this deal."""
        return shuffle.order(self.seed, self._deal, self.pack)

    def _next_deal(self) -> None:
        seats = self.seats
        self._deal += 1
        order = self._order()
        first = self._dealer + 1
        dealt = [order[place : 13 * seats : seats] for place in range(seats)]
        self._hands = [list(dealt[(seat - first) % seats]) for seat in range(seats)]
        self._table = []
        self._leader = first % seats
        self._tricks = []
        self._won = [0] * seats
        self._playable = ()
        self._trumps = None
        self._asked = [None] * seats
        for hand in self._hands:
            hand.sort(key=in_pack_order)
        self._begin(order)

    def _note(self, seat: int, text: str) -> None:
        """Enter an action of a seat, which is no longer asked what it was."""
        self.actions.append((seat, text))
        self._counts[seat] += 1
        self._asked[seat] = None

    def _lead(self, seat: int) -> None:
        """Let a seat lead any card to a trick."""
        self._leader = seat
        self._to_act = TURNS[seat]
        self._playable = tuple(self._hands[seat])

    def _refuse_card(self, seat: int, card: object) -> Exception:
        if not isinstance(card, Card):
            return not_asked(card)
        hand = self._hands[seat]
        rule = self._card_rule(hand, card) if card in hand else Rule.NOT_HELD
        return refusal(rule, card)

    def _complete_trick(self) -> None:
        """End the trick on the table: its winner leads to the next, or the deal ends."""
        table = self._table
        seat = (self._leader + winner(table, self._trumps)) % self.seats
        self._tricks.append(Trick(self._leader, tuple(table), seat))
        self._won[seat] += 1
        table.clear()
        if self._hands[seat]:
            self._lead(seat)
        else:
            self._end_deal()

    def _book(
        self,
        scores: tuple[Score, ...],
        *,
        contract: Contract | None = None,
        calls: tuple[tuple[int, Call], ...] = (),
        bids: tuple[int, ...] = (),
        up_card: Card | None = None,
        draw_tricks: tuple[Trick, ...] = (),
    ) -> None:
        """Enter the scores of a deal, with what ``DealResult`` tells of it."""
        points = self._points(scores)
        self._totals = tuple([a + b for a, b in zip(self._totals, points, strict=True)])
        self._deals.append(
            DealResult(
                number=self._number,
                deal=self._deal,
                dealer=self._dealer,
                contract=contract,
                calls=calls,
                bids=bids,
                up_card=up_card,
                draw_tricks=draw_tricks,
                tricks=tuple(self._tricks),
                tricks_won=tuple(self._won),
                scores=scores,
                points=points,
                totals=self._totals,
            )
        )

    def _points(self, scores: tuple[Score, ...]) -> tuple[int, ...]:
        points = [0] * self.seats
        for score in scores:
            points[score.seat] += score.points
        return tuple(points)

    def _deal_again(self) -> None:
        """Throw the deal in: the same dealer deals again, and it does not count."""
        self._thrown_in += 1
        self._next_deal()

    def _pass_the_deal(self) -> None:
        self._number += 1
        self._dealer = (self._dealer + 1) % self.seats
        self._next_deal()

    def _finish_played_out(self) -> None:
        best = max(self._totals)
        winners = tuple([seat for seat, total in enumerate(self._totals) if total == best])
        self._finish(Outcome(winners, "played out"))

    def _finish(self, outcome: Outcome) -> None:
        self._outcome = outcome
        self._phase = "over"
        self._to_act = ()
        self._playable = ()

    # What leaves the engine.

    def _barred(self, seat: int) -> dict[str, Rule]:
        if not self._playable:
            return {}
        hand, playable = self._hands[seat], self._playable
        return {card.text: self._card_rule(hand, card) for card in hand if card not in playable}

    def _common(self, seat: int | None) -> Common:
        if seat is not None and seat not in range(self.seats):
            raise ValueError(f"no such seat: {seat!r}")
        table = self._table
        over = self._outcome is not None
        return Common(
            kind=self.kind,
            options=dict(self.options),
            seat=seat,
            seats=self.seats,
            number=self._number,
            deal=self._deal,
            dealer=self._dealer,
            phase=self._phase,
            to_act=self._to_act,
            decision=None if seat is None else self.decision(seat),
            decisions=self.decisions,
            barred=self._barred(seat) if seat is not None and seat in self._to_act else {},
            hand=() if seat is None else tuple(self._hands[seat]),
            hand_sizes=tuple([len(hand) for hand in self._hands]),
            trick=Trick(self._leader, tuple(table)) if table else None,
            tricks=tuple(self._tricks),
            tricks_won=tuple(self._won),
            totals=self._totals,
            deals=tuple(self._deals),
            thrown_in=self._thrown_in,
            commitment=self._commitment,
            seed=self.seed.hex() if over else None,
            outcome=self._outcome,
        )
