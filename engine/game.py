"""What every game is: actions, decisions, views, outcomes, refusals.

The face of the engine: ``new_game`` in the package makes a ``Game``; everything
that leaves it is a ``View``.  A game is its seed, its options and its list of
``(seat, text)``; replaying them gives the same game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Literal, NamedTuple

from engine.auction import CALLS_BY_TEXT, Call, Contract
from engine.cards import Card

Kind = str  # the word by which a game is known everywhere: lower-case letters, at most 16
Phase = Literal["discard", "draw", "auction", "bid", "play", "over"]
DecisionKind = Literal["discard", "call", "bid", "play"]
Reason = Literal["played out", "resigned", "time"]
OptionValue = int | str


class Rule(StrEnum):
    """The rule that a refused action breaks; the bot has a text for each."""

    OVER = "over"  # the game has ended
    NOT_YOUR_TURN = "not-your-turn"
    UNREADABLE = "unreadable"  # the text is no action at all
    WRONG_KIND = "wrong-kind"  # an action, but not of the kind asked for now
    NOT_HELD = "not-held"  # a card that this seat does not hold
    DISCARD_COUNT = "discard-count"
    DISCARD_TWICE = "discard-twice"  # the same card named twice
    BID_TOO_LOW = "bid-too-low"  # not higher than the last bid
    BID_UNKNOWN = "bid-unknown"  # 0 in a suit, 8 of anything, 0NT in Draw Bridge
    BID_SUIT = "bid-suit"  # fewer than 2 cards of the suit bid
    BID_JUMP = "bid-jump"  # a jump with fewer than 4 cards of the suit
    BID_NO_TRUMP = "bid-no-trump"  # a suit is missing from the hand
    DOUBLE = "double"
    REDOUBLE = "redouble"
    BID_RANGE = "bid-range"  # Call Bridge: not 2 to 12
    FOLLOW_SUIT = "follow-suit"
    COLON_MISMATCH = "colon-mismatch"
    SUIT_BANNED = "suit-banned"
    MUST_TRUMP = "must-trump"
    RESIGN = "resign"  # this game has no resignation (Call Bridge)


class IllegalAction(ValueError):  # noqa: N818  # the rulebook's word, and the face's
    """The action is against a rule; the state is untouched."""

    def __init__(self, rule: Rule, message: str) -> None:
        super().__init__(message)
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Discard:
    """Cards put away face down in the exchange of Bridgette: ``discard 2C 7D``."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return "discard " + " ".join([str(card) for card in self.cards])


@dataclass(frozen=True, slots=True)
class TrickBid:
    """A bid of Call Bridge: a number of tricks, 2 to 12."""

    tricks: int

    def __str__(self) -> str:
        return str(self.tricks)


@dataclass(frozen=True, slots=True)
class Leave:
    """``resign`` or ``time``: ends a two-player game, at any moment, for the seat that leaves."""

    reason: Literal["resign", "time"]

    def __str__(self) -> str:
        return self.reason


Action = Card | Call | Discard | TrickBid | Leave


@dataclass(slots=True, unsafe_hash=True)
class Decision:
    """What a seat is asked now; never changed once made.

    ``choices`` holds every legal action, except for a discard, where the seat picks
    ``count`` of ``cards`` and ``choices`` is empty (there may be millions).
    """

    # Not frozen: one is made for every move, and freezing would triple its cost.
    kind: DecisionKind
    choices: tuple[Action, ...]
    count: int = 0
    cards: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the seats that won it, and why it ended."""

    winners: tuple[int, ...]
    reason: Reason


class Trick(NamedTuple):
    """A trick: who led, and the cards in the order in which they were played.

    The i-th card was played by seat ``(leader + i) % seats``; ``winner`` is ``None``
    while the trick is not complete.
    """

    leader: int
    cards: tuple[Card, ...]
    winner: int | None = None


class ScorePart(NamedTuple):
    """One term of a score: ``contract``, ``exact``, ``three-over``, ``doubled``, ``redoubled``,
    ``undertricks``, ``tricks``, ``bid``, ``bonus-bid`` with its points."""

    name: str
    points: int


class Score(NamedTuple):
    """How one seat's points of a deal come about: the sum of ``parts`` times ``factor``."""

    seat: int
    parts: tuple[ScorePart, ...]
    factor: int
    points: int


class DealResult(NamedTuple):
    """A finished deal, as everyone may see it.

    ``number`` counts scored deals from 1; ``deal`` is the deal of the shuffle (thrown-in
    deals count up too).  ``contract`` is ``None`` and ``calls`` empty in Call Bridge;
    ``bids`` is empty in the others; ``up_card`` is Bridgette's.  ``draw_tricks`` are those of the
    draw phase of Draw Bridge.
    """

    number: int
    deal: int
    dealer: int
    contract: Contract | None
    calls: tuple[tuple[int, Call], ...]
    bids: tuple[int, ...]
    up_card: Card | None
    draw_tricks: tuple[Trick, ...]
    tricks: tuple[Trick, ...]
    tricks_won: tuple[int, ...]
    scores: tuple[Score, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that one seat (``None``: a spectator) may know of a game, and nothing else.

    ``number`` is the scored deal being played, from 1; ``deal`` the deal of the shuffle.
    ``decisions`` is, for each seat, how many actions it has taken in the whole game.
    ``tricks`` are the completed tricks of the play of this deal; ``trick`` the one on the table.
    ``barred`` names, by their text, the actions this seat might expect to have and the
    rule that forbids each: cards in hand in the play, bids that the hand does not allow.
    ``hand`` is in pack order, highest first by suit S H D C, colons last (G R L).
    """

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
    barred: Mapping[str, Rule] = field(default_factory=dict[str, Rule])
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


@dataclass(frozen=True, slots=True, kw_only=True)
class AuctionView(View):
    """A view of a game with an auction.

    ``calls`` are those so far (seat, call); ``contract`` is ``None`` until it stands.
    ``lowest`` is the lowest bid of the game.
    """

    lowest: ClassVar[Call] = CALLS_BY_TEXT["1C"]

    calls: tuple[tuple[int, Call], ...]
    contract: Contract | None


@dataclass(frozen=True, slots=True, kw_only=True)
class BridgetteView(AuctionView):
    """What a seat may know of Bridgette.

    ``drawn`` are the cards this seat drew in the exchange, in order; ``discarded`` those
    it put away; ``discards`` how many each seat puts away in this deal; ``has_discarded`` who has.
    ``banned`` is the suit which the leader may not lead now.
    """

    lowest: ClassVar[Call] = CALLS_BY_TEXT["0NT"]

    up_card: Card
    stock_size: int
    drawn: tuple[Card, ...]
    discarded: tuple[Card, ...]
    discards: tuple[int, ...]
    has_discarded: tuple[bool, ...]
    banned: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawBridgeView(AuctionView):
    """What a seat may know of Draw Bridge.

    ``draw_tricks`` are the completed tricks of the draw phase; ``drawn`` the cards this seat
    drew, in order; ``stock_top`` is the top of an open stock, and ``stock_shown`` all tops
    that were seen by both in this deal, in order: the winner of draw trick i drew
    ``stock_shown[i]``.
    """

    draw_tricks: tuple[Trick, ...]
    stock_size: int
    stock_top: Card | None
    stock_shown: tuple[Card, ...]
    drawn: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CallBridgeView(View):
    """What a seat may know of Call Bridge: ``bids`` by seat, ``None`` where not yet made."""

    bids: tuple[int | None, ...]


class Game(ABC):
    """A game in progress.  Deterministic: seed, options and actions say everything."""

    __slots__ = ()

    kind: ClassVar[Kind]
    seats: ClassVar[int]

    seed: bytes
    options: Mapping[str, OptionValue]
    actions: list[tuple[int, str]]

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; ``()`` when the game is over."""

    @property
    @abstractmethod
    def decisions(self) -> tuple[int, ...]:
        """For each seat, how many actions it has taken: as in a view, for less."""

    @abstractmethod
    def decision(self, seat: int) -> Decision | None:
        """What this seat is asked now, ``None`` if nothing."""

    @abstractmethod
    def apply(self, seat: int, action: Action | str) -> None:
        """Carry out an action, given as such or as its text.

        Raises ``IllegalAction``, which names the rule; the state is then untouched.
        """

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """All that this seat may know; ``view(None)`` is the spectator's."""

    @abstractmethod
    def status(self) -> tuple[str, ...]:
        """Each invariant of the position that is broken, by name; ``()`` when it is sound."""

    @property
    @abstractmethod
    def totals(self) -> tuple[int, ...]:
        """Points of each seat so far."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, ``None`` while it runs."""

    @property
    @abstractmethod
    def commitment(self) -> str:
        """SHA-256 of the seed in hex, published before the first card is seen."""
