"""What the three games share: deals, tricks, turns, leaving, views, and the check of a position.

A game subclasses ``CardGame`` (or ``ContractGame``, when it has an auction) and says how a deal begins,
what may be played, who wins a trick and what a deal scores.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from typing import ClassVar, Final, TypedDict

from engine import shuffle
from engine.cards import Card
from engine.game import (
    Action,
    DealResult,
    Decision,
    DecisionKind,
    Game,
    Kind,
    OptionValue,
    Outcome,
    Phase,
    Rule,
    Score,
    Trick,
)
from engine.hands import cards_of, mask_of
from engine.options import Option, read_options
from engine.reading import leave, not_asked, read_action, refusal

_TURNS: Final = ((0,), (1,), (2,), (3,))
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


class CardGame(Game):
    """A game of deals of 13 cards, played in tricks.

    Hands are masks (``engine.hands``).  ``_legal`` is the mask of what the one seat to act may do,
    computed once when the turn comes to it; ``decision`` and ``apply`` both read it.
    """

    __slots__ = (
        "_asked",
        "_commitment",
        "_counts",
        "_deal",
        "_dealer",
        "_deals",
        "_hands",
        "_leader",
        "_legal",
        "_number",
        "_outcome",
        "_phase",
        "_table",
        "_thrown_in",
        "_to_act",
        "_totals",
        "_tricks",
        "_won",
        "actions",
        "options",
        "seed",
    )

    allowed_options: ClassVar[Mapping[str, Option]]
    pack: ClassVar[tuple[Card, ...]]

    _tricks: list[Trick]
    _phase: Phase

    def __init__(self, seed: bytes, options: Mapping[str, OptionValue] | None = None) -> None:
        if type(seed) is not bytes or len(seed) != 32:
            raise ValueError("a seed is 32 bytes")
        self.seed = seed
        self.options = read_options(self.allowed_options, options)
        self.actions: list[tuple[int, str]] = []
        self._commitment = shuffle.commitment(seed)
        self._totals = (0,) * self.seats
        self._counts = [0] * self.seats
        self._deals: list[DealResult] = []
        self._outcome: Outcome | None = None
        self._deal = 0
        self._number = 1
        self._thrown_in = 0
        self._dealer = shuffle.first_dealer(seed, self.seats)
        self._next_deal()

    # What a game says about itself.

    @abstractmethod
    def _begin(self, order: tuple[Card, ...]) -> None:
        """Begin a deal with the pack in this order, of which the hands have been dealt."""

    @abstractmethod
    def _act(self, seat: int, action: object) -> None:
        """Carry out an action of a seat whose turn it is, or refuse it."""

    @abstractmethod
    def _followers(self, hand: int) -> int:
        """The cards of a hand that may be played to the trick on the table."""

    @abstractmethod
    def _winner(self) -> int:
        """The place in the complete trick on the table of the card that wins it."""

    @abstractmethod
    def _card_rule(self, hand: int, card: Card) -> Rule:
        """The rule that forbids the seat to act a card that it holds."""

    @abstractmethod
    def _end_deal(self) -> None:
        """Score a deal of which all cards are played, and go on."""

    @abstractmethod
    def _places(self) -> Iterator[tuple[Card, ...]]:
        """Where the cards of this deal are, beside hands, table and tricks."""

    @abstractmethod
    def _hand_size(self, seat: int) -> int:
        """How many cards a seat should hold now."""

    # The face.

    @property
    def to_act(self) -> tuple[int, ...]:
        return self._to_act

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
        asked = self._asked
        if asked is None:
            asked = self._asked = self._ask()
        return asked

    def apply(self, seat: int, action: Action | str) -> None:
        kind = type(action)
        if kind is Card and seat in self._to_act:
            self._act(seat, action)
        else:
            self._apply_any(seat, action)

    def _apply_any(self, seat: int, action: Action | str) -> None:
        if self._outcome is not None:
            raise refusal(Rule.OVER)
        leaving = leave(action)
        if leaving is not None:
            if seat not in range(self.seats):
                raise refusal(Rule.NOT_YOUR_TURN)
            self._leave(seat, leaving.reason)
            return
        if seat not in self._to_act:
            raise refusal(Rule.NOT_YOUR_TURN)
        if isinstance(action, str):
            action = read_action(action, _ASKED[self._phase])
        self._act(seat, action)

    def _leave(self, seat: int, reason: str) -> None:
        if self.seats != 2:
            raise refusal(Rule.RESIGN)
        self._note(seat, reason)
        self._finish(Outcome((1 - seat,), "time" if reason == "time" else "resigned"))

    # The course of a game.

    def _order(self) -> tuple[Card, ...]:
        """The pack as it is shuffled for this deal."""
        return shuffle.order(self.seed, self._deal, self.pack)

    def _next_deal(self) -> None:
        seats = self.seats
        self._deal += 1
        order = self._order()
        first = self._dealer + 1
        dealt = [mask_of(order[place : 13 * seats : seats]) for place in range(seats)]
        self._hands = [dealt[(seat - first) % seats] for seat in range(seats)]
        self._table: list[Card] = []
        self._leader = first % seats
        self._tricks = []
        self._won = [0] * seats
        self._legal = 0
        self._asked: Decision | None = None
        self._begin(order)

    def _ask(self) -> Decision:
        """What the one seat to act is asked in the play; games with other phases add theirs."""
        return Decision("play", cards_of(self._legal))

    def _note(self, seat: int, text: str) -> None:
        self.actions.append((seat, text))
        self._counts[seat] += 1
        self._asked = None

    def _lead(self, seat: int) -> None:
        """Let a seat lead to a trick, with any card."""
        self._leader = seat
        self._to_act = _TURNS[seat]
        self._legal = self._hands[seat]

    def _play(self, seat: int, card: object) -> None:
        """Play a card to the trick on the table."""
        if type(card) is not Card or not card.bit & self._legal:
            raise self._refuse_card(seat, card)
        self.actions.append((seat, card.text))
        self._counts[seat] += 1
        self._asked = None
        hands = self._hands
        hands[seat] ^= card.bit
        table = self._table
        table.append(card)
        if len(table) < self.seats:
            seat = seat + 1 if seat + 1 < self.seats else 0
            self._to_act = _TURNS[seat]
            self._legal = self._followers(hands[seat])
        else:
            self._complete_trick()

    def _refuse_card(self, seat: int, card: object) -> Exception:
        if not isinstance(card, Card):
            return not_asked(card)
        hand = self._hands[seat]
        rule = self._card_rule(hand, card) if card.bit & hand else Rule.NOT_HELD
        return refusal(rule, card)

    def _complete_trick(self) -> None:
        winner = (self._leader + self._winner()) % self.seats
        self._tricks.append(Trick(self._leader, tuple(self._table), winner))
        self._won[winner] += 1
        self._table.clear()
        if self._hands[winner]:
            self._lead(winner)
        else:
            self._end_deal()

    def _book(self, result: DealResult) -> None:
        """Enter a scored deal."""
        self._deals.append(result)
        self._totals = result.totals

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
        self._legal = 0
        self._asked = None

    # What leaves the engine.

    def _barred(self, seat: int) -> dict[str, Rule]:
        if self._phase not in ("play", "draw"):
            return {}
        hand = self._hands[seat]
        return {card.text: self._card_rule(hand, card) for card in cards_of(hand & ~self._legal)}

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
            decisions=tuple(self._counts),
            barred=self._barred(seat) if seat is not None and seat in self._to_act else {},
            hand=() if seat is None else cards_of(self._hands[seat]),
            hand_sizes=tuple([hand.bit_count() for hand in self._hands]),
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

    # The check of a position.

    def status(self) -> tuple[str, ...]:
        return (*self._check_cards(), *self._check_course())

    def _check_cards(self) -> Iterator[str]:
        pack = mask_of(self.pack)
        seen = twice = 0
        for hand in self._hands:
            twice |= seen & hand
            seen |= hand
        gone = [tuple(self._table), *(trick.cards for trick in self._tricks), *self._places()]
        for card in (card for cards in gone for card in cards):
            twice |= seen & card.bit
            seen |= card.bit
        if twice:
            yield f"card twice: {_names(twice & pack)}"
        if seen & ~pack:
            yield f"not in the pack: {_names(seen & ~pack)}"
        if pack & ~seen:
            yield f"cards missing: {_names(pack & ~seen)}"
        for seat, hand in enumerate(self._hands):
            held, due = hand.bit_count(), self._hand_size(seat)
            if held != due:
                yield f"hand too {'long' if held > due else 'short'}: seat {seat} holds {held}, not {due}"

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
        if (self._outcome is not None) != (self._phase == "over"):
            yield f"phase: {self._phase} with outcome {self._outcome}"
        if (self._outcome is not None) == bool(self._to_act):
            yield f"turn: seats {self._to_act} to act in phase {self._phase}"
        if self._phase in ("play", "draw"):
            turn = (self._leader + len(self._table)) % self.seats
            if self._to_act != (turn,):
                yield f"turn: seats {self._to_act} to act, but it is seat {turn}'s"
            elif not self._legal or self._legal & ~self._hands[turn]:
                yield f"legal plays not held: seat {turn}"
        if self._commitment != shuffle.commitment(self.seed):
            yield "commitment: not that of the seed"


def _names(mask: int) -> str:
    return " ".join(card.text for card in cards_of(mask))
